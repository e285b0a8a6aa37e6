// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "pattern.h"
#include "rdmaleaks.h"
#include "rdmatest.h"
#include "stream/native/receivebudget_p.h"
#include "stream/native/streamframe_p.h"
#include "stream/native/streamhandshake_p.h"
#include "streampeer.h"
#include "waitfor.h"

#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <memory>
#include <vector>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 60000;
constexpr int Minimum = ReceiveBudget::Minimum; // receives of an idle stream

} // namespace

class tst_SharedStreams : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void manyIdleOneBusy();
    void readAfterCreditWasReturned();
    void echoes_data();
    void echoes();
    void exhaustedPoolRejects();
    void slowReaderKeepsItsShare();
    void controlFrameWhileSlotRuns();
    void endsGiveAllBack();
    void sendersKilledAmidMessages();

private:
    using Streams = std::vector<std::unique_ptr<RdmaStream>>;
    std::unique_ptr<RdmaStream> connectOne(const RdmaServer &server);
    void connectMany(const RdmaServer &server, int count, Streams *streams);
};

static void echo(RdmaServer *server)
{
    QObject::connect(server, &RdmaServer::newConnection, server, [server] {
        while (RdmaStream *stream = server->nextPendingConnection()) {
            QObject::connect(stream, &RdmaStream::readyRead, stream,
                             [stream] { stream->write(stream->readAll()); });
            QObject::connect(stream, &RdmaStream::disconnected, stream, &QObject::deleteLater);
        }
    });
}

// Sends and waits until all of it has come back.
static bool roundTrip(RdmaStream *stream, const QByteArray &bytes)
{
    QByteArray back;
    stream->write(bytes);
    return RdmaTest::waitFor(
                   [&] {
                       back += stream->readAll();
                       return back.size() >= bytes.size();
                   },
                   Patience)
            && back == bytes;
}

void tst_SharedStreams::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("no address of an RDMA device in the environment");
}

std::unique_ptr<RdmaStream> tst_SharedStreams::connectOne(const RdmaServer &server)
{
    auto stream = std::make_unique<RdmaStream>();
    // A stream that ends early is why a test waits in vain.
    QObject::connect(stream.get(), &RdmaStream::errorOccurred, stream.get(),
                     [stream = stream.get()] { qInfo() << stream->rdmaError(); });
    stream->connectToHost(RdmaTest::address(), server.serverPort());
    return stream;
}

void tst_SharedStreams::connectMany(const RdmaServer &server, int count, Streams *streams)
{
    for (int i = 0; i < count; ++i) {
        streams->push_back(connectOne(server));
        RdmaStream *stream = streams->back().get();
        QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::ConnectedState, Patience);
    }
}

void tst_SharedStreams::echoes_data()
{
    QTest::addColumn<RdmaServer::AcceptPolicy>("policy");
    QTest::newRow("accepted ahead") << RdmaServer::AcceptPolicy::Ahead;
    QTest::newRow("deferred") << RdmaServer::AcceptPolicy::Deferred;
}

void tst_SharedStreams::echoes()
{
    QFETCH(const RdmaServer::AcceptPolicy, policy);
    RdmaServer server;
    server.setAcceptPolicy(policy);
    server.setSharedReceives(3 * Minimum);
    echo(&server);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    Streams streams;
    connectMany(server, 2, &streams);
    QVERIFY(roundTrip(streams[0].get(), "one"));
    QVERIFY(roundTrip(streams[1].get(), RdmaTest::pattern(1000000)));
    QVERIFY(roundTrip(streams[0].get(), RdmaTest::pattern(1000000)));
}

static void discard(RdmaServer *server, qint64 *bytes)
{
    QObject::connect(server, &RdmaServer::newConnection, server, [server, bytes] {
        while (RdmaStream *stream = server->nextPendingConnection()) {
            QObject::connect(stream, &RdmaStream::readyRead, stream,
                             [stream, bytes] { *bytes += stream->readAll().size(); });
        }
    });
}

static RdmaStream *peerOf(const RdmaStream *client, const RdmaServer &server)
{
    const QList<RdmaStream *> streams = server.findChildren<RdmaStream *>();
    const auto found = std::find_if(streams.begin(), streams.end(), [client](RdmaStream *stream) {
        return stream->peerPort() == client->localPort();
    });
    return found == streams.end() ? nullptr : *found;
}

// What the peer reads in chunks: the client comes to the end of its credit each time, and the window grows.
static void growWindow(RdmaStream *client, const RdmaServer &server)
{
    constexpr qint64 Chunk = 64 * 1024;
    RdmaStream *const peer = peerOf(client, server);
    QVERIFY(peer);
    peer->disconnect(SIGNAL(readyRead()));
    peer->setReadBufferSize(Chunk);
    qint64 left = 4 * Chunk;
    client->write(RdmaTest::pattern(int(left)));
    while (left > 0) { // also where others take the receives
        QTRY_VERIFY_WITH_TIMEOUT(peer->bytesAvailable() >= qMin(left, Chunk), Patience);
        left -= peer->readAll().size();
    }
}

static void growWindows(const std::vector<std::unique_ptr<RdmaStream>> &clients,
                        const RdmaServer &server)
{
    for (const auto &client : clients) {
        growWindow(client.get(), server);
        if (QTest::currentTestFailed())
            return;
    }
}

// Many connections of a server with windows of 64, one of them busy; then each for once. The same with windows of their own.
void tst_SharedStreams::manyIdleOneBusy()
{
    if (!RdmaTest::isWorthIt())
        QSKIP(RdmaTest::ToldByRoce);
    const int count = RdmaTest::rounds(12, 100);
    constexpr int Window = 64;
    constexpr int Size = 1024 * 1024;
    RdmaStreamOptions options;
    options.setWindow(Window);
    options.setLargeSlotSize(options.slotSize());
    qint64 used[2] = {};
    const qint64 before = RdmaTest::pinnedMemory();
    for (const bool shared : { true, false }) {
        QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::pinnedMemory() <= before + 3072,
                                 Patience); // spare memory is kept
        RdmaServer server;
        server.setStreamOptions(options);
        server.setSharedReceives(shared ? count * Minimum + Window - 2 + Minimum : 0);
        server.setListenBacklogSize(count);
        qint64 arrived = 0;
        discard(&server, &arrived);
        QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
        Streams streams;
        connectMany(server, count, &streams);
        QTRY_VERIFY_WITH_TIMEOUT(server.findChildren<RdmaStream *>().size() == count, Patience);
        if (!shared) {
            growWindows(streams, server);
            if (QTest::currentTestFailed())
                return;
            used[1] = RdmaTest::pinnedMemory() - before;
            break;
        }
        QCOMPARE(server.sharedReceivesReserved(), count * Minimum);
        RdmaStream *busy = peerOf(streams[7].get(), server);
        QVERIFY(busy);
        busy->disconnect(SIGNAL(readyRead()));
        // What is beyond this stays in its receives: the sender comes to the end of its credit each time.
        constexpr int Chunk = Size / 16;
        constexpr int Much = 3 * Size;
        busy->setReadBufferSize(Chunk);
        streams[7]->write(RdmaTest::pattern(Much));
        const int all = count * Minimum + Window - 2;
        while (server.sharedReceivesReserved() < all && arrived < Much) {
            QTRY_VERIFY_WITH_TIMEOUT(busy->bytesAvailable() >= Chunk, Patience);
            QTest::qWait(20);
            arrived += busy->readAll().size();
        }
        QCOMPARE(server.sharedReceivesReserved(), all);
        busy->setReadBufferSize(0);
        connect(busy, &RdmaStream::readyRead, &server,
                [busy, &arrived] { arrived += busy->readAll().size(); });
        QTRY_COMPARE_WITH_TIMEOUT(arrived, qint64(Much), Patience);
        QTRY_COMPARE_WITH_TIMEOUT(server.sharedReceivesReserved(), count * Minimum, Patience);
        QVERIFY(streams[7]->state() == QAbstractSocket::ConnectedState);
        // It grows again, and so does another one.
        streams[7]->write(RdmaTest::pattern(Size));
        streams[8]->write(RdmaTest::pattern(Size));
        QTRY_COMPARE_WITH_TIMEOUT(arrived, Much + 2 * qint64(Size), Patience);
        growWindows(streams, server);
        if (QTest::currentTestFailed())
            return;
        used[0] = RdmaTest::pinnedMemory() - before;
    }
    qInfo("registered for %d connections that have been busy, both sides: %lld KiB shared, %lld "
          "KiB with windows of "
          "their own",
          count, used[0], used[1]);
    QVERIFY(used[0] > 0);
    QVERIFY(used[1] - used[0] > count * 16 * 2048 / 1024);
}

// A window that has grown shrinks to the first size, whenever its last data are read.
void tst_SharedStreams::readAfterCreditWasReturned()
{
    RdmaServer server;
    server.setSharedReceives(100);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    Streams streams;
    connectMany(server, 1, &streams);
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    RdmaStream *reader = server.nextPendingConnection();
    qint64 left = 100000;
    streams[0]->write(QByteArray(left, 'a'));
    int most = 0;
    const auto isRead = [&] {
        most = qMax(most, server.sharedReceivesReserved());
        return (left -= reader->readAll().size()) == 0;
    };
    QVERIFY(RdmaTest::waitFor(isRead, Patience));
    QVERIFY(most > Minimum + 1);
    streams[0]->write("unread");
    QTRY_COMPARE_WITH_TIMEOUT(server.sharedReceivesReserved(), Minimum + 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(reader->bytesAvailable(), 6, Patience);
    QCOMPARE(reader->readAll(), QByteArray("unread"));
    QTRY_COMPARE_WITH_TIMEOUT(server.sharedReceivesReserved(), Minimum, Patience);
    streams[0]->write("more");
    QTRY_COMPARE_WITH_TIMEOUT(reader->bytesAvailable(), 4, Patience);
}

void tst_SharedStreams::exhaustedPoolRejects()
{
    RdmaServer server;
    server.setSharedReceives(2 * Minimum + 5);
    echo(&server);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    QSignalSpy acceptErrors(&server, &RdmaServer::acceptError);
    Streams streams;
    connectMany(server, 2, &streams);
    auto third = connectOne(server);
    QTRY_COMPARE_WITH_TIMEOUT(third->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(third->error() == QAbstractSocket::ConnectionRefusedError);
    QVERIFY2(third->errorString().contains(QLatin1String("as many connections as")),
             qPrintable(third->errorString()));
    QCOMPARE(acceptErrors.count(), 0);
    QVERIFY(roundTrip(streams[0].get(), RdmaTest::pattern(100000)));
    streams.pop_back();
    QTRY_COMPARE_WITH_TIMEOUT(server.sharedReceivesReserved(), Minimum, Patience);
    connectMany(server, 1, &streams);
    QVERIFY(roundTrip(streams[1].get(), RdmaTest::pattern(100000)));
}

// Somebody who does not read, with a limit, holds what it was granted and no more: the others go on.
void tst_SharedStreams::slowReaderKeepsItsShare()
{
    RdmaServer server;
    server.setSharedReceives(6 * Minimum);
    RdmaStream *slow = nullptr;
    qint64 arrived = 0;
    connect(&server, &RdmaServer::newConnection, &server, [&] {
        RdmaStream *stream = server.nextPendingConnection();
        if (!slow) {
            slow = stream;
            slow->setReadBufferSize(4096);
            return;
        }
        connect(stream, &RdmaStream::readyRead, stream,
                [stream, &arrived] { arrived += stream->readAll().size(); });
    });
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    Streams streams;
    connectMany(server, 3, &streams);
    QTRY_VERIFY_WITH_TIMEOUT(slow, Patience);
    constexpr int Size = 1000000;
    for (const auto &stream : streams)
        stream->write(RdmaTest::pattern(Size));
    QTRY_COMPARE_WITH_TIMEOUT(arrived, 2 * qint64(Size), Patience);
    QVERIFY(server.sharedReceivesReserved() <= 6 * Minimum);
    slow->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(slow->bytesAvailable(), qint64(Size), Patience);
    QVERIFY(slow->readAll() == RdmaTest::pattern(Size));
}

// A frame of a client whose window is 16.
static RdmaWorkRequest frame(FrameType type, const QByteArray &payload)
{
    FrameHeader header;
    header.type = type;
    header.dataLimit = 16;
    QByteArray bytes(FrameHeader::Size, Qt::Uninitialized);
    encodeHeader(header, reinterpret_cast<uchar *>(bytes.data()));
    RdmaWorkRequest request = RdmaWorkRequest::send(bytes + payload);
    // A completion would wake the engine, which is the server's too.
    request.setFlags(Rdma::SendFlag::Unsignalled);
    return request;
}

// A ping that arrives while a slot runs completes in a queue that is not armed, and no other event follows.
void tst_SharedStreams::controlFrameWhileSlotRuns()
{
    RdmaServer server;
    server.setSharedReceives(2 * Minimum);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaQueuePair client;
    for (int i = 0; i < 16 + controlQuotaSum(); ++i)
        client.postReceive(4096);
    StreamHandshake handshake;
    handshake.slotSize = 2048;
    handshake.window = 16;
    RdmaConnectionOptions options;
    options.setPrivateData(handshake.toPrivateData());
    QVERIFY(client.connectToHost(RdmaTest::address(), server.serverPort(), options));
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::ConnectedState, Patience);
    QByteArray pong;
    connect(&client, &RdmaQueuePair::completed, this,
            [&pong](quint64, const RdmaCompletion &completion) { pong = completion.data(); });
    RdmaStream *stream = server.nextPendingConnection();
    connect(stream, &RdmaStream::readyRead, this, [&client] {
        client.post(frame(FrameType::Ping, "12345678"));
        QThread::msleep(500);
    });
    client.post(frame(FrameType::Data, "x"));
    QTRY_COMPARE_WITH_TIMEOUT(pong.size(), int(FrameHeader::Size) + 8, Patience);
    QCOMPARE(FrameType(pong.at(0)), FrameType::Pong);
    QVERIFY(pong.endsWith("12345678"));
}

// In the middle of sending, many times: receives that were lost would show.
void tst_SharedStreams::endsGiveAllBack()
{
    RdmaServer server;
    server.setSharedReceives(2 * Minimum);
    echo(&server);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    for (int i = 0; i < 8; ++i) {
        Streams streams;
        connectMany(server, 2, &streams);
        streams[0]->write(RdmaTest::pattern(50000));
        streams[1]->write(RdmaTest::pattern(50000));
        if (i % 2)
            QVERIFY(roundTrip(streams[0].get(), QByteArray()));
        streams[0]->abort();
        streams.clear();
        QTRY_COMPARE_WITH_TIMEOUT(server.sharedReceivesReserved(), 0, Patience);
    }
    Streams streams;
    connectMany(server, 1, &streams);
    QVERIFY(roundTrip(streams[0].get(), RdmaTest::pattern(1000000)));
}

// A receive that a message has filled in part when its sender dies must not be lost: each time one, and this server would soon
// have none.
void tst_SharedStreams::sendersKilledAmidMessages()
{
    if (!RdmaTest::isWorthIt())
        QSKIP(RdmaTest::ToldByRoce);
    const int rounds = RdmaTest::rounds(Minimum + 4, 4 * Minimum);
    RdmaStreamOptions options;
    options.setSlotSize(64 * 1024);
    options.setLargeSlotSize(64 * 1024); // many packets
    RdmaServer server;
    server.setStreamOptions(options);
    server.setSharedReceives(Minimum);
    qint64 arrived = 0;
    discard(&server, &arrived);
    connect(&server, &RdmaServer::newConnection, &server, [&server] {
        for (RdmaStream *stream : server.findChildren<RdmaStream *>())
            connect(stream, &RdmaStream::disconnected, stream, &QObject::deleteLater);
    });
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    for (int round = 0; round < rounds; ++round) {
        const qint64 before = arrived;
        RdmaTest::StreamPeer sender({ QStringLiteral("exchange"), RdmaTest::address().toString(),
                                      QString::number(server.serverPort()),
                                      QString::number(16 * 1024 * 1024) });
        QVERIFY(RdmaTest::waitFor([&] { return arrived > before + 100000; }, Patience));
        sender.kill();
        QTRY_VERIFY_WITH_TIMEOUT(server.findChildren<RdmaStream *>().isEmpty(), Patience);
        // Its share comes back when the device has let go of its receives, and there is one share.
        QTRY_COMPARE_WITH_TIMEOUT(server.sharedReceivesReserved(), 0, Patience);
    }
    const auto stream = connectOne(server);
    const qint64 before = arrived;
    stream->write(RdmaTest::pattern(1024 * 1024));
    QTRY_COMPARE_WITH_TIMEOUT(arrived, before + 1024 * 1024, Patience);
}

QTEST_GUILESS_MAIN(tst_SharedStreams)
#include "tst_sharedstreams.moc"
