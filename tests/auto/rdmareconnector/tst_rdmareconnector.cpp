// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"
#include "../shared/streampeer.h"
#include "../shared/worker.h"

#include <QtRdma/RdmaReconnector>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qpointer.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <functional>
#include <memory>

namespace {

constexpr int Patience = 60000;

QList<int> numbers(const QSignalSpy &spy)
{
    QList<int> result;
    for (const QList<QVariant> &arguments : spy)
        result += arguments.first().toInt();
    return result;
}

} // namespace

// What a reconnector does with connections; attempts that fail are tested in reconnectdelays.
class tst_RdmaReconnector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void flappingServer_data();
    void flappingServer();
    void serverIsKilled();
    void whatHasArrivedCanBeRead();
    void endedByOwnTimeOut_data();
    void endedByOwnTimeOut();
    void serverThatDropsIsNotHammered();
    void delayIsResetByConnectionThatLasted();
    void ownCloseEnds_data();
    void ownCloseEnds();
    void ownCloseThatThePeerCutsShort();
    void ownCloseAfterErrorsThatEndNothing();
    void closeInSlotsOfTheEnd_data();
    void closeInSlotsOfTheEnd();
    void stopLeavesConnectionAlone();
    void stopDuringAttempt();
    void refused();
    void impossibleOptions();
    void startsWhileConnected();
    void startsWhileClosing();
    void anotherServer();
    void deleteInSlot_data();
    void deleteInSlot();
    void movedWhileConnected_data();
    void movedWhileConnected();

private:
    void listen();
    void accept();
    void connectPair();
    void exchange(const QByteArray &data);

    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> accepted;
    quint16 port = 0;
    int connections = 0; // of all servers
    QPointer<RdmaStream> stream;
    QPointer<RdmaReconnector> reconnector;
};

void tst_RdmaReconnector::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_RdmaReconnector::init()
{
    port = 0;
    connections = 0;
    stream = new RdmaStream;
    reconnector = new RdmaReconnector(stream);
    reconnector->setInitialDelay(10);
    reconnector->setMaxDelay(50);
}

void tst_RdmaReconnector::cleanup()
{
    delete reconnector;
    delete stream;
    accepted.reset();
    server.reset();
}

// The first time on any free port, then on the same one again.
void tst_RdmaReconnector::listen()
{
    server = std::make_unique<RdmaServer>();
    QVERIFY2(server->listen(RdmaTest::address(), port), qPrintable(server->errorString()));
    port = server->serverPort();
    connect(server.get(), &RdmaServer::newConnection, this, [this] { ++connections; });
}

void tst_RdmaReconnector::accept()
{
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    accepted->setParent(nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::ConnectedState, Patience);
}

void tst_RdmaReconnector::connectPair()
{
    listen();
    reconnector->connectToHost(RdmaTest::address(), port);
    accept();
}

void tst_RdmaReconnector::exchange(const QByteArray &data)
{
    stream->write(data);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), data.size(), Patience);
    accepted->write(accepted->readAll());
    QTRY_COMPARE_WITH_TIMEOUT(stream->bytesAvailable(), data.size(), Patience);
    QCOMPARE(stream->readAll(), data);
}

using Act = std::function<void(RdmaStream *)>;
Q_DECLARE_METATYPE(Act)

void tst_RdmaReconnector::flappingServer_data()
{
    QTest::addColumn<Act>("end");
    QTest::newRow("closes") << Act([](RdmaStream *s) { s->disconnectFromHost(); });
    QTest::newRow("aborts") << Act([](RdmaStream *s) { s->abort(); });
    QTest::newRow("closes with data on the way") << Act([](RdmaStream *s) {
        s->write(QByteArray(300000, 'x'));
        s->disconnectFromHost();
    });
}

void tst_RdmaReconnector::flappingServer()
{
    QFETCH(const Act, end);
    QSignalSpy connected(stream, &RdmaStream::connected);
    QSignalSpy disconnected(stream, &RdmaStream::disconnected);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    listen();
    server.reset();
    reconnector->connectToHost(RdmaTest::address(), port);
    const int rounds = RdmaTest::rounds(4, 40);
    for (int round = 1; round <= rounds; ++round) {
        const auto tries = delays.count();
        QTRY_VERIFY_WITH_TIMEOUT(delays.count() >= tries + 3, Patience);
        QVERIFY(reconnector->failedAttempts() > 0);
        listen();
        accept();
        QCOMPARE(connected.count(), round);
        exchange("round " + QByteArray::number(round));
        end(accepted.get());
        server.reset();
        QTRY_COMPARE_WITH_TIMEOUT(disconnected.count(), round, Patience);
        QCOMPARE(connections, round);
    }
    QVERIFY(reconnector->isActive());
}

void tst_RdmaReconnector::serverIsKilled()
{
    RdmaTest::StreamPeer peer({ QStringLiteral("echo"), RdmaTest::address().toString() });
    port = peer.port();
    QVERIFY(port);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    reconnector->connectToHost(RdmaTest::address(), port);
    stream->write("hello");
    QTRY_COMPARE_WITH_TIMEOUT(stream->bytesAvailable(), 5, Patience);
    peer.kill();
    QTRY_VERIFY_WITH_TIMEOUT(delays.count() >= 3, Patience);
    listen();
    accept();
    exchange("another process");
}

void tst_RdmaReconnector::whatHasArrivedCanBeRead()
{
    QByteArray read;
    connectPair();
    // Goes before the stream, which would tell it of its end.
    QObject reader;
    connect(stream, &RdmaStream::disconnected, &reader, [&] { read += stream->readAll(); });
    accepted->write("last words");
    accepted->disconnectFromHost();
    accept();
    QCOMPARE(read, QByteArray("last words"));
    exchange("and now");
}

void tst_RdmaReconnector::endedByOwnTimeOut_data()
{
    QTest::addColumn<bool>("idle");
    QTest::newRow("idleTimeout") << true;
    QTest::newRow("writeTimeout") << false;
}

// They end the connection, unlike the time-out of a wait.
void tst_RdmaReconnector::endedByOwnTimeOut()
{
    QFETCH(const bool, idle);
    RdmaStreamOptions options;
    if (idle)
        options.setIdleTimeout(500);
    else
        options.setWriteTimeout(500);
    stream->setOptions(options);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    RdmaError::Cause cause = RdmaError::Cause::Other;
    QObject asker;
    connect(stream, &RdmaStream::disconnected, &asker,
            [&] { cause = stream->rdmaError().cause(); });
    connectPair();
    QVERIFY(!stream->waitForReadyRead(1));
    QCOMPARE(stream->rdmaError().cause(), RdmaError::Cause::WaitExpired);
    QVERIFY(reconnector->isActive());
    accepted->setReadBufferSize(1000);
    if (!idle)
        stream->write(QByteArray(4 * 1024 * 1024, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(delays.count(), 1, Patience);
    QCOMPARE(cause, idle ? RdmaError::Cause::IdleTimeout : RdmaError::Cause::WriteTimeout);
    accept();
    exchange("again");
}

// The delays are long beside the time that an end takes to be noticed.
void tst_RdmaReconnector::serverThatDropsIsNotHammered()
{
    reconnector->setInitialDelay(2000);
    reconnector->setMaxDelay(3000);
    reconnector->setJitter(0);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    listen();
    connect(server.get(), &RdmaServer::newConnection, server.get(), [this] {
        RdmaStream *dropped = server->nextPendingConnection();
        dropped->abort();
        dropped->deleteLater();
    });
    reconnector->connectToHost(RdmaTest::address(), port);
    QTRY_COMPARE_WITH_TIMEOUT(delays.count(), 3, Patience);
    QCOMPARE(numbers(delays), QList<int>({ 2000, 3000, 3000 }));
    QCOMPARE(connections, 3);
    QCOMPARE(reconnector->failedAttempts(), 3);
}

void tst_RdmaReconnector::delayIsResetByConnectionThatLasted()
{
    reconnector->setMaxDelay(200);
    reconnector->setJitter(0);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    listen();
    server.reset();
    reconnector->connectToHost(RdmaTest::address(), port);
    QTRY_VERIFY_WITH_TIMEOUT(delays.count() >= 4, Patience);
    QCOMPARE(numbers(delays).first(4), QList<int>({ 10, 20, 40, 80 }));
    listen();
    accept();
    delays.clear();
    QTRY_COMPARE_WITH_TIMEOUT(reconnector->failedAttempts(), 0, Patience);
    accepted->disconnectFromHost();
    server.reset();
    QTRY_VERIFY_WITH_TIMEOUT(delays.count() >= 2, Patience);
    QCOMPARE(numbers(delays).first(2), QList<int>({ 10, 20 }));
}

void tst_RdmaReconnector::ownCloseEnds_data()
{
    QTest::addColumn<Act>("close");
    QTest::newRow("disconnectFromHost") << Act([](RdmaStream *s) { s->disconnectFromHost(); });
    QTest::newRow("close") << Act([](RdmaStream *s) { s->close(); });
    QTest::newRow("abort") << Act([](RdmaStream *s) { s->abort(); });
    QTest::newRow("disconnectFromHost with data pending") << Act([](RdmaStream *s) {
        s->write(QByteArray(4'000'000, 'x'));
        s->disconnectFromHost();
        QCOMPARE(s->state(), QAbstractSocket::ClosingState);
    });
}

void tst_RdmaReconnector::ownCloseEnds()
{
    QFETCH(const Act, close);
    connectPair();
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy activity(reconnector, &RdmaReconnector::activeChanged);
    connect(accepted.get(), &RdmaStream::readyRead, accepted.get(),
            [this] { accepted->readAll(); });
    close(stream);
    QTRY_COMPARE_WITH_TIMEOUT(activity.count(), 1, Patience);
    QVERIFY(!reconnector->isActive());
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QTest::qWait(100);
    QCOMPARE(delays.count(), 0);
    QCOMPARE(connections, 1);
}

// What was still to be written is lost, which is an error, and no reason to connect again.
void tst_RdmaReconnector::ownCloseThatThePeerCutsShort()
{
    connectPair();
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy errors(stream, &RdmaStream::errorOccurred);
    accepted->setReadBufferSize(10);
    stream->write(QByteArray(16'000'000, 'x'));
    stream->disconnectFromHost();
    accepted->abort();
    QTRY_VERIFY_WITH_TIMEOUT(!reconnector->isActive(), Patience);
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(delays.count(), 0);
}

void tst_RdmaReconnector::ownCloseAfterErrorsThatEndNothing()
{
    connectPair();
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy errors(stream, &RdmaStream::errorOccurred);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("already looking up")));
    stream->connectToHost(RdmaTest::address(), port);
    QVERIFY(!stream->waitForReadyRead(1));
    QCOMPARE(errors.count(), 2);
    exchange("goes on");
    stream->abort();
    QTRY_VERIFY_WITH_TIMEOUT(!reconnector->isActive(), Patience);
    QTest::qWait(100);
    QCOMPARE(delays.count(), 0);
    QCOMPARE(connections, 1);
}

void tst_RdmaReconnector::closeInSlotsOfTheEnd_data()
{
    QTest::addColumn<bool>("first");
    QTest::newRow("before the reconnector hears of it") << true;
    QTest::newRow("after the reconnector has heard of it") << false;
}

// Which the peer has brought about.
void tst_RdmaReconnector::closeInSlotsOfTheEnd()
{
    QFETCH(const bool, first);
    if (first)
        delete reconnector;
    connect(stream, &RdmaStream::errorOccurred, stream, &RdmaStream::close);
    connect(stream, &RdmaStream::disconnected, stream, &RdmaStream::close);
    if (first)
        reconnector = new RdmaReconnector(stream);
    reconnector->setInitialDelay(10);
    connectPair();
    accepted->disconnectFromHost();
    accept();
    exchange("again");
    QVERIFY(reconnector->isActive());
}

void tst_RdmaReconnector::stopLeavesConnectionAlone()
{
    connectPair();
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy disconnected(stream, &RdmaStream::disconnected);
    reconnector->stop();
    QVERIFY(!reconnector->isActive());
    exchange("still here");
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(disconnected.count(), 1, Patience);
    QTest::qWait(100);
    QCOMPARE(delays.count(), 0);
    QCOMPARE(connections, 1);
}

void tst_RdmaReconnector::stopDuringAttempt()
{
    listen();
    QSignalSpy connected(stream, &RdmaStream::connected);
    reconnector->connectToHost(RdmaTest::address(), port);
    QCOMPARE(stream->state(), QAbstractSocket::ConnectingState);
    reconnector->stop();
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QTest::qWait(100);
    QCOMPARE(connected.count(), 0);
    reconnector->connectToHost(RdmaTest::address(), port);
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::ConnectedState, Patience);
}

void tst_RdmaReconnector::refused()
{
    listen();
    server.reset();
    reconnector->setMaxAttempts(3);
    QSignalSpy ends(reconnector, &RdmaReconnector::gaveUp);
    reconnector->connectToHost(RdmaTest::address(), port);
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(reconnector->failedAttempts(), 3);
    QCOMPARE(stream->error(), QAbstractSocket::ConnectionRefusedError);
}

void tst_RdmaReconnector::impossibleOptions()
{
    listen();
    RdmaStreamOptions options;
    options.setWindow(1'000'000);
    stream->setOptions(options);
    QSignalSpy ends(reconnector, &RdmaReconnector::gaveUp);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    reconnector->connectToHost(RdmaTest::address(), port);
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(stream->error(), QAbstractSocket::OperationError);
    QCOMPARE(delays.count(), 0);
    stream->setOptions({});
    reconnector->connectToHost(RdmaTest::address(), port);
    accept();
}

void tst_RdmaReconnector::startsWhileConnected()
{
    listen();
    stream->connectToHost(RdmaTest::address(), port);
    accept();
    reconnector->connectToHost(RdmaTest::address(), port);
    QVERIFY(reconnector->isActive());
    exchange("the same");
    QCOMPARE(connections, 1);
    accepted->disconnectFromHost();
    accept();
    exchange("another");
}

void tst_RdmaReconnector::startsWhileClosing()
{
    connectPair();
    QByteArray read;
    connect(accepted.get(), &RdmaStream::readyRead, accepted.get(),
            [&] { read += accepted->readAll(); });
    QSignalSpy ended(accepted.get(), &RdmaStream::disconnected);
    stream->write(QByteArray(4'000'000, 'x'));
    stream->disconnectFromHost();
    QCOMPARE(stream->state(), QAbstractSocket::ClosingState);
    reconnector->connectToHost(RdmaTest::address(), port);
    QCOMPARE(stream->state(), QAbstractSocket::ClosingState);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Patience);
    QCOMPARE(read.size(), 4'000'000);
    accept();
    exchange("anew");
    QVERIFY(reconnector->isActive());
}

void tst_RdmaReconnector::anotherServer()
{
    connectPair();
    RdmaServer other;
    QVERIFY2(other.listen(RdmaTest::address()), qPrintable(other.errorString()));
    reconnector->connectToHost(RdmaTest::address(), other.serverPort());
    exchange("still the first");
    accepted->disconnectFromHost();
    QTRY_VERIFY_WITH_TIMEOUT(other.hasPendingConnections(), Patience);
    QCOMPARE(connections, 1);
}

// When something happens, and who tells of it.
using Moment = std::function<void(RdmaStream *, const std::function<void()> &)>;
Q_DECLARE_METATYPE(Moment)

void tst_RdmaReconnector::deleteInSlot_data()
{
    QTest::addColumn<Moment>("moment");
    QTest::addColumn<bool>("ofStream");
    const auto add = [](const char *name, const auto &signal) {
        const Moment moment = [signal](RdmaStream *s, const std::function<void()> &act) {
            QObject::connect(s, signal, s, act);
        };
        QTest::addRow("stream, %s", name) << moment << true;
        QTest::addRow("reconnector, %s", name) << moment << false;
    };
    add("connected", &RdmaStream::connected);
    add("readyRead", &RdmaStream::readyRead);
    add("errorOccurred", &RdmaStream::errorOccurred);
    add("readChannelFinished", &RdmaStream::readChannelFinished);
    add("disconnected", &RdmaStream::disconnected);
}

void tst_RdmaReconnector::deleteInSlot()
{
    QFETCH(const Moment, moment);
    QFETCH(const bool, ofStream);
    QSignalSpy attempts(stream, &RdmaStream::hostFound);
    listen();
    connect(server.get(), &RdmaServer::newConnection, server.get(), [this] {
        RdmaStream *peer = server->nextPendingConnection();
        peer->write("hello");
        peer->disconnectFromHost();
    });
    moment(stream, [this, ofStream] {
        if (ofStream)
            delete stream;
        else
            delete reconnector;
    });
    reconnector->connectToHost(RdmaTest::address(), port);
    QTRY_VERIFY_WITH_TIMEOUT(ofStream ? !stream : !reconnector, Patience);
    QTest::qWait(100);
    QCOMPARE(attempts.count(), 1);
    if (ofStream)
        QVERIFY(!reconnector->isActive());
}

void tst_RdmaReconnector::movedWhileConnected_data()
{
    QTest::addColumn<bool>("movesBoth");
    QTest::newRow("both") << true;
    QTest::newRow("the stream alone") << false;
}

// A connection ends by the move, and so does reconnecting: told in the thread of the reconnector.
void tst_RdmaReconnector::movedWhileConnected()
{
    QFETCH(const bool, movesBoth);
    connectPair();
    LoopThread thread;
    const QThread *const home = movesBoth ? &thread : QThread::currentThread();
    QStringList told;
    const auto note = [&](const char *what) {
        told += QLatin1String(what)
                + QLatin1String(QThread::currentThread() == home ? "" : ", elsewhere");
    };
    connect(reconnector, &RdmaReconnector::waiting, reconnector, [&] { note("waiting"); });
    connect(reconnector, &RdmaReconnector::activeChanged, reconnector,
            [&] { note("activeChanged"); });
    connect(reconnector, &RdmaReconnector::gaveUp, reconnector, [&] {
        note("gaveUp");
        thread.quit();
    });
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("the connection ends")));
    if (!movesBoth)
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("no further")));
    stream->moveToThread(&thread);
    if (movesBoth)
        reconnector->moveToThread(&thread);
    QCOMPARE(told, QStringList());
    QVERIFY(reconnector->isActive());
    thread.start();
    QTRY_VERIFY_WITH_TIMEOUT(thread.isFinished(), Patience);
    QCOMPARE(told, QStringList({ QStringLiteral("activeChanged"), QStringLiteral("gaveUp") }));
    QVERIFY(!reconnector->isActive());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
}

QTEST_GUILESS_MAIN(tst_RdmaReconnector)
#include "tst_rdmareconnector.moc"
