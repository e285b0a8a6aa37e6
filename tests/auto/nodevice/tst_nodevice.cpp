// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/sleepclock.h"

#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qpointer.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <infiniband/verbs.h>

#include <functional>
#include <memory>
#include <thread>

namespace {

constexpr int Patience = 30000;
constexpr int AtOnce = 2000; // asleep; what is wrong here waits for one of Patience

bool hasDevice()
{
    int count = 0;
    ibv_device **devices = ibv_get_device_list(&count);
    if (devices)
        ibv_free_device_list(devices);
    return count > 0;
}

// Empty when the error says what is missing and how to get it.
QByteArray wrongWith(const RdmaError &error)
{
    if (error.category() != RdmaError::Category::System)
        return "category " + QByteArray::number(int(error.category()));
    if (error.socketError() != QAbstractSocket::SocketAddressNotAvailableError)
        return "socket error " + QByteArray::number(error.socketError());
    if (!error.text().contains(QLatin1String("no RDMA device")))
        return "text " + error.text().toUtf8();
    if (!error.hint().contains(QLatin1String("rdma_rxe"))
        || !error.hint().contains(QLatin1String("rdma link add")))
        return "hint " + error.hint().toUtf8();
    if (error.call().isEmpty() || error.code() == 0)
        return "no call or code";
    return {};
}

} // namespace

#define VERIFY_NAMES_THE_CURE(error) QCOMPARE(wrongWith(error), QByteArray())

// What a program meets on a machine without RDMA: an error that says so, and no surprise.
class tst_NoDevice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void idleObjects();
    void connect_data();
    void connect();
    void unknownHost();
    void unknownHostWhileWaiting();
    void wait_data();
    void wait();
    void waitWithoutLoop();
    void listen_data();
    void listen();
    void endOfStream_data();
    void endOfStream();
    void endInSlot_data();
    void endInSlot();
    void connectAgainInSlot();
    void queuePairConnects_data();
    void queuePairConnects();
    void queuePairWaits();
    void queuePairFlushesReceives();
    void endOfQueuePair_data();
    void endOfQueuePair();
    void endOfQueuePairInSlot_data();
    void endOfQueuePairInSlot();
};

void tst_NoDevice::initTestCase()
{
    if (hasDevice())
        QSKIP("This machine has an RDMA device");
}

void tst_NoDevice::idleObjects()
{
    RdmaStream stream;
    QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!stream.isValid());
    QVERIFY(!stream.isOpen());
    QVERIFY(!stream.rdmaError().isError());
    QVERIFY(stream.deviceName().isEmpty());
    QVERIFY(!stream.flush());
    stream.disconnectFromHost();
    stream.abort();
    stream.close();

    RdmaServer server;
    QVERIFY(!server.isListening());
    QVERIFY(!server.rdmaError().isError());
    QCOMPARE(server.serverPort(), quint16(0));
    QVERIFY(!server.waitForNewConnection(Patience));
    server.pauseAccepting();
    server.resumeAccepting();
    server.close();

    RdmaQueuePair queuePair;
    QCOMPARE(queuePair.state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!queuePair.rdmaError().isError());
    QVERIFY(!queuePair.nativeHandle());
    QVERIFY(!queuePair.protectionDomain().isValid());
    QVERIFY(queuePair.localAddress().isNull());
    queuePair.disconnectFromHost();
    queuePair.abort();

    const RdmaConnectionRequest request;
    QVERIFY(!request.isValid());
    QVERIFY(!request.reject());
    QVERIFY(!queuePair.accept(request));
    QVERIFY(queuePair.rdmaError().isError());
    QVERIFY(!stream.accept(request));
    QVERIFY(stream.rdmaError().isError());
    QVERIFY(!stream.isOpen());

    RdmaError error;
    const RdmaMemoryRegion region =
            RdmaMemoryRegion::allocate({}, 4096, Rdma::AccessFlag::LocalWrite, &error);
    QVERIFY(!region.isValid());
    QCOMPARE(error.category(), RdmaError::Category::Usage);
}

void tst_NoDevice::connect_data()
{
    QTest::addColumn<QString>("host");
    QTest::newRow("IPv4") << QStringLiteral("10.77.0.1");
    QTest::newRow("IPv6") << QStringLiteral("fd77::1");
    QTest::newRow("loopback") << QStringLiteral("127.0.0.1");
    QTest::newRow("name") << QStringLiteral("localhost");
}

void tst_NoDevice::connect()
{
    QFETCH(const QString, host);
    RdmaStream stream;
    QSignalSpy errors(&stream, &RdmaStream::errorOccurred);
    QSignalSpy connections(&stream, &RdmaStream::connected);
    QSignalSpy ends(&stream, &RdmaStream::disconnected);
    QSignalSpy states(&stream, &RdmaStream::stateChanged);
    stream.connectToHost(host, 7471);
    QVERIFY(stream.state() == QAbstractSocket::ConnectingState
            || stream.state() == QAbstractSocket::HostLookupState);
    QCOMPARE(errors.count(), 0); // never before the function has returned
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(stream.error(), QAbstractSocket::SocketAddressNotAvailableError);
    QCOMPARE(errors.first().first().value<QAbstractSocket::SocketError>(), stream.error());
    VERIFY_NAMES_THE_CURE(stream.rdmaError());
    QVERIFY(stream.errorString().contains(stream.rdmaError().text()));
    QVERIFY(stream.errorString().contains(stream.rdmaError().hint()));
    QCOMPARE(states.count(), 3); // HostLookup, Connecting, Unconnected
    QTest::qWait(1);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(connections.count(), 0);
    QCOMPARE(ends.count(), 0);
}

void tst_NoDevice::unknownHost()
{
    RdmaStream stream;
    QSignalSpy errors(&stream, &RdmaStream::errorOccurred);
    stream.connectToHost(QStringLiteral("no-such-host.invalid"), 7471);
    QCOMPARE(stream.state(), QAbstractSocket::HostLookupState);
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(stream.error(), QAbstractSocket::HostNotFoundError);
    QVERIFY(!stream.errorString().isEmpty());
}

void tst_NoDevice::unknownHostWhileWaiting()
{
    RdmaStream stream;
    QSignalSpy errors(&stream, &RdmaStream::errorOccurred);
    stream.connectToHost(QStringLiteral("no-such-host.invalid"), 7471);
    QVERIFY(!stream.waitForConnected(Patience));
    QCOMPARE(errors.count(), 1);
    QCOMPARE(stream.error(), QAbstractSocket::HostNotFoundError);
}

using Wait = std::function<bool(RdmaStream *)>;
Q_DECLARE_METATYPE(Wait)

void tst_NoDevice::wait_data()
{
    QTest::addColumn<Wait>("waitFor");
    QTest::newRow("connected") << Wait([](RdmaStream *s) { return s->waitForConnected(Patience); });
    QTest::newRow("readyRead") << Wait([](RdmaStream *s) { return s->waitForReadyRead(Patience); });
    QTest::newRow("bytesWritten") << Wait([](RdmaStream *s) {
        s->write("never sent");
        return s->waitForBytesWritten(Patience);
    });
    QTest::newRow("disconnected") << Wait(
            [](RdmaStream *s) { return s->waitForDisconnected(Patience); });
    QTest::newRow("for ever") << Wait([](RdmaStream *s) { return s->waitForConnected(-1); });
}

void tst_NoDevice::wait()
{
    QFETCH(const Wait, waitFor);
    RdmaStream stream;
    QSignalSpy errors(&stream, &RdmaStream::errorOccurred);
    stream.connectToHost(QStringLiteral("10.77.0.1"), 7471);
    RdmaTest::SleepClock asleep;
    asleep.start();
    QVERIFY(!waitFor(&stream));
    QVERIFY(asleep.msecs() < AtOnce);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
    VERIFY_NAMES_THE_CURE(stream.rdmaError());

    // And again, on what is unconnected now.
    asleep.start();
    QVERIFY(!stream.waitForConnected(Patience));
    QVERIFY(!stream.waitForReadyRead(Patience));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("not allowed")));
    QVERIFY(!stream.waitForBytesWritten(Patience));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("not allowed")));
    QVERIFY(!stream.waitForDisconnected(Patience));
    QVERIFY(asleep.msecs() < AtOnce);
}

void tst_NoDevice::waitWithoutLoop()
{
    QByteArray wrong = "did not run";
    std::thread thread([&wrong] {
        RdmaStream stream;
        stream.connectToHost(QStringLiteral("10.77.0.1"), 7471);
        wrong = stream.waitForConnected(Patience) ? "connected" : wrongWith(stream.rdmaError());
    });
    thread.join();
    QCOMPARE(wrong, QByteArray());
}

void tst_NoDevice::listen_data()
{
    QTest::addColumn<QHostAddress>("address");
    QTest::newRow("any") << QHostAddress(QHostAddress::Any);
    QTest::newRow("any IPv4") << QHostAddress(QHostAddress::AnyIPv4);
    QTest::newRow("loopback") << QHostAddress(QHostAddress::LocalHost);
    QTest::newRow("one") << QHostAddress(QStringLiteral("10.77.0.1"));
}

void tst_NoDevice::listen()
{
    QFETCH(const QHostAddress, address);
    RdmaServer server;
    for (int attempt = 0; attempt < 2; ++attempt) {
        QVERIFY(!server.listen(address, 7471));
        QVERIFY(!server.isListening());
        QCOMPARE(server.serverPort(), quint16(0));
        QCOMPARE(server.serverError(), QAbstractSocket::SocketAddressNotAvailableError);
        VERIFY_NAMES_THE_CURE(server.rdmaError());
        QVERIFY(server.errorString().contains(server.rdmaError().hint()));
        bool timedOut = true;
        QVERIFY(!server.waitForNewConnection(Patience, &timedOut));
        QVERIFY(!timedOut);
    }
}

// What ends an object: in each state it must neither hang nor leave anything that fires later.

using EndStream = std::function<void(RdmaStream *)>;
Q_DECLARE_METATYPE(EndStream)

static void endsOfStream(const std::function<void(const char *, const EndStream &)> &add)
{
    add("abort", [](RdmaStream *s) { s->abort(); });
    add("close", [](RdmaStream *s) { s->close(); });
    add("disconnectFromHost", [](RdmaStream *s) { s->disconnectFromHost(); });
    add("delete", [](RdmaStream *s) { delete s; });
}

void tst_NoDevice::endOfStream_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<EndStream>("end");
    endsOfStream([](const char *name, const EndStream &end) {
        QTest::addRow("%s unconnected", name) << QString() << end;
        QTest::addRow("%s looking up", name) << QStringLiteral("no-such-host.invalid") << end;
        QTest::addRow("%s connecting", name) << QStringLiteral("10.77.0.1") << end;
    });
}

void tst_NoDevice::endOfStream()
{
    QFETCH(const QString, host);
    QFETCH(const EndStream, end);
    QPointer<RdmaStream> stream = new RdmaStream;
    if (!host.isEmpty()) {
        stream->connectToHost(host, 7471);
        stream->write("never sent");
    }
    end(stream);
    QTRY_VERIFY_WITH_TIMEOUT(!stream || stream->state() == QAbstractSocket::UnconnectedState,
                             Patience);
    QTest::qWait(50); // the answer to the look-up finds nobody
    delete stream;
}

void tst_NoDevice::endInSlot_data()
{
    QTest::addColumn<int>("when");
    QTest::addColumn<EndStream>("end");
    endsOfStream([](const char *name, const EndStream &end) {
        for (const int state : { QAbstractSocket::HostLookupState, QAbstractSocket::ConnectingState,
                                 QAbstractSocket::UnconnectedState })
            QTest::addRow("%s in state %d", name, state) << state << end;
        QTest::addRow("%s in errorOccurred", name) << -1 << end;
    });
}

void tst_NoDevice::endInSlot()
{
    QFETCH(const int, when);
    QFETCH(const EndStream, end);
    QPointer<RdmaStream> stream = new RdmaStream;
    bool called = false;
    const auto endOnce = [&] {
        if (!std::exchange(called, true))
            end(stream);
    };
    QObject::connect(stream, &RdmaStream::stateChanged, this,
                     [&](QAbstractSocket::SocketState state) {
                         if (state == when)
                             endOnce();
                     });
    QObject::connect(stream, &RdmaStream::errorOccurred, this, [&] {
        if (when == -1)
            endOnce();
    });
    stream->connectToHost(QStringLiteral("10.77.0.1"), 7471);
    QTRY_VERIFY_WITH_TIMEOUT(
            called && (!stream || stream->state() == QAbstractSocket::UnconnectedState), Patience);
    QTest::qWait(1);
    QVERIFY(!stream || stream->state() == QAbstractSocket::UnconnectedState);
    delete stream;
}

void tst_NoDevice::connectAgainInSlot()
{
    RdmaStream stream;
    int failures = 0;
    QObject::connect(&stream, &RdmaStream::errorOccurred, &stream, [&] {
        if (++failures < 5)
            stream.connectToHost(QStringLiteral("10.77.0.1"), 7471);
    });
    stream.connectToHost(QStringLiteral("10.77.0.1"), 7471);
    QTRY_COMPARE_WITH_TIMEOUT(failures, 5, Patience);
    QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
}

void tst_NoDevice::queuePairConnects_data()
{
    QTest::addColumn<QHostAddress>("address");
    QTest::newRow("IPv4") << QHostAddress(QStringLiteral("10.77.0.1"));
    QTest::newRow("IPv6") << QHostAddress(QStringLiteral("fd77::1"));
    QTest::newRow("loopback") << QHostAddress(QHostAddress::LocalHost);
}

void tst_NoDevice::queuePairConnects()
{
    QFETCH(const QHostAddress, address);
    RdmaQueuePair queuePair;
    QSignalSpy errors(&queuePair, &RdmaQueuePair::errorOccurred);
    QSignalSpy ends(&queuePair, &RdmaQueuePair::disconnected);
    for (int attempt = 1; attempt < 3; ++attempt) {
        QVERIFY(queuePair.connectToHost(address, 7471));
        QCOMPARE(queuePair.state(), QAbstractSocket::ConnectingState);
        QCOMPARE(errors.count(), attempt - 1);
        QTRY_COMPARE_WITH_TIMEOUT(errors.count(), attempt, Patience);
        QTRY_COMPARE(queuePair.state(), QAbstractSocket::UnconnectedState);
        VERIFY_NAMES_THE_CURE(queuePair.rdmaError());
        QCOMPARE(errors.last().first().value<RdmaError>().text(), queuePair.rdmaError().text());
    }
    QCOMPARE(ends.count(), 0);
    QCOMPARE(queuePair.postSend("never sent"), quint64(0));
}

void tst_NoDevice::queuePairWaits()
{
    RdmaQueuePair queuePair;
    RdmaTest::SleepClock asleep;
    asleep.start();
    QVERIFY(!queuePair.waitForConnected(Patience));
    QVERIFY(!queuePair.waitForCompleted(Patience));
    QVERIFY(!queuePair.waitForDisconnected(Patience));
    QVERIFY(queuePair.connectToHost(QHostAddress(QStringLiteral("10.77.0.1")), 7471));
    QVERIFY(!queuePair.waitForConnected(Patience));
    VERIFY_NAMES_THE_CURE(queuePair.rdmaError());
    QVERIFY(!queuePair.waitForConnected(Patience));
    QVERIFY(!queuePair.waitForCompleted(Patience));
    QVERIFY(!queuePair.waitForDisconnected(Patience));
    QVERIFY(asleep.msecs() < AtOnce);
}

void tst_NoDevice::queuePairFlushesReceives()
{
    RdmaQueuePair queuePair;
    QSignalSpy completions(&queuePair, &RdmaQueuePair::completed);
    QVERIFY(queuePair.postReceive(4096, 17) != 0);
    const QFuture<RdmaCompletion> future = queuePair.whenCompleted(17);
    QVERIFY(queuePair.connectToHost(QHostAddress(QStringLiteral("10.77.0.1")), 7471));
    QTRY_COMPARE_WITH_TIMEOUT(completions.count(), 1, Patience);
    QCOMPARE(completions.first().first().toULongLong(), quint64(17));
    QVERIFY(future.isFinished());
    QCOMPARE(future.result().status(), Rdma::CompletionStatus::Flushed);
    QCOMPARE(queuePair.receivesInFlight(), 0);
}

using EndQueuePair = std::function<void(RdmaQueuePair *)>;
Q_DECLARE_METATYPE(EndQueuePair)

static void endsOfQueuePair(const std::function<void(const char *, const EndQueuePair &)> &add)
{
    add("abort", [](RdmaQueuePair *q) { q->abort(); });
    add("disconnectFromHost", [](RdmaQueuePair *q) { q->disconnectFromHost(); });
    add("delete", [](RdmaQueuePair *q) { delete q; });
}

void tst_NoDevice::endOfQueuePair_data()
{
    QTest::addColumn<bool>("connecting");
    QTest::addColumn<EndQueuePair>("end");
    endsOfQueuePair([](const char *name, const EndQueuePair &end) {
        QTest::addRow("%s unconnected", name) << false << end;
        QTest::addRow("%s connecting", name) << true << end;
    });
}

void tst_NoDevice::endOfQueuePair()
{
    QFETCH(const bool, connecting);
    QFETCH(const EndQueuePair, end);
    QPointer<RdmaQueuePair> queuePair = new RdmaQueuePair;
    QVERIFY(queuePair->postReceive(4096));
    if (connecting)
        QVERIFY(queuePair->connectToHost(QHostAddress(QStringLiteral("10.77.0.1")), 7471));
    end(queuePair);
    QVERIFY(!queuePair || queuePair->state() == QAbstractSocket::UnconnectedState);
    QTest::qWait(1);
    delete queuePair;
}

void tst_NoDevice::endOfQueuePairInSlot_data()
{
    QTest::addColumn<int>("when");
    QTest::addColumn<EndQueuePair>("end");
    endsOfQueuePair([](const char *name, const EndQueuePair &end) {
        for (const int state :
             { QAbstractSocket::ConnectingState, QAbstractSocket::UnconnectedState })
            QTest::addRow("%s in state %d", name, state) << state << end;
        QTest::addRow("%s in completed", name) << -1 << end;
        QTest::addRow("%s in errorOccurred", name) << -2 << end;
    });
}

void tst_NoDevice::endOfQueuePairInSlot()
{
    QFETCH(const int, when);
    QFETCH(const EndQueuePair, end);
    QPointer<RdmaQueuePair> queuePair = new RdmaQueuePair;
    bool called = false;
    const auto endAt = [&](int now) {
        if (now == when && !std::exchange(called, true))
            end(queuePair);
    };
    QObject::connect(queuePair, &RdmaQueuePair::stateChanged, this, endAt);
    QObject::connect(queuePair, &RdmaQueuePair::completed, this, [&] { endAt(-1); });
    QObject::connect(queuePair, &RdmaQueuePair::errorOccurred, this, [&] { endAt(-2); });
    QVERIFY(queuePair->postReceive(4096));
    queuePair->connectToHost(QHostAddress(QStringLiteral("10.77.0.1")), 7471);
    QTRY_VERIFY_WITH_TIMEOUT(
            called && (!queuePair || queuePair->state() == QAbstractSocket::UnconnectedState),
            Patience);
    QTest::qWait(1);
    QVERIFY(!queuePair || queuePair->state() == QAbstractSocket::UnconnectedState);
    delete queuePair;
}

QTEST_GUILESS_MAIN(tst_NoDevice)
#include "tst_nodevice.moc"
