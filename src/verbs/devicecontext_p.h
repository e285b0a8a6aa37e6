// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICECONTEXT_P_H
#define DEVICECONTEXT_P_H

#include <QtCore/qstringlist.h>

#include <memory>
#include <vector>

struct ibv_context;

namespace QtRdmaPrivate {

using ContextPtr = std::shared_ptr<ibv_context>;

// The devices as the connection manager has opened them, so that what is made on them can be used for its connections.
std::vector<ContextPtr> openDevices();

// Opened for nothing but listening to its events; null when it cannot be.
ContextPtr openDevice(const QString &name);

// Without opening them.
QStringList deviceNames();

} // namespace QtRdmaPrivate

#endif // DEVICECONTEXT_P_H
