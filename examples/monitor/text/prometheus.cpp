// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "prometheus.h"

#include "printable.h"

#include <QtCore/qmap.h>

namespace {

QString metricName(const QString &name)
{
    QString result = QStringLiteral("rdma_") + name;
    for (QChar &c : result) {
        if (!(c.isLetterOrNumber() && c.unicode() < 128))
            c = u'_';
    }
    return result;
}

QString escaped(const QString &printed)
{
    QString text = Text::printable(printed);
    text.replace(u'\\', QLatin1String("\\\\"));
    return text.replace(u'"', QLatin1String("\\\""));
}

QString label(const char *name, const QString &value)
{
    return QString::fromLatin1(name) + QLatin1String("=\"") + escaped(value) + u'"';
}

// Prometheus wants all values of one name together, also those of several devices.
struct Metric
{
    QString help;
    bool isGauge = false;
    QString values;
};

void addPort(const TableReader &row, QMap<QString, Metric> *metrics)
{
    const QString labels = u'{' + label("device", row.text("device")) + u','
            + label("port", row.text("port")) + u',' + label("netdev", row.text("netdev"))
            + QLatin1String("} ");
    Metric &active = (*metrics)[metricName(QStringLiteral("port_active"))];
    active.help = QStringLiteral("Whether the port is active.");
    active.isGauge = true;
    active.values += metricName(QStringLiteral("port_active")) + labels
            + (row.isTrue("active") ? u'1' : u'0') + u'\n';
}

void addCounter(const TableReader &row, QMap<QString, Metric> *metrics)
{
    if (!row.isTrue("available"))
        return;
    const QString name = metricName(row.text("name"));
    Metric &metric = (*metrics)[name];
    metric.help = row.text("meaning");
    metric.isGauge = row.text("unit") == QLatin1String("objects");
    metric.values += name + u'{' + label("device", row.text("device")) + u','
            + label("port", row.text("port")) + u',' + label("group", row.text("group"))
            + QLatin1String("} ") + row.text("value") + u'\n';
}

} // namespace

QString prometheusOf(const Tables &tables)
{
    QMap<QString, Metric> metrics;
    forEachRow(tables.ports, [&](const TableReader &row) { addPort(row, &metrics); });
    forEachRow(tables.counters, [&](const TableReader &row) { addCounter(row, &metrics); });
    QString result;
    for (auto metric = metrics.cbegin(); metric != metrics.cend(); ++metric) {
        if (!metric->help.isEmpty())
            result +=
                    QLatin1String("# HELP ") + metric.key() + u' ' + escaped(metric->help) + u'\n';
        result += QLatin1String("# TYPE ") + metric.key()
                + (metric->isGauge ? QLatin1String(" gauge\n") : QLatin1String(" counter\n"))
                + metric->values;
    }
    return result;
}
