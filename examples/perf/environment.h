// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include <QJsonObject>
#include <QStringList>

namespace Perf {

// Where figures come from: the machine, the versions, and the devices of these names, one at least.
QJsonObject environment(const QStringList &deviceNames);

} // namespace Perf

#endif // ENVIRONMENT_H
