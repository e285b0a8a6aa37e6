// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fullrate.h"
#include "rdmaleaks.h"
#include "rdmatest.h"
#include "stream/native/receivebudget_p.h"
#include "streampeer.h"
#include "waitfor.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

constexpr int Patience = 60000;
constexpr int LongPatience = 600000;
constexpr int Minimum =
        QtRdmaPrivate::ReceiveBudget::Minimum; // receives of an idle stream that shares them

} // namespace

// Many connections of one thread, and what else the thread has to do.
class tst_Scale : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void manyActive();
    void stormOfConnections_data();
    void stormOfConnections();
    void slowSlots();
    void fairShares();
    void besideTcp();
};

void tst_Scale::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

static void echo(RdmaServer *server)
{
    QObject::connect(server, &RdmaServer::newConnection, server, [server] {
        while (RdmaStream *stream = server->nextPendingConnection()) {
            QObject::connect(stream, &RdmaStream::readyRead, stream,
                             [stream] { stream->write(stream->readAll()); });
            QObject::connect(stream, &RdmaStream::readChannelFinished, stream,
                             [stream] { stream->disconnectFromHost(); });
            QObject::connect(stream, &RdmaStream::disconnected, stream, &QObject::deleteLater);
        }
    });
}

static RdmaStreamOptions patientOptions()
{
    RdmaStreamOptions options;
    options.setConnectTimeout(LongPatience);
    return options;
}

// One thread serves them all, over a few descriptors and receives that they share.
void tst_Scale::manyActive()
{
    const int many = RdmaTest::rounds(40, 1000);
    const qint64 pinnedBefore = RdmaTest::pinnedMemory();
    RdmaServer server;
    server.setStreamOptions(patientOptions());
    server.setSharedReceives((many + 6) * Minimum);
    echo(&server);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    int descriptorsOfOne = 0;
    // The first leaves behind what is made once.
    for (const int count : { 1, 1, many }) {
        const QByteArray number = QByteArray::number(count);
        RdmaTest::StreamPeer crowd({ QStringLiteral("crowd"), RdmaTest::address().toString(),
                                     QString::number(server.serverPort()),
                                     QString::fromLatin1(number), QStringLiteral("32") });
        QCOMPARE(crowd.line(LongPatience), QByteArray("connected " + number));
        QTRY_COMPARE_WITH_TIMEOUT(int(server.findChildren<RdmaStream *>().size()), count, Patience);
        QCOMPARE(server.connectionCount(), count);
        if (count == 1)
            descriptorsOfOne = RdmaTest::openFiles();
        const qint64 registered = RdmaTest::pinnedMemory() - pinnedBefore;
        qInfo("%d connections: %d descriptors, %lld KiB registered", count, RdmaTest::openFiles(),
              registered);
        QVERIFY(RdmaTest::openFiles() <= descriptorsOfOne + 2);
        QVERIFY(registered > 0);
        // Receives of 2 KiB and a header, and what is there for all.
        QVERIFY(registered <= (many + 6) * (2 * Minimum + 2) + 2048);
        for (const int size : { 1, 1000, 10000 }) {
            crowd.tell("echo " + QByteArray::number(size));
            QCOMPARE(crowd.line(LongPatience), QByteArray("echoed " + number));
        }
        QVERIFY(RdmaTest::openFiles() <= descriptorsOfOne + 2);
        crowd.tellNoMore();
        QCOMPARE(crowd.line(LongPatience), QByteArray("ended " + number));
        QTRY_COMPARE_WITH_TIMEOUT(server.connectionCount(), 0, Patience);
    }
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("qp")), 0, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server.sharedReceivesReserved(), 0, Patience);
    server.close();
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::pinnedMemory() <= pinnedBefore + 3072, Patience);
}

void tst_Scale::stormOfConnections_data()
{
    QTest::addColumn<RdmaServer::AcceptPolicy>("policy");
    QTest::newRow("accepted ahead") << RdmaServer::AcceptPolicy::Ahead;
    QTest::newRow("deferred") << RdmaServer::AcceptPolicy::Deferred;
}

// All at once, at a server with a backlog for them: none is refused or lost.
void tst_Scale::stormOfConnections()
{
    QFETCH(const RdmaServer::AcceptPolicy, policy);
    const int storm = RdmaTest::rounds(50, 200);
    const QByteArray number = QByteArray::number(storm);
    RdmaServer server;
    server.setAcceptPolicy(policy);
    server.setStreamOptions(patientOptions());
    server.setListenBacklogSize(storm);
    echo(&server);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    const QSignalSpy acceptErrors(&server, &RdmaServer::acceptError);
    RdmaTest::StreamPeer crowd({ QStringLiteral("crowd"), RdmaTest::address().toString(),
                                 QString::number(server.serverPort()), QString::fromLatin1(number),
                                 QString::fromLatin1(number) });
    QCOMPARE(crowd.line(LongPatience), QByteArray("connected " + number));
    crowd.tell("echo 100");
    QCOMPARE(crowd.line(LongPatience), QByteArray("echoed " + number));
    crowd.tellNoMore();
    QCOMPARE(crowd.line(LongPatience), QByteArray("ended " + number));
    QTRY_COMPARE_WITH_TIMEOUT(server.connectionCount(), 0, Patience);
    QCOMPARE(acceptErrors.count(), 0);
}

// With slow slots a server is slow, not busy: who never has more than eight on the way is not refused.
void tst_Scale::slowSlots()
{
    constexpr int AtOnce = 8;
    const QByteArray number = QByteArray::number(RdmaTest::rounds(60, 400));
    RdmaServer server;
    server.setStreamOptions(patientOptions());
    server.setListenBacklogSize(2 * AtOnce);
    echo(&server);
    connect(&server, &RdmaServer::newConnection, &server, [] { QThread::msleep(5); });
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaTest::StreamPeer crowd({ QStringLiteral("crowd"), RdmaTest::address().toString(),
                                 QString::number(server.serverPort()), QString::fromLatin1(number),
                                 QString::number(AtOnce) });
    QCOMPARE(crowd.line(LongPatience), QByteArray("connected " + number));
    crowd.tellNoMore();
    QCOMPARE(crowd.line(LongPatience), QByteArray("ended " + number));
    QTRY_COMPARE_WITH_TIMEOUT(server.connectionCount(), 0, Patience);
}

// Streams that all could take the whole loop.
void tst_Scale::fairShares()
{
    constexpr int Count = 4;
    const qint64 total = RdmaTest::rounds(4, 128) * 1024 * 1024;
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    std::vector<std::unique_ptr<FullRate<RdmaStream>>> streams;
    for (int i = 0; i < Count; ++i) {
        streams.push_back(makeFullRate<RdmaStream>(&server));
        QVERIFY(streams.back());
    }
    for (const auto &stream : streams)
        stream->start();
    qint64 sum = 0;
    const auto enough = [&] {
        sum = 0;
        for (const auto &stream : streams)
            sum += stream->received;
        return sum >= total;
    };
    QVERIFY(RdmaTest::waitFor(enough, LongPatience));
    qint64 slowest = sum;
    for (const auto &stream : streams)
        slowest = qMin(slowest, stream->received);
    qInfo("%d streams, the slowest has %.2f of the mean", Count,
          double(slowest) * Count / double(sum));
    QVERIFY(slowest * 4 >= sum / Count);
}

// What one has got on the way of the other.
class Stretches
{
public:
    explicit Stretches(qint64 length) : m_length(length) { }

    void passed(qint64 own, qint64 other)
    {
        if (own < (m_count + 1) * m_length)
            return;
        m_count = int(own / m_length);
        m_still += other == m_seen ? 1 : 0;
        m_seen = other;
    }
    int count() const { return m_count; }
    int whereTheOtherStoodStill() const { return m_still; }

private:
    const qint64 m_length;
    qint64 m_seen = 0;
    int m_count = 0;
    int m_still = 0;
};

// TCP at full rate in the same loop: neither keeps the other from its turn.
void tst_Scale::besideTcp()
{
    constexpr int Enough = 4;
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    QTcpServer tcpServer;
    QVERIFY(tcpServer.listen(QHostAddress::LocalHost));
    const auto rdma = makeFullRate<RdmaStream>(&server);
    const auto tcp = makeFullRate<QTcpSocket>(&tcpServer);
    QVERIFY(rdma);
    QVERIFY(tcp);
    Stretches ofRdma(4 * 1024 * 1024);
    Stretches ofTcp(16 * 1024 * 1024);
    rdma->start();
    tcp->start();
    connect(rdma->reader.get(), &RdmaStream::readyRead, this,
            [&] { ofRdma.passed(rdma->received, tcp->received); });
    connect(tcp->reader.get(), &QTcpSocket::readyRead, this,
            [&] { ofTcp.passed(tcp->received, rdma->received); });
    QTRY_VERIFY_WITH_TIMEOUT(ofRdma.count() >= Enough && ofTcp.count() >= Enough, LongPatience);
    qInfo("RDMA %lld KiB, TCP %lld KiB", rdma->received / 1024, tcp->received / 1024);
    QCOMPARE(ofRdma.whereTheOtherStoodStill(), 0);
    QCOMPARE(ofTcp.whereTheOtherStoodStill(), 0);
}

QTEST_GUILESS_MAIN(tst_Scale)
#include "tst_scale.moc"
