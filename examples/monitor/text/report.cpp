// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "report.h"

#include "printable.h"

#include <QtCore/qdatetime.h>
#include <QtCore/qmap.h>

namespace {

// Processes and recordings choose their names. A tab ends a field, and a line break ends the line.
QString line(QStringList fields)
{
    for (QString &field : fields)
        field = Text::printable(field);
    return fields.join(u'\t') + u'\n';
}

QString deviceLine(const TableReader &row)
{
    return line({ QStringLiteral("device"), row.text("device"), row.text("transport"),
                  row.text("firmware"),
                  row.isTrue("usable") ? QStringLiteral("usable") : row.text("problem") });
}

QString portLine(const TableReader &row)
{
    const double speed = row.value("speed").toDouble();
    return line({ QStringLiteral("port"), row.port(), row.text("state"),
                  speed > 0 ? QString::number(speed) + QStringLiteral(" Gbit/s") : QString(),
                  QStringLiteral("MTU ") + row.text("activeMtu"), row.text("netdev") });
}

QString counterLine(const TableReader &row)
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
    forEachRow(resources, [&](const TableReader &row) {
        ++counts[{ row.text("device"), row.text("process"), row.text("owner"), row.text("kind") }];
    });
    QString result;
    for (auto count = counts.cbegin(); count != counts.cend(); ++count)
        result += line(QStringList(QStringLiteral("process"))
                       << count.key() << QString::number(count.value()));
    return result;
}

QString connectionLine(const TableReader &row)
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

QString eventLine(const TableReader &row)
{
    return line({ QStringLiteral("event"),
                  row.value("time").toDateTime().toString(Qt::ISODateWithMs), row.port(),
                  row.text("name"), row.text("text") });
}

} // namespace

QString linesOf(const Tables &tables, int firstEvent)
{
    QString result;
    const auto add = [&result](const QAbstractItemModel *model, auto lineOf, int first = 0) {
        forEachRow(
                model, [&](const TableReader &row) { result += lineOf(row); }, first,
                Language::English);
    };
    add(tables.devices, deviceLine);
    add(tables.ports, portLine);
    add(tables.counters, counterLine);
    result += processLines(tables.resources);
    add(tables.connections, connectionLine);
    add(tables.events, eventLine, firstEvent);
    return result;
}
