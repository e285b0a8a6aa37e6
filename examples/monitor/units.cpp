// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "units.h"

#include <QtCore/qlocale.h>

#include <cmath>

QString withUnit(double value, const QString &unit)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    int power = 0;
    while (std::abs(value) >= 999.5 && power < 6) {
        value /= 1000;
        ++power;
    }
    QString text = QLocale().toString(value, 'g', 3);
    if (!unit.isEmpty() || power > 0)
        text += u'\u202f'; // a narrow space that does not break
    if (power > 0)
        text += QStringLiteral("kMGTPE").at(power - 1);
    return text + unit;
}
