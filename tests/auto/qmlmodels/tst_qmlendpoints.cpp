// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qmlobjects.h"

#include <QtCore/qfile.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qabstractitemmodeltester.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

using RdmaTest::rowWith;
using RdmaTest::valueAt;

// Connections and processes, put together from what the kernel lists, as a recording has it.
class tst_QmlEndpoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void states_data();
    void states();
    void together();
    void withoutId();
    void withoutQueuePair();
    void ports();
    void ownTraffic();
    void countedTraffic();
    void listedTwice();
    void manyResources();
    void devicesComeAndGo();
    void names_data();
    void names();
    void processes();
    void limits();
    void tree();
    void treeForgets();

private:
    // Begins to replay these samples.
    std::unique_ptr<RdmaTest::QmlObjects> replay(const QByteArrayList &samples);

    QTemporaryDir directory;
};

namespace {

QByteArray resource(const char *kind, int number, const QByteArray &more)
{
    return R"({"device":"mlx5_0","owner":"server","process":4711,"kind":")" + QByteArray(kind)
            + R"(","number":)" + QByteArray::number(number) + ',' + more + '}';
}

QByteArray queuePair(int number, const QByteArray &state, const QByteArray &type = "RC")
{
    return resource("QueuePair", number,
                    R"("queuePairNumber":)" + QByteArray::number(number) + R"(,"state":")" + state
                            + R"(","type":")" + type + R"(","remoteQueuePairNumber":99)");
}

QByteArray id(int number, int queuePair, const QByteArray &state)
{
    return resource("ConnectionId", number,
                    R"("queuePairNumber":)" + QByteArray::number(queuePair) + R"(,"state":")"
                            + state
                            + R"(","type":"TCP","local":"10.1.2.3:7471","peer":"10.1.2.4:50000")");
}

QByteArray resources(const QByteArrayList &rows)
{
    return R"("resources":[)" + rows.join(',') + ']';
}

void sample(const RdmaTest::QmlObjects &objects)
{
    QObject *source = objects.object("from");
    QVERIFY(source);
    const int before = source->property("samples").toInt();
    QVERIFY(QMetaObject::invokeMethod(source, "refresh"));
    QCOMPARE(source->property("samples").toInt(), before + 1);
}

QVariantList column(const QAbstractItemModel *model, const char *role)
{
    QVariantList values;
    for (int row = 0; row < model->rowCount(); ++row)
        values.append(valueAt(model, row, role));
    return values;
}

} // namespace

std::unique_ptr<RdmaTest::QmlObjects> tst_QmlEndpoints::replay(const QByteArrayList &samples)
{
    QFile file(directory.filePath(QStringLiteral("recording")));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write("{\"format\":\"QtRdma recording\",\"version\":1}\n");
    for (qsizetype i = 0; i < samples.size(); ++i)
        file.write("{\"time\":" + QByteArray::number(1000 * (i + 1)) + ',' + samples.at(i) + "}\n");
    file.close();
    auto objects = std::make_unique<RdmaTest::QmlObjects>(
            "property RdmaSource from: RdmaSource { id: source; running: false; replay: '"
            + file.fileName().toUtf8()
            + "' }\n"
              "property var endpoints: RdmaEndpointModel { source: source }\n"
              "property var processes: RdmaProcessModel { source: source }\n"
              "property var limits: RdmaLimitModel { source: source }\n");
    return objects;
}

void tst_QmlEndpoints::states_data()
{
    QTest::addColumn<QByteArray>("queuePairState"); // empty: there is none
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("idState");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *qp, const char *type, const char *id, const char *words) {
        QTest::addRow("%s %s %s", qp, type, id) << QByteArray(qp) << QByteArray(type)
                                                << QByteArray(id) << QString::fromLatin1(words);
    };
    row("ReadyToSend", "RC", "Connect", "connected");
    row("ReadyToSend", "RC", "", "connected");
    row("ReadyToReceive", "RC", "Connect", "connecting");
    row("Initialized", "RC", "Connect", "connecting");
    row("Reset", "RC", "Connect", "connecting or connected"); // of siw
    row("Error", "RC", "Connect", "failed");
    row("Error", "RC", "Disconnect", "disconnecting");
    row("Error", "RC", "DeviceRemoval", "device is gone");
    row("Error", "RC", "", "failed");
    row("SendQueueError", "UD", "", "failed");
    row("Reset", "RC", "", "not used yet");
    row("ReadyToSend", "UD", "", "ready to send");
    row("ReadyToSend", "GSI", "", "ready to send");
    row("Initialized", "RC", "RouteResolved", "looking for the way");
    row("", "", "Listen", "listening");
    row("", "", "AddressBound", "bound");
    row("", "", "AddressQuery", "looking for the way");
    row("", "", "Connect", "connecting");
    row("", "", "Idle", "not used yet");
    row("", "", "17", "not used yet"); // of a newer kernel
}

void tst_QmlEndpoints::states()
{
    QFETCH(QByteArray, queuePairState);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, idState);
    QFETCH(QString, words);
    QByteArrayList rows;
    if (!queuePairState.isEmpty())
        rows.append(queuePair(17, queuePairState, type));
    if (!idState.isEmpty())
        rows.append(id(3, queuePairState.isEmpty() ? 0 : 17, idState));
    const auto objects = replay({ resources(rows) });
    sample(*objects);
    QCOMPARE(column(objects->model("endpoints"), "stateText"), QVariantList({ words }));
}

// The queue pair and its identifier are one row, in whatever order they are listed.
void tst_QmlEndpoints::together()
{
    const QByteArrayList rows = { queuePair(17, "ReadyToSend"), id(3, 17, "Connect") };
    for (const bool isFirst : { true, false }) {
        const auto objects =
                replay({ resources(isFirst ? rows : QByteArrayList({ rows.at(1), rows.at(0) })) });
        sample(*objects);
        const QAbstractItemModel *model = objects->model("endpoints");
        QCOMPARE(model->rowCount(), 1);
        QCOMPARE(valueAt(model, 0, "owner"), QStringLiteral("server"));
        QCOMPARE(valueAt(model, 0, "process"), 4711);
        QCOMPARE(valueAt(model, 0, "type"), QStringLiteral("RC"));
        QCOMPARE(valueAt(model, 0, "state"), QStringLiteral("Connected"));
        QCOMPARE(valueAt(model, 0, "local"), QStringLiteral("10.1.2.3:7471"));
        QCOMPARE(valueAt(model, 0, "peer"), QStringLiteral("10.1.2.4:50000"));
        QCOMPARE(valueAt(model, 0, "queuePairNumber"), 17);
        QCOMPARE(valueAt(model, 0, "remoteQueuePairNumber"), 99);
        QCOMPARE(valueAt(model, 0, "connectionId"), 3);
        QCOMPARE(valueAt(model, 0, "counted"), false);
        QVERIFY(!valueAt(model, 0, "trafficProblem").toString().isEmpty());
    }
}

void tst_QmlEndpoints::withoutId()
{
    // Numbers of queue pairs are those of a device.
    const QByteArray other = id(3, 17, "Connect").replace("mlx5_0", "mlx5_1");
    const auto objects = replay({ resources({ queuePair(17, "ReadyToSend"), other }) });
    sample(*objects);
    const QAbstractItemModel *model = objects->model("endpoints");
    QCOMPARE(model->rowCount(), 2);
    const int row = rowWith(model, "device", QStringLiteral("mlx5_0"));
    QCOMPARE(valueAt(model, row, "local").toString(), QString());
    QCOMPARE(valueAt(model, row, "connectionId"), 0);
}

void tst_QmlEndpoints::withoutQueuePair()
{
    const auto objects = replay({ resources({ id(3, 0, "Listen"), id(4, 0, "AddressBound") }) });
    sample(*objects);
    const QAbstractItemModel *model = objects->model("endpoints");
    QCOMPARE(column(model, "connectionId"), QVariantList({ 3, 4 }));
    QCOMPARE(valueAt(model, 0, "type"), QStringLiteral("TCP"));
    QCOMPARE(valueAt(model, 0, "queuePairNumber"), 0);
}

void tst_QmlEndpoints::ports()
{
    const QByteArray rest = ","
            + resources({ queuePair(17, "ReadyToSend"), id(3, 17, "Connect"),
                          queuePair(18, "Reset") });
    const auto one = replay({ R"("devices":[{"device":"mlx5_0","ports":1}])" + rest });
    sample(*one);
    QCOMPARE(column(one->model("endpoints"), "port"), QVariantList({ 1, 1 }));
    const auto two = replay(
            { R"("devices":[{"device":"mlx5_0","ports":2}],"gids":[{"device":"mlx5_0","port":1,"gid":"fe80::1"},)"
              R"({"device":"mlx5_0","port":2,"index":3,"gid":"::ffff:10.1.2.3","ipv4":"10.1.2.3"}])"
              + rest });
    sample(*two);
    QCOMPARE(column(two->model("endpoints"), "port"), QVariantList({ 2, 0 }));
}

// This program knows how much its own streams have carried.
void tst_QmlEndpoints::ownTraffic()
{
    const auto objects = replay(
            { R"("connections":[{"id":"1","local":"10.1.2.3:7471","peer":"10.1.2.4:50000","bytesSent":"1500","bytesReceived":"70"}],)"
              + resources({ queuePair(17, "ReadyToSend"), id(3, 17, "Connect"),
                            id(4, 0, "Listen") }) });
    sample(*objects);
    const QAbstractItemModel *model = objects->model("endpoints");
    QCOMPARE(column(model, "counted"), QVariantList({ true, false }));
    QCOMPARE(valueAt(model, 0, "bytesSent"), 1500);
    QCOMPARE(valueAt(model, 0, "bytesReceived"), 70);
    QCOMPARE(valueAt(model, 0, "trafficProblem").toString(), QString());
    QCOMPARE(valueAt(model, 1, "trafficProblem").toString(),
             QStringLiteral("it has no queue pair"));
}

// The kernel counts for some queue pairs.
void tst_QmlEndpoints::countedTraffic()
{
    const auto objects = replay(
            { R"("traffic":[{"device":"mlx5_0","queuePairNumber":17,"bytesSent":"1500","bytesReceived":"70"}],)"
              + resources({ queuePair(17, "ReadyToSend"), queuePair(18, "ReadyToSend") }) });
    sample(*objects);
    const QAbstractItemModel *model = objects->model("endpoints");
    QCOMPARE(column(model, "counted"), QVariantList({ true, false }));
    QCOMPARE(valueAt(model, 0, "bytesSent"), 1500);
    QCOMPARE(valueAt(model, 0, "bytesReceived"), 70);
    QCOMPARE(valueAt(model, 1, "trafficProblem").toString(),
             QStringLiteral("the kernel does not count it"));
}

void tst_QmlEndpoints::listedTwice()
{
    const auto objects = replay({ resources({ queuePair(17, "ReadyToSend"), queuePair(17, "Error"),
                                              id(3, 17, "Connect"), id(3, 17, "Connect") }) });
    sample(*objects);
    QCOMPARE(objects->model("endpoints")->rowCount(), 1);
}

// Half of them queue pairs, half of them identifiers: each finds its own.
void tst_QmlEndpoints::manyResources()
{
    QByteArrayList rows;
    for (int i = 0; i < 20'000; ++i)
        rows.append(queuePair(i + 1, "ReadyToSend"));
    for (int i = 0; i < 20'000; ++i)
        rows.append(id(i, 20'000 - i, "Connect"));
    const auto objects = replay({ resources(rows) });
    sample(*objects);
    const QAbstractItemModel *model = objects->model("endpoints");
    QCOMPARE(model->rowCount(), 20'000);
    QCOMPARE(valueAt(model, 5, "connectionId"), 20'000 - 6);
}

// Each second one device with 4,000 objects goes, and another one comes.
void tst_QmlEndpoints::devicesComeAndGo()
{
    constexpr int Objects = 4000;
    QByteArrayList samples;
    for (int second = 0; second < 6; ++second) {
        QByteArrayList rows;
        for (int i = 1; i <= Objects / 2; ++i)
            rows << queuePair(i, "ReadyToSend") << id(i, i, "Connect");
        const QByteArray device = "mlx5_" + QByteArray::number(second);
        samples.append(resources(rows).replace("mlx5_0", device));
    }
    const auto objects = replay(samples);
    const QAbstractItemModel *endpoints = objects->model("endpoints");
    QAbstractItemModel *processes = objects->model("processes");
    for (int second = 0; second < 6; ++second) {
        sample(*objects);
        const QString device = QStringLiteral("mlx5_%1").arg(second);
        QCOMPARE(endpoints->rowCount(), Objects / 2);
        QCOMPARE(valueAt(endpoints, Objects / 2 - 1, "device"), device);
        QCOMPARE(valueAt(endpoints, Objects / 2 - 1, "state"), QStringLiteral("Connected"));
        QCOMPARE(processes->rowCount(), 1);
        QCOMPARE(valueAt(processes, 0, "queuePairs"), Objects / 2);
        const QString group = valueAt(processes, 0, "group").toString();
        QVERIFY(QMetaObject::invokeMethod(processes, "toggle", Q_ARG(QString, group)));
        QCOMPARE(processes->rowCount(), 1 + Objects);
    }
}

void tst_QmlEndpoints::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("64 characters") << QString(64, u'm');
    QTest::newRow("other scripts") << QStringLiteral("装置-устройство-جهاز");
    QTest::newRow("beyond 16 bits") << QStringLiteral("rdma\U0001F525");
    QTest::newRow("separators") << QStringLiteral("a/qp/17/../");
}

void tst_QmlEndpoints::names()
{
    QFETCH(QString, name);
    const QByteArray rows = resources({ queuePair(17, "ReadyToSend"), id(3, 17, "Connect") })
                                    .replace("mlx5_0", name.toUtf8())
                                    .replace("server", name.toUtf8());
    const auto objects = replay({ rows, rows });
    sample(*objects);
    sample(*objects);
    const QAbstractItemModel *endpoints = objects->model("endpoints");
    QCOMPARE(endpoints->rowCount(), 1);
    QCOMPARE(valueAt(endpoints, 0, "device"), name);
    QCOMPARE(valueAt(endpoints, 0, "owner"), name);
    QAbstractItemModel *processes = objects->model("processes");
    const QString group = valueAt(processes, 0, "group").toString();
    QVERIFY(QMetaObject::invokeMethod(processes, "toggle", Q_ARG(QString, group)));
    QCOMPARE(column(processes, "owner"), QVariantList({ name, name, name }));
}

void tst_QmlEndpoints::processes()
{
    const QByteArray other =
            queuePair(18, "ReadyToSend").replace("4711", "815").replace("server", "client");
    const auto objects = replay(
            { resources({ queuePair(17, "ReadyToSend"), other, queuePair(19, "Error"),
                          id(3, 17, "Connect"), resource("MemoryRegion", 5, R"("size":"4096")"),
                          resource("MemoryRegion", 6, R"("size":"8192")"),
                          resource("CompletionQueue", 1, R"("size":"100")"),
                          resource("ProtectionDomain", 2, R"("users":"3")"),
                          resource("SharedReceiveQueue", 2, R"("type":"Basic")"),
                          resource("Context", 1, R"("users":"0")") }) });
    sample(*objects);
    const QAbstractItemModel *model = objects->model("processes");
    QCOMPARE(model->rowCount(), 2);
    const int row = rowWith(model, "process", 4711);
    QCOMPARE(valueAt(model, row, "queuePairs"), 2);
    QCOMPARE(valueAt(model, row, "connectionIds"), 1);
    QCOMPARE(valueAt(model, row, "memoryRegions"), 2);
    QCOMPARE(valueAt(model, row, "lockedBytes"), 4096 + 8192);
    QCOMPARE(valueAt(model, row, "completionQueues"), 1);
    QCOMPARE(valueAt(model, row, "protectionDomains"), 1);
    QCOMPARE(valueAt(model, row, "sharedReceiveQueues"), 1);
    QCOMPARE(valueAt(model, row, "contexts"), 1);
    QCOMPARE(valueAt(model, rowWith(model, "owner", QStringLiteral("client")), "queuePairs"), 1);
}

void tst_QmlEndpoints::limits()
{
    const auto objects =
            replay({ R"("limits":[{"device":"mlx5_0","kind":"QueuePair","limit":262144},)"
                     R"({"device":"mlx5_0","kind":"SharedReceiveQueue","limit":16},)"
                     R"({"device":"mlx5_0","kind":"MulticastGroup","limit":2097152}],)"
                     + resources({ queuePair(17, "ReadyToSend"), queuePair(18, "ReadyToSend") }) });
    sample(*objects);
    const QAbstractItemModel *model = objects->model("limits");
    QCOMPARE(column(model, "used"), QVariantList({ 2, 0, -1 }));
    QCOMPARE(column(model, "limit"), QVariantList({ 262144, 16, 2097152 }));
    QCOMPARE(valueAt(objects->model("processes"), 0, "queuePairLimit"), 262144);
}

void tst_QmlEndpoints::tree()
{
    const QByteArray other =
            queuePair(20, "ReadyToSend").replace("4711", "815").replace("server", "client");
    const auto objects =
            replay({ resources({ queuePair(17, "ReadyToSend"), queuePair(18, "Error"), other }),
                     resources({ queuePair(17, "ReadyToSend"), other }) });
    sample(*objects);
    QAbstractItemModel *model = objects->model("processes");
    const QAbstractItemModelTester tester(model);
    QCOMPARE(column(model, "process"), QVariantList({ 4711, 815 }));
    const QSignalSpy resets(model, &QAbstractItemModel::modelReset);
    const QString group = valueAt(model, 0, "group").toString();
    QVERIFY(QMetaObject::invokeMethod(model, "toggle", Q_ARG(QString, group)));
    QCOMPARE(column(model, "depth"), QVariantList({ 0, 1, 1, 0 }));
    QCOMPARE(column(model, "number"), QVariantList({ 0, 17, 18, 0 }));
    QCOMPARE(valueAt(model, 2, "state"), QStringLiteral("Error"));
    QCOMPARE(valueAt(model, 2, "queuePairs"), 2); // it is sorted as its process is
    QCOMPARE(valueAt(model, 0, "expanded"), true);
    sample(*objects);
    QCOMPARE(column(model, "number"), QVariantList({ 0, 17, 0 }));
    QVERIFY(QMetaObject::invokeMethod(model, "toggle", Q_ARG(QString, group)));
    QCOMPARE(column(model, "depth"), QVariantList({ 0, 0 }));
    QCOMPARE(resets.size(), 0);
}

void tst_QmlEndpoints::treeForgets()
{
    const QByteArray all = resources({ queuePair(17, "ReadyToSend") });
    const auto objects = replay({ all, resources({}), all });
    sample(*objects);
    QAbstractItemModel *model = objects->model("processes");
    QVERIFY(QMetaObject::invokeMethod(model, "toggle",
                                      Q_ARG(QString, valueAt(model, 0, "group").toString())));
    QVERIFY(QMetaObject::invokeMethod(model, "toggle",
                                      Q_ARG(QString, QStringLiteral("no such group"))));
    QCOMPARE(model->rowCount(), 2);
    sample(*objects);
    QCOMPARE(model->rowCount(), 0);
    sample(*objects);
    QCOMPARE(model->rowCount(), 1);
}

QTEST_GUILESS_MAIN(tst_QmlEndpoints)
#include "tst_qmlendpoints.moc"
