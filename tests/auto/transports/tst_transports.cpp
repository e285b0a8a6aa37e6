// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "lowlimit.h"
#include "qtrdmafault.h"
#include "rdmatest.h"
#include "waitfor.h"
#include "worker.h"

#include "stream/native/streamhandshake_p.h"
#include "stream/transportmemory_p.h"

#include <QtRdma/RdmaConnectionOptions>
#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qelapsedtimer.h>
#include <QtCore/qscopeguard.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <cerrno>
#include <memory>

using Policy = Rdma::TransportPolicy;
using Transport = Rdma::StreamTransport;
using QtRdmaPrivate::TransportMemory;

namespace {

constexpr int Patience = 60000;
constexpr int ConnectTimeout = 3000;
const Rdma::StreamTransports Both = Transport::Rdma | Transport::Tcp;

// How RDMA works, or does not, at one end.
enum class Rdmas { Works, IsAbsent, IsRefused, IsSilent };

const char *name(Rdmas situation)
{
    const char *const names[] = { "RDMA", "no RDMA", "RDMA refused", "RDMA silent" };
    return names[int(situation)];
}

// Takes no connection over RDMA: it refuses each, or never answers.
class Unwilling : public RdmaServer
{
public:
    explicit Unwilling(Rdmas situation) : m_isSilent(situation == Rdmas::IsSilent)
    {
        setAcceptPolicy(AcceptPolicy::Deferred);
    }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        if (m_isSilent)
            m_kept.append(request);
        else
            request.reject();
    }

private:
    const bool m_isSilent;
    QList<RdmaConnectionRequest> m_kept;
};

// A server of both transports, over which RDMA works or does not.
struct Serving
{
    explicit Serving(Rdmas situation, const RdmaStreamOptions &options = {})
    {
        server.setStreamOptions(options);
        if (situation == Rdmas::Works) {
            server.setTransports(Both);
            isListening = server.listen(RdmaTest::address());
            port = server.serverPort();
            tcpPort = server.tcpPort() > 0 ? server.tcpPort() : port;
            return;
        }
        server.setTransports(Transport::Tcp);
        isListening = situation == Rdmas::IsAbsent ? server.listen(RdmaTest::address())
                                                   : listenBeside(situation);
        tcpPort = server.serverPort();
        if (situation == Rdmas::IsAbsent)
            port = RdmaTest::isSiw() ? quint16(tcpPort - 1) : tcpPort;
    }

    bool listenBeside(Rdmas situation)
    {
        unwilling = std::make_unique<Unwilling>(situation);
        if (!unwilling->listen(RdmaTest::address()))
            return false;
        port = unwilling->serverPort();
        return server.listen(RdmaTest::address(), RdmaTest::isSiw() ? quint16(port + 1) : port);
    }

    RdmaServer server;
    std::unique_ptr<Unwilling> unwilling;
    bool isListening = false;
    quint16 port = 0;
    quint16 tcpPort = 0;
};

// How RDMA fails for the client, while it exists.
class Obstacle
{
public:
    explicit Obstacle(Rdmas situation)
    {
        if (situation == Rdmas::IsAbsent)
            qtrdmafault_arm("rdma_resolve_addr", -1, ENODEV);
        else if (situation == Rdmas::IsRefused)
            qtrdmafault_arm("rdma_create_qp", -1, ENOMEM);
        qtrdmafault_lose_connects(situation == Rdmas::IsSilent);
    }
    ~Obstacle()
    {
        qtrdmafault_reset();
        qtrdmafault_lose_connects(0);
    }
    Q_DISABLE_COPY_MOVE(Obstacle)
};

RdmaStreamOptions options(Policy policy, int headStart = 250)
{
    RdmaStreamOptions result;
    result.setTransport(policy);
    result.setHeadStart(headStart);
    result.setConnectTimeout(ConnectTimeout);
    return result;
}

// As a client that prefers RDMA, but for its first frame.
void beginAttempt(RdmaQueuePair *attempt, quint16 port)
{
    QtRdmaPrivate::StreamHandshake handshake;
    handshake.slotSize = 2064;
    handshake.window = 2;
    handshake.features = QtRdmaPrivate::StreamHandshake::Confirmation;
    RdmaConnectionOptions own;
    own.setPrivateData(handshake.toPrivateData());
    attempt->connectToHost(RdmaTest::address(), port, own);
}

} // namespace

class tst_Transports : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void outcome_data();
    void outcome();
    void onePort_data();
    void onePort();
    void plainTcpClient();
    void secondConnectionLosesNoTime();
    void whatWasRememberedIsGone();
    void bothAtTheSameTime();
    void addressIsResolvedLate();
    void headStartWithoutEnd();
    void lostRdmaIsNeverHandedOut();
    void heldConnections();
    void keyCoversThePolicy();
    void limits_data();
    void limits();

private:
    std::unique_ptr<RdmaStream> peerOf(const RdmaStream &client, RdmaServer *server);
    static bool isLost(RdmaStream *stream);
    void exchange(RdmaStream *client, RdmaServer *server, int *lost);
};

void tst_Transports::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_Transports::init()
{
    TransportMemory::forgetAll();
}

// The server's end of the client's connection. Another one that the server was handed has lost, and
// ends before its first byte.
std::unique_ptr<RdmaStream> tst_Transports::peerOf(const RdmaStream &client, RdmaServer *server)
{
    std::unique_ptr<RdmaStream> peer;
    const bool came = RdmaTest::waitFor(
            [&] {
                while (!peer && server->hasPendingConnections()) {
                    std::unique_ptr<RdmaStream> next(server->nextPendingConnection());
                    if (next->transport() == client.transport())
                        peer = std::move(next);
                    else if (!isLost(next.get()))
                        return true;
                }
                return peer != nullptr;
            },
            Patience);
    return came ? std::move(peer) : nullptr;
}

bool tst_Transports::isLost(RdmaStream *stream)
{
    return RdmaTest::waitFor(
                   [stream] { return stream->state() == QAbstractSocket::UnconnectedState; },
                   Patience)
            && stream->bytesAvailable() == 0;
}

// Both write, and read what the other has written.
void tst_Transports::exchange(RdmaStream *client, RdmaServer *server, int *lost)
{
    const QByteArray sent(100000, 'x');
    const std::unique_ptr<RdmaStream> peer = peerOf(*client, server);
    QVERIFY(peer);
    client->write(sent);
    peer->write(sent);
    QByteArray here;
    QByteArray there;
    *lost = RdmaTest::waitFor(
                    [&] {
                        here += client->readAll();
                        there += peer->readAll();
                        return here.size() >= sent.size() && there.size() >= sent.size();
                    },
                    Patience)
            ? 0
            : int(2 * sent.size() - here.size() - there.size());
    QCOMPARE(here, sent);
    QCOMPARE(there, sent);
    while (server->hasPendingConnections()) {
        const std::unique_ptr<RdmaStream> other(server->nextPendingConnection());
        QVERIFY(isLost(other.get()));
    }
}

void tst_Transports::outcome_data()
{
    QTest::addColumn<int>("client");
    QTest::addColumn<int>("server");
    QTest::addColumn<Policy>("policy");
    for (const Policy policy : { Policy::RdmaOnly, Policy::PreferRdma, Policy::TcpOnly }) {
        for (int client = 0; client < 4; ++client) {
            for (int server = 0; server < 4; ++server)
                QTest::addRow("%s: %s to %s",
                              policy == Policy::RdmaOnly          ? "RdmaOnly"
                                      : policy == Policy::TcpOnly ? "TcpOnly"
                                                                  : "PreferRdma",
                              name(Rdmas(client)), name(Rdmas(server)))
                        << client << server << policy;
        }
    }
}

// Prints the table of all situations.
void tst_Transports::outcome()
{
    QFETCH(const int, client);
    QFETCH(const int, server);
    QFETCH(const Policy, policy);
    Serving serving{ Rdmas(server) };
    QVERIFY2(serving.isListening, qPrintable(serving.server.errorString()));
    const Obstacle obstacle{ Rdmas(client) };
    RdmaStream stream;
    RdmaStreamOptions own = options(policy);
    // A client without a device does not know the kind of the server's.
    if (RdmaTest::isSiw() && (policy == Policy::TcpOnly || Rdmas(client) == Rdmas::IsAbsent))
        own.setTcpPort(serving.tcpPort);
    stream.setOptions(own);
    const bool rdmaWorks = Rdmas(client) == Rdmas::Works && Rdmas(server) == Rdmas::Works;
    QElapsedTimer clock;
    clock.start();
    stream.connectToHost(RdmaTest::address(), serving.port);
    QTRY_VERIFY_WITH_TIMEOUT(stream.state() != QAbstractSocket::ConnectingState, Patience);
    const qint64 msecs = clock.elapsed();
    if (policy == Policy::RdmaOnly && !rdmaWorks) {
        QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
        qInfo("| %s | %s | none: %s | %lld ms |", QTest::currentDataTag(), "-",
              qPrintable(stream.errorString()), msecs);
        QVERIFY(!serving.server.hasPendingConnections());
        return;
    }
    QVERIFY2(stream.state() == QAbstractSocket::ConnectedState,
             qPrintable(stream.rdmaError().toString()));
    const bool isRdma = policy != Policy::TcpOnly && rdmaWorks;
    QCOMPARE(stream.transport(), isRdma ? Transport::Rdma : Transport::Tcp);
    QCOMPARE(stream.transportReason().isEmpty(), isRdma || policy == Policy::TcpOnly);
    int lost = -1;
    exchange(&stream, &serving.server, &lost);
    qInfo("| %s | %s | %s | %lld ms | %d bytes lost |", QTest::currentDataTag(),
          isRdma ? "RDMA" : "TCP", qPrintable(stream.transportReason()), msecs, lost);
}

void tst_Transports::onePort_data()
{
    QTest::addColumn<QHostAddress>("address");
    QTest::newRow("any") << QHostAddress(QHostAddress::Any);
    QTest::newRow("any IPv4") << QHostAddress(QHostAddress::AnyIPv4);
    QTest::newRow("one") << RdmaTest::address();
}

// A server of both has one port, but for the addresses of iWARP devices.
void tst_Transports::onePort()
{
    QFETCH(const QHostAddress, address);
    RdmaServer server;
    server.setTransports(Both);
    QVERIFY2(server.listen(address), qPrintable(server.errorString()));
    // A machine may have devices of both kinds.
    const bool hasSecond = server.tcpPort() > 0;
    QVERIFY(!RdmaTest::isSiw() || hasSecond);
    if (hasSecond)
        QCOMPARE(server.tcpPort(), quint16(server.serverPort() + 1));
    const auto isReached = [&server](const QHostAddress &to, quint16 port) {
        QTcpSocket client;
        client.connectToHost(to, port);
        client.write("x");
        if (!RdmaTest::waitFor([&server] { return server.hasPendingConnections(); }, Patience))
            return false;
        const std::unique_ptr<RdmaStream> peer(server.nextPendingConnection());
        return peer->transport() == Transport::Tcp
                && RdmaTest::waitFor([&peer] { return peer->bytesAvailable() == 1; }, Patience);
    };
    QVERIFY(isReached(RdmaTest::address(),
                      hasSecond && RdmaTest::isSiw() ? server.tcpPort() : server.serverPort()));
    if (address != RdmaTest::address()) {
        QVERIFY(isReached(QHostAddress(QHostAddress::LocalHost), server.serverPort()));
        if (hasSecond)
            QVERIFY(isReached(QHostAddress(QHostAddress::LocalHost), server.tcpPort()));
    }
    RdmaStream client;
    client.connectToHost(RdmaTest::address(), server.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(client.transport(), Transport::Rdma);
}

void tst_Transports::plainTcpClient()
{
    Serving serving(Rdmas::Works);
    QTcpSocket client;
    client.connectToHost(RdmaTest::address(), serving.tcpPort);
    QTRY_VERIFY_WITH_TIMEOUT(serving.server.hasPendingConnections(), Patience);
    const std::unique_ptr<RdmaStream> peer(serving.server.nextPendingConnection());
    peer->write("first word");
    QTRY_COMPARE_WITH_TIMEOUT(client.bytesAvailable(), 10, Patience);
}

// The first connection waits for the head start, which is for ever here, until it is refused.
void tst_Transports::secondConnectionLosesNoTime()
{
    Serving serving(Rdmas::IsRefused);
    QVERIFY(serving.isListening);
    QString reason;
    for (int i = 0; i < 2; ++i) {
        qtrdmafault_arm("rdma_connect", 0, 0); // counts
        RdmaStream stream;
        stream.setOptions(options(Policy::PreferRdma, -1));
        stream.connectToHost(RdmaTest::address(), serving.port);
        QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::ConnectedState, Patience);
        QCOMPARE(stream.transport(), Transport::Tcp);
        QCOMPARE(qtrdmafault_count(), i == 0 ? 1 : 0);
        QVERIFY(!stream.transportReason().isEmpty());
        if (i > 0)
            QCOMPARE(stream.transportReason(), reason);
        reason = stream.transportReason();
        int lost = -1;
        exchange(&stream, &serving.server, &lost);
    }
    qtrdmafault_reset();
}

// The server that was reached over TCP serves over RDMA alone now.
void tst_Transports::whatWasRememberedIsGone()
{
    RdmaServer server;
    QVERIFY(server.listen(RdmaTest::address()));
    TransportMemory::remember(RdmaTest::address(), server.serverPort(),
                              { QStringLiteral("a reason"), quint16(server.serverPort() + 1) });
    RdmaStream stream;
    stream.setOptions(options(Policy::PreferRdma));
    stream.connectToHost(RdmaTest::address(), server.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(stream.transport(), Transport::Rdma);
    QCOMPARE(stream.transportReason(), QString());
    int lost = -1;
    exchange(&stream, &server, &lost);
}

// Many race without a head start. Each has one connection, and the server sees no other.
void tst_Transports::bothAtTheSameTime()
{
    constexpr int Clients = 20;
    Serving serving(Rdmas::Works);
    QVERIFY(serving.isListening);
    for (int i = 0; i < Clients; ++i) {
        TransportMemory::forgetAll();
        RdmaStream stream;
        stream.setOptions(options(Policy::PreferRdma, 0));
        QSignalSpy connects(&stream, &RdmaStream::connected);
        stream.connectToHost(RdmaTest::address(), serving.port);
        QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::ConnectedState, Patience);
        stream.write("ping");
        QByteArray answer;
        int spoken = 0;
        // The lost one of TCP may be handed out, and ends before its first byte.
        QTRY_VERIFY_WITH_TIMEOUT(
                [&] {
                    while (RdmaStream *peer = serving.server.nextPendingConnection()) {
                        connect(peer, &RdmaStream::readyRead, peer, [&spoken, peer] {
                            ++spoken;
                            peer->write(peer->readAll());
                        });
                        if (peer->bytesAvailable() > 0) {
                            ++spoken;
                            peer->write(peer->readAll());
                        }
                    }
                    answer += stream.readAll();
                    return answer.size() >= 4;
                }(),
                Patience);
        QCOMPARE(answer, QByteArray("ping"));
        QCOMPARE(spoken, 1);
        QCOMPARE(connects.count(), 1);
    }
}

// The head start ends before the client knows the device, and so the port of TCP.
void tst_Transports::addressIsResolvedLate()
{
    Serving serving(Rdmas::Works);
    QVERIFY(serving.isListening);
    qtrdmafault_disturb_cm(100, 0);
    const auto restored = qScopeGuard([] { qtrdmafault_disturb_cm(0, 0); });
    RdmaStream stream;
    stream.setOptions(options(Policy::PreferRdma, 1));
    stream.connectToHost(RdmaTest::address(), serving.port);
    QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::ConnectedState, Patience);
    int lost = -1;
    exchange(&stream, &serving.server, &lost);
}

// Each step of RDMA takes longer than a connection over TCP would, which does not begin.
void tst_Transports::headStartWithoutEnd()
{
    Serving serving(Rdmas::Works);
    QVERIFY(serving.isListening);
    qtrdmafault_disturb_cm(100, 0);
    const auto restored = qScopeGuard([] { qtrdmafault_disturb_cm(0, 0); });
    RdmaStream stream;
    stream.setOptions(options(Policy::PreferRdma, -1));
    stream.connectToHost(RdmaTest::address(), serving.port);
    QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(stream.transport(), Transport::Rdma);
}

// A client that is connected over RDMA, has not said that it goes on, and chooses TCP.
void tst_Transports::lostRdmaIsNeverHandedOut()
{
    Serving serving(Rdmas::Works);
    QVERIFY(serving.isListening);
    QSignalSpy connections(&serving.server, &RdmaServer::newConnection);
    RdmaQueuePair attempt;
    beginAttempt(&attempt, serving.port);
    QTRY_COMPARE_WITH_TIMEOUT(attempt.state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(serving.server.connectionCount(), 1);
    attempt.abort();
    QTRY_COMPARE_WITH_TIMEOUT(serving.server.connectionCount(), 0, Patience);
    QCOMPARE(connections.count(), 0);
}

// A client has an attempt over RDMA under way, of which it has not said yet that it goes on.
void tst_Transports::heldConnections()
{
    Serving serving(Rdmas::Works);
    QVERIFY(serving.isListening);
    QSignalSpy connections(&serving.server, &RdmaServer::newConnection);
    RdmaQueuePair attempt;
    beginAttempt(&attempt, serving.port);
    QTRY_COMPARE_WITH_TIMEOUT(attempt.state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(serving.server.connectionCount(), 1);

    // It chooses RDMA: nobody hears of the other connection.
    QTcpSocket lost;
    lost.connectToHost(RdmaTest::address(), serving.tcpPort);
    QTRY_COMPARE_WITH_TIMEOUT(serving.server.connectionCount(), 2, Patience);
    lost.abort();
    QTRY_COMPARE_WITH_TIMEOUT(serving.server.connectionCount(), 1, Patience);
    QCOMPARE(connections.count(), 0);

    // It chooses TCP, and waits for the server to speak.
    QTcpSocket silent;
    silent.connectToHost(RdmaTest::address(), serving.tcpPort);
    QTRY_COMPARE_WITH_TIMEOUT(connections.count(), 1, Patience);
    const std::unique_ptr<RdmaStream> peer(serving.server.nextPendingConnection());
    peer->write("first word");
    QTRY_COMPARE_WITH_TIMEOUT(silent.bytesAvailable(), 10, Patience);
}

// A client that prefers RDMA and one that does not say different things, so each proof is of one of
// them: doc/wire-format.md.
void tst_Transports::keyCoversThePolicy()
{
    const QByteArray key(32, 'k');
    RdmaStreamOptions serverOptions;
    serverOptions.setPreSharedKey(key);
    for (const Rdmas situation : { Rdmas::Works, Rdmas::IsRefused }) {
        Serving serving(situation, serverOptions);
        QVERIFY(serving.isListening);
        for (const bool isSame : { true, false }) {
            TransportMemory::forgetAll();
            RdmaStream stream;
            RdmaStreamOptions own = options(Policy::PreferRdma);
            own.setPreSharedKey(isSame ? key : QByteArray(32, 'o'));
            stream.setOptions(own);
            stream.connectToHost(RdmaTest::address(), serving.port);
            QTRY_VERIFY_WITH_TIMEOUT(stream.state() != QAbstractSocket::ConnectingState, Patience);
            QCOMPARE(stream.state() == QAbstractSocket::ConnectedState, isSame);
            if (!isSame) {
                QCOMPARE(stream.rdmaError().cause(), RdmaError::Cause::AuthenticationFailed);
                QVERIFY(!serving.server.hasPendingConnections());
                continue;
            }
            int lost = -1;
            exchange(&stream, &serving.server, &lost);
        }
    }
}

void tst_Transports::limits_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<int>("errorNumber");
    QTest::addColumn<QString>("advice");
    QTest::newRow("files") << QByteArray("ibv_create_comp_channel") << EMFILE << "ulimit -n";
    QTest::newRow("locked memory") << QByteArray("ibv_reg_mr") << ENOMEM << "ulimit -l";
    QTest::newRow("protection domains") << QByteArray("ibv_alloc_pd") << ENOMEM << "";
    QTest::newRow("completion queues") << QByteArray("ibv_create_cq") << ENOMEM << "";
    QTest::newRow("queue pairs") << QByteArray("rdma_create_qp") << ENOMEM << "";
    QTest::newRow("ids") << QByteArray("rdma_create_id") << ENOMEM << "";
    QTest::newRow("route") << QByteArray("rdma_resolve_route") << EHOSTUNREACH
                           << "(rdma_resolve_route)";
    QTest::newRow("connecting") << QByteArray("rdma_connect") << EINVAL << "(rdma_connect)";
    QTest::newRow("connection manager") << QByteArray("rdma_create_event_channel") << ENOENT
                                        << "connection manager cannot be opened";
}

// RDMA works at both ends, but a limit of the client stands in its way. The client is in a thread
// that has used RDMA for nothing else.
void tst_Transports::limits()
{
    QFETCH(const QByteArray, call);
    QFETCH(const int, errorNumber);
    QFETCH(const QString, advice);
    Serving serving(Rdmas::Works);
    QVERIFY(serving.isListening);
    const RdmaTest::LowLimit little(RLIMIT_MEMLOCK, 8 * 1024 * 1024);
    RdmaStreamOptions own = options(Policy::PreferRdma);
    own.setConnectTimeout(Patience);
    if (call == "rdma_create_id" || call == "rdma_create_event_channel") // nor is the device known
        own.setTcpPort(serving.tcpPort);
    QString reason;
    QByteArray answer;
    const Worker worker([&] {
        qtrdmafault_arm(call.constData(), -1, errorNumber);
        RdmaStream stream;
        stream.setOptions(own);
        stream.connectToHost(RdmaTest::address(), serving.port);
        if (stream.waitForConnected(Patience))
            reason = stream.transportReason();
        qtrdmafault_reset();
        stream.write("ping");
        while (answer.size() < 4 && stream.waitForReadyRead(Patience))
            answer += stream.readAll();
    });
    connect(&serving.server, &RdmaServer::newConnection, this, [&] {
        RdmaStream *const peer = serving.server.nextPendingConnection();
        connect(peer, &RdmaStream::readyRead, peer, [peer] { peer->write(peer->readAll()); });
    });
    QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
    QCOMPARE(answer, QByteArray("ping"));
    QVERIFY2(!reason.isEmpty() && reason.contains(advice), qPrintable(reason));
}

QTEST_GUILESS_MAIN(tst_Transports)

#include "tst_transports.moc"
