// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CHART_H
#define CHART_H

#include <QList>
#include <QPointF>
#include <QStringList>

namespace Perf {

// A picture of values by the sizes of messages.
struct Chart
{
    enum class Theme { Light, Dark };
    enum class Unit { Microseconds, BitsPerSecond, MessagesPerSecond };

    struct Curve
    {
        QString label;
        int colour = 0; // a number, from 0
        int line = 0; // solid, dashed or dotted
        QList<QPointF> points; // bytes, value; by size
    };

    QString title;
    QStringList details; // shown below the title, as few lines as they take
    Unit unit = Unit::Microseconds;
    QList<Curve> curves;
};

// Curves, or bars with their values if there is only one size. All texts lie within the picture,
// and the legend is beside the curves.
QByteArray toSvg(const Chart &chart, Chart::Theme theme);

} // namespace Perf

#endif // CHART_H
