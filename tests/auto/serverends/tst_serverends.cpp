// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "pattern.h"
#include "rdmaleaks.h"
#include "rdmatest.h"
#include "worker.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qelapsedtimer.h>
#include <QtCore/qeventloop.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qthread.h>
#include <QtCore/qtimer.h>
#include <QtTest/qtest.h>

#include <atomic>
#include <memory>
#include <vector>

namespace {

constexpr int Patience = 60000;
constexpr int NoticeLimit = 10000; // ms

// A client that counts what it hears of the end.
struct Client
{
    explicit Client(quint16 port)
    {
        QObject::connect(&stream, &RdmaStream::readyRead, &stream,
                         [this] { received += stream.readAll(); });
        QObject::connect(&stream, &RdmaStream::errorOccurred, &stream, [this] { ++errors; });
        QObject::connect(&stream, &RdmaStream::disconnected, &stream,
                         [this] { noticed = sinceEnd.elapsed(); });
        sinceEnd.start();
        stream.connectToHost(RdmaTest::address(), port);
    }
    bool hasEnded() const { return stream.state() == QAbstractSocket::UnconnectedState; }

    RdmaStream stream;
    QByteArray received;
    QElapsedTimer sinceEnd;
    qint64 noticed = -1; // ms
    int errors = 0;
};

// A line of the table of faults.
void report(const char *name, const Client &client, qint64 lost)
{
    const auto categories = QMetaEnum::fromType<RdmaError::Category>();
    qInfo().noquote().nospace() << "FAULT|" << name << '|' << RdmaTest::provider() << '|'
                                << categories.valueToKey(int(client.stream.rdmaError().category()))
                                << '|' << client.noticed << '|' << lost;
}

} // namespace

// The end of a server as its clients see it: in time, and with every byte that came before. Others go on.
class tst_ServerEnds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void closesBeforeAnybodyTookThem_data();
    void closesBeforeAnybodyTookThem();
    void threadEnds();
    void movesToAnotherThread_data();
    void movesToAnotherThread();
    void movesToWhereNobodyLoops();
    void movesWithWhatItHas();
    void movesInItsSlot();
    void movesWhilePausedAndWaitedFor();
    void isResumedInItsThreadOnly();
    void hasConnectedClientsOfItsThread();

private:
    bool bystanderGoesOn();

    std::unique_ptr<RdmaServer> elsewhere;
    std::unique_ptr<Client> bystander;
    int queuePairs = 0;
};

void tst_ServerEnds::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_ServerEnds::init()
{
    elsewhere = std::make_unique<RdmaServer>();
    connect(elsewhere.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *stream = elsewhere->nextPendingConnection();
        connect(stream, &RdmaStream::readyRead, stream,
                [stream] { stream->write(stream->readAll()); });
    });
    QVERIFY2(elsewhere->listen(RdmaTest::address()), qPrintable(elsewhere->errorString()));
    bystander = std::make_unique<Client>(elsewhere->serverPort());
    QVERIFY(bystander->stream.waitForConnected(Patience));
    QVERIFY(bystanderGoesOn());
    queuePairs = RdmaTest::countResource(QStringLiteral("qp"));
    QCOMPARE(queuePairs, 2);
}

void tst_ServerEnds::cleanup()
{
    if (!bystander)
        return;
    QVERIFY(bystanderGoesOn());
    QCOMPARE(bystander->errors, 0);
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("qp")), queuePairs, Patience);
    bystander.reset();
    elsewhere.reset();
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("qp")), 0, Patience);
}

bool tst_ServerEnds::bystanderGoesOn()
{
    const qsizetype before = bystander->received.size();
    bystander->stream.write("still here");
    return QTest::qWaitFor([&] { return bystander->received.size() == before + 10; }, Patience);
}

void tst_ServerEnds::closesBeforeAnybodyTookThem_data()
{
    QTest::addColumn<bool>("paused");
    QTest::newRow("they are pending") << false;
    QTest::newRow("the server has paused") << true;
}

void tst_ServerEnds::closesBeforeAnybodyTookThem()
{
    QFETCH(const bool, paused);
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    if (paused)
        server.pauseAccepting();
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 3; ++i) {
        clients.push_back(std::make_unique<Client>(server.serverPort()));
        QVERIFY(clients.back()->stream.waitForConnected(Patience));
        clients.back()->stream.write(RdmaTest::pattern(100000));
    }
    QTRY_COMPARE_WITH_TIMEOUT(server.connectionCount(), 3, Patience);
    for (const auto &client : clients)
        client->sinceEnd.start();
    server.close();
    QVERIFY(!server.hasPendingConnections());
    for (const auto &client : clients) {
        QTRY_VERIFY_WITH_TIMEOUT(client->hasEnded(), Patience);
        QCOMPARE(client->errors, 1);
        QCOMPARE(client->stream.error(), QAbstractSocket::RemoteHostClosedError);
        QVERIFY(client->noticed >= 0 && client->noticed < NoticeLimit);
        QCOMPARE(client->received, QByteArray()); // what the server has sent
    }
    if (!paused)
        report("server closed with pending connections", *clients.back(),
               clients.back()->received.size());
}

// The streams are deleted when their thread has gone.
void tst_ServerEnds::threadEnds()
{
    const QByteArray data = RdmaTest::pattern(300 * 1024 + 5);
    std::unique_ptr<RdmaServer> server;
    std::atomic<quint16> port = 0;
    std::atomic_bool leave = false;
    auto thread = std::make_unique<Worker>([&] {
        QEventLoop loop;
        server = std::make_unique<RdmaServer>();
        QObject::connect(server.get(), &RdmaServer::newConnection, &loop,
                         [&] { server->nextPendingConnection()->write(data); });
        QTimer look;
        QObject::connect(&look, &QTimer::timeout, &loop, [&] {
            if (leave)
                loop.quit();
        });
        look.start(1);
        if (server->listen(RdmaTest::address()))
            port = server->serverPort();
        loop.exec();
    });
    QTRY_VERIFY_WITH_TIMEOUT(port != 0, Patience);
    Client client(port);
    QTRY_COMPARE_WITH_TIMEOUT(client.received.size(), data.size(), Patience);
    client.sinceEnd.start();
    leave = true;
    QTRY_VERIFY_WITH_TIMEOUT(thread->isFinished(), Patience);
    thread.reset();
    QTRY_VERIFY_WITH_TIMEOUT(client.hasEnded(), Patience);
    QVERIFY(client.noticed >= 0 && client.noticed < NoticeLimit);
    QVERIFY(client.received == data);
    report("server's thread ended", client, data.size() - client.received.size());
    QVERIFY(!server->isListening());
    server.reset();
}

void tst_ServerEnds::movesToAnotherThread_data()
{
    QTest::addColumn<bool>("early");
    QTest::newRow("that runs") << false;
    QTest::newRow("that runs later") << true;
}

// As QTcpServer it goes on listening on its port, and who comes before the other thread looks waits.
void tst_ServerEnds::movesToAnotherThread()
{
    QFETCH(const bool, early);
    auto server = std::make_unique<RdmaServer>();
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    const quint16 port = server->serverPort();
    std::atomic<QThread *> servedIn = nullptr;
    connect(server.get(), &RdmaServer::newConnection, server.get(), [&server, &servedIn] {
        servedIn = QThread::currentThread();
        RdmaStream *stream = server->nextPendingConnection();
        connect(stream, &RdmaStream::readyRead, stream,
                [stream] { stream->write(stream->readAll()); });
    });
    QThread thread;
    if (!early)
        thread.start();
    server->moveToThread(&thread);
    QVERIFY(server->isListening());
    QCOMPARE(server->serverPort(), port);
    QCOMPARE(server->serverAddress(), RdmaTest::address());
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 3; ++i) {
        clients.push_back(std::make_unique<Client>(port));
        clients.back()->stream.write("echo");
    }
    if (early) {
        QVERIFY(bystanderGoesOn());
        thread.start();
    }
    for (const auto &client : clients) {
        QTRY_COMPARE_WITH_TIMEOUT(client->received, QByteArray("echo"), Patience);
        QCOMPARE(client->errors, 0);
    }
    QVERIFY(servedIn == &thread);
    clients.clear();
    QMetaObject::invokeMethod(
            server.get(), [&server] { server.reset(); }, Qt::BlockingQueuedConnection);
    thread.quit();
    QVERIFY(thread.wait(Patience));
}

void tst_ServerEnds::movesToWhereNobodyLoops()
{
    auto server = std::make_unique<RdmaServer>();
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    Client client(server->serverPort());
    server->moveToThread(nullptr);
    std::atomic_bool answered = false;
    Worker thread([&server, &answered] {
        server->moveToThread(QThread::currentThread());
        if (server->waitForNewConnection(Patience)) {
            RdmaStream *stream = server->nextPendingConnection();
            stream->write("hello");
            answered = stream->waitForDisconnected(Patience);
        }
        server.reset();
    });
    QTRY_COMPARE_WITH_TIMEOUT(client.received, QByteArray("hello"), Patience);
    client.stream.disconnectFromHost();
    QTRY_VERIFY_WITH_TIMEOUT(thread.isFinished(), Patience);
    QVERIFY(answered);
    QCOMPARE(client.errors, 0);
}

// Of the old thread, which cannot be served in another.
void tst_ServerEnds::movesWithWhatItHas()
{
    RdmaServer server;
    server.setMaxPendingConnections(1);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    Client pending(server.serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    Client waiting(server.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(server.connectionCount(), 2, Patience);
    server.moveToThread(nullptr);
    QVERIFY(!server.hasPendingConnections());
    for (Client *client : { &pending, &waiting }) {
        QTRY_VERIFY_WITH_TIMEOUT(client->hasEnded(), Patience);
        QCOMPARE(client->errors, 1);
    }
    // And back.
    server.moveToThread(QThread::currentThread());
    QVERIFY(server.isListening());
    Client next(server.serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(next.stream.state(), QAbstractSocket::ConnectedState, Patience);
    // The others count until the device has let go of them.
    QTRY_COMPARE_WITH_TIMEOUT(server.connectionCount(), 1, Patience);
}

// Away and back, after it has looked whether others wait.
void tst_ServerEnds::movesInItsSlot()
{
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    int served = 0;
    connect(&server, &RdmaServer::newConnection, &server, [&server, &served] {
        ++served;
        server.moveToThread(nullptr);
        server.moveToThread(QThread::currentThread());
    });
    for (int i = 1; i <= 2; ++i) {
        Client client(server.serverPort());
        QTRY_COMPARE_WITH_TIMEOUT(served, i, Patience);
        QTRY_VERIFY_WITH_TIMEOUT(client.hasEnded(), Patience);
        QCOMPARE(client.errors, 1);
        QVERIFY(server.isListening());
    }
    Client client(server.serverPort());
    QVERIFY(!server.hasPendingConnections());
    QVERIFY(server.waitForNewConnection(Patience)); // whose slot drops it
    QCOMPARE(served, 3);
}

// Whoever waited for the next connection waited in the old thread.
void tst_ServerEnds::movesWhilePausedAndWaitedFor()
{
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    server.pauseAccepting();
    Client first(server.serverPort());
    std::unique_ptr<Client> second;
    int served = 0;
    bool confirmed = false;
    connect(&server, &RdmaServer::newConnection, &server, [&] {
        if (++served > 1)
            return;
        server.moveToThread(nullptr);
        server.moveToThread(QThread::currentThread());
        second = std::make_unique<Client>(server.serverPort());
        confirmed =
                QTest::qWaitFor(
                        [&] { return second->stream.state() == QAbstractSocket::ConnectedState; },
                        Patience)
                && bystanderGoesOn();
    });
    QVERIFY(server.waitForNewConnection(Patience));
    QVERIFY(confirmed);
    QCOMPARE(served, 1);
    server.resumeAccepting();
    QTRY_COMPARE_WITH_TIMEOUT(served, 2, Patience);
}

// Where it was has nothing to say any more, before and after it has arrived elsewhere.
void tst_ServerEnds::isResumedInItsThreadOnly()
{
    auto server = std::make_unique<RdmaServer>();
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    server->pauseAccepting();
    std::atomic<QThread *> servedIn = nullptr;
    connect(
            server.get(), &RdmaServer::newConnection, server.get(),
            [&servedIn] { servedIn = QThread::currentThread(); }, Qt::DirectConnection);
    QThread thread;
    server->moveToThread(&thread);
    QTest::ignoreMessage(
            QtWarningMsg,
            "RdmaServer::resumeAccepting() called in another thread than the server's");
    server->resumeAccepting();
    QTest::ignoreMessage(
            QtWarningMsg,
            "RdmaServer::waitForNewConnection() called in another thread than the server's");
    QVERIFY(!server->waitForNewConnection(0));
    thread.start();
    Client client(server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client.stream.state(), QAbstractSocket::ConnectedState, Patience);
    QVERIFY(servedIn == nullptr);
    QMetaObject::invokeMethod(server.get(), [&server] { server->resumeAccepting(); });
    QTRY_VERIFY_WITH_TIMEOUT(servedIn == &thread, Patience);
    QMetaObject::invokeMethod(
            server.get(), [&server] { server.reset(); }, Qt::BlockingQueuedConnection);
    thread.quit();
    QVERIFY(thread.wait(Patience));
}

// It need not wait for what its client, in the same thread, has: QTcpServer's default is no time at all.
void tst_ServerEnds::hasConnectedClientsOfItsThread()
{
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    QVERIFY(!server.waitForNewConnection(0));
    for (int i = 0; i < 5; ++i) {
        Client client(server.serverPort());
        QVERIFY(client.stream.waitForConnected(Patience));
        QVERIFY2(server.waitForNewConnection(0), qPrintable(QString::number(i)));
        QVERIFY(server.hasPendingConnections());
        delete server.nextPendingConnection();
    }
    bool timedOut = false;
    QVERIFY(!server.waitForNewConnection(0, &timedOut));
    QVERIFY(timedOut);
}

QTEST_GUILESS_MAIN(tst_ServerEnds)
#include "tst_serverends.moc"
