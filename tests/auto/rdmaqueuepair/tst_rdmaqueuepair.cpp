// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"
#include "../shared/worker.h"

#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>

#include <QtCore/qregularexpression.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <semaphore>
#include <utility>

namespace {

constexpr int Patience = 30000;

// Accepts each request as a bare queue pair, or refuses it.
class QueuePairServer : public RdmaServer
{
public:
    QueuePairServer() { setAcceptPolicy(AcceptPolicy::Deferred); }

    std::unique_ptr<RdmaQueuePair> queuePair;
    QByteArray clientSaid;
    bool refuse = false;

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        clientSaid = request.privateData();
        if (refuse) {
            request.reject("no, thanks");
            return;
        }
        queuePair = std::make_unique<RdmaQueuePair>();
        for (int i = 0; i < 8; ++i)
            queuePair->postReceive(256);
        RdmaConnectionOptions options;
        options.setPrivateData("welcome");
        queuePair->accept(request, options);
    }
};

} // namespace

class tst_RdmaQueuePair : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void privateDataBothWays();
    void addresses();
    void sendAndReceive();
    void completionsShareNothing();
    void memoryRegions();
    void future();
    void flushedOnceAtTheEnd();
    void lastMessageBeforeTheEnd();
    void receiveTooSmall();
    void refusedWithPrivateData();
    void refusesBadArguments();
    void deletedInSlot();
    void connectsAgainInSlot_data();
    void connectsAgainInSlot();
    void attemptIsNoConnection();
    void movedAttemptWasNoConnection();
    void movedWhileInUse_data();
    void movedWhileInUse();
    void movedInSlot();
    void movedWhereNoLoopRuns_data();
    void movedWhereNoLoopRuns();
    void movedBefore();
    void iwarpNeedsTheConnectionManager();

private:
    void connectPair();

    std::unique_ptr<QueuePairServer> server;
    std::unique_ptr<RdmaQueuePair> client;
};

void tst_RdmaQueuePair::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_RdmaQueuePair::init()
{
    server = std::make_unique<QueuePairServer>();
    QVERIFY2(server->listen(RdmaTest::address(), 0), qPrintable(server->errorString()));
    client = std::make_unique<RdmaQueuePair>();
}

void tst_RdmaQueuePair::cleanup()
{
    client.reset();
    server.reset();
}

void tst_RdmaQueuePair::connectPair()
{
    RdmaConnectionOptions options;
    options.setPrivateData("hello");
    QVERIFY(client->connectToHost(RdmaTest::address(), server->serverPort(), options));
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server->queuePair->state(), QAbstractSocket::ConnectedState,
                              Patience);
}

void tst_RdmaQueuePair::privateDataBothWays()
{
    connectPair();
    QVERIFY(server->clientSaid.startsWith("hello"));
    QVERIFY(client->peerPrivateData().startsWith("welcome"));
    QCOMPARE(client->peerAddress(), RdmaTest::address());
    QCOMPARE(client->peerPort(), server->serverPort());
    QVERIFY(client->nativeHandle());
}

// Of the side that connects, and of the one that accepts.
void tst_RdmaQueuePair::addresses()
{
    QVERIFY(client->localAddress().isNull() && client->peerAddress().isNull());
    QCOMPARE(server->serverAddress(), RdmaTest::address());
    connectPair();
    RdmaQueuePair *const there = server->queuePair.get();
    QCOMPARE(client->localAddress(), RdmaTest::address());
    QCOMPARE(client->peerAddress(), RdmaTest::address());
    QCOMPARE(client->peerPort(), server->serverPort());
    QVERIFY(client->localPort() != 0);
    QVERIFY(!client->deviceName().isEmpty());
    QVERIFY(client->protectionDomain().isValid());
    QVERIFY(client->connectionTimes().queuePair() > 0);
    QVERIFY(client->connectionTimes().connect() >= 0);
    QVERIFY(!client->localEndpoint().isValid()); // of create() alone
    QCOMPARE(there->localAddress(), client->peerAddress());
    QCOMPARE(there->localPort(), server->serverPort());
    QCOMPARE(there->peerAddress(), client->localAddress());
    QCOMPARE(there->peerPort(), client->localPort());
    QCOMPARE(there->deviceName(), client->deviceName());
    QVERIFY(there->protectionDomain().isValid());
    client->abort();
    QVERIFY(client->localAddress().isNull() && client->peerAddress().isNull());
}

void tst_RdmaQueuePair::sendAndReceive()
{
    connectPair();
    QList<QByteArray> received;
    connect(server->queuePair.get(), &RdmaQueuePair::completed, this,
            [&](quint64, const RdmaCompletion &completion) {
                QVERIFY(completion.isSuccess());
                received.append(completion.data());
            });
    QList<quint64> sent;
    connect(client.get(), &RdmaQueuePair::completed, this,
            [&](quint64 wrId, const RdmaCompletion &completion) {
                QVERIFY(completion.isSuccess());
                sent.append(wrId);
            });
    QCOMPARE(client->postSend("one", 17), quint64(17));
    const quint64 fresh = client->postSend("two");
    QVERIFY(fresh != 0 && fresh != 17);
    QTRY_COMPARE_WITH_TIMEOUT(received, (QList<QByteArray>{ "one", "two" }), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(sent, (QList<quint64>{ 17, fresh }), Patience);
    QCOMPARE(client->sendsInFlight(), 0);
    QCOMPARE(server->queuePair->receivesInFlight(), 6);
}

// What one completion brings does not show in the next one.
void tst_RdmaQueuePair::completionsShareNothing()
{
    connectPair();
    QList<RdmaCompletion> there;
    connect(server->queuePair.get(), &RdmaQueuePair::completed, this,
            [&](quint64, const RdmaCompletion &completion) { there.append(completion); });
    const bool hasImmediates = !RdmaTest::isSiw();
    QVERIFY(hasImmediates ? client->postSendWithImmediate("bytes", 12) : client->postSend("bytes"));
    QTRY_COMPARE_WITH_TIMEOUT(there.size(), 1, Patience);
    QVERIFY(client->postReceive(64));
    const quint64 id = server->queuePair->postSend("answer");
    QVERIFY(id);
    QTRY_COMPARE_WITH_TIMEOUT(there.size(), 2, Patience);
    QVERIFY(client->postSend("b"));
    QTRY_COMPARE_WITH_TIMEOUT(there.size(), 3, Patience);
    QCOMPARE(there.at(0).data(), QByteArray("bytes"));
    QCOMPARE(there.at(0).hasImmediate(), hasImmediates);
    RdmaCompletion sent;
    sent.setWrId(id);
    sent.setByteLength(6);
    QCOMPARE(there.at(1), sent);
    QCOMPARE(there.at(2).data(), QByteArray("b"));
    QVERIFY(!there.at(2).hasImmediate());
}

void tst_RdmaQueuePair::memoryRegions()
{
    connectPair();
    RdmaError error;
    auto out = RdmaMemoryRegion::allocate(client->protectionDomain(), 1000,
                                          Rdma::AccessFlag::LocalWrite, &error);
    QVERIFY2(out.isValid(), qPrintable(error.toString()));
    memcpy(out.data() + 10, "region", 6);
    QByteArray received;
    connect(server->queuePair.get(), &RdmaQueuePair::completed, this,
            [&](quint64, const RdmaCompletion &completion) { received = completion.data(); });
    QVERIFY(client->postSend({ out, 10, 6 }) != 0);
    QTRY_COMPARE_WITH_TIMEOUT(received, QByteArray("region"), Patience);
    QCOMPARE(client->postSend({ out, 996, 5 }), quint64(0));
    QCOMPARE(client->rdmaError().category(), RdmaError::Category::Usage);
}

void tst_RdmaQueuePair::future()
{
    connectPair();
    int status = -1;
    client->whenCompleted(client->postSend("x")).then([&](const RdmaCompletion &completion) {
        status = int(completion.status());
    });
    QTRY_COMPARE_WITH_TIMEOUT(status, 0, Patience);
    QVERIFY(client->whenCompleted(4711).isFinished());

    // The line of doc/guide/queuepairs.md, with memory that the peer does not have.
    client->whenCompleted(client->postWrite("x", RdmaRemoteMemory()))
            .then([&](const RdmaCompletion &completion) { status = int(completion.status()); });
    QCOMPARE(status, int(Rdma::CompletionStatus::NotPosted));
    const QFuture<RdmaCompletion> waiting = client->whenCompleted(client->postReceive(100));
    client.reset();
    QCOMPARE(waiting.result().status(), Rdma::CompletionStatus::Flushed);
}

void tst_RdmaQueuePair::flushedOnceAtTheEnd()
{
    connectPair();
    QStringList log;
    connect(server->queuePair.get(), &RdmaQueuePair::completed, this,
            [&](quint64, const RdmaCompletion &completion) {
                log.append(QString::number(int(completion.isSuccess())));
            });
    connect(server->queuePair.get(), &RdmaQueuePair::disconnected, this,
            [&] { log.append(QStringLiteral("disconnected")); });
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server->queuePair->state(), QAbstractSocket::UnconnectedState,
                              Patience);
    QCOMPARE(log,
             QStringList(8, QStringLiteral("0")) + QStringList(QStringLiteral("disconnected")));
}

// This side looks at message and end in the same turn, the end first.
void tst_RdmaQueuePair::lastMessageBeforeTheEnd()
{
    std::binary_semaphore go(0);
    bool sent = false;
    auto peer = std::make_unique<Worker>([&, port = server->serverPort()] {
        RdmaQueuePair queuePair;
        queuePair.connectToHost(RdmaTest::address(), port);
        const bool connected = queuePair.waitForConnected(Patience);
        (void)go.try_acquire_for(std::chrono::milliseconds(Patience));
        sent = connected && queuePair.postSend("last words") != 0
                && queuePair.waitForCompleted(Patience);
        queuePair.disconnectFromHost();
    });
    QTRY_VERIFY_WITH_TIMEOUT(server->queuePair, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server->queuePair->state(), QAbstractSocket::ConnectedState,
                              Patience);
    QSignalSpy completions(server->queuePair.get(), &RdmaQueuePair::completed);
    QSignalSpy ends(server->queuePair.get(), &RdmaQueuePair::disconnected);
    go.release();
    peer.reset(); // waits, and no event is looked at here meanwhile
    QVERIFY(sent);
    QVERIFY(server->queuePair->waitForDisconnected(Patience));
    QCOMPARE(ends.count(), 1);
    QCOMPARE(completions.count(), 8);
    const auto first = completions.first().at(1).value<RdmaCompletion>();
    QVERIFY2(first.isSuccess(), qPrintable(first.rdmaError().toString()));
    QCOMPARE(first.data(), QByteArray("last words"));
}

void tst_RdmaQueuePair::receiveTooSmall()
{
    connectPair();
    QSignalSpy errors(server->queuePair.get(), &RdmaQueuePair::errorOccurred);
    client->postSend(QByteArray(300, 'x')); // into a receive of 256 bytes
    QTRY_COMPARE_WITH_TIMEOUT(server->queuePair->state(), QAbstractSocket::UnconnectedState,
                              Patience);
    if (!RdmaTest::isSiw()) { // siw ends the connection without a failed receive
        QCOMPARE(errors.size(), 1);
        QCOMPARE(server->queuePair->rdmaError().category(), RdmaError::Category::Completion);
    }
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_RdmaQueuePair::refusedWithPrivateData()
{
    server->refuse = true;
    QSignalSpy errors(client.get(), &RdmaQueuePair::errorOccurred);
    QVERIFY(client->connectToHost(RdmaTest::address(), server->serverPort()));
    QTRY_COMPARE_WITH_TIMEOUT(errors.size(), 1, Patience);
    QCOMPARE(client->rdmaError().category(), RdmaError::Category::ConnectionRejected);
    QVERIFY(client->peerPrivateData().startsWith("no, thanks"));
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_RdmaQueuePair::refusesBadArguments()
{
    QCOMPARE(client->postSend("unconnected"), quint64(0));
    QCOMPARE(client->postReceive(-1), quint64(0));
    QVERIFY(!client->accept(RdmaConnectionRequest()));
    RdmaConnectionOptions options;
    options.setSendDepth(0);
    QVERIFY(!client->connectToHost(RdmaTest::address(), server->serverPort(), options));
    options.setSendDepth(1);
    QVERIFY(client->connectToHost(RdmaTest::address(), server->serverPort(), options));
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QVERIFY(client->postSend("first") != 0);
    QCOMPARE(client->postSend("one too many"),
             quint64(0)); // back-pressure, not an error of the connection
    QTRY_COMPARE_WITH_TIMEOUT(client->sendsInFlight(), 0, Patience);
    QVERIFY(client->postSend("next") != 0);
}

void tst_RdmaQueuePair::deletedInSlot()
{
    connectPair();
    connect(client.get(), &RdmaQueuePair::completed, this, [this] { client.reset(); });
    client->postSend("last");
    QTRY_VERIFY_WITH_TIMEOUT(!client, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server->queuePair->state(), QAbstractSocket::UnconnectedState,
                              Patience);
}

namespace {

// Connects in the thread that it has moved to, sends, and is deleted there; the server is this thread's.
bool worksIn(QThread *thread, std::unique_ptr<RdmaQueuePair> queuePair, quint16 port)
{
    RdmaQueuePair *const moved = queuePair.release();
    std::atomic_bool works = false;
    std::atomic_bool gone = false;
    std::atomic_bool given = false;
    given = true; // what the thread sanitizer sees of posting an event
    QMetaObject::invokeMethod(moved, [&, moved, port] {
        if (!given)
            return;
        moved->connectToHost(RdmaTest::address(), port);
        works = moved->waitForConnected(Patience) && moved->postSend("from there")
                && moved->waitForCompleted(Patience);
        delete moved;
        gone = true;
    });
    const bool done = QTest::qWaitFor([&] { return gone.load(); }, 3 * Patience);
    thread->quit();
    return thread->wait(Patience) && done && works;
}

// Notes what the queue pair tells, and what of it not in the thread.
void listenTo(RdmaQueuePair *queuePair, const QThread *thread, QStringList *told)
{
    const auto note = [=](const char *what) {
        return [=] {
            const bool inThread = QThread::currentThread() == thread;
            *told += QLatin1String(what) + QLatin1String(inThread ? "" : ", too early");
        };
    };
    using Q = RdmaQueuePair;
    QObject::connect(queuePair, &Q::completed, queuePair, note("completed"));
    QObject::connect(queuePair, &Q::errorOccurred, queuePair, note("errorOccurred"));
    QObject::connect(queuePair, &Q::stateChanged, queuePair, note("stateChanged"));
    QObject::connect(queuePair, &Q::disconnected, queuePair, note("disconnected"));
}

} // namespace

void tst_RdmaQueuePair::connectsAgainInSlot_data()
{
    QTest::addColumn<QAbstractSocket::SocketState>("when");
    QTest::newRow("connected") << QAbstractSocket::ConnectedState;
    QTest::newRow("unconnected") << QAbstractSocket::UnconnectedState;
}

// What comes after the signal is told of the connection that it is true of, or not at all.
void tst_RdmaQueuePair::connectsAgainInSlot()
{
    QFETCH(const QAbstractSocket::SocketState, when);
    const quint16 port = server->serverPort();
    bool isAgain = false;
    QStringList told;
    connect(client.get(), &RdmaQueuePair::stateChanged, this, [&](auto state) {
        if (state != when || std::exchange(isAgain, true))
            return;
        client->abort();
        told.clear();
        client->connectToHost(RdmaTest::address(), port);
    });
    connect(client.get(), &RdmaQueuePair::connected, this, [&] {
        told += client->state() == QAbstractSocket::ConnectedState
                ? QStringLiteral("connected")
                : QStringLiteral("connected, too early");
        if (!isAgain)
            client->abort();
    });
    connect(client.get(), &RdmaQueuePair::disconnected, this,
            [&] { told += QStringLiteral("disconnected"); });
    client->connectToHost(RdmaTest::address(), port);
    QTRY_VERIFY_WITH_TIMEOUT(isAgain && client->state() == QAbstractSocket::ConnectedState,
                             Patience);
    QCOMPARE(told, { QStringLiteral("connected") });
    client->disconnect(this);
}

// As with QTcpSocket there is no end to wait for.
void tst_RdmaQueuePair::attemptIsNoConnection()
{
    const quint16 port = server->serverPort();
    server->close();
    QVERIFY(client->connectToHost(RdmaTest::address(), port));
    QVERIFY(!client->waitForDisconnected(Patience));
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(client->rdmaError().isError());
}

void tst_RdmaQueuePair::movedAttemptWasNoConnection()
{
    QVERIFY(client->connectToHost(RdmaTest::address(), server->serverPort()));
    bool waited = true;
    std::atomic_bool done = false; // the thread sanitizer sees nothing else of how Qt waits
    QStringList told;
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        waited = client->waitForDisconnected(Patience);
        client.reset();
        done = true;
    }));
    listenTo(client.get(), thread.get(), &told);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("the connection ends")));
    client->moveToThread(thread.get());
    thread->start();
    QVERIFY(thread->wait(Patience) && done);
    QVERIFY(!waited);
    QCOMPARE(told,
             QStringList({ QStringLiteral("errorOccurred"), QStringLiteral("stateChanged") }));
}

void tst_RdmaQueuePair::movedWhileInUse_data()
{
    QTest::addColumn<QAbstractSocket::SocketState>("state");
    QTest::newRow("connecting") << QAbstractSocket::ConnectingState;
    QTest::newRow("bound") << QAbstractSocket::BoundState;
    QTest::newRow("connected") << QAbstractSocket::ConnectedState;
    QTest::newRow("closing") << QAbstractSocket::ClosingState;
}

void tst_RdmaQueuePair::movedWhileInUse()
{
    QFETCH(const QAbstractSocket::SocketState, state);
    if (state == QAbstractSocket::BoundState) {
        if (RdmaTest::isSiw())
            QSKIP("iWARP queue pairs need a connection manager");
        QVERIFY(client->create(RdmaTest::address()));
    } else if (state == QAbstractSocket::ConnectingState) {
        QVERIFY(client->connectToHost(RdmaTest::address(), server->serverPort()));
    } else {
        connectPair();
    }
    const quint64 id = client->postReceive(64);
    QVERIFY(id);
    if (state == QAbstractSocket::ClosingState)
        client->disconnectFromHost();
    QCOMPARE(client->state(), state);
    QThread thread;
    QStringList told;
    RdmaError error;
    const QFuture<RdmaCompletion> future = client->whenCompleted(id);
    client->whenCompleted(id).then([&](const RdmaCompletion &) {
        told += QThread::currentThread() == &thread ? QStringLiteral("result")
                                                    : QStringLiteral("result, too early");
    });
    listenTo(client.get(), &thread, &told);
    connect(client.get(), &RdmaQueuePair::errorOccurred, client.get(),
            [&error](const RdmaError &why) { error = why; });
    QTest::ignoreMessage(
            QtWarningMsg,
            QRegularExpression(QStringLiteral("the connection ends.*AcceptPolicy::Deferred")));
    client->moveToThread(&thread);
    QCOMPARE(told, QStringList());
    QVERIFY(!future.isFinished());
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(client->rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(!client->waitForDisconnected(0)); // it is told there, and not here
    QCOMPARE(told, QStringList());

    thread.start();
    if (state == QAbstractSocket::ConnectedState)
        QTRY_COMPARE_WITH_TIMEOUT(server->queuePair->state(), QAbstractSocket::UnconnectedState,
                                  Patience);
    QVERIFY(worksIn(&thread, std::move(client), server->serverPort()));
    const bool wasConnected =
            state == QAbstractSocket::ConnectedState || state == QAbstractSocket::ClosingState;
    QStringList end{ QStringLiteral("result"), QStringLiteral("completed"),
                     QStringLiteral("errorOccurred"), QStringLiteral("stateChanged") };
    if (wasConnected)
        end += QStringLiteral("disconnected");
    QCOMPARE(told.first(qMin(told.size(), end.size())), end);
    QCOMPARE(told.count(QStringLiteral("errorOccurred")), 1);
    QCOMPARE(future.result().status(), Rdma::CompletionStatus::Flushed);
    QCOMPARE(error.socketError(), QAbstractSocket::OperationError);
    QVERIFY(!error.hint().isEmpty());
}

// What is not told yet is told in the other thread.
void tst_RdmaQueuePair::movedInSlot()
{
    connectPair();
    LoopThread thread;
    QStringList told;
    for (int i = 0; i < 3; ++i)
        QVERIFY(client->postReceive(64));
    listenTo(client.get(), &thread, &told);
    connect(client.get(), &RdmaQueuePair::completed, client.get(), [&] {
        if (told.size() == 1)
            client->moveToThread(&thread);
    });
    connect(client.get(), &RdmaQueuePair::disconnected, client.get(), [&thread] { thread.quit(); });
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("the connection ends")));
    client->abort();
    QCOMPARE(told, { QStringLiteral("completed, too early") });
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    thread.start();
    QTRY_VERIFY_WITH_TIMEOUT(thread.isFinished(), Patience);
    QCOMPARE(told.sliced(1),
             QStringList({ QStringLiteral("completed"), QStringLiteral("completed"),
                           QStringLiteral("stateChanged"), QStringLiteral("disconnected") }));
}

void tst_RdmaQueuePair::movedWhereNoLoopRuns_data()
{
    QTest::addColumn<QString>("next");
    QTest::addColumn<QStringList>("told");
    const auto list = [](const char *names) {
        return QString::fromLatin1(names).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    };
    const QStringList all = list("completed errorOccurred stateChanged disconnected");
    QTest::newRow("waits for the end") << QStringLiteral("end") << all;
    QTest::newRow("waits for a completion") << QStringLiteral("completion") << all;
    // To Connecting, and to Connected.
    QTest::newRow("connects") << QStringLiteral("connect")
                              << list("stateChanged completed stateChanged");
    QTest::newRow("is deleted") << QStringLiteral("delete") << QStringList();
}

void tst_RdmaQueuePair::movedWhereNoLoopRuns()
{
    QFETCH(const QString, next);
    connectPair();
    const quint16 port = server->serverPort();
    const QFuture<RdmaCompletion> future = client->whenCompleted(client->postReceive(64));
    QStringList told;
    bool result = false;
    std::atomic_bool done = false; // the thread sanitizer sees nothing else of how Qt waits
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        if (next == QLatin1String("end"))
            result = client->waitForDisconnected(0) && !client->waitForDisconnected(0);
        else if (next == QLatin1String("completion"))
            result = client->waitForCompleted(0) && !client->waitForCompleted(0);
        else if (next == QLatin1String("connect"))
            result = client->connectToHost(RdmaTest::address(), port)
                    && client->waitForConnected(Patience);
        else
            result = true;
        const QStringList before = told;
        client.reset();
        result = result && told == before;
        done = true;
    }));
    listenTo(client.get(), thread.get(), &told);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("the connection ends")));
    client->moveToThread(thread.get());
    thread->start();
    QTRY_VERIFY_WITH_TIMEOUT(done, Patience);
    QVERIFY(thread->wait(Patience));
    QVERIFY(result);
    QTEST(told, "told");
    QCOMPARE(future.resultCount(), 1);
    QCOMPARE(future.result().status(), Rdma::CompletionStatus::Flushed);
}

// Not connected yet it may move, with what is posted.
void tst_RdmaQueuePair::movedBefore()
{
    QVERIFY(client->postReceive(64));
    QThread thread;
    thread.start();
    client->moveToThread(&thread);
    QCOMPARE(client->receivesInFlight(), 1);
    QVERIFY(!client->rdmaError().isError());
    QVERIFY(worksIn(&thread, std::move(client), server->serverPort()));
}

void tst_RdmaQueuePair::iwarpNeedsTheConnectionManager()
{
    if (!RdmaTest::isSiw())
        QSKIP("This device is not iWARP: tst_endpoints connects without the connection manager");
    QVERIFY(!client->create(RdmaTest::address()));
    const RdmaError error = client->rdmaError();
    QVERIFY2(error.text().contains(QLatin1String("iWARP")), qPrintable(error.toString()));
    QVERIFY(error.hint().contains(QLatin1String("connectToHost")));
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!client->localEndpoint().isValid());
    connectPair(); // as it was
}

QTEST_GUILESS_MAIN(tst_RdmaQueuePair)
#include "tst_rdmaqueuepair.moc"
