// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef UNITS_H
#define UNITS_H

#include <QtCore/qstring.h>

// 12300000000, "bit/s": 12.3 Gbit/s
QString withUnit(double value, const QString &unit);

#endif // UNITS_H
