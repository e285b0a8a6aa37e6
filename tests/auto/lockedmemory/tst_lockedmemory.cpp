// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "lowlimit.h"
#include "qtrdmafault.h"
#include "rdmaleaks.h"
#include "rdmatest.h"
#include "streampeer.h"
#include "transfer.h"
#include "waitfor.h"

#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaProtectionDomain>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qelapsedtimer.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <csignal>
#include <memory>
#include <optional>
#include <vector>

using RdmaTest::StreamPeer;

namespace {

constexpr int Patience = 300000;

// Debian's default for users: both sides have so much and no more.
QStringList withLimit()
{
    return { QStringLiteral("setpriv"), QStringLiteral("--bounding-set=-ipc_lock"),
             QStringLiteral("--inh-caps=-ipc_lock"), QStringLiteral("prlimit"),
             QStringLiteral("--memlock=8388608") };
}

} // namespace

// Memory for speed is optional: a stream that is established goes on with what there is.
class tst_LockedMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void everyStreamFinishes_data();
    void everyStreamFinishes();
    void peersThatReadNothing();
    void limitIsLowered_data();
    void limitIsLowered();
    void newcomersAreRefused();
    void reserveIsRefused();
    void programIsRefused_data();
    void programIsRefused();

private:
    void connectPair(const RdmaStreamOptions &options = {});
    void connectPair(Rdma::WireFormat format);
    bool exchanges(qint64 size);

    RdmaServer server;
    std::unique_ptr<RdmaStream> client;
};

void tst_LockedMemory::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    QVERIFY(RdmaTest::dropLockingCapability());
}

void tst_LockedMemory::cleanup()
{
    qtrdmafault_reset();
    client.reset();
    server.close();
    qDeleteAll(server.findChildren<RdmaStream *>());
    server.disconnect();
    // What they hold counts until the reaper has let go of it.
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("qp")), 0, Patience);
}

// Both in this process and thread; what the server receives it sends back.
void tst_LockedMemory::connectPair(const RdmaStreamOptions &options)
{
    server.setWireFormats(options.wireFormat());
    connect(&server, &RdmaServer::newConnection, &server, [this] {
        while (RdmaStream *stream = server.nextPendingConnection()) {
            connect(stream, &RdmaStream::readyRead, stream,
                    [stream] { stream->write(stream->readAll()); });
        }
    });
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    client = std::make_unique<RdmaStream>();
    client->setOptions(options);
    client->connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    QTRY_COMPARE_WITH_TIMEOUT(server.findChildren<RdmaStream *>().size(), 1, Patience);
}

void tst_LockedMemory::connectPair(Rdma::WireFormat format)
{
    RdmaStreamOptions options;
    options.setWireFormat(format);
    connectPair(options);
}

bool tst_LockedMemory::exchanges(qint64 size)
{
    const QByteArray sent = pattern(size);
    QByteArray received;
    const auto connection = connect(client.get(), &RdmaStream::readyRead, this,
                                    [&] { received += client->readAll(); });
    client->write(sent);
    const bool came = RdmaTest::waitFor(
            [&] {
                return received.size() >= sent.size()
                        || client->state() != QAbstractSocket::ConnectedState;
            },
            Patience);
    disconnect(connection);
    if (client->error() != QAbstractSocket::UnknownSocketError)
        qWarning() << client->rdmaError();
    return came && received == sent;
}

void tst_LockedMemory::everyStreamFinishes_data()
{
    QTest::addColumn<int>("streams");
    QTest::addColumn<int>("size");
    QTest::newRow("4") << 4 << 2000000;
    QTest::newRow("12") << 12 << 1000000;
    QTest::newRow("32") << 32 << RdmaTest::rounds(300000, 500000);
}

// Each writes more than its share of the memory at once, and gets it back.
void tst_LockedMemory::everyStreamFinishes()
{
    QFETCH(const int, streams);
    QFETCH(const int, size);
    const QByteArray number = QByteArray::number(streams);
    const QString address = RdmaTest::address().toString();
    StreamPeer echo({ QStringLiteral("echo"), address }, withLimit());
    const quint16 port = echo.port();
    QVERIFY(port != 0);
    StreamPeer crowd({ QStringLiteral("crowd"), address, QString::number(port),
                       QString::fromLatin1(number), QStringLiteral("8") },
                     withLimit());
    QCOMPARE(crowd.line(Patience), QByteArray("connected " + number));
    crowd.tell("echo " + QByteArray::number(size));
    QCOMPARE(crowd.line(Patience), QByteArray("echoed " + number));
    crowd.tellNoMore();
    QCOMPARE(crowd.line(Patience), QByteArray("ended " + number));
    QCOMPARE(echo.end(), 0);
}

// Peers take what they were allowed to send for, and then nothing: what was written to them waits. Others do not suffer, and more may come.
void tst_LockedMemory::peersThatReadNothing()
{
    constexpr int Silent = 12;
    const RdmaTest::LowLimit limit(RLIMIT_MEMLOCK, 8 * 1024 * 1024);
    QVERIFY(limit.isSet());
    connectPair();
    const QString address = RdmaTest::address().toString();
    const QString port = QString::number(server.serverPort());
    StreamPeer silent({ QStringLiteral("crowd"), address, port, QString::number(Silent),
                        QString::number(Silent) });
    QCOMPARE(silent.line(Patience), "connected " + QByteArray::number(Silent));
    QTRY_COMPARE_WITH_TIMEOUT(server.findChildren<RdmaStream *>().size(), 1 + Silent, Patience);
    ::kill(pid_t(silent.processId()), SIGSTOP);
    const QList<RdmaStream *> streams = server.findChildren<RdmaStream *>();
    for (RdmaStream *stream : streams) {
        if (stream->peerPort() != client->localPort())
            stream->write(QByteArray(2000000, 'x'));
    }
    QVERIFY(exchanges(1000000));
    StreamPeer another({ QStringLiteral("exchange"), address, port, QStringLiteral("100000") });
    QTRY_COMPARE_WITH_TIMEOUT(server.findChildren<RdmaStream *>().size(), 2 + Silent, Patience);
    QVERIFY(exchanges(100000));
    for (const RdmaStream *stream : streams)
        QCOMPARE(stream->state(), QAbstractSocket::ConnectedState);
    silent.kill();
    another.kill();
    // What they held serves the others.
    QTRY_COMPARE_WITH_TIMEOUT(server.connectionCount(), 1, Patience);
    QVERIFY(exchanges(1000000));
}

void tst_LockedMemory::limitIsLowered_data()
{
    QTest::addColumn<bool>("byTheLimit");
    QTest::addColumn<Rdma::WireFormat>("format");
    QTest::newRow("by RLIMIT_MEMLOCK") << true << Rdma::WireFormat::QtRdma;
    QTest::newRow("by others of the process") << false << Rdma::WireFormat::QtRdma;
    QTest::newRow("by RLIMIT_MEMLOCK, rsockets") << true << Rdma::WireFormat::Rsocket;
    QTest::newRow("by others of the process, rsockets") << false << Rdma::WireFormat::Rsocket;
}

// To nothing, under streams that have sent nothing so far: they need no more than they have, and nobody asks for more again and again.
void tst_LockedMemory::limitIsLowered()
{
    QFETCH(const bool, byTheLimit);
    QFETCH(const Rdma::WireFormat, format);
    connectPair(format);
    std::optional<RdmaTest::LowLimit> limit;
    if (byTheLimit)
        QVERIFY(limit.emplace(RLIMIT_MEMLOCK, 0).isSet());
    qtrdmafault_arm("ibv_reg_mr", byTheLimit ? 0 : -1, ENOMEM);
    const int lookedBefore = qtrdmafault_limits_asked();
    QElapsedTimer timer;
    timer.start();
    QVERIFY(exchanges(500000));
    const int asked = qtrdmafault_count();
    const int looked = qtrdmafault_limits_asked() - lookedBefore;
    const int tenths = int(timer.elapsed() / 100);
    qInfo("asked %d times, looked for the limit %d times, in %.1f s", asked, looked, tenths / 10.0);
    QVERIFY(byTheLimit ? asked == 0 : asked > 0);
    // After each refusal nobody asks for a while, and for longer if it was refused again.
    QVERIFY2(asked <= 20 + tenths, QByteArray::number(asked));
    // For what is asked, and each tenth of a second.
    QVERIFY2(looked <= 20 + 3 * asked + tenths, QByteArray::number(looked));
    limit.reset();
    qtrdmafault_reset();
    QVERIFY(exchanges(500000));
}

// They take all that is left for them, and are told when it is not enough; who was there before goes on, and there is room again when they go.
void tst_LockedMemory::newcomersAreRefused()
{
    connectPair();
    const RdmaTest::LowLimit limit(RLIMIT_MEMLOCK, 2 * 1024 * 1024);
    QVERIFY(limit.isSet());
    QSignalSpy errors(&server, &RdmaServer::acceptError);
    server.setListenBacklogSize(1000);
    std::vector<std::unique_ptr<RdmaStream>> newcomers;
    RdmaError refusal;
    while (!refusal.isError() && newcomers.size() < 200) {
        newcomers.push_back(std::make_unique<RdmaStream>());
        newcomers.back()->connectToHost(RdmaTest::address(), server.serverPort());
        if (!newcomers.back()->waitForConnected(Patience))
            refusal = newcomers.back()->rdmaError();
    }
    qInfo() << newcomers.size() << refusal;
    QVERIFY(newcomers.size() > 20);
    // Both ends take from this limit, and either may be the first to lack memory.
    if (refusal.category() == RdmaError::Category::ConnectionRejected) {
        QVERIFY(refusal.text().contains(u"lacks memory"));
        QTRY_VERIFY_WITH_TIMEOUT(server.rdmaError().isError(), Patience);
        refusal = server.rdmaError();
    }
    QCOMPARE(refusal.socketError(), QAbstractSocket::SocketResourceError);
    QCOMPARE(refusal.call(), QStringLiteral("ibv_reg_mr"));
    QVERIFY(refusal.hint().contains(u"RLIMIT_MEMLOCK"));
    QVERIFY(exchanges(300000));
    newcomers.clear();
    QTRY_COMPARE_WITH_TIMEOUT(server.connectionCount(), 1, Patience);
    server.resumeAccepting();
    RdmaStream another;
    another.connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY2(another.waitForConnected(Patience), qPrintable(another.errorString()));
}

// Where no bytesWritten() is to follow, for all that was written has been announced, a place that is not there is an error; write() goes on.
void tst_LockedMemory::reserveIsRefused()
{
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    client = std::make_unique<RdmaStream>();
    client->connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    RdmaStream *accepted = server.nextPendingConnection();
    accepted->setReadBufferSize(1000);
    const RdmaTest::LowLimit limit(RLIMIT_MEMLOCK, 0);
    QVERIFY(limit.isSet());
    qint64 sent = 0;
    do { // until the share is full of what has been announced
        for (qint64 size = 10'000; client->reserve(&size); size = 10'000) {
            QVERIFY(client->commit(size));
            sent += size;
            QVERIFY(sent < 10'000'000);
        }
    } while (!client->rdmaError().isError() && client->waitForBytesWritten(Patience));
    QCOMPARE(client->rdmaError().call(), QStringLiteral("ibv_reg_mr"));
    QCOMPARE(client->bytesToWrite(), 0);
    QCOMPARE(client->write("more"), 4);
    accepted->setReadBufferSize(0);
    qint64 received = 0;
    connect(accepted, &RdmaStream::readyRead, accepted,
            [&] { received += accepted->readAll().size(); });
    received += accepted->readAll().size();
    QTRY_COMPARE_WITH_TIMEOUT(received, sent + 4, Patience);
}

void tst_LockedMemory::programIsRefused_data()
{
    QTest::addColumn<quintptr>("address"); // 0: so much is allocated
    QTest::addColumn<qsizetype>("size");
    QTest::newRow("nothing is there") << quintptr(4096) << qsizetype(4096);
    QTest::newRow("more than the limit") << quintptr(0) << qsizetype(256 * 1024 * 1024);
}

// What a program asks for in vain is no matter of its streams: they stage and send as much as before.
void tst_LockedMemory::programIsRefused()
{
    QFETCH(const quintptr, address);
    QFETCH(const qsizetype, size);
    const RdmaTest::LowLimit limit(RLIMIT_MEMLOCK, 64 * 1024 * 1024);
    QVERIFY(limit.isSet());
    RdmaStreamOptions options;
    options.setSendBudget(4 * 1024 * 1024);
    connectPair(options);
    QVERIFY(exchanges(1000000)); // what they receive into has grown
    RdmaError error;
    const auto domain = RdmaProtectionDomain::allocate(RdmaTest::address(), &error);
    QVERIFY2(domain.isValid(), qPrintable(error.toString()));
    for (int i = 0; i < 10; ++i) {
        const auto region = address == 0
                ? RdmaMemoryRegion::allocate(domain, size, Rdma::AccessFlag::LocalWrite, &error)
                : RdmaMemoryRegion::borrow(domain, reinterpret_cast<void *>(address), size,
                                           Rdma::AccessFlag::LocalWrite, &error);
        QVERIFY(!region.isValid());
        QCOMPARE(error.call(), QStringLiteral("ibv_reg_mr"));
    }
    RdmaStream *peer = server.findChildren<RdmaStream *>().constFirst();
    peer->disconnect(peer); // reads no more
    peer->setReadBufferSize(1000);
    client->write(pattern(3 * options.sendBudget()));
    QTRY_VERIFY_WITH_TIMEOUT(client->bytesToWrite() <= 2 * options.sendBudget(), Patience);
}

QTEST_GUILESS_MAIN(tst_LockedMemory)

#include "tst_lockedmemory.moc"
