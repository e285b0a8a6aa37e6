// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "alarms/alarmlist.h"

#include <QtCore/qsettings.h>
#include <QtCore/qtemporarydir.h>
#include <QtGui/qstandarditemmodel.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <limits>

// The alarms of the monitor, of samples that the test makes.
class tst_MonitorAlarms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { machine.reset(); }
    void counter();
    void toldOnceForEachChange();
    void quiet();
    void acknowledged();
    void acknowledgeAll();
    void threshold();
    void thresholdsAreKept();
    void badThresholds();
    void portDown();
    void portThatWasNeverUp();
    void deviceGone();
    void ofPorts();
    void mostUrgent();
    void anotherRecording();
    void anotherMachine();
    void bounded();

private:
    QTemporaryDir directory;
    struct Machine;
    std::unique_ptr<Machine> machine;
};

namespace {

using Row = QVariantMap;

// Has the roles of its rows.
class Table : public QStandardItemModel
{
public:
    explicit Table(const QStringList &names)
    {
        QHash<int, QByteArray> roles;
        for (const QString &name : names)
            roles.insert(Qt::UserRole + int(roles.size()), name.toUtf8());
        setItemRoleNames(roles);
    }

    void set(const QList<Row> &rows)
    {
        clear();
        for (const Row &row : rows) {
            auto *item = new QStandardItem;
            const QHash<int, QByteArray> roles = roleNames();
            for (auto role = roles.cbegin(); role != roles.cend(); ++role)
                item->setData(row.value(QString::fromUtf8(*role)), role.key());
            appendRow(item);
        }
    }
};

class Clock : public QObject
{
    Q_OBJECT
    Q_PROPERTY(double time MEMBER m_time)

public:
    void tick(double seconds)
    {
        m_time = seconds * 1000;
        Q_EMIT sampled();
        QCoreApplication::processEvents();
    }

Q_SIGNALS:
    void sampled();

private:
    double m_time = 0;
};

Row counterRow(const QString &name, quint64 increase, double rate,
               const QString &device = QStringLiteral("mlx5_0"), int port = 1)
{
    return { { QStringLiteral("device"), device },
             { QStringLiteral("port"), port },
             { QStringLiteral("name"), name },
             { QStringLiteral("meaning"), QStringLiteral("Bad.") },
             { QStringLiteral("rate"), rate },
             { QStringLiteral("increase"), increase },
             { QStringLiteral("moved"), increase > 0 } };
}

Row portRow(bool isActive, int port = 1, const QString &device = QStringLiteral("mlx5_0"))
{
    return { { QStringLiteral("device"), device },
             { QStringLiteral("port"), port },
             { QStringLiteral("active"), isActive },
             { QStringLiteral("state"),
               isActive ? QStringLiteral("Active") : QStringLiteral("Down") } };
}

Row deviceRow(const QString &name)
{
    return { { QStringLiteral("device"), name } };
}

Row rule(const QString &pattern, const QVariant &perSecond)
{
    return { { QStringLiteral("pattern"), pattern }, { QStringLiteral("perSecond"), perSecond } };
}

Row eventRow(const QString &time)
{
    return { { QStringLiteral("time"), QDateTime::fromString(time, Qt::ISODateWithMs) } };
}

} // namespace

struct tst_MonitorAlarms::Machine
{
    Machine()
    {
        alarms.setProperty("devices", QVariant::fromValue<QAbstractItemModel *>(&devices));
        alarms.setProperty("ports", QVariant::fromValue<QAbstractItemModel *>(&ports));
        alarms.setProperty("counters", QVariant::fromValue<QAbstractItemModel *>(&counters));
        alarms.setProperty("events", QVariant::fromValue<QAbstractItemModel *>(&events));
        alarms.setSource(&clock);
    }

    QVariant get(const char *role, int row = 0) const
    {
        return alarms.index(row).data(alarms.roleNames().key(role));
    }
    QString text(const char *role, int row = 0) const { return get(role, row).toString(); }
    QStringList column(const char *role) const
    {
        QStringList result;
        for (int row = 0; row < alarms.count(); ++row)
            result.append(text(role, row));
        return result;
    }
    // A counter has these values, one a second from the time on.
    void count(double from, const QList<quint64> &increases)
    {
        quint64 before = 0;
        for (const quint64 increase : increases) {
            counters.set({ counterRow(QStringLiteral("out_of_buffer"), increase,
                                      double(increase - before)) });
            before = increase;
            clock.tick(from++);
        }
    }

    Table devices = Table({ QStringLiteral("device") });
    Table ports = Table({ QStringLiteral("device"), QStringLiteral("port"),
                          QStringLiteral("active"), QStringLiteral("state") });
    Table counters =
            Table({ QStringLiteral("device"), QStringLiteral("port"), QStringLiteral("name"),
                    QStringLiteral("meaning"), QStringLiteral("rate"), QStringLiteral("increase"),
                    QStringLiteral("moved") });
    Table events = Table({ QStringLiteral("time") });
    Clock clock;
    AlarmList alarms;
};

void tst_MonitorAlarms::initTestCase()
{
    QVERIFY(directory.isValid());
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
}

void tst_MonitorAlarms::init()
{
    QSettings(QStringLiteral("QtRdma"), QStringLiteral("monitor")).clear();
    machine = std::make_unique<Machine>();
}

// An alarm says which counter, how often, and when, by the clock of the events.
void tst_MonitorAlarms::counter()
{
    machine->count(1, { 0, 0 });
    QCOMPARE(machine->alarms.count(), 0);
    machine->events.set({ eventRow(QStringLiteral("2026-01-02T03:04:05")) });
    machine->count(3, { 7 });
    QCOMPARE(machine->alarms.count(), 1);
    QCOMPARE(machine->text("device"), QStringLiteral("mlx5_0"));
    QCOMPARE(machine->get("port").toInt(), 1);
    QCOMPARE(machine->text("kind"), QStringLiteral("Counter"));
    QCOMPARE(machine->text("name"), QStringLiteral("out_of_buffer"));
    QCOMPARE(machine->text("text"), QStringLiteral("Bad."));
    QCOMPARE(machine->text("state"), QStringLiteral("Active"));
    QCOMPARE(machine->text("severity"), QStringLiteral("Warning"));
    QCOMPARE(machine->get("amount").toULongLong(), 7U);
    QCOMPARE(machine->get("rate").toDouble(), 7.0);
    machine->counters.set({ counterRow(QStringLiteral("out_of_buffer"), 9, 2) });
    machine->clock.tick(4);
    machine->counters.set({ counterRow(QStringLiteral("out_of_buffer"), 9, 0) });
    machine->clock.tick(5);
    QCOMPARE(machine->alarms.count(), 1);
    QCOMPARE(machine->get("amount").toULongLong(), 9U);
    QCOMPARE(machine->get("rate").toDouble(), 0.0);
    QCOMPARE(machine->get("first").toDateTime().time(), QTime(3, 4, 5));
    QCOMPARE(machine->get("last").toDateTime().time(), QTime(3, 4, 6));
}

// A listener reads all alarms again, and a sample without news is not worth that.
void tst_MonitorAlarms::toldOnceForEachChange()
{
    const QSignalSpy changed(&machine->alarms, &AlarmList::changed);
    const QSignalSpy rows(&machine->alarms, &AlarmList::dataChanged);
    machine->alarms.acknowledgeAll();
    machine->count(1, { 0, 0 });
    QCOMPARE(changed.count(), 0);
    machine->count(3, { 3 }); // the alarm
    QCOMPARE(changed.count(), 1);
    machine->count(4, { 6 }); // how often
    QCOMPARE(changed.count(), 2);
    QCOMPARE(rows.count(), 1);
    machine->count(5, { 9, 9 }); // and then its rate
    QCOMPARE(changed.count(), 4);
    machine->clock.tick(7);
    machine->clock.tick(8);
    QCOMPARE(changed.count(), 4);
    machine->clock.tick(6 + AlarmList::QuietAfter / 1000); // it is over
    machine->clock.tick(7 + AlarmList::QuietAfter / 1000);
    QCOMPARE(changed.count(), 5);
    machine->alarms.acknowledgeAll();
    machine->alarms.acknowledgeAll();
    QCOMPARE(changed.count(), 6);
    QCOMPARE(rows.count(), 5);
}

void tst_MonitorAlarms::quiet()
{
    machine->count(1, { 0, 3 });
    machine->clock.tick(2 + AlarmList::QuietAfter / 1000);
    QCOMPARE(machine->text("state"), QStringLiteral("Active"));
    machine->clock.tick(3 + AlarmList::QuietAfter / 1000);
    QCOMPARE(machine->text("state"), QStringLiteral("Quiet"));
    QCOMPARE(machine->alarms.active(), 0);
    QCOMPARE(machine->alarms.open(), 1);
    machine->count(100, { 4 });
    QCOMPARE(machine->alarms.activeOf(QStringLiteral("mlx5_0"), 1), 1);
    QCOMPARE(machine->alarms.activeOf(QStringLiteral("mlx5_1"), 1), 0);
    QCOMPARE(machine->text("state"), QStringLiteral("Active"));
    QCOMPARE(machine->get("amount").toULongLong(), 4U);
}

// It stays so until it happens again.
void tst_MonitorAlarms::acknowledged()
{
    machine->count(1, { 0, 3 });
    QSignalSpy changed(&machine->alarms, &AlarmList::changed);
    machine->alarms.acknowledge(machine->text("key"));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(machine->text("state"), QStringLiteral("Acknowledged"));
    QCOMPARE(machine->alarms.open(), 0);
    machine->count(3, { 3 });
    machine->clock.tick(200);
    QCOMPARE(machine->text("state"), QStringLiteral("Acknowledged"));
    machine->count(201, { 4 });
    QCOMPARE(machine->text("state"), QStringLiteral("Active"));
    QCOMPARE(machine->alarms.open(), 1);
    machine->alarms.acknowledge(QStringLiteral("there is none"));
    QCOMPARE(machine->alarms.open(), 1);
}

void tst_MonitorAlarms::acknowledgeAll()
{
    machine->counters.set(
            { counterRow(QStringLiteral("a"), 1, 1), counterRow(QStringLiteral("b"), 1, 1) });
    machine->clock.tick(1);
    QCOMPARE(machine->alarms.open(), 2);
    machine->alarms.acknowledgeAll();
    QCOMPARE(machine->alarms.open(), 0);
    QCOMPARE(machine->alarms.count(), 2);
}

void tst_MonitorAlarms::threshold()
{
    machine->alarms.thresholds()->setRules({ rule(QStringLiteral("OUT_*"), 5) });
    machine->count(1, { 0, 5, 10 });
    QCOMPARE(machine->alarms.count(), 0);
    machine->counters.set({ counterRow(QStringLiteral("out_of_buffer"), 16, 6),
                            counterRow(QStringLiteral("another"), 1, 0.1) });
    machine->clock.tick(4);
    QCOMPARE(machine->column("name"),
             QStringList({ QStringLiteral("out_of_buffer"), QStringLiteral("another") }));
    QCOMPARE(machine->get("amount").toULongLong(), 6U);
}

void tst_MonitorAlarms::thresholdsAreKept()
{
    const QVariantList rules = { rule(QStringLiteral("a*"), 2.5), rule(QStringLiteral("*"), 1.0) };
    machine->alarms.thresholds()->setRules(rules);
    const Thresholds later;
    QCOMPARE(later.rules(), rules);
    QCOMPARE(later.of(QStringLiteral("abc")), 2.5);
    QCOMPARE(later.of(QStringLiteral("bcd")), 1.0);
    QCOMPARE(Thresholds().of(QString()), 1.0);
}

// A file of settings may say anything.
void tst_MonitorAlarms::badThresholds()
{
    QVariantList rules = { 17, Row(), rule(QStringLiteral("  "), 1),
                           rule(QStringLiteral("[z-a]"), 1) };
    for (const QVariant &bad : { QVariant(-1), QVariant(1e13), QVariant(QStringLiteral("many")),
                                 QVariant(std::numeric_limits<double>::quiet_NaN()) })
        rules.append(rule(QStringLiteral("*"), bad));
    for (int i = 0; i < 1000; ++i)
        rules.append(rule(QStringLiteral("x%1").arg(i), i));
    QSettings(QStringLiteral("QtRdma"), QStringLiteral("monitor"))
            .setValue(QStringLiteral("alarms/thresholds"), rules);
    const Thresholds read;
    QVERIFY(!read.rules().isEmpty());
    QVERIFY(read.rules().size() <= Thresholds::MostRules);
    QCOMPARE(read.of(QStringLiteral("anything")), 0.0);
}

void tst_MonitorAlarms::portDown()
{
    machine->ports.set({ portRow(true) });
    machine->clock.tick(1);
    QCOMPARE(machine->alarms.count(), 0);
    machine->ports.set({ portRow(false) });
    machine->clock.tick(2);
    machine->clock.tick(300);
    QCOMPARE(machine->text("kind"), QStringLiteral("PortDown"));
    QCOMPARE(machine->text("severity"), QStringLiteral("Critical"));
    QCOMPARE(machine->text("state"), QStringLiteral("Active")); // for as long as it is down
    QVERIFY(machine->text("text").contains(QStringLiteral("Down")));
    machine->alarms.acknowledge(machine->text("key"));
    machine->clock.tick(301);
    QCOMPARE(machine->text("state"), QStringLiteral("Acknowledged"));
    machine->ports.set({ portRow(true) });
    machine->clock.tick(302);
    machine->ports.set({ portRow(false) });
    machine->clock.tick(303);
    QCOMPARE(machine->text("state"), QStringLiteral("Active"));
    QCOMPARE(machine->get("amount").toInt(), 2);
    machine->ports.set({ portRow(true) });
    machine->clock.tick(304);
    QCOMPARE(machine->text("state"), QStringLiteral("Quiet"));
    QCOMPARE(machine->alarms.count(), 1);
}

void tst_MonitorAlarms::portThatWasNeverUp()
{
    machine->ports.set({ portRow(false) });
    machine->clock.tick(1);
    machine->clock.tick(2);
    QCOMPARE(machine->alarms.count(), 0);
}

void tst_MonitorAlarms::deviceGone()
{
    machine->devices.set(
            { deviceRow(QStringLiteral("mlx5_0")), deviceRow(QStringLiteral("mlx5_1")) });
    machine->clock.tick(1);
    machine->devices.set({ deviceRow(QStringLiteral("mlx5_0")) });
    machine->clock.tick(2);
    QCOMPARE(machine->column("device"), QStringList(QStringLiteral("mlx5_1")));
    QCOMPARE(machine->text("kind"), QStringLiteral("DeviceGone"));
    QCOMPARE(machine->text("state"), QStringLiteral("Active"));
    machine->devices.set(
            { deviceRow(QStringLiteral("mlx5_0")), deviceRow(QStringLiteral("mlx5_1")) });
    machine->clock.tick(3);
    QCOMPARE(machine->text("state"), QStringLiteral("Quiet"));
}

void tst_MonitorAlarms::ofPorts()
{
    machine->counters.set({ counterRow(QStringLiteral("a"), 1, 1),
                            counterRow(QStringLiteral("b"), 1, 1, QStringLiteral("mlx5_0"), 0),
                            counterRow(QStringLiteral("a"), 1, 1, QStringLiteral("mlx5_1"), 2) });
    machine->clock.tick(1);
    QCOMPARE(machine->alarms.openOf(QStringLiteral("mlx5_0"), 1), 2);
    QCOMPARE(machine->alarms.openOf(QStringLiteral("mlx5_0"), 2), 1); // that of the device
    QCOMPARE(machine->alarms.openOf(QStringLiteral("mlx5_0"), -1), 2);
    QCOMPARE(machine->alarms.openOf(QStringLiteral("mlx5_1"), 1), 0);
    QCOMPARE(machine->alarms.openOf(QStringLiteral("mlx5_1"), 2), 1);
    machine->alarms.acknowledge(machine->text("key", 2));
    QCOMPARE(machine->alarms.openOf(QStringLiteral("mlx5_1"), 2), 0);
}

// Active ones come first, then critical ones, then late ones.
void tst_MonitorAlarms::mostUrgent()
{
    machine->ports.set({ portRow(true) });
    machine->clock.tick(1);
    machine->ports.set({ portRow(false) });
    machine->clock.tick(2);
    machine->counters.set({ counterRow(QStringLiteral("old"), 1, 1) });
    machine->clock.tick(3);
    machine->counters.set(
            { counterRow(QStringLiteral("old"), 1, 0), counterRow(QStringLiteral("seen"), 1, 1) });
    machine->clock.tick(4);
    machine->alarms.acknowledge(machine->text("key", 2));
    machine->events.set({ eventRow(QStringLiteral("2100-01-01T00:00:00")) });
    machine->counters.set({ counterRow(QStringLiteral("new"), 1, 1) });
    machine->clock.tick(5);
    QMap<double, QString> byRank;
    for (int row = 0; row < machine->alarms.count(); ++row)
        byRank.insert(-machine->get("rank", row).toDouble(), machine->text("name", row));
    QCOMPARE(byRank.values(),
             QStringList({ QString(), QStringLiteral("new"), QStringLiteral("old"),
                           QStringLiteral("seen") }));
}

// Its clock begins anew.
void tst_MonitorAlarms::anotherRecording()
{
    machine->count(10, { 0, 3 });
    QCOMPARE(machine->alarms.count(), 1);
    machine->count(1, { 0 });
    QCOMPARE(machine->alarms.count(), 0);
    machine->count(2, { 3 });
    QCOMPARE(machine->alarms.count(), 1);
}

// The window shows another host: the alarms of the one before are not its.
void tst_MonitorAlarms::anotherMachine()
{
    machine->count(10, { 0, 3 });
    QCOMPARE(machine->alarms.count(), 1);
    Clock other;
    machine->alarms.setSource(&other);
    QCOMPARE(machine->alarms.count(), 0);
    QCOMPARE(machine->alarms.openOf({}, -1), 0);
    machine->alarms.setSource(&machine->clock);
    machine->count(2, { 0 });
    QCOMPARE(machine->alarms.count(), 0);
}

// Devices come and go, each with another name and an error. The last and those that are open stay.
void tst_MonitorAlarms::bounded()
{
    machine->count(1, { 1 });
    for (int i = 0; i < 2 * AlarmList::MostAlarms; ++i) {
        const QString device = QStringLiteral("device%1").arg(i);
        machine->devices.set({ deviceRow(device) });
        machine->counters.set({ counterRow(QStringLiteral("a"), 1, 1, device) });
        machine->clock.tick(2 + i);
        if (i == 0)
            machine->alarms.acknowledgeAll();
    }
    QCOMPARE(machine->alarms.count(), int(AlarmList::MostAlarms));
    QVERIFY(!machine->column("name").contains(QStringLiteral("out_of_buffer")));
    QVERIFY(machine->column("device").contains(
            QStringLiteral("device%1").arg(2 * AlarmList::MostAlarms - 2)));
}

QTEST_GUILESS_MAIN(tst_MonitorAlarms)
#include "tst_monitoralarms.moc"
