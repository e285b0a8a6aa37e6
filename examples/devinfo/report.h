// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REPORT_H
#define REPORT_H

#include <QtCore/qtextstream.h>
#include <QtRdma/RdmaDevice>

enum class Detail { Short, All };

// Prints a device and its ports in the form of ibv_devinfo. Ports of -i are those alone.
void report(QTextStream &out, const RdmaDevice &device, const QList<int> &ports, Detail detail);

#endif // REPORT_H
