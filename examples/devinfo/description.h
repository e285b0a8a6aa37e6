// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DESCRIPTION_H
#define DESCRIPTION_H

#include <QtCore/qjsonobject.h>
#include <QtRdma/RdmaDevice>

// All attributes of a device and its ports, for programs.
QJsonObject describe(const RdmaDevice &device, const QList<int> &ports);

#endif // DESCRIPTION_H
