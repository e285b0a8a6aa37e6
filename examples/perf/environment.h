// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include <QJsonObject>

namespace Perf {

// Where figures come from: the machine, the versions, and the device of this name.
QJsonObject environment(const QString &deviceName);

} // namespace Perf

#endif // ENVIRONMENT_H
