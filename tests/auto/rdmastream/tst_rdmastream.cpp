// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"
#include "stream/streamframe_p.h"
#include "stream/streamhandshake_p.h"

#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcryptographichash.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <memory>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;
constexpr int SlotSize = 4096;

RdmaConnectionOptions bareHandshake()
{
    StreamHandshake handshake;
    handshake.slotSize = SlotSize;
    handshake.window = 16;
    RdmaConnectionOptions options;
    options.privateData = handshake.toPrivateData();
    return options;
}

} // namespace

// What is RdmaStream's own: the contract it shares with QTcpSocket is tested in streamcontract.
class tst_RdmaStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void echo();
    void waitWithoutLoop();
    void bulkBothWays();
    void slotsGrow();
    void anyAddressTakesBothFamilies();
    void halfClose();
    void halfCloseThenClose();
    void keepAliveAsksAnIdlePeer();
    void whoAcceptsOnIwarpListensFirst();
    void whoConnectsOnIwarpSpeaksFirst();

private:
    void connectPair();

    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> client;
    std::unique_ptr<RdmaStream> accepted;
};

void tst_RdmaStream::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_RdmaStream::init()
{
    accepted.reset();
    client.reset();
    server = std::make_unique<RdmaServer>();
    QVERIFY2(server->listen(RdmaTest::address(), 0), qPrintable(server->errorString()));
}

void tst_RdmaStream::connectPair()
{
    client = std::make_unique<RdmaStream>();
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    QVERIFY(server->waitForNewConnection(Patience));
    accepted.reset(server->nextPendingConnection());
    QVERIFY(accepted);
}

void tst_RdmaStream::echo()
{
    connectPair();
    connect(accepted.get(), &RdmaStream::readyRead, this,
            [this] { accepted->write(accepted->readAll()); });
    client->write("hello");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 5, Patience);
    QCOMPARE(client->readAll(), QByteArray("hello"));
    QVERIFY(!client->deviceName().isEmpty());
}

void tst_RdmaStream::waitWithoutLoop()
{
    connectPair();
    client->write("ping");
    QVERIFY(client->waitForBytesWritten(Patience));
    QVERIFY(accepted->waitForReadyRead(Patience));
    QCOMPARE(accepted->readAll(), QByteArray("ping"));
    accepted->disconnectFromHost();
    QVERIFY(client->waitForDisconnected(Patience));
    QVERIFY(client->endedCleanly());
}

void tst_RdmaStream::bulkBothWays()
{
    connectPair();
    QByteArray data(3 * 1024 * 1024 + 17, Qt::Uninitialized);
    for (qsizetype i = 0; i < data.size(); ++i)
        data[i] = char(i * 31 + i / 251);
    QByteArray atServer;
    QByteArray atClient;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] { atServer += accepted->readAll(); });
    connect(client.get(), &RdmaStream::readyRead, this, [&] { atClient += client->readAll(); });
    client->write(data);
    accepted->write(data);
    QTRY_COMPARE_WITH_TIMEOUT(atServer.size(), data.size(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(atClient.size(), data.size(), Patience);
    QVERIFY(atServer == data);
    QVERIFY(atClient == data);
}

// A peer that fills its slots gets larger ones: the same bytes then come in far fewer frames. What a program can see of it
// is how much one readyRead() announces.
void tst_RdmaStream::slotsGrow()
{
    connectPair();
    qint64 most = 0;
    qint64 sum = 0;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] {
        most = qMax(most, accepted->bytesAvailable());
        sum += accepted->skip(accepted->bytesAvailable());
    });
    const QByteArray block(65536, 'b');
    for (int i = 0; i < 96; ++i)
        client->write(block);
    QTRY_COMPARE_WITH_TIMEOUT(sum, 96 * 65536, Patience);
    const RdmaStreamOptions options = client->options();
    QVERIFY2(most > options.window * options.slotSize, qPrintable(QString::number(most)));
}

void tst_RdmaStream::anyAddressTakesBothFamilies()
{
    server->close();
    QVERIFY2(server->listen(QHostAddress::Any, 0), qPrintable(server->errorString()));
    for (const QHostAddress &address : { RdmaTest::address(), RdmaTest::address6() }) {
        if (address.isNull())
            continue;
        RdmaStream stream;
        stream.connectToHost(address, server->serverPort());
        QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
        QCOMPARE(stream.peerAddress(), address);
    }
}

void tst_RdmaStream::halfClose()
{
    connectPair();
    QSignalSpy finished(accepted.get(), &RdmaStream::readChannelFinished);
    client->write("question");
    client->closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, Patience);
    QCOMPARE(accepted->readAll(), QByteArray("question"));
    QCOMPARE(accepted->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(client->write("more"), -1);
    accepted->write("answer");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(client->endedCleanly());
    QCOMPARE(client->readAll(), QByteArray("answer"));
}

void tst_RdmaStream::halfCloseThenClose()
{
    connectPair();
    QSignalSpy finished(accepted.get(), &RdmaStream::readChannelFinished);
    client->closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, Patience);
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->endedCleanly());
}

void tst_RdmaStream::keepAliveAsksAnIdlePeer()
{
    RdmaStreamOptions options;
    options.keepAliveInterval = 100;
    connectPair();
    RdmaStream asking;
    asking.setOptions(options);
    asking.connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY(asking.waitForConnected(Patience));
    QVERIFY(server->waitForNewConnection(Patience));
    const std::unique_ptr<RdmaStream> answering(server->nextPendingConnection());
    QSignalSpy ended(&asking, &RdmaStream::disconnected);
    QVERIFY(!ended.wait(2000)); // some twenty pings were answered without anybody noticing
    QCOMPARE(asking.state(), QAbstractSocket::ConnectedState);
    QCOMPARE(answering->bytesAvailable(), 0);
}

// RFC 5044, 7.1.2. Else a greeting may overtake the reply of the handshake, which then fails: one connection in some hundred.
void tst_RdmaStream::whoAcceptsOnIwarpListensFirst()
{
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        accepted.reset(server->nextPendingConnection());
        accepted->write("welcome");
        accepted->flush();
    });
    RdmaQueuePair bare;
    QSignalSpy completions(&bare, &RdmaQueuePair::completed);
    for (int i = 0; i < 4; ++i)
        bare.postReceive(SlotSize);
    QVERIFY(bare.connectToHost(RdmaTest::address(), server->serverPort(), bareHandshake()));
    QTRY_VERIFY_WITH_TIMEOUT(accepted, Patience);
    QCOMPARE(accepted->bytesToWrite(), 0);
    if (RdmaTest::isSiw()) {
        QVERIFY(!completions.wait(500));
        uchar ping[FrameHeader::Size + 8] = {};
        FrameHeader header;
        header.type = FrameType::Ping;
        header.dataLimit = 16;
        encodeHeader(header, ping);
        bare.postSend(QByteArray(reinterpret_cast<const char *>(ping), sizeof(ping)), 1000);
    }
    const auto greeted = [&completions] {
        return std::any_of(completions.cbegin(), completions.cend(), [](const auto &arguments) {
            return arguments.at(1).template value<RdmaCompletion>().data.endsWith("welcome");
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(greeted(), Patience);
}

void tst_RdmaStream::whoConnectsOnIwarpSpeaksFirst()
{
    RdmaQueuePair bare;
    QSignalSpy completions(&bare, &RdmaQueuePair::completed);
    bare.postReceive(SlotSize);
    class BareServer : public RdmaServer
    {
    public:
        RdmaQueuePair *queuePair = nullptr;
        void incomingConnection(const RdmaConnectionRequest &request) override
        {
            queuePair->accept(request, bareHandshake());
        }
    } bareServer;
    bareServer.queuePair = &bare;
    bareServer.setAcceptPolicy(RdmaServer::AcceptDeferred);
    QVERIFY(bareServer.listen(RdmaTest::address()));
    client = std::make_unique<RdmaStream>();
    client->connectToHost(RdmaTest::address(), bareServer.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    if (RdmaTest::isSiw())
        QTRY_COMPARE_WITH_TIMEOUT(completions.size(), 1, Patience);
    else
        QVERIFY(!completions.wait(500));
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
}

QTEST_GUILESS_MAIN(tst_RdmaStream)
#include "tst_rdmastream.moc"
