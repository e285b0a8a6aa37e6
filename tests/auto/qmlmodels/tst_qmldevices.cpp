// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qmlobjects.h"
#include "rdmatest.h"

#include <QtRdma/rdmadevice.h>

#include <QtCore/qcoreapplication.h>
#include <QtTest/qabstractitemmodeltester.h>
#include <QtTest/qtest.h>

using RdmaTest::rowWith;
using RdmaTest::valueAt;

// The models over real devices, and the types that connect.
class tst_QmlDevices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void devices();
    void details();
    void echo();
    void errors();

private:
    QString device;
};

void tst_QmlDevices::initTestCase()
{
    device = RdmaDevice::fromAddress(RdmaTest::address()).name();
    QVERIFY(!device.isEmpty());
}

void tst_QmlDevices::devices()
{
    const RdmaTest::QmlObjects objects(
            "property var source: RdmaSource { id: source; interval: 100 }\n"
            "property var devices: RdmaDeviceModel { source: source }\n"
            "property var ports: RdmaPortModel { source: source }\n"
            "property var gids: RdmaGidModel { source: source }\n"
            "property var resources: RdmaResourceModel { source: source }\n");
    for (const char *name : { "devices", "ports", "gids", "resources" })
        new QAbstractItemModelTester(objects.model(name), objects.root());
    QAbstractItemModel *devices = objects.model("devices");
    QTRY_VERIFY(rowWith(devices, "device", device) >= 0);
    const int row = rowWith(devices, "device", device);
    QCOMPARE(valueAt(devices, row, "problem"), QString());
    QCOMPARE(valueAt(devices, row, "usable"), true);
    QCOMPARE(valueAt(devices, row, "guid").toString().size(), 16);
    const RdmaPortAttributes attributes = RdmaDevice::fromName(device).port(1);
    QAbstractItemModel *ports = objects.model("ports");
    const int port = rowWith(ports, "device", device);
    QCOMPARE(valueAt(ports, port, "active"), true);
    QCOMPARE(valueAt(ports, port, "state"), QStringLiteral("Active"));
    QCOMPARE(valueAt(ports, port, "netdev"), attributes.netdev());
    QCOMPARE(valueAt(ports, port, "activeMtu"), attributes.activeMtu());
    QAbstractItemModel *gids = objects.model("gids");
    QVERIFY(rowWith(gids, "usableHere", true) >= 0);
    if (!RdmaTest::isSiw()) // its GIDs are link-layer addresses
        QVERIFY(rowWith(gids, "ipv4", RdmaTest::address().toString()) >= 0);
}

// The kernel's own files, and the limits that the driver tells.
void tst_QmlDevices::details()
{
    const RdmaTest::QmlObjects objects(
            "property var source: RdmaSource { id: source; interval: 100 }\n"
            "property var details: RdmaDetailModel { source: source }\n"
            "property var limits: RdmaLimitModel { source: source }\n");
    const QAbstractItemModel *details = objects.model("details");
    const auto rowOf = [&](const char *name) {
        for (int row = 0; row < details->rowCount(); ++row) {
            if (valueAt(details, row, "device") == device
                && valueAt(details, row, "name") == QString::fromLatin1(name))
                return row;
        }
        return -1;
    };
    QTRY_VERIFY(rowOf("physicalState") >= 0);
    QCOMPARE(valueAt(details, rowOf("physicalState"), "value"), QStringLiteral("LinkUp"));
    QVERIFY(valueAt(details, rowOf("nodeGuid"), "available").toBool());
    QCOMPARE(valueAt(details, rowOf("subnetTimeout"), "problem"),
             QStringLiteral("only InfiniBand has it"));
    QCOMPARE(valueAt(details, rowOf("pciAddress"), "problem"),
             QStringLiteral("a software device is at no bus"));
    // The hardware is asked in another thread.
    QTRY_VERIFY(rowOf("module") >= 0);
    QVERIFY(!valueAt(details, rowOf("module"), "problem").toString().isEmpty());
    const QAbstractItemModel *limits = objects.model("limits");
    const int row = rowWith(limits, "device", device);
    QCOMPARE(valueAt(limits, row, "kind"), QStringLiteral("QueuePair"));
    QCOMPARE(valueAt(limits, row, "limit"), RdmaDevice::fromName(device).attributes().maxQp());
    QTRY_VERIFY(valueAt(limits, rowWith(limits, "device", device), "used").toInt() >= 0);
}

// A server and a client of QML talk; the kernel shows their queue pairs as this process's.
void tst_QmlDevices::echo()
{
    const QByteArray address = RdmaTest::address().toString().toUtf8();
    const RdmaTest::QmlObjects objects(
            "id: root\n"
            "property string heard\n"
            "property bool ended\n"
            "property var source: RdmaSource { id: source; interval: 100 }\n"
            "property var resources: RdmaResourceModel { source: source }\n"
            "property var connections: RdmaConnectionModel { source: source }\n"
            "property var endpoints: RdmaEndpointModel { source: source }\n"
            "property var processes: RdmaProcessModel { source: source }\n"
            "property var server: RdmaServer {\n"
            "    id: server\n"
            "    function answer(peer: RdmaStream) {\n"
            "        peer.readyRead.connect(() => { peer.send(peer.receive()) })\n"
            "    }\n"
            "    onNewConnection: answer(nextPendingConnection())\n"
            "}\n"
            "property var stream: RdmaStream {\n"
            "    id: stream\n"
            "    onConnected: send('grüße\\nrest')\n"
            "    onReadyRead: {\n"
            "        const line = receiveLine()\n"
            "        if (line !== undefined)\n"
            "            root.heard = line\n"
            "    }\n"
            "    onDisconnected: root.ended = true\n"
            "    onErrorOccurred: console.warn(rdmaError.text, rdmaError.hint)\n"
            "}\n"
            "Component.onCompleted: {\n"
            "    if (server.listen('"
            + address + "', 0) && server.listening) stream.connectToHost('" + address
            + "', server.serverPort)\n"
              "}");
    QVERIFY(objects.root());
    QTRY_COMPARE(objects.root()->property("heard").toString(), QStringLiteral("grüße"));
    QObject *stream = objects.object("stream");
    QCOMPARE(stream->property("isConnected"), true);
    QCOMPARE(stream->property("peerAddress").toString(), QString::fromUtf8(address));
    QCOMPARE(stream->property("deviceName").toString(), device);
    QAbstractItemModel *resources = objects.model("resources");
    const auto own = quint32(QCoreApplication::applicationPid());
    QTRY_VERIFY(rowWith(resources, "process", own) >= 0);
    QVERIFY(rowWith(resources, "kind", QStringLiteral("ConnectionId")) >= 0);
    QAbstractItemModel *connections = objects.model("connections");
    const QAbstractItemModelTester tester(connections);
    QTRY_COMPARE(connections->rowCount(), 2);
    QTRY_COMPARE(valueAt(connections, 0, "state"), QStringLiteral("Connected"));
    QTRY_VERIFY(rowWith(connections, "bytesReceived", 12) >= 0); // of UTF-8
    // The kernel's rows of both ends, joined; this program knows their bytes.
    const QAbstractItemModel *endpoints = objects.model("endpoints");
    const auto isOurs = [&](int row) {
        return valueAt(endpoints, row, "process") == own
                && valueAt(endpoints, row, "stateText") == QStringLiteral("connected")
                && valueAt(endpoints, row, "counted").toBool()
                && !valueAt(endpoints, row, "peer").toString().isEmpty();
    };
    const auto countOurs = [&] {
        int count = 0;
        for (int row = 0; row < endpoints->rowCount(); ++row)
            count += isOurs(row);
        return count;
    };
    QTRY_COMPARE(countOurs(), 2);
    QVERIFY(rowWith(endpoints, "stateText", QStringLiteral("listening")) >= 0);
    const QAbstractItemModel *processes = objects.model("processes");
    const QString group = QStringLiteral("%1/%2/").arg(device).arg(own); // and its name
    int holder = 0;
    while (holder < processes->rowCount()
           && !valueAt(processes, holder, "group").toString().startsWith(group))
        ++holder;
    QVERIFY(valueAt(processes, holder, "queuePairs").toInt() >= 2);
    QVERIFY(valueAt(processes, holder, "lockedBytes").toULongLong() > 0);
    QVERIFY(QMetaObject::invokeMethod(stream, "disconnectFromHost"));
    QTRY_COMPARE(objects.root()->property("ended"), true);
}

void tst_QmlDevices::errors()
{
    const RdmaTest::QmlObjects objects(
            "id: root\nproperty string text\nproperty string hint\n"
            "property var stream: RdmaStream {\n"
            "    onErrorOccurred: { root.text = rdmaError.text; root.hint = rdmaError.hint }\n"
            "    Component.onCompleted: connectToHost('127.0.0.1', 1)\n"
            "}");
    QTRY_VERIFY(!objects.root()->property("text").toString().isEmpty());
    QVERIFY(!objects.root()->property("hint").toString().isEmpty());
}

QTEST_GUILESS_MAIN(tst_QmlDevices)
#include "tst_qmldevices.moc"
