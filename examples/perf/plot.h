// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PLOT_H
#define PLOT_H

#include "chart.h"

#include <QJsonObject>

namespace Perf {

// The picture of what --json writes.
Chart plotOf(const QJsonObject &all);

// One of several, with a name for each. All have the same measure.
Chart plotOf(const QList<QJsonObject> &several, const QStringList &names);

// "send latency, hosta, rxe0 (RoCE, software)"
QString titleOf(const QJsonObject &all);

// A value of the results that is compared and drawn.
struct Value
{
    QString key; // in the result
    QString name;
    double factor; // from what the key has to the unit of the chart
};
QList<Value> valuesOf(const QString &measure);

} // namespace Perf

#endif // PLOT_H
