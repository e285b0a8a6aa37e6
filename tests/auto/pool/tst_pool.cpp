// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "poolserver.h"
#include "rdmaleaks.h"
#include "rdmatest.h"

#include <QtRdma/RdmaStream>

#include <QtCore/qregularexpression.h>
#include <QtCore/qthread.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace {

constexpr int Patience = 60000;

void echo(RdmaStream *stream)
{
    QObject::connect(stream, &RdmaStream::readyRead, stream,
                     [stream] { stream->write(stream->readAll()); });
}

// What arrives at 'place' of the way of one of the clients.
char byteAt(qint64 place, int client)
{
    return char(place * 7 + place / 251 + client);
}

QByteArray piece(qint64 place, int size, int client)
{
    QByteArray bytes(size, Qt::Uninitialized);
    for (int i = 0; i < size; ++i)
        bytes[i] = byteAt(place + i, client);
    return bytes;
}

// Sends what is its own, and looks whether that comes back.
struct Client
{
    explicit Client(int clientNumber) : number(clientNumber) { }

    bool send(int size)
    {
        const qint64 taken = stream.write(piece(sent, size, number));
        sent += qMax<qint64>(0, taken);
        return taken > 0;
    }
    void take()
    {
        const QByteArray bytes = stream.readAll();
        right = right && bytes == piece(received, int(bytes.size()), number);
        received += bytes.size();
    }

    const int number;
    qint64 sent = 0;
    qint64 received = 0;
    bool right = true;
    RdmaStream stream;
};

// A server that takes no more says so, but for TCP, where it can but end the connection.
QAbstractSocket::SocketError refusal()
{
    return RdmaTest::isTcp() ? QAbstractSocket::RemoteHostClosedError
                             : QAbstractSocket::ConnectionRefusedError;
}

using Clients = std::vector<std::unique_ptr<Client>>;

} // namespace

// The server of examples/pool: its streams live in other threads than itself.
class tst_Pool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void streamsInAllThreads();
    void limitsHold();
    void keyReachesTheThreads();
    void endsWhileBusy();
    void endsWhileConnecting();

private:
    void connectClients(const RdmaServer &server, int count, Clients *clients);
};

void tst_Pool::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_Pool::init()
{
    if (!RdmaTest::isWorthIt({ "streamsInAllThreads" }))
        QSKIP(RdmaTest::ToldByRoce);
}

static Client *beginConnecting(const RdmaServer &server, Clients *clients,
                               const RdmaStreamOptions &options = {})
{
    clients->push_back(std::make_unique<Client>(int(clients->size())));
    Client *client = clients->back().get();
    QObject::connect(&client->stream, &RdmaStream::readyRead, &client->stream,
                     [client] { client->take(); });
    client->stream.setOptions(options);
    client->stream.connectToHost(RdmaTest::address(), server.serverPort());
    return client;
}

void tst_Pool::connectClients(const RdmaServer &server, int count, Clients *clients)
{
    for (int i = 0; i < count; ++i)
        beginConnecting(server, clients);
    for (const auto &client : *clients) {
        QTRY_COMPARE_WITH_TIMEOUT(client->stream.state(), QAbstractSocket::ConnectedState,
                                  Patience);
    }
}

// Each thread gets as many, and each stream is served in its own.
void tst_Pool::streamsInAllThreads()
{
    constexpr int Threads = 4;
    constexpr int Each = 6;
    constexpr int Size = 30000;
    std::mutex mutex;
    std::map<Qt::HANDLE, int> streams;
    int served = 0;
    bool inTheirThread = true;
    const auto serve = [&](RdmaStream *stream) {
        const std::lock_guard lock(mutex);
        ++served;
        ++streams[QThread::currentThreadId()];
        inTheirThread = inTheirThread && stream->thread() == QThread::currentThread();
        echo(stream);
    };
    PoolServer server(Threads, serve);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    Clients clients;
    connectClients(server, Threads * Each, &clients);
    const auto allServed = [&] {
        const std::lock_guard lock(mutex);
        return served == Threads * Each;
    };
    QTRY_VERIFY_WITH_TIMEOUT(allServed(), Patience);
    for (const auto &client : clients)
        client->send(Size + client->number);
    for (const auto &client : clients) {
        QTRY_COMPARE_WITH_TIMEOUT(client->received, client->sent, Patience);
        QVERIFY(client->right);
    }
    {
        const std::lock_guard lock(mutex);
        QCOMPARE(int(streams.size()), Threads);
        for (const auto &[thread, count] : streams) {
            QVERIFY(thread != QThread::currentThreadId());
            QCOMPARE(count, Each);
        }
        QVERIFY(inTheirThread);
    }
    QCOMPARE(server.connectionCount(), Threads * Each);
    clients.clear();
    QTRY_COMPARE_WITH_TIMEOUT(server.connectionCount(), 0, Patience);
}

// The server's own, though the streams are elsewhere.
void tst_Pool::limitsHold()
{
    PoolServer server(2, echo);
    server.setMaxConnections(4);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    Clients clients;
    connectClients(server, 4, &clients);
    Client *fifth = beginConnecting(server, &clients);
    QTRY_COMPARE_WITH_TIMEOUT(fifth->stream.state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(fifth->stream.error(), refusal());
    clients.erase(clients.begin());
    clients.pop_back();
    QTRY_COMPARE_WITH_TIMEOUT(server.connectionCount(), 3, Patience);
    connectClients(server, 1, &clients);
    clients.back()->send(1000);
    QTRY_COMPARE_WITH_TIMEOUT(clients.back()->received, 1000, Patience);
    QVERIFY(clients.back()->right);
}

void tst_Pool::keyReachesTheThreads()
{
    RdmaStreamOptions options;
    options.setPreSharedKey(QByteArray(32, 'k'));
    PoolServer server(2, echo);
    server.setStreamOptions(options);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    Clients clients;
    if (!RdmaTest::isTcp()) // where a proof follows the acceptance
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("cannot accept")));
    Client *stranger = beginConnecting(server, &clients);
    QTRY_COMPARE_WITH_TIMEOUT(stranger->stream.error(), refusal(), Patience);
    Client *friendly = beginConnecting(server, &clients, options);
    friendly->send(1000);
    QTRY_COMPARE_WITH_TIMEOUT(friendly->received, 1000, Patience);
    QVERIFY(friendly->right);
}

// The threads end in the middle of what they send and get. The clients have what was sent, and hear that it is over.
void tst_Pool::endsWhileBusy()
{
    constexpr int Count = 8;
    const qint64 Enough = RdmaTest::rounds(1, 4) << 20;
    auto server = std::make_unique<PoolServer>(3, echo);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    Clients clients;
    connectClients(*server, Count, &clients);
    for (const auto &entry : clients) {
        Client *client = entry.get();
        const auto fill = [client] {
            while (client->stream.bytesToWrite() < 100000 && client->send(10000)) { }
        };
        connect(&client->stream, &RdmaStream::bytesWritten, &client->stream, fill);
        fill();
    }
    const auto enough = [&clients, Enough] {
        qint64 sum = 0;
        for (const auto &client : clients)
            sum += client->received;
        return sum >= Enough;
    };
    QTRY_VERIFY_WITH_TIMEOUT(enough(), Patience);
    server.reset();
    for (const auto &client : clients) {
        QTRY_COMPARE_WITH_TIMEOUT(client->stream.state(), QAbstractSocket::UnconnectedState,
                                  Patience);
        QVERIFY2(client->stream.endedCleanly(), qPrintable(client->stream.errorString()));
        QVERIFY(client->received > 0);
        QVERIFY(client->right);
    }
    clients.clear();
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("qp")), 0, Patience);
}

// Requests are in the server, on the way to a thread, or half accepted there: every client hears something.
void tst_Pool::endsWhileConnecting()
{
    for (int round = 0; round < RdmaTest::rounds(5, 50); ++round) {
        auto server = std::make_unique<PoolServer>(3, echo);
        QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
        Clients clients;
        for (int i = 0; i < 16; ++i)
            beginConnecting(*server, &clients);
        QTRY_VERIFY_WITH_TIMEOUT(server->connectionCount() > round % 5, Patience);
        server.reset();
        for (const auto &client : clients) {
            QTRY_COMPARE_WITH_TIMEOUT(client->stream.state(), QAbstractSocket::UnconnectedState,
                                      Patience);
        }
    }
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("qp")), 0, Patience);
}

QTEST_GUILESS_MAIN(tst_Pool)
#include "tst_pool.moc"
