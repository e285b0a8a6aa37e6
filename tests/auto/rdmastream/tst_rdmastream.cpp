// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcryptographichash.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <memory>

namespace {
constexpr int Patience = 30000;
}

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

QTEST_GUILESS_MAIN(tst_RdmaStream)
#include "tst_rdmastream.moc"
