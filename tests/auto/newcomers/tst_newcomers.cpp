// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "stream/native/streamhandshake_p.h"

#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <functional>
#include <memory>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <rdma/rdma_cma.h>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;
constexpr int Backlog = 4;
constexpr int Crowd = 3 * Backlog;

QByteArray handshake(quint32 features)
{
    StreamHandshake handshake;
    handshake.features = features;
    handshake.slotSize = 4096;
    handshake.window = 16;
    return handshake.toPrivateData();
}

RdmaStreamOptions optionsWith(const QByteArray &key)
{
    RdmaStreamOptions options;
    if (!key.isNull())
        options.setPreSharedKey(key);
    return options;
}

// Asks for connections by bare calls and never says that it has one: the last message of RoCE's handshake does not come.
class HalfOpen
{
public:
    HalfOpen() : m_events(rdma_create_event_channel()) { }
    ~HalfOpen()
    {
        for (rdma_cm_id *id : m_ids)
            rdma_destroy_id(id);
        rdma_destroy_event_channel(m_events);
    }
    Q_DISABLE_COPY_MOVE(HalfOpen)

    bool ask(const QHostAddress &address, quint16 port, const QByteArray &privateData)
    {
        sockaddr_in server = {};
        server.sin_family = AF_INET;
        server.sin_port = htons(port);
        server.sin_addr.s_addr = htonl(address.toIPv4Address());
        rdma_cm_id *id = nullptr;
        if (rdma_create_id(m_events, &id, nullptr, RDMA_PS_TCP) != 0)
            return false;
        m_ids.push_back(id);
        if (rdma_resolve_addr(id, nullptr, reinterpret_cast<sockaddr *>(&server), Patience) != 0
            || next() != RDMA_CM_EVENT_ADDR_RESOLVED || rdma_resolve_route(id, Patience) != 0
            || next() != RDMA_CM_EVENT_ROUTE_RESOLVED)
            return false;
        rdma_conn_param parameters = {};
        parameters.private_data = privateData.constData();
        parameters.private_data_len = quint8(privateData.size());
        // No queue pair has it, and no two of these the same: that would be taken for a new life of the first.
        parameters.qp_num = 0xe10000 + lastNumber++;
        return rdma_connect(id, &parameters) == 0;
    }

private:
    // Not an answer of the server's to an earlier one.
    int next()
    {
        for (;;) {
            pollfd descriptor = { m_events->fd, POLLIN, 0 };
            rdma_cm_event *event = nullptr;
            if (poll(&descriptor, 1, Patience) <= 0 || rdma_get_cm_event(m_events, &event) != 0)
                return -1;
            const int type = event->event;
            const bool isOld = event->id != m_ids.back();
            rdma_ack_cm_event(event);
            if (!isOld)
                return type;
        }
    }

    static inline quint32 lastNumber = 0;
    rdma_event_channel *m_events;
    std::vector<rdma_cm_id *> m_ids;
};

} // namespace

// Strangers who take up the places of a server and say nothing more, and an honest client that comes after them.
class tst_Newcomers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void halfOpen_data();
    void halfOpen();
    void silentWithKey_data();
    void silentWithKey();
    void eachSourceHasItsShare();
    void provedOnesStay();
    void proofHasItsOwnTime();
    void silentOnSharedReceives();
    void refusedOnesDropNobody_data();
    void refusedOnesDropNobody();

private:
    void listen(const QByteArray &key);
    std::unique_ptr<RdmaQueuePair>
    connectSilent(const QHostAddress &address,
                  const QByteArray &request = handshake(StreamHandshake::Authentication));
    bool isServed(const QByteArray &key, const QHostAddress &address = RdmaTest::address());
    bool echoes(RdmaStream *stream);

    std::unique_ptr<RdmaServer> server;
};

void tst_Newcomers::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_Newcomers::init()
{
    server = std::make_unique<RdmaServer>();
    server->setListenBacklogSize(Backlog);
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *stream = server->nextPendingConnection();
        connect(stream, &RdmaStream::readyRead, stream,
                [stream] { stream->write(stream->readAll()); });
    });
}

void tst_Newcomers::cleanup()
{
    server.reset();
}

// With more time than the test takes for whatever a peer does: only others make room.
void tst_Newcomers::listen(const QByteArray &key)
{
    RdmaStreamOptions options = optionsWith(key);
    options.setHandshakeTimeout(20 * Patience);
    options.setConnectTimeout(20 * Patience);
    server->setStreamOptions(options);
    QVERIFY2(server->listen(QHostAddress::Any), qPrintable(server->errorString()));
}

// Its handshake is in order; it does not prove the key that it names, nor anything else.
std::unique_ptr<RdmaQueuePair> tst_Newcomers::connectSilent(const QHostAddress &address,
                                                            const QByteArray &request)
{
    auto peer = std::make_unique<RdmaQueuePair>();
    RdmaConnectionOptions options;
    options.setPrivateData(request);
    peer->postReceive(4096);
    peer->connectToHost(address, server->serverPort(), options);
    (void)QTest::qWaitFor(
            [&] {
                return peer->state() == QAbstractSocket::ConnectedState
                        || peer->state() == QAbstractSocket::UnconnectedState;
            },
            Patience);
    return peer;
}

bool tst_Newcomers::echoes(RdmaStream *stream)
{
    stream->write("hello");
    const auto isOver = [stream] {
        return stream->bytesAvailable() >= 5
                || stream->state() == QAbstractSocket::UnconnectedState;
    };
    return QTest::qWaitFor(isOver, Patience) && stream->readAll() == "hello";
}

bool tst_Newcomers::isServed(const QByteArray &key, const QHostAddress &address)
{
    RdmaStream client;
    client.setOptions(optionsWith(key));
    client.connectToHost(address, server->serverPort());
    if (echoes(&client))
        return true;
    qWarning() << client.rdmaError();
    return false;
}

void tst_Newcomers::halfOpen_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<int>("maxConnections");
    QTest::newRow("no key") << QByteArray() << 0;
    QTest::newRow("with a key") << QByteArray("secret") << 0;
    QTest::newRow("all places taken") << QByteArray() << Backlog; // the last client may hold one
}

// The kernel repeats requests that it had no room for, so there is no telling how many come at once: an honest client has another address.
void tst_Newcomers::halfOpen()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP's kernel announces no connection that is not complete");
    if (RdmaTest::address6().isNull())
        QSKIP("The device has one address only");
    QFETCH(const QByteArray, key);
    QFETCH(const int, maxConnections);
    server->setMaxConnections(maxConnections);
    listen(key);
    RdmaStream witness;
    witness.setOptions(optionsWith(key));
    witness.connectToHost(RdmaTest::address6(), server->serverPort());
    QVERIFY(echoes(&witness));
    QSignalSpy failures(server.get(), &RdmaServer::acceptError);
    HalfOpen strangers;
    const QByteArray data = handshake(key.isNull() ? 0 : StreamHandshake::Authentication);
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < Crowd; ++i)
            QVERIFY(strangers.ask(RdmaTest::address(), server->serverPort(), data));
        QVERIFY(isServed(key, RdmaTest::address6()));
    }
    QVERIFY(echoes(&witness));
    QCOMPARE(failures.size(), 0);
}

void tst_Newcomers::silentWithKey_data()
{
    QTest::addColumn<int>("maxConnections");
    QTest::newRow("the backlog is full") << 0;
    QTest::newRow("all places taken") << Backlog - 1;
}

void tst_Newcomers::silentWithKey()
{
    QFETCH(const int, maxConnections);
    server->setMaxConnections(maxConnections);
    listen("secret");
    RdmaStream witness;
    witness.setOptions(optionsWith("secret"));
    witness.connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY(echoes(&witness));
    std::vector<std::unique_ptr<RdmaQueuePair>> strangers;
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < Crowd; ++i)
            strangers.push_back(connectSilent(RdmaTest::address()));
        QVERIFY(isServed("secret"));
    }
    QVERIFY(echoes(&witness));
    QVERIFY(server->connectionCount() <= Backlog + 2);
}

// The oldest of all, but its source has no other: the many of another one make room for each other.
void tst_Newcomers::eachSourceHasItsShare()
{
    if (RdmaTest::address6().isNull())
        QSKIP("The device has one address only");
    listen("secret");
    const auto first = connectSilent(RdmaTest::address6());
    QCOMPARE(first->state(), QAbstractSocket::ConnectedState);
    std::vector<std::unique_ptr<RdmaQueuePair>> strangers;
    for (int i = 0; i < Crowd; ++i)
        strangers.push_back(connectSilent(RdmaTest::address()));
    QTRY_COMPARE_WITH_TIMEOUT(strangers.front()->state(), QAbstractSocket::UnconnectedState,
                              Patience);
    QVERIFY(isServed("secret"));
    QCOMPARE(first->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(strangers.back()->state(), QAbstractSocket::ConnectedState);
}

// Those that nobody takes are not there to be dropped: then the server is busy.
void tst_Newcomers::provedOnesStay()
{
    listen({});
    server->pauseAccepting();
    std::vector<std::unique_ptr<RdmaStream>> clients;
    for (int i = 0; i < Backlog; ++i) {
        clients.push_back(std::make_unique<RdmaStream>());
        clients.back()->connectToHost(RdmaTest::address(), server->serverPort());
        QTRY_COMPARE_WITH_TIMEOUT(clients.back()->state(), QAbstractSocket::ConnectedState,
                                  Patience);
    }
    RdmaStream late;
    QSignalSpy refusals(&late, &RdmaStream::errorOccurred);
    late.connectToHost(RdmaTest::address(), server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(refusals.size(), 1, Patience);
    QVERIFY2(late.errorString().contains(QLatin1String("busy")), qPrintable(late.errorString()));
    server->resumeAccepting();
    for (const auto &client : clients)
        QVERIFY(echoes(client.get()));
}

// The time for everything else may be long.
void tst_Newcomers::proofHasItsOwnTime()
{
    RdmaStreamOptions options = optionsWith("secret");
    QCOMPARE(options.handshakeTimeout(), 5000);
    options.setHandshakeTimeout(500);
    options.setConnectTimeout(-1);
    server->setStreamOptions(options);
    QVERIFY2(server->listen(QHostAddress::Any), qPrintable(server->errorString()));
    const auto silent = connectSilent(RdmaTest::address());
    QTRY_COMPARE_WITH_TIMEOUT(silent->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 0, Patience);
}

// The receives of one that goes are there when the device has let go of it: the next attempt finds them.
void tst_Newcomers::silentOnSharedReceives()
{
    server->setSharedReceives(2 * 13);
    listen("secret");
    std::vector<std::unique_ptr<RdmaQueuePair>> strangers;
    for (int i = 0; i < Crowd; ++i)
        strangers.push_back(connectSilent(RdmaTest::address()));
    QVERIFY(QTest::qWaitFor([this] { return isServed("secret"); }, Patience));
}

void tst_Newcomers::refusedOnesDropNobody_data()
{
    const QByteArray good = handshake(StreamHandshake::Authentication);
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<std::function<void(RdmaServer *)>>("limit");
    QTest::addColumn<std::function<void(RdmaServer *)>>("limitLater");
    const auto row = [](const char *name, const QByteArray &request,
                        const std::function<void(RdmaServer *)> &limit,
                        const std::function<void(RdmaServer *)> &limitLater) {
        QTest::newRow(name) << request << limit << limitLater;
    };
    const auto nothing = [](RdmaServer *) {};
    row("another protocol", "GET / HTTP/1.1", nothing, nothing);
    row("no key", handshake(0), nothing, nothing);
    const auto allPlaces = [](RdmaServer *limited) { limited->setMaxConnections(Backlog); };
    row("no key, all places taken", handshake(0), allPlaces, nothing);
    const auto receives = [](RdmaServer *limited) {
        limited->setListenBacklogSize(2 * Backlog);
        limited->setSharedReceives(Backlog * 13);
    };
    row("no key, all receives taken", handshake(0), receives, nothing);
    const auto share = [](RdmaServer *limited) {
        limited->setMaxConnectionsPerAddress(Backlog / 2);
    };
    row("it has its share", good, share, nothing);
    const auto fewer = [](RdmaServer *limited) { limited->setMaxConnections(Backlog / 2); };
    row("one place less would not do", good, nothing, fewer);
}

// They ask for what they do not get, with or without a place.
void tst_Newcomers::refusedOnesDropNobody()
{
    if (RdmaTest::address6().isNull())
        QSKIP("The device has one address only");
    QFETCH(const QByteArray, request);
    QFETCH(const std::function<void(RdmaServer *)>, limit);
    QFETCH(const std::function<void(RdmaServer *)>, limitLater);
    limit(server.get());
    listen("secret");
    std::vector<std::unique_ptr<RdmaQueuePair>> honest;
    for (int i = 0; i < Backlog; ++i) {
        honest.push_back(
                connectSilent(i < Backlog / 2 ? RdmaTest::address6() : RdmaTest::address()));
        QCOMPARE(honest.back()->state(), QAbstractSocket::ConnectedState);
    }
    QCOMPARE(server->connectionCount(), Backlog);
    limitLater(server.get());
    for (int i = 0; i < 2; ++i) {
        const auto stranger = connectSilent(RdmaTest::address(), request);
        QCOMPARE(stranger->rdmaError().category(), RdmaError::Category::ConnectionRejected);
        QCOMPARE(server->connectionCount(), Backlog); // what makes way counts no more
    }
    for (const auto &peer : honest)
        QCOMPARE(peer->state(), QAbstractSocket::ConnectedState);
}

QTEST_GUILESS_MAIN(tst_Newcomers)
#include "tst_newcomers.moc"
