// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sheet.h"

#include "units.h"
#include "words.h"

#include <QtCore/qdatetime.h>
#include <QtCore/qlocale.h>
#include <QtCore/qset.h>

#include <algorithm>

namespace {

Sheet::Cell text(const QString &text)
{
    return { text, {}, {} };
}

Sheet::Cell number(double value, const QString &unit = {})
{
    return { withUnit(value, unit), value, {} };
}

// Zero says nothing in a table of counts.
Sheet::Cell count(const TableReader &row, const char *role)
{
    const int value = row.value(role).toInt();
    return { value > 0 ? QString::number(value) : QString(), value, {} };
}

Sheet::Cell rate(const Traffic::Port &port, double perSecond, TerminalState::Unit unit)
{
    if (port.unit == Traffic::Unit::None)
        return { QStringLiteral("-"), -1.0, {} };
    if (port.unit == Traffic::Unit::Packets)
        return number(perSecond, Terminal::tr("pkt/s"));
    const bool isBits = unit == TerminalState::Unit::Bits;
    return { withUnit(isBits ? perSecond * 8 : perSecond,
                      isBits ? Terminal::tr("bit/s") : Terminal::tr("B/s")),
             perSecond,
             {} };
}

// The kernel does not name processes of other containers.
QString ownerOf(const TableReader &row)
{
    const QString owner = row.text("owner");
    if (row.isTrue("inKernel"))
        return Terminal::tr("kernel (%1)").arg(owner);
    return owner.isEmpty() ? Terminal::tr("not told") : owner;
}

Sheet::Column column(const char *title, Align align = Align::Left)
{
    return { Terminal::tr(title), align };
}

QHash<QString, int> alarmsByPort(const Tables &tables)
{
    QHash<QString, int> alarms;
    forEachRow(tables.alarms, [&](const TableReader &row) {
        if (row.text("state") != QLatin1String("Acknowledged"))
            ++alarms[row.port()];
    });
    return alarms;
}

Sheet::Row alarmRow(const TableReader &row)
{
    const QString kind = row.text("kind");
    const bool isCounter = kind == QLatin1String("Counter");
    const QString state = row.text("state");
    const QDateTime last = row.value("last").toDateTime();
    const double amount = row.value("amount").toDouble();
    return { { { last.toString(QStringLiteral("HH:mm:ss")), last, {} },
               text(row.port()),
               text(isCounter                                   ? row.text("name")
                            : kind == QLatin1String("PortDown") ? Terminal::tr("port down")
                                                                : Terminal::tr("device gone")),
               { isCounter ? u'+' + row.text("amount") : QString(), amount, {} },
               isCounter ? number(row.value("rate").toDouble()) : text({}),
               text(row.text("text")) },
             row.port(),
             state == QLatin1String("Acknowledged")    ? Style::Dim
                     : state == QLatin1String("Quiet") ? Style::Plain
                                                       : Style::Bad,
             row.text("key") };
}

// ---- the views ----

Sheet portSheet(const Tables &tables, const Traffic &traffic, TerminalState::Unit unit)
{
    Sheet sheet;
    sheet.columns = { column(QT_TRANSLATE_NOOP("Terminal", "PORT")),
                      column(QT_TRANSLATE_NOOP("Terminal", "STATE")),
                      column(QT_TRANSLATE_NOOP("Terminal", "SPEED"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "SENT"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "RECEIVED"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "ALARMS"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "TRAFFIC")),
                      column(QT_TRANSLATE_NOOP("Terminal", "INTERFACE")) };
    sheet.emptyText = Terminal::tr("There is no RDMA device.");
    const QHash<QString, int> alarms = alarmsByPort(tables);
    forEachRow(tables.ports, [&](const TableReader &row) {
        const QString port = row.port();
        const Traffic::Port now = traffic.of(port);
        const int moved = alarms.value(port);
        const double speed = row.value("speed").toDouble();
        Sheet::Cell curve{ {}, now.sent + now.received, now.history };
        const bool isBad = !row.isTrue("active") || moved > 0;
        sheet.rows.append({ { text(port),
                              text(row.text("state")),
                              speed > 0 ? number(speed * 1e9, Terminal::tr("bit/s")) : text({}),
                              rate(now, now.sent, unit),
                              rate(now, now.received, unit),
                              { moved > 0 ? QString::number(moved) : QString(), moved, {} },
                              curve,
                              text(row.text("netdev")) },
                            port,
                            isBad ? Style::Bad : Style::Plain });
    });
    return sheet;
}

// The details of ports and their devices, or why they are not known.
Sheet detailSheet(const Tables &tables)
{
    Sheet sheet;
    sheet.columns = { column(QT_TRANSLATE_NOOP("Terminal", "PORT")),
                      column(QT_TRANSLATE_NOOP("Terminal", "DETAIL")),
                      column(QT_TRANSLATE_NOOP("Terminal", "VALUE")) };
    sheet.emptyText = Terminal::tr("There is no RDMA device.");
    forEachRow(tables.details, [&](const TableReader &row) {
        const bool isKnown = row.isTrue("available");
        sheet.rows.append({ { text(row.port()), text(row.text("title")),
                              text(row.text(isKnown ? "value" : "problem")) },
                            row.port(),
                            isKnown ? Style::Plain : Style::Dim });
    });
    return sheet;
}

// The alarms, the most urgent first, and then the devices and ports that were never up.
Sheet alarmSheet(const Tables &tables)
{
    Sheet sheet;
    sheet.columns = { column(QT_TRANSLATE_NOOP("Terminal", "TIME")),
                      column(QT_TRANSLATE_NOOP("Terminal", "PORT")),
                      column(QT_TRANSLATE_NOOP("Terminal", "ALARM")),
                      column(QT_TRANSLATE_NOOP("Terminal", "INCREASE"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "PER SECOND"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "MEANING")) };
    sheet.emptyText = Terminal::tr("No counter has moved that should stay zero.");
    QSet<QString> portsDown;
    QMultiMap<double, Sheet::Row> byUrgency;
    forEachRow(tables.alarms, [&](const TableReader &row) {
        if (row.text("kind") == QLatin1String("PortDown"))
            portsDown.insert(row.port());
        byUrgency.insert(-row.value("rank").toDouble(), alarmRow(row));
    });
    sheet.rows = byUrgency.values();
    const auto add = [&](const TableReader &row, const QString &name, const QString &meaning) {
        sheet.rows.append(
                { { text({}), text(row.port()), text(name), text({}), text({}), text(meaning) },
                  row.port(),
                  Style::Bad });
    };
    forEachRow(tables.devices, [&](const TableReader &row) {
        if (!row.isTrue("usable"))
            add(row, Terminal::tr("not usable"), row.text("problem"));
    });
    forEachRow(tables.ports, [&](const TableReader &row) {
        if (!row.isTrue("active") && !portsDown.contains(row.port()))
            add(row, row.text("state"), Terminal::tr("The port is not active."));
    });
    return sheet;
}

// The kernel counts those of some connections.
Sheet::Cell bytes(const TableReader &row, const char *role)
{
    return row.isTrue("counted") ? number(row.value(role).toDouble(), Terminal::tr("B"))
                                 : Sheet::Cell{ QStringLiteral("-"), -1.0, {} };
}

// The connections and processes of one have the same.
QString ownerKey(const TableReader &row)
{
    return row.text("device") + u'/' + row.text("process") + u'/' + row.text("owner");
}

Sheet connectionSheet(const Tables &tables)
{
    Sheet sheet;
    sheet.columns = { column(QT_TRANSLATE_NOOP("Terminal", "DEVICE")),
                      column(QT_TRANSLATE_NOOP("Terminal", "PROCESS")),
                      column(QT_TRANSLATE_NOOP("Terminal", "PID"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "STATE")),
                      column(QT_TRANSLATE_NOOP("Terminal", "LOCAL")),
                      column(QT_TRANSLATE_NOOP("Terminal", "PEER")),
                      column(QT_TRANSLATE_NOOP("Terminal", "TYPE")),
                      column(QT_TRANSLATE_NOOP("Terminal", "QP"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "REMOTE QP"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "SENT"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "RECEIVED"), Align::Right) };
    sheet.emptyText = Terminal::tr("There is no connection.");
    forEachRow(tables.endpoints, [&](const TableReader &row) {
        sheet.rows.append({ { text(row.port()), text(ownerOf(row)), count(row, "process"),
                              text(row.text("stateText")), text(row.text("local")),
                              text(row.text("peer")), text(row.text("type")),
                              count(row, "queuePairNumber"), count(row, "remoteQueuePairNumber"),
                              bytes(row, "bytesSent"), bytes(row, "bytesReceived") },
                            row.port(),
                            Style::Plain });
    });
    return sheet;
}

QString ofLimit(const TableReader &row, const char *role, const char *limitRole)
{
    const QString used = QLocale().toString(row.value(role).toInt());
    const int limit = row.value(limitRole).toInt();
    return limit > 0 ? Terminal::tr("%1 of %2").arg(used, QLocale().toString(limit)) : used;
}

Sheet::Row processRow(const TableReader &row, qsizetype columns)
{
    const QString held =
            Terminal::tr("QP %1, MR %2, %3 locked")
                    .arg(ofLimit(row, "queuePairs", "queuePairLimit"),
                         ofLimit(row, "memoryRegions", "memoryRegionLimit"),
                         withUnit(row.value("lockedBytes").toDouble(), Terminal::tr("B")));
    Sheet::Row result{ { text(row.text("device")), text(ownerOf(row)), count(row, "process"),
                         text(held) },
                       row.text("device"),
                       Style::Strong };
    result.cells.resize(columns);
    return result;
}

// Each process with what it holds of what the device has, and below it its connections.
Sheet connectionTree(const Tables &tables)
{
    Sheet sheet = connectionSheet(tables);
    QHash<QString, QList<Sheet::Row>> connections;
    int number = 0;
    forEachRow(tables.endpoints, [&](const TableReader &row) {
        Sheet::Row connection = sheet.rows.at(number++);
        connection.cells[1].text.prepend(QLatin1String("  "));
        connections[ownerKey(row)].append(connection);
    });
    sheet.rows.clear();
    forEachRow(tables.processes, [&](const TableReader &row) {
        sheet.rows.append(processRow(row, sheet.columns.size()));
        sheet.rows += connections.take(ownerKey(row));
    });
    return sheet;
}

Sheet processSheet(const Tables &tables)
{
    Sheet sheet;
    sheet.columns = { column(QT_TRANSLATE_NOOP("Terminal", "PROCESS")),
                      column(QT_TRANSLATE_NOOP("Terminal", "PID"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "DEVICE")),
                      column(QT_TRANSLATE_NOOP("Terminal", "QP"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "CQ"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "MR"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "LOCKED"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "PD"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "connection id"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "SRQ"), Align::Right) };
    sheet.emptyText = Terminal::tr("No process has RDMA objects, or none may be seen.");
    forEachRow(tables.processes, [&](const TableReader &row) {
        const double locked = row.value("lockedBytes").toDouble();
        sheet.rows.append(
                { { text(ownerOf(row)),
                    count(row, "process"),
                    text(row.text("device")),
                    count(row, "queuePairs"),
                    count(row, "completionQueues"),
                    count(row, "memoryRegions"),
                    { locked > 0 ? withUnit(locked, Terminal::tr("B")) : QString(), locked, {} },
                    count(row, "protectionDomains"),
                    count(row, "connectionIds"),
                    count(row, "sharedReceiveQueues") },
                  row.text("device"),
                  Style::Plain });
    });
    return sheet;
}

QString wordFor(const QString &kind)
{
    static const QHash<QString, const char *> words = {
        { QStringLiteral("QueuePair"), QT_TRANSLATE_NOOP("Words", "queue pair") },
        { QStringLiteral("CompletionQueue"), QT_TRANSLATE_NOOP("Words", "completion queue") },
        { QStringLiteral("MemoryRegion"), QT_TRANSLATE_NOOP("Words", "memory region") },
        { QStringLiteral("ProtectionDomain"), QT_TRANSLATE_NOOP("Words", "protection domain") },
        { QStringLiteral("SharedReceiveQueue"),
          QT_TRANSLATE_NOOP("Words", "shared receive queue") },
        { QStringLiteral("MemoryWindow"), QT_TRANSLATE_NOOP("Words", "memory window") },
        { QStringLiteral("AddressHandle"), QT_TRANSLATE_NOOP("Words", "address handle") },
        { QStringLiteral("MulticastGroup"), QT_TRANSLATE_NOOP("Words", "multicast group") },
    };
    const char *const word = words.value(kind);
    return word ? QCoreApplication::translate("Words", word) : kind;
}

// How much a device has, and how much of it all processes use.
Sheet limitSheet(const Tables &tables)
{
    Sheet sheet;
    sheet.columns = { column(QT_TRANSLATE_NOOP("Terminal", "DEVICE")),
                      column(QT_TRANSLATE_NOOP("Terminal", "KIND")),
                      column(QT_TRANSLATE_NOOP("Terminal", "USED"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "LIMIT"), Align::Right) };
    sheet.emptyText = Terminal::tr("There is no RDMA device.");
    forEachRow(tables.limits, [&](const TableReader &row) {
        const int used = row.value("used").toInt();
        const int limit = row.value("limit").toInt();
        sheet.rows.append(
                { { text(row.text("device")),
                    text(wordFor(row.text("kind"))),
                    { used < 0 ? Terminal::tr("not told") : QLocale().toString(used), used, {} },
                    { QLocale().toString(limit), limit, {} } },
                  row.text("device"),
                  used > 0.9 * limit ? Style::Bad : Style::Plain });
    });
    return sheet;
}

Sheet counterSheet(const Tables &tables)
{
    Sheet sheet;
    sheet.columns = { column(QT_TRANSLATE_NOOP("Terminal", "PORT")),
                      column(QT_TRANSLATE_NOOP("Terminal", "COUNTER")),
                      column(QT_TRANSLATE_NOOP("Terminal", "VALUE"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "UNIT")),
                      column(QT_TRANSLATE_NOOP("Terminal", "PER SECOND"), Align::Right),
                      column(QT_TRANSLATE_NOOP("Terminal", "MEANING")) };
    sheet.emptyText = Terminal::tr("There is no counter.");
    forEachRow(tables.counters, [&](const TableReader &row) {
        const bool isKnown = row.isTrue("available");
        const QString meaning = row.text(isKnown ? "meaning" : "problem");
        sheet.rows.append(
                { { text(row.port()),
                    text(row.text("name")),
                    { isKnown ? row.text("value") : QStringLiteral("-"),
                      row.value("value").toDouble(),
                      {} },
                    text(row.text("unit")),
                    isKnown ? number(row.value("rate").toDouble()) : text(QStringLiteral("-")),
                    text(meaning) },
                  row.port(),
                  row.isTrue("moved") ? Style::Bad
                          : isKnown   ? Style::Plain
                                      : Style::Dim });
    });
    return sheet;
}

Sheet eventSheet(const Tables &tables)
{
    Sheet sheet;
    sheet.columns = { column(QT_TRANSLATE_NOOP("Terminal", "TIME")),
                      column(QT_TRANSLATE_NOOP("Terminal", "PORT")),
                      column(QT_TRANSLATE_NOOP("Terminal", "EVENT")),
                      column(QT_TRANSLATE_NOOP("Terminal", "TEXT")) };
    sheet.emptyText = Terminal::tr("Nothing has happened.");
    forEachRow(tables.events, [&](const TableReader &row) {
        const QDateTime time = row.value("time").toDateTime();
        const bool isAlarm = row.text("kind") == QLatin1String("counter");
        sheet.rows.prepend({ { { time.toString(QStringLiteral("HH:mm:ss")), time, {} },
                               text(row.port()),
                               text(row.text("name")),
                               text(row.text("text")) },
                             row.port(),
                             isAlarm ? Style::Bad : Style::Plain });
    });
    return sheet;
}

Sheet wholeSheet(const Tables &tables, const Traffic &traffic, const TerminalState &state)
{
    const bool isFront = state.sides.value(state.view) == TerminalState::Side::Front;
    switch (state.view) {
    case View::Ports:
        return isFront ? portSheet(tables, traffic, state.unit) : detailSheet(tables);
    case View::Alarms:
        return alarmSheet(tables);
    case View::Connections:
        return isFront ? connectionSheet(tables) : connectionTree(tables);
    case View::Processes:
        return isFront ? processSheet(tables) : limitSheet(tables);
    case View::Counters:
        return counterSheet(tables);
    case View::Events:
        return eventSheet(tables);
    }
    return {};
}

// ---- filter and order ----

// People type a blank where a narrow one is shown.
bool passes(const Sheet::Row &row, const QStringList &words)
{
    QString all;
    for (const Sheet::Cell &cell : row.cells)
        all += cell.text + u'\n';
    return hasAll(all.replace(u'\u202f', u' '), words);
}

bool isBefore(const Sheet::Cell &a, const Sheet::Cell &b)
{
    if (a.order.isValid() && b.order.isValid())
        return QVariant::compare(a.order, b.order) == QPartialOrdering::Less;
    return a.text.compare(b.text, Qt::CaseInsensitive) < 0;
}

void sort(Sheet *sheet, const TerminalState::Order &order)
{
    if (order.column < 0 || order.column >= sheet->columns.size()) {
        if (order.descending)
            std::reverse(sheet->rows.begin(), sheet->rows.end());
        return;
    }
    std::stable_sort(sheet->rows.begin(), sheet->rows.end(),
                     [&order](const Sheet::Row &a, const Sheet::Row &b) {
                         const Sheet::Cell &first = a.cells.at(order.column);
                         const Sheet::Cell &second = b.cells.at(order.column);
                         return order.descending ? isBefore(second, first)
                                                 : isBefore(first, second);
                     });
}

} // namespace

Sheet sheetOf(const Tables &tables, const Traffic &traffic, const TerminalState &state)
{
    Sheet sheet = wholeSheet(tables, traffic, state);
    const QStringList words = wordsOf(state.filter);
    if (!words.isEmpty()) {
        sheet.rows.removeIf([&words](const Sheet::Row &row) { return !passes(row, words); });
        sheet.emptyText = Terminal::tr("No row has \"%1\" in it.").arg(state.filter);
    }
    if (!state.isTree())
        sort(&sheet, state.orders.value(state.view));
    return sheet;
}

int alarmsIn(const Tables &tables)
{
    const QList<Sheet::Row> rows = alarmSheet(tables).rows;
    return int(std::count_if(rows.begin(), rows.end(),
                             [](const Sheet::Row &row) { return row.style != Style::Dim; }));
}
