// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "terminal/layout.h"

#include <QtCore/qabstractitemmodel.h>
#include <QtCore/qdatetime.h>
#include <QtTest/qtest.h>

// What the monitor shows in a terminal, as text, and what the keys do. No terminal is needed.
class tst_MonitorTerminal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ports();
    void units();
    void alarms();
    void filter();
    void filterKeys();
    void order();
    void pages();
    void views();
    void connectionsByProcess();
    void traffic();
    void details();
    void limits();
    void enterOpensCounters();
    void pauseHelpQuit();
    void noDevices();
    void everySize_data();
    void everySize();
    void asciiAlone();
    void cells();
    void sparklines();
};

namespace {

struct Field
{
    Field(const char *name_, const char *text)
        : name(QString::fromLatin1(name_))
        , value(QString::fromUtf8(text))
    {
    }
    template <typename Value>
    Field(const char *name_, const Value &value_)
        : name(QString::fromLatin1(name_))
        , value(QVariant::fromValue(value_))
    {
    }

    QString name;
    QVariant value;
};

// Rows by the names of their roles.
class Rows : public QAbstractListModel
{
public:
    void append(std::initializer_list<Field> fields)
    {
        QVariantMap row;
        for (const Field &field : fields) {
            if (!m_names.contains(field.name))
                m_names.append(field.name);
            row.insert(field.name, field.value);
        }
        m_rows.append(row);
    }
    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }
    QVariant data(const QModelIndex &index, int role) const override
    {
        return m_rows.at(index.row()).value(m_names.value(role - Qt::UserRole));
    }
    QHash<int, QByteArray> roleNames() const override
    {
        QHash<int, QByteArray> names;
        for (int i = 0; i < m_names.size(); ++i)
            names.insert(Qt::UserRole + i, m_names.at(i).toUtf8());
        return names;
    }

private:
    QStringList m_names;
    QList<QVariantMap> m_rows;
};

struct Machine
{
    Rows devices, ports, counters, events, endpoints, processes, alarms, details, limits;
    Traffic traffic;
    TerminalState state;
    Surroundings around{ QStringLiteral("node1"), QStringLiteral("12:34:56"),
                         QStringLiteral("live"),  {},
                         Glyphs::Unicode,         QSize(80, 24) };

    Tables tables() const
    {
        Tables tables;
        tables.devices = &devices;
        tables.ports = &ports;
        tables.counters = &counters;
        tables.endpoints = &endpoints;
        tables.processes = &processes;
        tables.events = &events;
        tables.alarms = &alarms;
        tables.details = &details;
        tables.limits = &limits;
        return tables;
    }
    void addPort(const QString &device, int port, double sent, double received,
                 const QString &name = QStringLiteral("port_xmit_data"),
                 const QString &other = QStringLiteral("port_rcv_data"),
                 const QString &unit = QStringLiteral("bytes"))
    {
        ports.append({ { "device", device },
                       { "port", port },
                       { "state", "Active" },
                       { "active", true },
                       { "speed", 400.0 },
                       { "netdev", "eth0" } });
        addCounter(device, port, name, unit, sent);
        addCounter(device, port, other, unit, received);
    }
    void addCounter(const QString &device, int port, const QString &name, const QString &unit,
                    double rate, bool moved = false)
    {
        counters.append({ { "device", device },
                          { "port", port },
                          { "name", name },
                          { "unit", unit },
                          { "available", true },
                          { "value", 7 },
                          { "rate", rate },
                          { "moved", moved },
                          { "increase", 3 },
                          { "meaning", "A meaning." } });
    }
    Sheet sheet() const { return sheetOf(tables(), traffic, state); }
    QStringList lines() const
    {
        QStringList result;
        for (const Line &line : layOut(sheet(), tables(), state, around)) {
            QString text;
            for (const Span &span : line)
                text += span.text;
            result.append(text);
        }
        return result;
    }
    void press(const KeyPress &press)
    {
        const Sheet now = sheet();
        state.press(press,
                    { int(now.rows.size()), rowsInPage(around.size), int(now.columns.size()),
                      now.rows.value(state.selected).port });
    }
    void press(Key key) { press(KeyPress{ key, 0 }); }
    void type(const QString &text)
    {
        for (const char32_t character : text.toUcs4())
            press({ Key::Character, character });
    }
    // The first cells of all rows.
    QStringList column(int column) const
    {
        QStringList texts;
        const Sheet now = sheet();
        for (const Sheet::Row &row : now.rows)
            texts.append(row.cells.at(column).text);
        return texts;
    }
};

QString trimmedEnd(QString text)
{
    while (text.endsWith(u' '))
        text.chop(1);
    return text;
}

void fill(Machine *machine)
{
    machine->devices.append({ { "device", "mlx5_0" }, { "usable", true } });
    machine->devices.append({ { "device", "mlx5_1" }, { "usable", true } });
    machine->addPort(QStringLiteral("mlx5_0"), 1, 1.25e9, 5e8);
    machine->addPort(QStringLiteral("mlx5_1"), 1, 100, 20, QStringLiteral("sent_pkts"),
                     QStringLiteral("rcvd_pkts"), QStringLiteral("packets"));
    machine->traffic.take(machine->tables());
}

} // namespace

void tst_MonitorTerminal::ports()
{
    Machine machine;
    fill(&machine);
    const QStringList lines = machine.lines();
    QCOMPARE(lines.size(), 24);
    QCOMPARE(trimmedEnd(lines.at(0)),
             QStringLiteral(" node1  12:34:56  live  devices: 2  ports: 2"
                            "                          no alarms"));
    QCOMPARE(
            trimmedEnd(lines.at(1)),
            QStringLiteral(" 1 Ports  2 Alarms  3 Connections  4 Processes  5 Counters  6 Events"));
    QCOMPARE(trimmedEnd(lines.at(2)),
             QStringLiteral("PORT      STATE        SPEED       SENT  RECEIVED  ALARMS  TRAFFIC"
                            "           IN…"));
    QCOMPARE(trimmedEnd(lines.at(3)),
             QStringLiteral("mlx5_0/1  Active  400 Gbit/s  10 Gbit/s  4 Gbit/s"
                            "                         █  et…"));
    QCOMPARE(trimmedEnd(lines.at(4)),
             QStringLiteral("mlx5_1/1  Active  400 Gbit/s  100 pkt/s  20 pkt/s"
                            "                         █  et…"));
    QVERIFY(lines.at(23).startsWith(QStringLiteral("1/2 ")));
}

void tst_MonitorTerminal::units()
{
    Machine machine;
    fill(&machine);
    QVERIFY(machine.lines().at(3).contains(QStringLiteral("10 Gbit/s")));
    machine.type(QStringLiteral("t"));
    QVERIFY(machine.lines().at(3).contains(QStringLiteral("1.25 GB/s")));
    machine.type(QStringLiteral("t"));
    QVERIFY(machine.lines().at(3).contains(QStringLiteral("10 Gbit/s")));
}

void tst_MonitorTerminal::alarms()
{
    Machine machine;
    fill(&machine);
    const auto alarm = [&](const char *name, const char *state, double rank, int minute) {
        machine.alarms.append({ { "key", name },
                                { "kind", "Counter" },
                                { "device", "mlx5_0" },
                                { "port", 1 },
                                { "name", name },
                                { "text", "A meaning." },
                                { "state", state },
                                { "last", QDateTime({ 2026, 1, 2 }, { 3, minute, 5 }) },
                                { "amount", 3 },
                                { "rate", 1.5 },
                                { "rank", rank } });
    };
    alarm("seen_before", "Acknowledged", 1, 4);
    alarm("out_of_buffer", "Active", 3, 5);
    machine.devices.append(
            { { "device", "siw0" }, { "usable", false }, { "problem", "No port." } });
    machine.ports.append({ { "device", "siw0" }, { "port", 1 }, { "state", "Down" } });
    QVERIFY(machine.lines().at(0).endsWith(QStringLiteral("alarms: 3 ")));
    machine.type(QStringLiteral("2"));
    QCOMPARE(machine.column(0),
             QStringList({ QStringLiteral("03:05:05"), QStringLiteral("03:04:05"), {}, {} }));
    const QStringList lines = machine.lines();
    QVERIFY(lines.at(3).contains(QStringLiteral("out_of_buffer")));
    QVERIFY(lines.at(3).contains(QStringLiteral("+3")));
    QVERIFY(lines.at(3).contains(QStringLiteral("1.5")));
    QVERIFY(lines.at(4).contains(QStringLiteral("seen_before")));
    QVERIFY(lines.at(5).contains(QStringLiteral("No port.")));
    QVERIFY(lines.at(6).contains(QStringLiteral("siw0/1")));
    QCOMPARE(machine.sheet().rows.at(0).alarm, QStringLiteral("out_of_buffer"));
    QVERIFY(machine.sheet().rows.at(1).style == Style::Dim);
}

// The words are searched in what is shown, in any order and case.
void tst_MonitorTerminal::filter()
{
    Machine machine;
    fill(&machine);
    machine.state.filter = QStringLiteral("gbit/s MLX5_0");
    QCOMPARE(machine.column(0), QStringList(QStringLiteral("mlx5_0/1")));
    machine.state.filter = QStringLiteral("\"10 Gbit/s\"");
    QCOMPARE(machine.column(0), QStringList(QStringLiteral("mlx5_0/1")));
    machine.state.filter = QStringLiteral("mlx5_0 mlx5_1");
    QCOMPARE(machine.column(0), QStringList());
    QVERIFY(machine.lines().at(3).contains(QStringLiteral("No row has \"mlx5_0 mlx5_1\"")));
}

void tst_MonitorTerminal::filterKeys()
{
    Machine machine;
    fill(&machine);
    machine.press(Key::Down);
    machine.type(QStringLiteral("/mlx5_1q"));
    QVERIFY(machine.lines().constLast().startsWith(QStringLiteral("Filter: mlx5_1q_")));
    QVERIFY(!machine.state.wantsToQuit);
    machine.press(Key::Backspace);
    machine.press(Key::Enter);
    QCOMPARE(machine.column(0), QStringList(QStringLiteral("mlx5_1/1")));
    QVERIFY(machine.lines().constLast().contains(QStringLiteral("[mlx5_1]")));
    machine.press(Key::Escape);
    QCOMPARE(machine.column(0).size(), 2);
    machine.type(QStringLiteral("/\U0001F600"));
    machine.press(Key::Backspace);
    QCOMPARE(machine.state.filter, QString());
    machine.press(Key::Backspace);
    machine.type(QString(10'000, u'x'));
    QVERIFY(machine.state.filter.size() < 1000);
}

void tst_MonitorTerminal::order()
{
    Machine machine;
    for (const int process : { 10, 9, 100 })
        machine.processes.append(
                { { "owner", QStringLiteral("p%1").arg(process) }, { "process", process } });
    machine.type(QStringLiteral("4"));
    const QStringList unsorted = { QStringLiteral("10"), QStringLiteral("9"),
                                   QStringLiteral("100") };
    QCOMPARE(machine.column(1), unsorted);
    machine.type(QStringLiteral("ss")); // the second column: numbers
    QCOMPARE(machine.column(1),
             QStringList({ QStringLiteral("9"), QStringLiteral("10"), QStringLiteral("100") }));
    QVERIFY(machine.lines().at(2).contains(QStringLiteral("PID▲")));
    machine.type(QStringLiteral("r"));
    QCOMPARE(machine.column(1),
             QStringList({ QStringLiteral("100"), QStringLiteral("10"), QStringLiteral("9") }));
    QVERIFY(machine.lines().at(2).contains(QStringLiteral("PID▼")));
    machine.type(QStringLiteral("r") + QString(9, u's')); // ten columns, and then none
    QCOMPARE(machine.column(1), unsorted);
}

void tst_MonitorTerminal::pages()
{
    Machine machine;
    for (int i = 0; i < 50; ++i)
        machine.processes.append({ { "owner", QStringLiteral("program %1").arg(i) } });
    machine.type(QStringLiteral("4"));
    const auto shows = [&](int first) {
        return machine.lines().at(3).startsWith(QStringLiteral("program %1 ").arg(first));
    };
    QVERIFY(shows(0));
    machine.press(Key::PageDown); // 20 rows have room
    QVERIFY(shows(20));
    machine.press(Key::End);
    QVERIFY(shows(40));
    QVERIFY(machine.lines().constLast().startsWith(QStringLiteral("50/50")));
    machine.press(Key::Down);
    QCOMPARE(machine.state.selected, 49);
    machine.press(Key::Home);
    machine.press(Key::Up);
    QCOMPARE(machine.state.selected, 0);
    machine.press(Key::Right);
    QVERIFY(machine.lines().at(2).startsWith(QStringLiteral("PID")));
    for (int i = 0; i < 20; ++i)
        machine.press(Key::Right);
    QVERIFY(machine.lines().at(2).startsWith(QStringLiteral("SRQ")));
}

void tst_MonitorTerminal::views()
{
    Machine machine;
    fill(&machine);
    machine.events.append({ { "time", QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5)) },
                            { "device", "mlx5_0" },
                            { "name", "added" },
                            { "text", "New." } });
    machine.endpoints.append({ { "device", "mlx5_0" },
                               { "owner", "perf" },
                               { "process", 7 },
                               { "stateText", "connected" },
                               { "local", "10.0.0.1:1" },
                               { "peer", "10.0.0.2:2" },
                               { "type", "RC" },
                               { "queuePairNumber", 17 } });
    const QStringList titles = { QStringLiteral("PORT"),   QStringLiteral("TIME"),
                                 QStringLiteral("DEVICE"), QStringLiteral("PROCESS"),
                                 QStringLiteral("PORT"),   QStringLiteral("TIME") };
    for (int i = 0; i < ViewCount; ++i) {
        QCOMPARE(int(machine.state.view), i);
        QVERIFY2(machine.lines().at(2).startsWith(titles.at(i)), qPrintable(machine.lines().at(2)));
        if (machine.state.view == View::Connections)
            QVERIFY(machine.lines().at(3).contains(QStringLiteral("10.0.0.2:2")));
        if (machine.state.view == View::Events)
            QVERIFY(machine.lines().at(3).startsWith(QStringLiteral("03:04:05  mlx5_0  added")));
        machine.press(Key::NextView);
    }
    QCOMPARE(machine.state.view, View::Ports);
    machine.press(Key::PreviousView);
    QCOMPARE(machine.state.view, View::Events);
}

// A key shows each process with what it holds of what the device has, and its connections below it.
void tst_MonitorTerminal::connectionsByProcess()
{
    Machine machine;
    fill(&machine);
    for (const char *owner : { "perf", "store" }) {
        machine.processes.append({ { "device", "mlx5_0" },
                                   { "owner", owner },
                                   { "process", 7 },
                                   { "queuePairs", 2 },
                                   { "queuePairLimit", 100 },
                                   { "memoryRegions", 3 },
                                   { "memoryRegionLimit", 0 },
                                   { "lockedBytes", 4000 } });
    }
    for (const char *owner : { "store", "perf", "store" }) {
        machine.endpoints.append({ { "device", "mlx5_0" },
                                   { "owner", owner },
                                   { "process", 7 },
                                   { "stateText", "connected" } });
    }
    machine.type(QStringLiteral("3"));
    const QStringList list = { QStringLiteral("store"), QStringLiteral("perf"),
                               QStringLiteral("store") };
    QCOMPARE(machine.column(1), list);
    machine.type(QStringLiteral("g"));
    QCOMPARE(
            machine.column(1),
            QStringList({ QStringLiteral("perf"), QStringLiteral("  perf"), QStringLiteral("store"),
                          QStringLiteral("  store"), QStringLiteral("  store") }));
    QCOMPARE(QString(machine.column(3).constFirst()).replace(QChar(0x202f), u' '),
             QStringLiteral("QP 2 of 100, MR 3, 4 kB locked"));
    machine.type(QStringLiteral("sr")); // the tree stays one
    QCOMPARE(machine.column(1).constFirst(), QStringLiteral("perf"));
    machine.type(QStringLiteral("/store"));
    QCOMPARE(machine.column(1).size(), 3);
    machine.press(Key::Escape);
    machine.type(QStringLiteral("g"));
    QCOMPARE(machine.column(1), list);
}

void tst_MonitorTerminal::traffic()
{
    Machine machine;
    machine.endpoints.append({ { "device", "mlx5_0" },
                               { "remoteQueuePairNumber", 18 },
                               { "counted", true },
                               { "bytesSent", 1500 },
                               { "bytesReceived", 70 } });
    machine.endpoints.append({ { "device", "mlx5_0" }, { "counted", false } });
    machine.type(QStringLiteral("3"));
    const QList<QStringList> expected = { { QStringLiteral("18"), QString() },
                                          { QStringLiteral("1.5 kB"), QStringLiteral("-") },
                                          { QStringLiteral("70 B"), QStringLiteral("-") } };
    for (int i = 0; i < 3; ++i)
        QCOMPARE(machine.column(8 + i).replaceInStrings(QChar(0x202f), QStringLiteral(" ")),
                 expected.at(i));
}

void tst_MonitorTerminal::details()
{
    Machine machine;
    fill(&machine);
    machine.details.append({ { "device", "mlx5_0" },
                             { "port", 1 },
                             { "title", "Rate" },
                             { "available", true },
                             { "value", "4X NDR" } });
    machine.details.append({ { "device", "mlx5_0" },
                             { "port", 1 },
                             { "title", "LID" },
                             { "available", false },
                             { "problem", "only InfiniBand has it" } });
    machine.type(QStringLiteral("g"));
    QCOMPARE(machine.column(1), QStringList({ QStringLiteral("Rate"), QStringLiteral("LID") }));
    QCOMPARE(machine.column(2),
             QStringList({ QStringLiteral("4X NDR"), QStringLiteral("only InfiniBand has it") }));
    machine.type(QStringLiteral("g"));
    QCOMPARE(machine.column(0),
             QStringList({ QStringLiteral("mlx5_0/1"), QStringLiteral("mlx5_1/1") }));
}

void tst_MonitorTerminal::limits()
{
    Machine machine;
    machine.limits.append(
            { { "device", "mlx5_0" }, { "kind", "QueuePair" }, { "used", 95 }, { "limit", 100 } });
    machine.limits.append({ { "device", "mlx5_0" },
                            { "kind", "MulticastGroup" },
                            { "used", -1 },
                            { "limit", 7 } });
    machine.type(QStringLiteral("4g"));
    QCOMPARE(machine.column(1),
             QStringList({ QStringLiteral("queue pair"), QStringLiteral("multicast group") }));
    QCOMPARE(machine.column(2), QStringList({ QStringLiteral("95"), QStringLiteral("not told") }));
    QCOMPARE(machine.column(3), QStringList({ QStringLiteral("100"), QStringLiteral("7") }));
    QCOMPARE(machine.sheet().rows.at(0).style, Style::Bad);
    QCOMPARE(machine.sheet().rows.at(1).style, Style::Plain);
}

void tst_MonitorTerminal::enterOpensCounters()
{
    Machine machine;
    fill(&machine);
    machine.press(Key::Down);
    machine.press(Key::Enter);
    QCOMPARE(machine.state.view, View::Counters);
    QCOMPARE(machine.column(1),
             QStringList({ QStringLiteral("sent_pkts"), QStringLiteral("rcvd_pkts") }));
}

void tst_MonitorTerminal::pauseHelpQuit()
{
    Machine machine;
    fill(&machine);
    machine.type(QStringLiteral("p"));
    QVERIFY(machine.state.isPaused);
    QVERIFY(machine.lines().constLast().contains(QStringLiteral("[paused]")));
    machine.type(QStringLiteral("?"));
    QVERIFY(machine.lines().at(2).contains(QStringLiteral("1 to 6")));
    machine.type(QStringLiteral("q")); // goes back
    QVERIFY(!machine.state.wantsToQuit);
    QVERIFY(machine.lines().at(2).startsWith(QStringLiteral("PORT")));
    machine.type(QStringLiteral("q"));
    QVERIFY(machine.state.wantsToQuit);
}

void tst_MonitorTerminal::noDevices()
{
    Machine machine;
    machine.around.problem = QStringLiteral("/x: No space left on device");
    QVERIFY(machine.lines().at(3).contains(QStringLiteral("There is no RDMA device.")));
    QVERIFY(machine.lines().constLast().startsWith(QStringLiteral("/x: No space left")));
    for (const Key key : { Key::Up, Key::Down, Key::PageDown, Key::End, Key::Enter })
        machine.press(key);
    QCOMPARE(machine.state.selected, 0);
}

void tst_MonitorTerminal::everySize_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : { QSize(1, 1), QSize(2, 2), QSize(5, 3), QSize(20, 5), QSize(40, 10),
                              QSize(79, 24), QSize(80, 24), QSize(132, 43), QSize(400, 100) })
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

// No line is wider, and there are not more of them, whatever names are.
void tst_MonitorTerminal::everySize()
{
    QFETCH(QSize, size);
    Machine machine;
    machine.around.size = size;
    for (const QString &name :
         { QStringLiteral("mlx5_0"), QString(64, u'x'), QStringLiteral("設備の名前は長い"),
           QStringLiteral("e\u0301\u0301\u0301"), QStringLiteral("a\x1b[31mb\nc\td"),
           QStringLiteral("\U0001F600\U0001F600") }) {
        machine.devices.append({ { "device", name } });
        machine.addPort(name, 1, 1e12, 1);
        machine.addCounter(name, 1, name, name, 1, true);
        machine.endpoints.append({ { "device", name }, { "owner", name }, { "peer", name } });
        machine.processes.append({ { "device", name }, { "owner", name } });
        machine.events.append({ { "device", name }, { "name", name }, { "text", name } });
    }
    machine.traffic.take(machine.tables());
    for (int view = 0; view < ViewCount; ++view) {
        for (const auto mode : { TerminalState::Mode::Browsing, TerminalState::Mode::Filtering,
                                 TerminalState::Mode::Help }) {
            machine.state.mode = mode;
            const QStringList lines = machine.lines();
            QCOMPARE(lines.size(), size.height());
            for (const QString &line : lines) {
                QVERIFY2(cellsOf(line) <= size.width(), qPrintable(line));
                QVERIFY(!line.contains(u'\x1b') && !line.contains(u'\n') && !line.contains(u'\t'));
            }
        }
        machine.state.mode = TerminalState::Mode::Browsing;
        machine.press(Key::NextView);
    }
}

void tst_MonitorTerminal::asciiAlone()
{
    Machine machine;
    machine.around.glyphs = Glyphs::Ascii;
    fill(&machine);
    machine.addPort(QStringLiteral("Gerät設備"), 1, 5, 5);
    machine.type(QStringLiteral("s"));
    const QString all = machine.lines().join(u'\n');
    QVERIFY(std::all_of(all.begin(), all.end(), [](QChar c) { return c.unicode() < 128; }));
    QVERIFY2(all.contains(QStringLiteral("Ger?t")), qPrintable(all));
    QVERIFY(all.contains(QStringLiteral("10 Gbit/s")));
}

void tst_MonitorTerminal::cells()
{
    QCOMPARE(cellsOf(QStringLiteral("abc")), 3);
    QCOMPARE(cellsOf(QStringLiteral("設備")), 4);
    QCOMPARE(cellsOf(QStringLiteral("e\u0301")), 1);
    QCOMPARE(fitted(QStringLiteral("abcdef"), 4, Align::Left, Glyphs::Unicode),
             QStringLiteral("abc…"));
    QCOMPARE(fitted(QStringLiteral("abcdef"), 4, Align::Left, Glyphs::Ascii),
             QStringLiteral("abc~"));
    QCOMPARE(fitted(QStringLiteral("設備備"), 4, Align::Left, Glyphs::Unicode),
             QStringLiteral("設… "));
    QCOMPARE(fitted(QStringLiteral("ab"), 4, Align::Right, Glyphs::Unicode),
             QStringLiteral("  ab"));
    QCOMPARE(fitted(QStringLiteral("ab"), 0, Align::Right, Glyphs::Unicode), QString());
}

void tst_MonitorTerminal::sparklines()
{
    QCOMPARE(sparkline({ 0, 1, 4, 8 }, 6, Glyphs::Unicode), QStringLiteral("   ▁▄█"));
    QCOMPARE(sparkline({ 0, 1, 4, 8 }, 2, Glyphs::Ascii), QStringLiteral("=@"));
    QCOMPARE(sparkline({}, 3, Glyphs::Unicode), QStringLiteral("   "));
}

QTEST_GUILESS_MAIN(tst_MonitorTerminal)
#include "tst_monitorterminal.moc"
