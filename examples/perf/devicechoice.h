// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICECHOICE_H
#define DEVICECHOICE_H

#include <QHostAddress>

namespace Perf {

inline constexpr qint64 AnyGid = -1;

// Returns the address of a port of a device: that of an entry of its GID table, or the first one of
// IPv4. Null, with the reason, if there is none.
QHostAddress addressOf(const QString &device, qint64 port, qint64 gid, QString *problem);

} // namespace Perf

#endif // DEVICECHOICE_H
