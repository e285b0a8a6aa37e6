// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "report.h"

#include "printable.h"

#include <QtCore/qdatetime.h>
#include <QtCore/qmap.h>

namespace {

// One row of a model, by the names of its roles.
class Row
{
public:
    Row(const QAbstractItemModel *model, int row) : m_model(model), m_row(row) { }

    QVariant value(const char *role) const
    {
        return m_model->index(m_row, 0).data(m_model->roleNames().key(role, -1));
    }
    QString text(const char *role) const { return value(role).toString(); }
    bool isTrue(const char *role) const { return value(role).toBool(); }
    QString port() const
    {
        const int port = value("port").toInt();
        return port > 0 ? text("device") + u'/' + QString::number(port) : text("device");
    }

private:
    const QAbstractItemModel *m_model;
    int m_row;
};

// Processes and recordings choose their names. A tab ends a field, and a line break ends the line.
QString line(QStringList fields)
{
    for (QString &field : fields)
        field = Text::printable(field);
    return fields.join(u'\t') + u'\n';
}

QString deviceLine(const Row &row)
{
    return line({ QStringLiteral("device"), row.text("device"), row.text("transport"),
                  row.text("firmware"),
                  row.isTrue("usable") ? QStringLiteral("usable") : row.text("problem") });
}

QString portLine(const Row &row)
{
    const double speed = row.value("speed").toDouble();
    return line({ QStringLiteral("port"), row.port(), row.text("state"),
                  speed > 0 ? QString::number(speed) + QStringLiteral(" Gbit/s") : QString(),
                  QStringLiteral("MTU ") + row.text("activeMtu"), row.text("netdev") });
}

QString counterLine(const Row &row)
{
    QStringList fields = { QStringLiteral("counter"), row.port(), row.text("name") };
    if (!row.isTrue("available"))
        return line(fields << QStringLiteral("not available") << row.text("problem"));
    fields << row.text("value") << row.text("unit")
           << QString::number(row.value("rate").toDouble(), 'f', 1) + QStringLiteral("/s");
    if (row.isTrue("saturated"))
        fields << QStringLiteral("saturated");
    if (row.isTrue("moved"))
        fields << u'+' + row.text("increase") + QStringLiteral(": ") + row.text("meaning");
    return line(fields);
}

// How many objects of each kind a process has on a device.
QString processLines(const QAbstractItemModel *resources)
{
    QMap<QStringList, int> counts;
    for (int i = 0; i < resources->rowCount(); ++i) {
        const Row row(resources, i);
        ++counts[{ row.text("device"), row.text("process"), row.text("owner"), row.text("kind") }];
    }
    QString result;
    for (auto count = counts.cbegin(); count != counts.cend(); ++count)
        result += line(QStringList(QStringLiteral("process"))
                       << count.key() << QString::number(count.value()));
    return result;
}

QString connectionLine(const Row &row)
{
    QStringList fields = { QStringLiteral("connection"),
                           row.text("kind"),
                           row.text("transport"),
                           row.text("state"),
                           row.text("device"),
                           row.text("local"),
                           row.text("peer"),
                           row.text("bytesSent") + QStringLiteral(" bytes sent"),
                           row.text("bytesReceived") + QStringLiteral(" bytes received") };
    if (const QString error = row.text("error"); !error.isEmpty())
        fields << error;
    return line(fields);
}

QString eventLine(const Row &row)
{
    return line({ QStringLiteral("event"),
                  row.value("time").toDateTime().toString(Qt::ISODateWithMs), row.port(),
                  row.text("name"), row.text("text") });
}

// ---- Prometheus ----

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

void addPort(const Row &row, QMap<QString, Metric> *metrics)
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

void addCounter(const Row &row, QMap<QString, Metric> *metrics)
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

QList<std::pair<const char *, const QAbstractItemModel *>> Tables::all() const
{
    return { { "devices", devices },   { "ports", ports },         { "gids", gids },
             { "counters", counters }, { "resources", resources }, { "connections", connections },
             { "events", events } };
}

const QAbstractItemModel *Tables::named(const QString &name) const
{
    for (const auto &[title, table] : all()) {
        if (name == QLatin1String(title))
            return table;
    }
    return nullptr;
}

QString linesOf(const Tables &tables, int firstEvent)
{
    QString result;
    for (int i = 0; i < tables.devices->rowCount(); ++i)
        result += deviceLine({ tables.devices, i });
    for (int i = 0; i < tables.ports->rowCount(); ++i)
        result += portLine({ tables.ports, i });
    for (int i = 0; i < tables.counters->rowCount(); ++i)
        result += counterLine({ tables.counters, i });
    result += processLines(tables.resources);
    for (int i = 0; i < tables.connections->rowCount(); ++i)
        result += connectionLine({ tables.connections, i });
    for (int i = firstEvent; i < tables.events->rowCount(); ++i)
        result += eventLine({ tables.events, i });
    return result;
}

QString prometheusOf(const Tables &tables)
{
    QMap<QString, Metric> metrics;
    for (int i = 0; i < tables.ports->rowCount(); ++i)
        addPort({ tables.ports, i }, &metrics);
    for (int i = 0; i < tables.counters->rowCount(); ++i)
        addCounter({ tables.counters, i }, &metrics);
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
