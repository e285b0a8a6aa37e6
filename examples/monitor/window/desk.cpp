// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "desk.h"

#include "text/exporter.h"

#include <QtGui/qclipboard.h>
#include <QtGui/qguiapplication.h>

#include <cmath>

void Desk::copy(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
}

QString Desk::save(QAbstractItemModel *model, const QVariantList &rows, const QString &file)
{
    QList<int> wanted;
    for (const QVariant &row : rows)
        wanted.append(row.toInt());
    return exportTable(*model, wanted.isEmpty() ? allRows(*model) : wanted, file);
}

QString Desk::withUnit(double value, const QString &unit)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    int power = 0;
    while (std::abs(value) >= 999.5 && power < 6) {
        value /= 1000;
        ++power;
    }
    QString text = QString::number(value, 'g', 3);
    if (!unit.isEmpty() || power > 0)
        text += u'\u202f'; // a narrow space that does not break
    if (power > 0)
        text += QStringLiteral("kMGTPE").at(power - 1);
    return text + unit;
}
