// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A device of its own comes, loses its network, and goes.

#include "../shared/rdmatest.h"
#include "qtrdmafault.h"

#include <QtCore/qpair.h>
#include <QtCore/qpointer.h>
#include <QtCore/qprocess.h>
#include <QtCore/qsemaphore.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaDeviceWatcher>

#include <infiniband/verbs.h>

#include <algorithm>
#include <functional>
#include <memory>

namespace {

constexpr int Patience = 60000;

bool run(const QString &command)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QStringLiteral("sh"), { QStringLiteral("-c"), command });
    return process.waitForFinished(Patience) && process.exitCode() == 0;
}

using ConnectDeleter = std::function<void(RdmaDeviceWatcher *)>;

template <typename Signal>
ConnectDeleter deletingIn(Signal signal)
{
    return [signal](RdmaDeviceWatcher *watcher) {
        QObject::connect(watcher, signal, watcher, [watcher] { delete watcher; });
    };
}

} // namespace

Q_DECLARE_METATYPE(ConnectDeleter)

class tst_RdmaDeviceWatcher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void knowsWhatIsThere();
    void deviceComes();
    void portEvents();
    void movedToAnotherThread();
    void addressesAndFailure();
    void gidsFollowAddresses();
    void gidWithoutAddress();
    void deviceIsRenamed();
    void deviceGoes();
    void deviceIsReplaced();
    void listsThatFail();
    void deletedInSlot_data();
    void deletedInSlot();

private:
    QString network() const { return QStringLiteral("dumw%1").arg(RdmaTest::isSiw()); }
    QString name() const { return QString::fromLatin1(RdmaTest::provider()) + QStringLiteral("w"); }
    bool addDevice() const
    {
        return run(QStringLiteral("rdma link add %1 type %2 netdev %3")
                           .arg(name(), QString::fromLatin1(RdmaTest::provider()), network()));
    }

    bool isUsable(const QHostAddress &address) const;
    bool changeAddress(const char *change, const QString &address) const;

    // How often a signal told of this test's device: another test's may still be going.
    int ours(const QSignalSpy &spy) const
    {
        return int(std::count_if(spy.begin(), spy.end(), [this](const QList<QVariant> &arguments) {
            return arguments.at(0).toString() == name();
        }));
    }

    std::unique_ptr<RdmaDeviceWatcher> watcher;
};

void tst_RdmaDeviceWatcher::initTestCase()
{
    if (!qEnvironmentVariableIsSet("QTRDMA_LAB"))
        QSKIP("Adds and removes devices: runs in the lab only");
    QVERIFY(run(QStringLiteral("ip link add %1 type dummy && ip link set %1 up").arg(network())));
    watcher = std::make_unique<RdmaDeviceWatcher>();
    QVERIFY2(!watcher->rdmaError().isError(), qPrintable(watcher->rdmaError().toString()));
}

void tst_RdmaDeviceWatcher::cleanupTestCase()
{
    watcher.reset();
    run(QStringLiteral("rdma link delete %1 2>/dev/null; ip link delete %2 2>/dev/null; true")
                .arg(name(), network()));
}

void tst_RdmaDeviceWatcher::knowsWhatIsThere()
{
    QStringList known = watcher->devices();
    QStringList there = RdmaDevice::names();
    known.sort();
    there.sort();
    QCOMPARE(known, there);
}

void tst_RdmaDeviceWatcher::deviceComes()
{
    QSignalSpy added(watcher.get(), &RdmaDeviceWatcher::deviceAdded);
    QVERIFY(addDevice());
    QTRY_COMPARE_WITH_TIMEOUT(ours(added), 1, Patience);
    QVERIFY(watcher->devices().contains(name()));
    QVERIFY(RdmaDevice::fromName(name()).isValid());
}

void tst_RdmaDeviceWatcher::portEvents()
{
    QSignalSpy down(watcher.get(), &RdmaDeviceWatcher::portError);
    QSignalSpy up(watcher.get(), &RdmaDeviceWatcher::portActive);
    QSignalSpy all(watcher.get(), &RdmaDeviceWatcher::eventReceived);
    QVERIFY(run(QStringLiteral("ip link set %1 down").arg(network())));
    QTRY_VERIFY_WITH_TIMEOUT(ours(down) > 0, Patience);
    QCOMPARE(down.at(0).at(1).toInt(), 1);
    QVERIFY(run(QStringLiteral("ip link set %1 up").arg(network())));
    QTRY_VERIFY_WITH_TIMEOUT(ours(up) > 0, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(RdmaDevice::fromName(name()).port(1).state(), Rdma::PortState::Active,
                              Patience);
    const auto event = all.at(0).at(0).value<RdmaDeviceEvent>();
    QVERIFY(!event.name().isEmpty());
    QVERIFY(!event.text().isEmpty());
}

// This thread turns no event loop meanwhile.
void tst_RdmaDeviceWatcher::movedToAnotherThread()
{
    QThread thread;
    QSemaphore heard;
    auto *moved = new RdmaDeviceWatcher;
    connect(moved, &RdmaDeviceWatcher::portError, moved, [&](const QString &device) {
        if (device == name() && QThread::currentThread() == &thread)
            heard.release();
    });
    moved->moveToThread(&thread);
    connect(&thread, &QThread::finished, moved, &QObject::deleteLater);
    thread.start();
    const bool goesDown = run(QStringLiteral("ip link set %1 down").arg(network()));
    const bool isHeard = goesDown && heard.tryAcquire(1, Patience);
    thread.quit();
    QVERIFY(thread.wait(Patience));
    QVERIFY(run(QStringLiteral("ip link set %1 up").arg(network())));
    QVERIFY(isHeard);
    QTRY_COMPARE_WITH_TIMEOUT(RdmaDevice::fromName(name()).port(1).state(), Rdma::PortState::Active,
                              Patience);
}

void tst_RdmaDeviceWatcher::addressesAndFailure()
{
    if (!RdmaTest::isRxe())
        QSKIP("The GIDs of siw do not change with addresses");
    QSignalSpy gids(watcher.get(), &RdmaDeviceWatcher::gidChanged);
    QVERIFY(run(QStringLiteral("ip addr add 10.80.0.1/24 dev %1").arg(network())));
    QTRY_VERIFY_WITH_TIMEOUT(ours(gids) > 0, Patience);
    QCOMPARE(gids.at(0).at(1).toInt(), 1);
    // No software device fails for good; the event comes with the next that the kernel has.
    QSignalSpy fatal(watcher.get(), &RdmaDeviceWatcher::deviceFatal);
    qtrdmafault_raise_async(nullptr, IBV_EVENT_DEVICE_FATAL, nullptr);
    QVERIFY(run(QStringLiteral("ip addr del 10.80.0.1/24 dev %1").arg(network())));
    QTRY_COMPARE_WITH_TIMEOUT(fatal.count(), 1, Patience);
    QCOMPARE(fatal.at(0).at(0).toString(), name());
}

bool tst_RdmaDeviceWatcher::isUsable(const QHostAddress &address) const
{
    const QList<RdmaGidEntry> gids = RdmaDevice::fromName(name()).gids();
    return std::any_of(gids.begin(), gids.end(), [&](const RdmaGidEntry &entry) {
        const QHostAddress own =
                entry.ipv4().isNull() ? QHostAddress(entry.toString()) : entry.ipv4();
        return own == address && entry.isUsable();
    });
}

bool tst_RdmaDeviceWatcher::changeAddress(const char *change, const QString &address) const
{
    return run(
            QStringLiteral("ip addr %1 %2 dev %3").arg(QLatin1String(change), address, network()));
}

void tst_RdmaDeviceWatcher::gidsFollowAddresses()
{
    if (!RdmaTest::isRxe())
        QSKIP("The GIDs of siw are no IP addresses");
    const QList<QPair<QString, QString>> addresses = {
        { QStringLiteral("10.80.0.2"), QStringLiteral("/24") },
        { QStringLiteral("fd80::2"), QStringLiteral("/64") }
    };
    for (const auto &[address, prefix] : addresses) {
        const QHostAddress wanted(address);
        QVERIFY(!isUsable(wanted));
        QVERIFY(changeAddress("add", address + prefix));
        QTRY_VERIFY_WITH_TIMEOUT(isUsable(wanted), Patience);
        QVERIFY(changeAddress("del", address + prefix));
        QTRY_VERIFY_WITH_TIMEOUT(!isUsable(wanted), Patience);
    }
}

// The kernel keeps the GID of the link-local address, whatever happens to the address and the interface.
void tst_RdmaDeviceWatcher::gidWithoutAddress()
{
    if (!RdmaTest::isRxe())
        QSKIP("The GIDs of siw are no IP addresses");
    const auto firstGid = [this] {
        return QHostAddress(
                RdmaDevice::fromName(name()).gids().value(0, RdmaGidEntry()).toString());
    };
    const QHostAddress gid = firstGid();
    const QString address = gid.toString() + QStringLiteral("/64");
    QVERIFY2(gid.isLinkLocal(), qPrintable(address));
    QTRY_VERIFY_WITH_TIMEOUT(isUsable(gid), Patience);
    QVERIFY(changeAddress("del", address));
    QTRY_VERIFY_WITH_TIMEOUT(!isUsable(gid), Patience);
    QCOMPARE(firstGid(), gid);
    QVERIFY(changeAddress("add", address));
    QTRY_VERIFY_WITH_TIMEOUT(isUsable(gid), Patience);
    QVERIFY(run(QStringLiteral("ip link set %1 down").arg(network())));
    QTRY_VERIFY_WITH_TIMEOUT(!isUsable(gid), Patience);
    QCOMPARE(firstGid(), gid);
    QVERIFY(run(QStringLiteral("ip link set %1 up").arg(network())));
    QTRY_VERIFY_WITH_TIMEOUT(isUsable(gid), Patience);
}

// libibverbs itself goes on with the first name.
void tst_RdmaDeviceWatcher::deviceIsRenamed()
{
    const RdmaDevice device = RdmaDevice::fromName(name());
    const QString other = name() + QStringLiteral("2");
    const auto rename = [](const QString &from, const QString &to) {
        return run(QStringLiteral("rdma dev set %1 name %2").arg(from, to));
    };
    QSignalSpy removed(watcher.get(), &RdmaDeviceWatcher::deviceRemoved);
    QSignalSpy added(watcher.get(), &RdmaDeviceWatcher::deviceAdded);
    QVERIFY(rename(name(), other));
    QTRY_COMPARE_WITH_TIMEOUT(ours(removed), 1, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(watcher->devices().contains(other), Patience);
    QCOMPARE(device.name(), other);
    QVERIFY(RdmaDevice::names().contains(other));
    QVERIFY(!RdmaDevice::names().contains(name()));
    QVERIFY(RdmaDevice::fromName(other).isValid());
    QVERIFY(!RdmaDevice::fromName(name()).isValid());
    QVERIFY(rename(other, name()));
    QTRY_COMPARE_WITH_TIMEOUT(ours(added), 1, Patience);
    QCOMPARE(device.name(), name());
}

void tst_RdmaDeviceWatcher::deviceGoes()
{
    QSignalSpy removed(watcher.get(), &RdmaDeviceWatcher::deviceRemoved);
    QProcess remover; // waits until nobody has the device open: the watcher lets go of it by itself
    remover.start(QStringLiteral("rdma"),
                  { QStringLiteral("link"), QStringLiteral("delete"), name() });
    QTRY_COMPARE_WITH_TIMEOUT(ours(removed), 1, Patience);
    QVERIFY(!watcher->devices().contains(name()));
    QTRY_COMPARE_WITH_TIMEOUT(remover.state(), QProcess::NotRunning, Patience);
    QCOMPARE(remover.exitCode(), 0);
}

// Within one turn of the event loop. The watcher has not got it open: otherwise the kernel would wait for it.
void tst_RdmaDeviceWatcher::deviceIsReplaced()
{
    const QString remove = QStringLiteral("rdma link delete %1").arg(name());
    watcher.reset();
    QVERIFY(addDevice());
    qtrdmafault_arm("ibv_open_device", int(RdmaDevice::names().indexOf(name())) + 1, EACCES);
    watcher = std::make_unique<RdmaDeviceWatcher>();
    QVERIFY(qtrdmafault_fired());
    qtrdmafault_reset();
    QSignalSpy removed(watcher.get(), &RdmaDeviceWatcher::deviceRemoved);
    QSignalSpy added(watcher.get(), &RdmaDeviceWatcher::deviceAdded);
    QVERIFY(run(remove));
    QVERIFY(addDevice());
    QTRY_COMPARE_WITH_TIMEOUT(ours(added), 1, Patience);
    QCOMPARE(ours(removed), 1);
    watcher.reset();
    QVERIFY(run(remove));
}

// Nothing has happened, though one of the lists cannot be made, the first or the second.
void tst_RdmaDeviceWatcher::listsThatFail()
{
    watcher = std::make_unique<RdmaDeviceWatcher>();
    const QStringList before = watcher->devices();
    QVERIFY(!before.isEmpty());
    QSignalSpy removed(watcher.get(), &RdmaDeviceWatcher::deviceRemoved);
    QSignalSpy added(watcher.get(), &RdmaDeviceWatcher::deviceAdded);
    const QString tell = QStringLiteral("echo change > /sys/class/infiniband/%1/uevent")
                                 .arg(before.constFirst());
    for (int failing = 1; failing <= 2; ++failing) {
        qtrdmafault_arm("ibv_get_device_list", failing, ENOMEM);
        for (int asked = 1; asked <= failing; ++asked) {
            QVERIFY(run(tell));
            QTRY_VERIFY_WITH_TIMEOUT(qtrdmafault_count() >= asked, Patience);
        }
        QVERIFY(qtrdmafault_fired());
        qtrdmafault_reset();
    }
    QCOMPARE(removed.size() + added.size(), 0);
    QCOMPARE(watcher->devices(), before);
    watcher.reset();
}

// Each row leaves to the next what it needs. tst_asyncevents and tst_channelfaults do the same for
// queueFailed() and errorOccurred().
void tst_RdmaDeviceWatcher::deletedInSlot_data()
{
    QTest::addColumn<ConnectDeleter>("connectDeleter");
    QTest::addColumn<QString>("command");
    const QString add = QStringLiteral("rdma link add %1 type %2 netdev %3")
                                .arg(name(), QString::fromLatin1(RdmaTest::provider()), network());
    const QString remove = QStringLiteral("rdma link delete %1").arg(name());
    const QString down = QStringLiteral("ip link set %1 down").arg(network());
    const QString up = QStringLiteral("ip link set %1 up").arg(network());
    QTest::newRow("added") << deletingIn(&RdmaDeviceWatcher::deviceAdded) << add;
    QTest::newRow("port down") << deletingIn(&RdmaDeviceWatcher::portError) << down;
    QTest::newRow("port up") << deletingIn(&RdmaDeviceWatcher::portActive) << up;
    QTest::newRow("any event") << deletingIn(&RdmaDeviceWatcher::eventReceived) << down;
    QTest::newRow("removed") << deletingIn(&RdmaDeviceWatcher::deviceRemoved) << remove;
    QTest::newRow("changed") << deletingIn(&RdmaDeviceWatcher::devicesChanged)
                             << up + QStringLiteral(" && ") + add;
    if (!RdmaTest::isRxe()) // the GIDs of siw do not change with addresses
        return;
    const QString address = QStringLiteral("ip addr %1 10.80.0.3/24 dev ") + network();
    QTest::newRow("GIDs") << deletingIn(&RdmaDeviceWatcher::gidChanged)
                          << address.arg(QLatin1String("add"));
    QTest::newRow("fatal") << deletingIn(&RdmaDeviceWatcher::deviceFatal)
                           << address.arg(QLatin1String("del"));
}

void tst_RdmaDeviceWatcher::deletedInSlot()
{
    QFETCH(const ConnectDeleter, connectDeleter);
    QFETCH(const QString, command);
    const QPointer<RdmaDeviceWatcher> mortal = new RdmaDeviceWatcher;
    connectDeleter(mortal);
    if (QLatin1String(QTest::currentDataTag()) == QLatin1String("fatal"))
        qtrdmafault_raise_async(nullptr, IBV_EVENT_DEVICE_FATAL, nullptr);
    QProcess process; // removing a device waits until nobody has it open
    process.start(QStringLiteral("sh"), { QStringLiteral("-c"), command });
    QTRY_VERIFY_WITH_TIMEOUT(mortal.isNull(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, Patience);
    QCOMPARE(process.exitCode(), 0);
}

QTEST_GUILESS_MAIN(tst_RdmaDeviceWatcher)
#include "tst_rdmadevicewatcher.moc"
