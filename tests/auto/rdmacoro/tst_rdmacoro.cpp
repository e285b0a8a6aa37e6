// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "queuepairs.h"
#include "streampeer.h"

#include <QtRdma/RdmaCoro>

#ifdef QTRDMA_TEST_TLS
#  include "../shared/testcertificates.h"

#  include <QtRdma/RdmaTlsServer>
#  include <QtRdma/RdmaTlsStream>
#endif

#include <QtTest/qtest.h>

#include <memory>
#include <type_traits>

namespace {

// GCC 12 would free the host address in the default argument of connectToHost() twice.
static_assert(!std::is_aggregate_v<RdmaConnectionOptions>);

constexpr int Patience = 30000;
constexpr std::chrono::milliseconds Soon{ 50 };

// Sends back lines until the client has closed.
QCoro::Task<> echo(RdmaServer *server, bool *ended)
{
    const std::unique_ptr<RdmaStream> stream(co_await qCoro(server).nextConnection());
    for (;;) {
        const QByteArray line = co_await qCoro(*stream).readLine();
        if (line.isEmpty())
            break;
        co_await qCoro(*stream).write(line);
    }
    *ended = stream->endedCleanly();
}

struct Outcome
{
    bool done = false;
    bool connected = false;
    QList<QByteArray> lines;
    bool disconnected = false;
};

QCoro::Task<> talk(quint16 port, int rounds, Outcome *outcome)
{
    RdmaStream stream;
    outcome->connected = co_await qCoro(stream).connectToHost(RdmaTest::address(), port);
    for (int i = 0; i < rounds && outcome->connected; ++i) {
        co_await qCoro(stream).write(QByteArray::number(i) + '\n');
        outcome->lines += co_await qCoro(stream).readLine();
    }
    outcome->disconnected = co_await qCoro(stream).disconnectFromHost();
    outcome->done = true;
}

// Sends back lines until the client has closed, over whatever stream.
QCoro::Task<> echoOver(RdmaAbstractStream *stream, bool *ended)
{
    for (;;) {
        const QByteArray line = co_await qCoro(stream).readLine();
        if (line.isEmpty())
            break;
        co_await qCoro(stream).write(line);
    }
    *ended = stream->endedCleanly();
}

template <typename Server>
QCoro::Task<> echoNext(Server *server, bool *ended)
{
    if (RdmaAbstractStream *stream = co_await qCoro(server).nextConnection())
        co_await echoOver(stream, ended);
}

QCoro::Task<> talkOver(RdmaAbstractStream *stream, int rounds, Outcome *outcome)
{
    outcome->connected = co_await qCoro(stream).waitForConnected();
    for (int i = 0; i < rounds && outcome->connected; ++i) {
        if (co_await qCoro(stream).write(QByteArray::number(i) + '\n') < 0)
            break;
        outcome->lines += co_await qCoro(stream).readLine();
    }
    outcome->disconnected = co_await qCoro(stream).disconnectFromHost();
    outcome->done = true;
}

// What one read gave, and when it was over.
struct ReadResult
{
    bool done = false;
    QByteArray data = "unset";
};

QCoro::Task<> readOnce(RdmaStream *stream, ReadResult *result,
                       std::chrono::milliseconds timeout = RdmaCoro::Forever)
{
    result->data = co_await qCoro(stream).read(100, timeout);
    result->done = true;
}

QCoro::Task<> writeOnce(RdmaStream *stream, QByteArray data, qint64 *result)
{
    *result = co_await qCoro(stream).write(data);
}

QCoro::Task<> take(RdmaServer *server, RdmaStream **result, bool *done,
                   std::chrono::milliseconds timeout = RdmaCoro::Forever)
{
    *result = co_await qCoro(server).nextConnection(timeout);
    *done = true;
}

QCoro::Task<> complete(RdmaQueuePair *queuePair, quint64 wrId, RdmaCompletion *result, bool *done)
{
    *result = co_await qCoro(queuePair).completed(wrId);
    *done = true;
}

} // namespace

class tst_RdmaCoro : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void lines();
#ifdef QTRDMA_TEST_TLS
    void encryptedLines();
    void encryptedAndNotTrusted();
#endif
    void refused();
    void dataBeforeTheEnd();
    void peerClosesWhileReading();
    void peerHalfClosesWhileReading();
    void peerIsKilledWhileReading();
    void closedHereWhileReading();
    void deletedWhileReading();
    void readTimesOut();
    void lineWithoutEnd();
    void writesMoreThanFits();
    void writeEndsWithTheConnection();
    void serverTimesOut();
    void serverIsDeleted();
    void serverIsClosed();
    void queuePair();
    void queuePairRefusedPost();
    void queuePairEnds();
    void queuePairIsDeleted();
    void queuePairCannotConnect();

private:
    bool makeStreams();

    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> here;
    std::unique_ptr<RdmaStream> there;
};

void tst_RdmaCoro::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_RdmaCoro::cleanup()
{
    here.reset();
    there.reset(); // the server's child
    server.reset();
}

bool tst_RdmaCoro::makeStreams()
{
    server = std::make_unique<RdmaServer>();
    if (!server->listen(RdmaTest::address()))
        return false;
    here = std::make_unique<RdmaStream>();
    here->connectToHost(RdmaTest::address(), server->serverPort());
    RdmaStream *accepted = nullptr;
    const bool done = QTest::qWaitFor(
            [&] {
                if (!accepted)
                    accepted = server->nextPendingConnection();
                return accepted && here->state() == QAbstractSocket::ConnectedState;
            },
            Patience);
    there.reset(accepted);
    return done;
}

// A server and a client in a dozen lines each; in one thread, for neither blocks.
void tst_RdmaCoro::lines()
{
    RdmaServer listening;
    QVERIFY(listening.listen(RdmaTest::address()));
    bool endedCleanly = false;
    Outcome outcome;
    const auto serving = echo(&listening, &endedCleanly);
    const auto talking = talk(listening.serverPort(), 20, &outcome);
    QTRY_VERIFY_WITH_TIMEOUT(outcome.done && serving.isReady(), Patience);
    QVERIFY(outcome.connected);
    QVERIFY(outcome.disconnected);
    QCOMPARE(outcome.lines.size(), 20);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(outcome.lines.at(i), QByteArray::number(i) + '\n');
    QVERIFY(endedCleanly);
}

#ifdef QTRDMA_TEST_TLS
void tst_RdmaCoro::encryptedLines()
{
    const RdmaTest::TestAuthority authority;
    const QByteArray subject = "IP:" + RdmaTest::address().toString().toLatin1();
    RdmaTlsServer listening;
    listening.setSslConfiguration(RdmaTest::configurationOf(authority.issue(subject.constData())));
    QVERIFY(listening.listen(RdmaTest::address()));
    RdmaTlsStream stream;
    stream.setSslConfiguration(RdmaTest::configurationTrusting(authority));
    stream.connectToHostEncrypted(RdmaTest::address().toString(), listening.serverPort());
    Outcome outcome;
    const auto talking = talkOver(&stream, 20, &outcome);
    bool endedCleanly = false;
    const auto serving = echoNext(&listening, &endedCleanly);
    QTRY_VERIFY_WITH_TIMEOUT(outcome.done && serving.isReady(), Patience);
    QVERIFY(outcome.disconnected);
    QCOMPARE(outcome.lines.size(), 20);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(outcome.lines.at(i), QByteArray::number(i) + '\n');
    QVERIFY(endedCleanly);
}

// The connection stands, and the handshake fails: the first write says so.
void tst_RdmaCoro::encryptedAndNotTrusted()
{
    const RdmaTest::TestAuthority authority;
    RdmaTlsServer listening;
    listening.setSslConfiguration(RdmaTest::configurationOf(authority.issue("DNS:host.example")));
    QVERIFY(listening.listen(RdmaTest::address()));
    RdmaTlsStream stream;
    stream.connectToHostEncrypted(RdmaTest::address().toString(), listening.serverPort());
    Outcome outcome;
    const auto talking = talkOver(&stream, 1, &outcome);
    QTRY_VERIFY_WITH_TIMEOUT(outcome.done, Patience);
    QVERIFY(outcome.connected);
    QVERIFY(outcome.lines.isEmpty());
    QCOMPARE(stream.error(), QAbstractSocket::SslHandshakeFailedError);
}
#endif

void tst_RdmaCoro::refused()
{
    Outcome outcome;
    outcome.connected = true;
    const auto talking = talk(1, 1, &outcome);
    QTRY_VERIFY_WITH_TIMEOUT(outcome.done, Patience);
    QVERIFY(!outcome.connected);
    QVERIFY(outcome.lines.isEmpty());
}

// What came before the end is read first, and only then the end.
void tst_RdmaCoro::dataBeforeTheEnd()
{
    QVERIFY(makeStreams());
    there->write("last words");
    there->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(here->state(), QAbstractSocket::UnconnectedState, Patience);
    ReadResult words;
    const auto first = readOnce(here.get(), &words);
    QVERIFY(words.done);
    QCOMPARE(words.data, QByteArray("last words"));
    ReadResult end;
    const auto second = readOnce(here.get(), &end);
    QVERIFY(end.done);
    QCOMPARE(end.data, QByteArray());
}

void tst_RdmaCoro::peerClosesWhileReading()
{
    QVERIFY(makeStreams());
    ReadResult result;
    const auto reading = readOnce(here.get(), &result);
    QVERIFY(!result.done);
    there->disconnectFromHost();
    QTRY_VERIFY_WITH_TIMEOUT(result.done, Patience);
    QVERIFY(result.data.isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(here->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(here->endedCleanly());
}

void tst_RdmaCoro::peerHalfClosesWhileReading()
{
    QVERIFY(makeStreams());
    ReadResult result;
    const auto reading = readOnce(here.get(), &result);
    there->closeWriteChannel();
    QTRY_VERIFY_WITH_TIMEOUT(result.done, Patience);
    QVERIFY(result.data.isEmpty());
    QCOMPARE(here->state(), QAbstractSocket::ConnectedState);
    // One who begins to read later learns it too, at once.
    ReadResult later;
    const auto again = readOnce(here.get(), &later);
    QVERIFY(later.done);
    // The other direction is open.
    qint64 written = 0;
    const auto writing = writeOnce(here.get(), "still here", &written);
    QTRY_COMPARE_WITH_TIMEOUT(written, 10, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(there->bytesAvailable(), 10, Patience);
}

// A process that is killed says nothing; its queue pair goes down.
void tst_RdmaCoro::peerIsKilledWhileReading()
{
    RdmaTest::StreamPeer peer({ QStringLiteral("echo"), RdmaTest::address().toString() });
    const quint16 port = peer.port();
    QVERIFY(port);
    RdmaStream stream;
    stream.connectToHost(RdmaTest::address(), port);
    QVERIFY(stream.waitForConnected(Patience));
    ReadResult result;
    const auto reading = readOnce(&stream, &result);
    QVERIFY(!result.done);
    peer.kill();
    QTRY_VERIFY_WITH_TIMEOUT(result.done, 2 * Patience);
    QVERIFY(result.data.isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!stream.endedCleanly());
    QCOMPARE(stream.error(), QAbstractSocket::RemoteHostClosedError);
}

void tst_RdmaCoro::closedHereWhileReading()
{
    QVERIFY(makeStreams());
    ReadResult result;
    const auto reading = readOnce(here.get(), &result);
    here->close();
    QTRY_VERIFY_WITH_TIMEOUT(result.done, Patience);
    QVERIFY(result.data.isEmpty());
}

void tst_RdmaCoro::deletedWhileReading()
{
    QVERIFY(makeStreams());
    ReadResult result;
    const auto reading = readOnce(here.get(), &result);
    here.reset();
    QVERIFY(result.done);
    QVERIFY(result.data.isEmpty());
}

void tst_RdmaCoro::readTimesOut()
{
    QVERIFY(makeStreams());
    ReadResult result;
    const auto reading = readOnce(here.get(), &result, Soon);
    QTRY_VERIFY_WITH_TIMEOUT(result.done, Patience);
    QVERIFY(result.data.isEmpty());
    QCOMPARE(here->state(), QAbstractSocket::ConnectedState);
    ReadResult later;
    const auto again = readOnce(here.get(), &later);
    there->write("late");
    QTRY_VERIFY_WITH_TIMEOUT(later.done, Patience);
    QCOMPARE(later.data, QByteArray("late"));
}

void tst_RdmaCoro::lineWithoutEnd()
{
    QVERIFY(makeStreams());
    QByteArray line;
    const auto reading = [](RdmaStream *stream, QByteArray *result) -> QCoro::Task<> {
        *result = co_await qCoro(stream).readLine();
    }(here.get(), &line);
    there->write("no newline");
    QTRY_COMPARE_WITH_TIMEOUT(here->bytesAvailable(), 10, Patience);
    QVERIFY(line.isEmpty());
    there->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(line, QByteArray("no newline"), Patience);
}

void tst_RdmaCoro::writesMoreThanFits()
{
    QVERIFY(makeStreams());
    const QByteArray much(4 * 1024 * 1024, 'm');
    qint64 written = 0;
    const auto writing = writeOnce(here.get(), much, &written);
    QCOMPARE(written, 0);
    qint64 received = 0;
    connect(there.get(), &QIODevice::readyRead, this, [&] { received += there->readAll().size(); });
    QTRY_COMPARE_WITH_TIMEOUT(received, much.size(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(written, much.size(), Patience);
}

void tst_RdmaCoro::writeEndsWithTheConnection()
{
    QVERIFY(makeStreams());
    there->setReadBufferSize(1024); // and nobody reads
    qint64 written = 0;
    const auto writing = writeOnce(here.get(), QByteArray(64 * 1024 * 1024, 'm'), &written);
    QCOMPARE(written, 0);
    there->abort();
    QTRY_COMPARE_WITH_TIMEOUT(written, -1, Patience);
}

void tst_RdmaCoro::serverTimesOut()
{
    RdmaServer listening;
    QVERIFY(listening.listen(RdmaTest::address()));
    RdmaStream *accepted = nullptr;
    bool done = false;
    const auto taking = take(&listening, &accepted, &done, Soon);
    QVERIFY(!done);
    QTRY_VERIFY_WITH_TIMEOUT(done, Patience);
    QVERIFY(!accepted);
}

void tst_RdmaCoro::serverIsDeleted()
{
    auto listening = std::make_unique<RdmaServer>();
    RdmaStream *accepted = nullptr;
    bool done = false;
    const auto early = take(listening.get(), &accepted, &done);
    QVERIFY(done); // it does not listen
    QVERIFY(listening->listen(RdmaTest::address()));
    done = false;
    const auto taking = take(listening.get(), &accepted, &done);
    QVERIFY(!done);
    listening.reset();
    QVERIFY(done);
    QVERIFY(!accepted);
}

void tst_RdmaCoro::serverIsClosed()
{
    RdmaServer listening;
    QVERIFY(listening.listen(RdmaTest::address()));
    RdmaStream *accepted = nullptr;
    bool done = false;
    const auto taking = take(&listening, &accepted, &done);
    QVERIFY(!done);
    listening.close();
    QVERIFY(done);
    QVERIFY(!accepted);
}

void tst_RdmaCoro::queuePair()
{
    AcceptingServer accepting;
    accepting.receives = 0;
    QVERIFY(accepting.listen(RdmaTest::address()));
    RdmaQueuePair client;
    bool done = false;
    bool connected = false;
    RdmaCompletion sent;
    RdmaCompletion received;
    const auto running = [&]() -> QCoro::Task<> {
        connected =
                co_await qCoro(client).connectToHost(RdmaTest::address(), accepting.serverPort());
        RdmaQueuePair *peer = accepting.queuePair.get();
        co_await qCoro(peer).waitForConnected();
        auto receiving = qCoro(peer).completed(peer->postReceive(100));
        sent = co_await qCoro(client).completed(client.postSend("by coroutine"));
        received = co_await receiving;
        co_await qCoro(client).disconnectFromHost();
        done = true;
    };
    const auto task = running();
    QTRY_VERIFY_WITH_TIMEOUT(done, Patience);
    QVERIFY(connected);
    QVERIFY(sent.isSuccess());
    QCOMPARE(sent.opcode(), Rdma::Opcode::Send);
    QVERIFY(received.isSuccess());
    QCOMPARE(received.data(), QByteArray("by coroutine"));
    QCOMPARE(client.state(), QAbstractSocket::UnconnectedState);
}

void tst_RdmaCoro::queuePairRefusedPost()
{
    RdmaQueuePair unconnected;
    RdmaCompletion completion;
    bool done = false;
    const auto task = complete(&unconnected, unconnected.postSend("too early"), &completion, &done);
    QVERIFY(done);
    QCOMPARE(completion.status(), Rdma::CompletionStatus::NotPosted);
    QVERIFY(unconnected.rdmaError().isError());
    QCOMPARE(completion.rdmaError().text(), unconnected.rdmaError().text());

    RdmaQueuePair *const none = nullptr;
    done = false;
    const auto nobodys = complete(none, 17, &completion, &done);
    QVERIFY(done);
    QCOMPARE(completion.status(), Rdma::CompletionStatus::NotPosted);
    QVERIFY(completion.rdmaError().isError());
}

void tst_RdmaCoro::queuePairEnds()
{
    QueuePairs pair;
    QVERIFY(pair.connect());
    RdmaCompletion completion;
    bool done = false;
    const auto task = complete(&pair.here, pair.here.postReceive(100), &completion, &done);
    QVERIFY(!done);
    pair.there()->disconnectFromHost();
    QTRY_VERIFY_WITH_TIMEOUT(done, Patience);
    QCOMPARE(completion.status(), Rdma::CompletionStatus::Flushed);
}

void tst_RdmaCoro::queuePairIsDeleted()
{
    QueuePairs pair;
    QVERIFY(pair.connect());
    RdmaCompletion completion;
    bool done = false;
    const quint64 wrId = pair.there()->postReceive(100);
    const auto task = complete(pair.there(), wrId, &completion, &done);
    pair.server.queuePair.reset();
    QTRY_VERIFY_WITH_TIMEOUT(done, Patience);
    QCOMPARE(completion.status(), Rdma::CompletionStatus::Flushed);
    QCOMPARE(completion.wrId(), wrId);
}

void tst_RdmaCoro::queuePairCannotConnect()
{
    RdmaQueuePair client;
    bool done = false;
    bool connected = true;
    const auto running = [&]() -> QCoro::Task<> {
        connected = co_await qCoro(client).connectToHost(RdmaTest::address(), 1);
        done = true;
    };
    const auto task = running();
    QTRY_VERIFY_WITH_TIMEOUT(done, Patience);
    QVERIFY(!connected);
    QVERIFY(client.rdmaError().isError());
}

QTEST_GUILESS_MAIN(tst_RdmaCoro)
#include "tst_rdmacoro.moc"
