// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A device comes, gets another name, loses its link and goes, while models show it. In a machine of its own: the kernel waits for everybody who has
// a device open that is to go.

#include "qmlobjects.h"
#include "rdmatest.h"

#include <QtRdma/rdmadevice.h>

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qprocess.h>
#include <QtTest/qabstractitemmodeltester.h>
#include <QtTest/qtest.h>

using RdmaTest::rowWith;
using RdmaTest::valueAt;

namespace {

constexpr int Patience = 60000;

// Of the device of this name, for programs.
QString deviceFile(const QString &name)
{
    const QDir all(QStringLiteral("/sys/class/infiniband_verbs"));
    for (const QString &file : all.entryList({ QStringLiteral("uverbs*") })) {
        QFile owner(all.filePath(file) + QStringLiteral("/ibdev"));
        if (owner.open(QIODevice::ReadOnly) && owner.readLine(128).trimmed() == name.toLatin1())
            return QStringLiteral("/dev/infiniband/") + file;
    }
    return {};
}

} // namespace

class tst_QmlHotPlug : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void comesAndGoes();

private:
    bool run(const QString &command);
    bool shows(const QString &device) const;
    bool showsNothingOf(const QString &device) const;
    int countEvents(const QString &device, const QString &name) const;
    bool hasEvent(const QString &device, const QString &name) const
    {
        return countEvents(device, name) > 0;
    }

    std::unique_ptr<RdmaTest::QmlObjects> objects;
};

void tst_QmlHotPlug::initTestCase()
{
    if (!qEnvironmentVariableIsSet("QTRDMA_LAB"))
        QSKIP("Adds and removes a device: runs in the lab only");
    objects = std::make_unique<RdmaTest::QmlObjects>(
            "property var source: RdmaSource { id: source; interval: 100 }\n"
            "property var devices: RdmaDeviceModel { source: source }\n"
            "property var ports: RdmaPortModel { source: source }\n"
            "property var gids: RdmaGidModel { source: source }\n"
            "property var counters: RdmaCounterModel { source: source }\n"
            "property var resources: RdmaResourceModel { source: source }\n"
            "property var events: RdmaEventModel { source: source }\n");
    for (const char *name : { "devices", "ports", "gids", "counters", "resources", "events" })
        new QAbstractItemModelTester(objects->model(name), objects->root());
}

void tst_QmlHotPlug::cleanup()
{
    if (QTest::currentTestFailed() && objects) {
        const QAbstractItemModel *events = objects->model("events");
        for (int row = 0; row < events->rowCount(); ++row)
            qInfo() << valueAt(events, row, "kind") << valueAt(events, row, "device")
                    << valueAt(events, row, "name") << valueAt(events, row, "text");
    }
}

// The models go on meanwhile: they have the device open, and the command may wait for that.
bool tst_QmlHotPlug::run(const QString &command)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QStringLiteral("sh"), { QStringLiteral("-c"), command });
    return QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, Patience)
            && process.exitCode() == 0;
}

bool tst_QmlHotPlug::shows(const QString &device) const
{
    return rowWith(objects->model("devices"), "device", device) >= 0
            && rowWith(objects->model("ports"), "device", device) >= 0;
}

bool tst_QmlHotPlug::showsNothingOf(const QString &device) const
{
    for (const char *name : { "devices", "ports", "gids", "counters", "resources" }) {
        if (rowWith(objects->model(name), "device", device) >= 0)
            return false;
    }
    return true;
}

int tst_QmlHotPlug::countEvents(const QString &device, const QString &name) const
{
    int count = 0;
    const QAbstractItemModel *events = objects->model("events");
    for (int row = 0; row < events->rowCount(); ++row) {
        if (valueAt(events, row, "device") == device && valueAt(events, row, "name") == name
            && valueAt(events, row, "kind") == QStringLiteral("hotplug"))
            ++count;
    }
    return count;
}

void tst_QmlHotPlug::comesAndGoes()
{
    const QAbstractItemModel *devices = objects->model("devices");
    const QString other = RdmaDevice::fromAddress(RdmaTest::address()).name();
    QTRY_VERIFY_WITH_TIMEOUT(shows(other), Patience);
    const QPersistentModelIndex kept = devices->index(rowWith(devices, "device", other), 0);
    QVERIFY(!hasEvent(other, QStringLiteral("added"))); // it was there

    const QString provider = QString::fromLatin1(RdmaTest::provider());
    QVERIFY(run(
            QStringLiteral("ip link add dumh type dummy && ip addr add 10.79.9.1/24 dev dumh && "
                           "ip link set dumh up && rdma link add hot0 type %1 netdev dumh")
                    .arg(provider)));
    const QString before = QStringLiteral("hot0");
    QTRY_VERIFY_WITH_TIMEOUT(shows(before), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(hasEvent(before, QStringLiteral("added")), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(
            valueAt(devices, rowWith(devices, "device", before), "usable").toBool(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::isSiw() // which counts nothing
                                     || rowWith(objects->model("counters"), "device", before) >= 0,
                             Patience);

    const QString after = QStringLiteral("hot1");
    QVERIFY(run(QStringLiteral("rdma dev set hot0 name hot1")));
    QTRY_VERIFY_WITH_TIMEOUT(shows(after), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(showsNothingOf(before), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(hasEvent(before, QStringLiteral("removed")), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(hasEvent(after, QStringLiteral("added")), Patience);

    QVERIFY(run(QStringLiteral("ip link set dumh down")));
    const auto problem = [&] {
        return valueAt(devices, rowWith(devices, "device", after), "problem").toString();
    };
    QTRY_VERIFY2_WITH_TIMEOUT(problem().contains(QStringLiteral("down")), qPrintable(problem()),
                              Patience);
    QCOMPARE(valueAt(devices, rowWith(devices, "device", after), "usable"), false);
    const QAbstractItemModel *ports = objects->model("ports");
    QCOMPARE(valueAt(ports, rowWith(ports, "device", after), "active"), false);

    // Its directory stands as long as somebody has the device open: it does not come back for that.
    QFile held(deviceFile(after));
    QVERIFY2(held.open(QIODevice::ReadWrite), qPrintable(held.fileName()));
    QProcess remover;
    remover.start(QStringLiteral("rdma"),
                  { QStringLiteral("link"), QStringLiteral("delete"), after });
    QTRY_VERIFY_WITH_TIMEOUT(hasEvent(after, QStringLiteral("removed")), Patience);
    const int samples = objects->object("source")->property("samples").toInt();
    QTRY_VERIFY_WITH_TIMEOUT(objects->object("source")->property("samples").toInt() > samples + 3,
                             Patience);
    QVERIFY(QDir(QStringLiteral("/sys/class/infiniband/") + after).exists());
    QVERIFY(showsNothingOf(after));
    QCOMPARE(countEvents(after, QStringLiteral("added")), 1);
    held.close();

    // That it ends shows that nobody keeps the device.
    QTRY_COMPARE_WITH_TIMEOUT(remover.state(), QProcess::NotRunning, Patience);
    QVERIFY(run(QStringLiteral("ip link delete dumh")));
    QCOMPARE(countEvents(after, QStringLiteral("removed")), 1);

    QVERIFY(kept.isValid());
    QCOMPARE(kept.data(RdmaTest::roleOf(devices, "device")).toString(), other);
    QVERIFY(!hasEvent(other, QStringLiteral("removed")));
}

QTEST_GUILESS_MAIN(tst_QmlHotPlug)
#include "tst_qmlhotplug.moc"
