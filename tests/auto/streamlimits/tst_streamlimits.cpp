// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qtrdmafault.h"
#include "rdmatest.h"
#include "silentneighbour.h"
#include "stream/native/streamframe_p.h"
#include "stream/native/streamhandshake_p.h"
#include "worker.h"

#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qscopeguard.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <memory>
#include <thread>
#include <vector>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;

RdmaStreamOptions withKey(const QByteArray &key)
{
    RdmaStreamOptions options;
    if (!key.isNull())
        options.setPreSharedKey(key);
    return options;
}

// Answers no request.
class UnansweringServer : public RdmaServer
{
public:
    UnansweringServer() { setAcceptPolicy(AcceptPolicy::Deferred); }

    std::vector<RdmaConnectionRequest> requests;

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        requests.push_back(request);
    }
};

// Sends what no stream sends before it has proved that it has the key.
bool sendData(RdmaQueuePair *bare)
{
    QByteArray frame(FrameHeader::Size, '\0');
    FrameHeader header;
    header.dataLimit = 16;
    encodeHeader(header, reinterpret_cast<uchar *>(frame.data()));
    return bare->postSend(frame + "let me in") != 0;
}

} // namespace

// What ends a connection, or does not let it come about, though nothing is wrong with it: limits, time-outs, the key.
class tst_StreamLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void sameKey_data();
    void sameKey();
    void keyIsLetGo();
    void otherKey_data();
    void otherKey();
    void saysNothingInsteadOfProof();
    void dataInsteadOfProof();
    void manyWaitForAnswers();
    void connectionsInAll();
    void connectionsFromOneAddress();
    void clientHasGivenUp();
    void clientGivesUpUnheard();
    void waitEndsWhenAcceptingFails();
    void kernelGivesUpEarly();
    void timeOutAfterTheKernelGaveUp();
    void slowToAccept();
    void busyPeer_data();
    void busyPeer();
    void nobodyReads();
    void writeBufferIsFull();
    void bothWriteAndNobodyReads();
    void heldBackForAWhile_data();
    void heldBackForAWhile();
    void silentServerIsTouched();
    void thisThreadStoodStill();
    void nobodyWrites();
    void emptyKey_data();
    void emptyKey();
    void outOfRange_data();
    void outOfRange();

private:
    std::unique_ptr<RdmaStream> connectClient(const RdmaStreamOptions &options = {});
    RdmaError failToConnect(const RdmaStreamOptions &options = {});
    bool take();

    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> accepted;
};

void tst_StreamLimits::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_StreamLimits::init()
{
    server = std::make_unique<RdmaServer>();
}

void tst_StreamLimits::cleanup()
{
    accepted.reset();
    server.reset();
}

std::unique_ptr<RdmaStream> tst_StreamLimits::connectClient(const RdmaStreamOptions &options)
{
    auto client = std::make_unique<RdmaStream>();
    client->setOptions(options);
    client->connectToHost(RdmaTest::address(), server->serverPort());
    if (!client->waitForConnected(Patience))
        qWarning("%s", qPrintable(client->errorString()));
    return client;
}

RdmaError tst_StreamLimits::failToConnect(const RdmaStreamOptions &options)
{
    RdmaStream client;
    client.setOptions(options);
    QSignalSpy errors(&client, &RdmaStream::errorOccurred);
    QSignalSpy connections(&client, &RdmaStream::connected);
    client.connectToHost(RdmaTest::address(), server->serverPort());
    if (!QTest::qWaitFor([&] { return !errors.isEmpty(); }, Patience) || !connections.isEmpty())
        return {};
    return client.rdmaError();
}

bool tst_StreamLimits::take()
{
    if (!QTest::qWaitFor([this] { return server->hasPendingConnections(); }, Patience))
        return false;
    accepted.reset(server->nextPendingConnection());
    return true;
}

void tst_StreamLimits::sameKey_data()
{
    QTest::addColumn<bool>("deferred");
    QTest::addColumn<int>("shared");
    QTest::newRow("accepted ahead") << false << 0;
    QTest::newRow("deferred") << true << 0;
    QTest::newRow("shared receives") << false << 120;
}

void tst_StreamLimits::sameKey()
{
    QFETCH(const bool, deferred);
    QFETCH(const int, shared);
    const RdmaStreamOptions options = withKey(QByteArray(32, 'k'));
    server->setStreamOptions(options);
    server->setSharedReceives(shared);
    if (deferred)
        server->setAcceptPolicy(RdmaServer::AcceptPolicy::Deferred);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    RdmaStream client;
    client.setOptions(options);
    client.connectToHost(RdmaTest::address(), server->serverPort());
    client.write("hello");
    QVERIFY(take());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 5, Patience);
    accepted->write(accepted->readAll() + QByteArray(100000, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(client.bytesAvailable(), 100005, Patience);
    client.disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->endedCleanly());
}

// Once the options are others, a connection that has been made does not keep the key from being wiped.
void tst_StreamLimits::keyIsLetGo()
{
    QByteArray key(32, 'k');
    const RdmaStreamOptions withoutKey;
    server->setStreamOptions(withKey(key));
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    const auto client = connectClient(withKey(key));
    QVERIFY(take());
    QVERIFY(!key.isDetached());
    client->setOptions(withoutKey);
    accepted->setOptions(withoutKey);
    server->setStreamOptions(withoutKey);
    QVERIFY(key.isDetached());
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(accepted->state(), QAbstractSocket::ConnectedState);
}

void tst_StreamLimits::otherKey_data()
{
    QTest::addColumn<QByteArray>("ofServer");
    QTest::addColumn<QByteArray>("ofClient");
    QTest::newRow("other") << QByteArray("one key") << QByteArray("another key");
    QTest::newRow("client has none") << QByteArray("one key") << QByteArray();
    QTest::newRow("server has none") << QByteArray() << QByteArray("one key");
}

void tst_StreamLimits::otherKey()
{
    QFETCH(const QByteArray, ofServer);
    QFETCH(const QByteArray, ofClient);
    server->setStreamOptions(withKey(ofServer));
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QSignalSpy connections(server.get(), &RdmaServer::newConnection);
    QSignalSpy failures(server.get(), &RdmaServer::acceptError);
    const RdmaError error = failToConnect(withKey(ofClient));
    QCOMPARE(error.category(), RdmaError::Category::ConnectionRejected);
    QCOMPARE(error.socketError(), QAbstractSocket::ConnectionRefusedError);
    QVERIFY2(error.text().contains(QLatin1String("pre-shared key")), qPrintable(error.text()));
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 0, Patience);
    QCOMPARE(connections.size(), 0);
    QCOMPARE(failures.size(), 0);
    // Others go on.
    const auto client = connectClient(withKey(ofServer));
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
}

static RdmaConnectionOptions handshakeWithKey()
{
    StreamHandshake handshake;
    handshake.features = StreamHandshake::Authentication;
    handshake.slotSize = 4096;
    handshake.window = 16;
    RdmaConnectionOptions options;
    options.setPrivateData(handshake.toPrivateData());
    return options;
}

void tst_StreamLimits::saysNothingInsteadOfProof()
{
    RdmaStreamOptions options = withKey("secret");
    options.setConnectTimeout(1000);
    server->setStreamOptions(options);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QSignalSpy connections(server.get(), &RdmaServer::newConnection);
    RdmaQueuePair bare;
    QSignalSpy ends(&bare, &RdmaQueuePair::disconnected);
    bare.postReceive(4096);
    QVERIFY(bare.connectToHost(RdmaTest::address(), server->serverPort(), handshakeWithKey()));
    QTRY_COMPARE_WITH_TIMEOUT(ends.size(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 0, Patience);
    QCOMPARE(connections.size(), 0);
}

void tst_StreamLimits::dataInsteadOfProof()
{
    server->setStreamOptions(withKey("secret"));
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QSignalSpy connections(server.get(), &RdmaServer::newConnection);
    RdmaQueuePair bare;
    QSignalSpy ends(&bare, &RdmaQueuePair::disconnected);
    for (int i = 0; i < 4; ++i)
        bare.postReceive(4096);
    QVERIFY(bare.connectToHost(RdmaTest::address(), server->serverPort(), handshakeWithKey()));
    QTRY_COMPARE_WITH_TIMEOUT(bare.state(), QAbstractSocket::ConnectedState, Patience);
    QVERIFY(sendData(&bare));
    QTRY_COMPARE_WITH_TIMEOUT(ends.size(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 0, Patience);
    QCOMPARE(connections.size(), 0);
}

// Linux 7.2 lets 128 requests of a device wait for an answer, and holds back the next ones. A peer hears that its connection has ended
// nevertheless.
void tst_StreamLimits::manyWaitForAnswers()
{
    constexpr int Crowd = 160;
    if (RdmaTest::isSiw())
        QSKIP("iWARP connects by TCP, which has no such limit");
    server->setStreamOptions(withKey("secret"));
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    RdmaQueuePair bare;
    for (int i = 0; i < 4; ++i)
        bare.postReceive(4096);
    QVERIFY(bare.connectToHost(RdmaTest::address(), server->serverPort(), handshakeWithKey()));
    QTRY_COMPARE_WITH_TIMEOUT(bare.state(), QAbstractSocket::ConnectedState, Patience);
    UnansweringServer others;
    others.setListenBacklogSize(Crowd);
    QVERIFY2(others.listen(RdmaTest::address()), qPrintable(others.errorString()));
    std::vector<std::unique_ptr<RdmaQueuePair>> waiting;
    for (int i = 0; i < Crowd; ++i) {
        waiting.push_back(std::make_unique<RdmaQueuePair>());
        QVERIFY(waiting.back()->connectToHost(RdmaTest::address(), others.serverPort()));
    }
    const auto hasAsked = [](const auto &pair) { return pair->connectionTimes().route() >= 0; };
    QTRY_VERIFY_WITH_TIMEOUT(std::all_of(waiting.begin(), waiting.end(), hasAsked), Patience);
    QVERIFY(sendData(&bare));
    QTRY_COMPARE_WITH_TIMEOUT(bare.state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_StreamLimits::connectionsInAll()
{
    server->setMaxConnections(2);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    auto first = connectClient();
    const auto second = connectClient();
    QCOMPARE(server->connectionCount(), 2);
    const RdmaError error = failToConnect();
    QCOMPARE(error.category(), RdmaError::Category::ConnectionRejected);
    QVERIFY2(error.text().contains(QLatin1String("as many connections")), qPrintable(error.text()));
    QCOMPARE(second->state(), QAbstractSocket::ConnectedState);
    // An end makes room, also one that nobody has taken.
    first.reset();
    QVERIFY(take());
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 1, Patience);
    const auto third = connectClient();
    QCOMPARE(third->state(), QAbstractSocket::ConnectedState);
}

void tst_StreamLimits::connectionsFromOneAddress()
{
    if (RdmaTest::address6().isNull())
        QSKIP("The device has one address only");
    server->setMaxConnectionsPerAddress(1);
    QVERIFY2(server->listen(QHostAddress::Any), qPrintable(server->errorString()));
    const auto first = connectClient();
    QCOMPARE(first->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(failToConnect().category(), RdmaError::Category::ConnectionRejected);
    RdmaStream other;
    other.connectToHost(RdmaTest::address6(), server->serverPort());
    QVERIFY2(other.waitForConnected(Patience), qPrintable(other.errorString()));
}

// A client that has gone before it was answered makes rdma_accept() fail: no reason to pause for the others.
void tst_StreamLimits::clientHasGivenUp()
{
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QSignalSpy failures(server.get(), &RdmaServer::acceptError);
    qtrdmafault_arm("rdma_accept", 1, ECONNABORTED);
    const RdmaError error = failToConnect();
    QVERIFY(qtrdmafault_fired());
    qtrdmafault_reset();
    QCOMPARE(error.category(), RdmaError::Category::ConnectionRejected);
    const auto client = connectClient();
    QVERIFY(take());
    QCOMPARE(failures.size(), 0);
}

// The same before the server has looked at it: nothing can be made of such a request any more.
void tst_StreamLimits::clientGivesUpUnheard()
{
    QVERIFY(server->listen(RdmaTest::address()));
    QSignalSpy failures(server.get(), &RdmaServer::acceptError);
    const auto giveUp = [address = RdmaTest::address(), port = server->serverPort()] {
        RdmaStream client;
        client.connectToHost(address, port);
        (void)client.waitForConnected(200);
    };
    std::thread(giveUp).join();
    QThread::msleep(300); // the refusal is on its way
    const auto client = connectClient();
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    QVERIFY(take());
    QVERIFY2(failures.isEmpty(), qPrintable(server->errorString()));
}

// A server without an event loop hears of it, and goes on with its next wait.
void tst_StreamLimits::waitEndsWhenAcceptingFails()
{
    QVERIFY(server->listen(RdmaTest::address()));
    RdmaStream client;
    client.connectToHost(RdmaTest::address(), server->serverPort());
    qtrdmafault_arm("rdma_accept", 1, ENOMEM);
    bool timedOut = true;
    QVERIFY(!server->waitForNewConnection(-1, &timedOut));
    qtrdmafault_reset();
    QVERIFY(!timedOut);
    QCOMPARE(server->rdmaError().call(), QStringLiteral("rdma_accept"));
    RdmaStream second;
    second.connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY(server->waitForNewConnection(-1, &timedOut));
}

// As much as it takes; how much that is.
static QByteArray fill(RdmaStream *stream, char what)
{
    QByteArray all;
    for (;;) {
        const QByteArray piece(1000 + all.size() % 10000, char(what + all.size() % 17));
        const qint64 taken = stream->write(piece);
        all += piece.first(taken);
        if (taken < piece.size())
            return all;
    }
}

void tst_StreamLimits::writeBufferIsFull()
{
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    RdmaStream client;
    QCOMPARE(client.writeBufferSize(), 0);
    client.setWriteBufferSize(5000);
    client.connectToHost(RdmaTest::address(), server->serverPort());
    QByteArray sent = fill(&client, 'c'); // nothing leaves before the connection is made
    QCOMPARE(sent.size(), 5000);
    QCOMPARE(client.bytesToWrite(), 5000);
    QCOMPARE(client.write("more"), 0);
    QCOMPARE(client.error(), QAbstractSocket::UnknownSocketError);
    connect(&client, &RdmaStream::bytesWritten, this, [&] {
        QVERIFY(client.bytesToWrite() <= client.writeBufferSize());
        if (sent.size() < 3'000'000)
            sent += fill(&client, 'd');
    });
    QVERIFY(take());
    QByteArray received;
    const auto hasAll = [&] {
        received += accepted->readAll();
        return sent.size() >= 3'000'000 && received.size() == sent.size();
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasAll(), Patience);
    QVERIFY(received == sent);
    client.setWriteBufferSize(0);
    QCOMPARE(client.write(sent), sent.size());
}

// They hold each other up, hold no more than they may, and go on when somebody reads.
void tst_StreamLimits::bothWriteAndNobodyReads()
{
    constexpr qint64 Most = 4'000'000; // send buffers of 1 MiB, the window of the peer, two buffers
    constexpr qint64 Buffer = 100'000;
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    const auto client = connectClient();
    QVERIFY(take());
    std::array<RdmaStream *, 2> ends = { client.get(), accepted.get() };
    std::array<QByteArray, 2> sent;
    for (RdmaStream *end : ends) {
        end->setReadBufferSize(Buffer);
        end->setWriteBufferSize(Buffer);
    }
    const auto writeMore = [&] {
        for (size_t i = 0; i < ends.size(); ++i)
            sent[i] += fill(ends[i], i == 0 ? 'c' : 's');
    };
    // Send buffers take that much, whatever the peer does; what more there is room for shows when nothing goes on.
    const auto areFull = [&] {
        writeMore();
        return sent[0].size() > (1 << 20) && sent[1].size() > (1 << 20);
    };
    QTRY_VERIFY_WITH_TIMEOUT(areFull(), Patience);
    qint64 before = 0;
    while (sent[0].size() + sent[1].size() > before) {
        before = sent[0].size() + sent[1].size();
        QTest::qWait(300);
        writeMore();
    }
    for (size_t i = 0; i < ends.size(); ++i) {
        QVERIFY(ends[i]->bytesToWrite() <= Buffer);
        QVERIFY(ends[i]->bytesAvailable() <= Buffer);
        QVERIFY2(sent[i].size() <= Most, QByteArray::number(sent[i].size()));
    }
    std::array<QByteArray, 2> received;
    const auto hasAll = [&] {
        received[0] += ends[1]->readAll();
        received[1] += ends[0]->readAll();
        return received[0].size() == sent[0].size() && received[1].size() == sent[1].size();
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasAll(), Patience);
    QVERIFY(received == sent);
}

// While the application has time left the stream asks again, and neither side hears of it.
void tst_StreamLimits::kernelGivesUpEarly()
{
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QSignalSpy connections(server.get(), &RdmaServer::newConnection);
    RdmaStream client;
    QSignalSpy errors(&client, &RdmaStream::errorOccurred);
    qtrdmafault_arm("rdma_connect", 1, ETIMEDOUT);
    client.connectToHost(RdmaTest::address(), server->serverPort());
    client.write("kept");
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::ConnectedState, Patience);
    QVERIFY(qtrdmafault_fired());
    QVERIFY(take());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4, Patience);
    QCOMPARE(accepted->readAll(), QByteArray("kept"));
    QCOMPARE(errors.count(), 0);
    QCOMPARE(connections.count(), 1);
}

// The text names the time that was set, however much of it the first attempt has used.
void tst_StreamLimits::timeOutAfterTheKernelGaveUp()
{
    if (!RdmaTest::addSilentNeighbour())
        QSKIP("This user cannot add a neighbour entry");
    RdmaStreamOptions options;
    options.setConnectTimeout(2000);
    RdmaStream client;
    client.setOptions(options);
    qtrdmafault_arm("rdma_connect", 1, ETIMEDOUT);
    client.connectToHost(RdmaTest::silentNeighbour(), 7471);
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(qtrdmafault_fired());
    QCOMPARE(client.error(), QAbstractSocket::SocketTimeoutError);
    QVERIFY2(client.errorString().contains(QLatin1String("2000 ms")),
             qPrintable(client.errorString()));
}

// iWARP of the kernel waits ten seconds for an answer. What it has given up is accepted in vain.
void tst_StreamLimits::slowToAccept()
{
    if (RdmaTest::rounds(0, 1) == 0)
        QSKIP("A server is slow for 11 s: with --full only");
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QSignalSpy connections(server.get(), &RdmaServer::newConnection);
    QSignalSpy failures(server.get(), &RdmaServer::acceptError);
    const quint16 port = server->serverPort();
    std::atomic_bool connected = false;
    const Worker client([&connected, port] {
        RdmaStream stream;
        stream.connectToHost(RdmaTest::address(), port);
        connected = stream.waitForConnected(Patience);
    });
    QThread::msleep(11000);
    QTRY_VERIFY_WITH_TIMEOUT(connected, Patience);
    QVERIFY(take());
    QCOMPARE(connections.count(), 1);
    QCOMPARE(failures.count(), 0);
}

void tst_StreamLimits::busyPeer_data()
{
    QTest::addColumn<RdmaStreamOptions>("options");
    QTest::addColumn<RdmaError::Cause>("end"); // Other: none
    RdmaStreamOptions options;
    options.setKeepAliveInterval(300);
    QTest::newRow("keepAliveInterval") << options << RdmaError::Cause::Other;
    options.setWireFormat(Rdma::WireFormat::Rsocket);
    QTest::newRow("keepAliveInterval, rsockets") << options << RdmaError::Cause::Other;
    options = {};
    options.setAnswerTimeout(300);
    QTest::newRow("answerTimeout") << options << RdmaError::Cause::AnswerTimeout;
}

// A thread that is busy answers nothing; its host does, as TCP's keepalive has it.
void tst_StreamLimits::busyPeer()
{
    QFETCH(const RdmaStreamOptions, options);
    QFETCH(const RdmaError::Cause, end);
    server->setWireFormats(Rdma::WireFormat::QtRdma | Rdma::WireFormat::Rsocket);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    const quint16 port = server->serverPort();
    std::atomic_bool ready = false;
    std::atomic_bool echoed = false;
    RdmaError::Cause cause = RdmaError::Cause::Other;
    const Worker client([&, port] {
        RdmaStream stream;
        stream.setOptions(options);
        stream.connectToHost(RdmaTest::address(), port);
        ready = stream.waitForConnected(Patience);
        echoed = stream.waitForReadyRead(Patience) && stream.readAll() == "still here";
        cause = stream.rdmaError().cause();
    });
    QVERIFY(take());
    QTRY_VERIFY_WITH_TIMEOUT(ready, Patience);
    QThread::msleep(3000); // ten intervals
    accepted->write("still here");
    QTRY_VERIFY_WITH_TIMEOUT(client.isFinished(), Patience);
    QCOMPARE(cause, end);
    QCOMPARE(echoed, end == RdmaError::Cause::Other);
}

void tst_StreamLimits::nobodyReads()
{
    RdmaStreamOptions small; // larger slots would take all that is written
    small.setLargeSlotSize(small.slotSize());
    server->setStreamOptions(small);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    RdmaStreamOptions options;
    options.setWriteTimeout(1000);
    const auto client = connectClient(options);
    QVERIFY(take());
    accepted->setReadBufferSize(1000);
    QSignalSpy ends(client.get(), &RdmaStream::disconnected);
    // A slow reader is no dead one.
    QByteArray data(300000, 'x');
    client->write(data);
    qint64 read = 0;
    while (read < data.size() / 2) {
        QVERIFY(QTest::qWaitFor([this] { return accepted->bytesAvailable() > 0; }, Patience));
        read += accepted->readAll().size();
    }
    QCOMPARE(ends.size(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(ends.size(), 1, Patience);
    QCOMPARE(client->rdmaError().category(), RdmaError::Category::Timeout);
    QCOMPARE(client->error(), QAbstractSocket::SocketTimeoutError);
    QVERIFY(client->errorString().contains(QLatin1String("has taken no data")));
}

// On InfiniBand and RoCE a server can have ended without a word that arrives: the kernel drops a rejection that comes
// before the answer. A write of no bytes finds out; once, and only where nothing else was sent or has come.
void tst_StreamLimits::silentServerIsTouched()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP: TCP tells the end");
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    qtrdmafault_arm("ibv_post_send", 0, 0);
    const auto client = connectClient();
    QVERIFY(take());
    QTRY_COMPARE_WITH_TIMEOUT(qtrdmafault_count(), 1, Patience);
    client->write("x");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 1, Patience);
    QCOMPARE(qtrdmafault_count(), 2);
    qtrdmafault_reset();
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
}

void tst_StreamLimits::heldBackForAWhile_data()
{
    QTest::addColumn<Rdma::WireFormat>("format");
    QTest::newRow("QtRdma") << Rdma::WireFormat::QtRdma;
    QTest::newRow("rsockets") << Rdma::WireFormat::Rsocket;
}

// A write that found no room and left when there was some, without a slot, waits no more: the peer has taken all.
void tst_StreamLimits::heldBackForAWhile()
{
    QFETCH(const Rdma::WireFormat, format);
    server->setWireFormats(format);
    RdmaStreamOptions options;
    options.setWireFormat(format);
    options.setSlotSize(16384); // the first write is one frame
    server->setStreamOptions(options);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    options.setSendBudget(4096);
    options.setWriteTimeout(700);
    const auto client = connectClient(options);
    QVERIFY(take());
    qint64 read = 0;
    connect(accepted.get(), &RdmaStream::readyRead, this,
            [&] { read += accepted->readAll().size(); });
    QSignalSpy ends(client.get(), &RdmaStream::disconnected);
    client->write(QByteArray(12000, 'x'));
    client->write(QByteArray(100, 'y')); // it fits into no send budget before some of that has left
    QTRY_COMPARE_WITH_TIMEOUT(read, 12100, Patience);
    QVERIFY2(!QTest::qWaitFor([&] { return !ends.isEmpty(); }, 3 * options.writeTimeout()),
             qPrintable(client->errorString()));
    client->write("on");
    QTRY_COMPARE_WITH_TIMEOUT(read, 12102, Patience);
}

// The time-out and what it waits for are found at once: the peer is not to blame.
void tst_StreamLimits::thisThreadStoodStill()
{
    constexpr int Much = 4 * 1024 * 1024;
    RdmaStreamOptions options;
    options.setWriteTimeout(1500);
    server->setStreamOptions(options);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    std::atomic_bool mayRead = false;
    std::atomic_int read = 0;
    const quint16 port = server->serverPort();
    const Worker reader([&, port] {
        RdmaStream stream;
        stream.connectToHost(RdmaTest::address(), port);
        if (!stream.waitForConnected(Patience))
            return;
        mayRead.wait(false);
        while (read < Much && (stream.bytesAvailable() > 0 || stream.waitForReadyRead(Patience)))
            read += int(stream.readAll().size());
    });
    const auto letRead = qScopeGuard([&mayRead] {
        mayRead = true;
        mayRead.notify_one();
    });
    QVERIFY(take());
    accepted->write(QByteArray(Much, 'x'));
    qint64 before = 0;
    do { // until the reader has given all the credit that it gives without reading
        before = accepted->bytesToWrite();
        QTest::qWait(100);
    } while (accepted->bytesToWrite() < before);
    mayRead = true;
    mayRead.notify_one();
    QThread::msleep(2500); // longer than the time-out
    QTRY_COMPARE_WITH_TIMEOUT(read, Much, Patience);
}

void tst_StreamLimits::nobodyWrites()
{
    RdmaStreamOptions options;
    options.setIdleTimeout(4000);
    options.setKeepAliveInterval(
            1000); // what it says is no data; a busy machine answers within that
    server->setStreamOptions(options);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    const auto client = connectClient();
    QVERIFY(take());
    QSignalSpy ends(accepted.get(), &RdmaStream::disconnected);
    QTRY_COMPARE_WITH_TIMEOUT(ends.size(), 1, Patience);
    QCOMPARE(accepted->error(), QAbstractSocket::SocketTimeoutError);
    QVERIFY(accepted->errorString().contains(QLatin1String("No data for 4000 ms")));
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!client->endedCleanly());
}

// That of a file that could not be read is an empty one: nobody must be served without.
void tst_StreamLimits::emptyKey_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("null") << QByteArray();
    QTest::newRow("empty") << QByteArray("");
}

void tst_StreamLimits::emptyKey()
{
    QFETCH(const QByteArray, key);
    RdmaStreamOptions options;
    options.setPreSharedKey(key);
    server->setStreamOptions(options);
    QVERIFY(!server->listen(RdmaTest::address()));
    QCOMPARE(server->rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(server->errorString().contains(QLatin1String("pre-shared key is empty")));

    // Also of a server that listens already, and of a client.
    server->setStreamOptions({});
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QCOMPARE(failToConnect(options).category(), RdmaError::Category::Usage);
    server->setStreamOptions(options);
    QSignalSpy connections(server.get(), &RdmaServer::newConnection);
    QCOMPARE(failToConnect().category(), RdmaError::Category::ConnectionRejected);
    QCOMPARE(connections.size(), 0);
    server->setStreamOptions({});
    QCOMPARE(connectClient()->state(), QAbstractSocket::ConnectedState);
}

void tst_StreamLimits::outOfRange_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<RdmaStreamOptions>("options");
    const auto row = [](const char *name, auto change) {
        RdmaStreamOptions options;
        change(&options);
        QTest::newRow(name) << QString::fromLatin1(name) << options;
    };
    row("slotSize", [](auto *o) { o->setSlotSize(495); });
    row("largeSlotSize", [](auto *o) { o->setLargeSlotSize(1024 * 1024); });
    row("window", [](auto *o) { o->setWindow(1); });
    row("sendBudget", [](auto *o) { o->setSendBudget(0); });
    row("keepAliveInterval", [](auto *o) { o->setKeepAliveInterval(-1); });
    row("answerTimeout", [](auto *o) { o->setAnswerTimeout(-1); });
    row("writeTimeout", [](auto *o) { o->setWriteTimeout(-1); });
    row("idleTimeout", [](auto *o) { o->setIdleTimeout(-1); });
}

void tst_StreamLimits::outOfRange()
{
    QFETCH(const QString, name);
    QFETCH(const RdmaStreamOptions, options);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    const RdmaError error = failToConnect(options);
    QCOMPARE(error.category(), RdmaError::Category::Usage);
    QVERIFY2(error.text().startsWith(name + QLatin1String(" is")), qPrintable(error.text()));
    server->close();
    server->setStreamOptions(options);
    QVERIFY(!server->listen(RdmaTest::address()));
    QVERIFY2(server->errorString().startsWith(name), qPrintable(server->errorString()));
}

QTEST_GUILESS_MAIN(tst_StreamLimits)
#include "tst_streamlimits.moc"
