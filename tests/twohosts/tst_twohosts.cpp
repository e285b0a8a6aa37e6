// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "machines.h"
#include "queuepairs.h"
#include "transfer.h"

#include <QtRdma/RdmaDatagramSocket>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qendian.h>
#include <QtCore/qscopeguard.h>
#include <QtCore/qtimer.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <infiniband/verbs.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <utility>

using Machines::isClient;
using Machines::meet;
using Machines::Patience;
using Machines::peerAddress;
using Machines::Port;

namespace {

constexpr qint64 Bulk = 4 * 1024 * 1024;

} // namespace

// The same program runs on both machines: 1 is the client, 2 the server.
class tst_TwoHosts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void bulkBothWays_data();
    void bulkBothWays();
    void crossedEnds();
    void typeOfService();
    void multicast();
    void absentHost();
    void absentReceiver();

private:
    void exchange(RdmaStream *stream);
};

void tst_TwoHosts::initTestCase()
{
    if (peerAddress().isNull())
        QSKIP("Only one machine: run with tests/lab/lab --hosts 2");
}

// Both sides send at the same time, end their direction and compare what came.
void tst_TwoHosts::exchange(RdmaStream *stream)
{
    const qint64 own = isClient() ? Bulk : Bulk + 1;
    const qint64 expected = isClient() ? Bulk + 1 : Bulk;
    QSignalSpy ends(stream, &RdmaStream::disconnected);
    Digest digest;
    const auto take = [&] { digest.take(stream); };
    connect(stream, &RdmaStream::readyRead, this, take);
    take();
    stream->write(pattern(own));
    stream->closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(digest.bytes(), expected, 2 * Patience);
    stream->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(ends.count(), 1);
    const QByteArray hash = QCryptographicHash::hash(pattern(expected), QCryptographicHash::Sha256);
    QCOMPARE(digest.line(true),
             "received " + QByteArray::number(expected) + ' ' + hash.toHex() + " clean");
}

void tst_TwoHosts::bulkBothWays_data()
{
    QTest::addColumn<QHostAddress>("own");
    QTest::addColumn<QHostAddress>("peer");
    QTest::newRow("IPv4") << RdmaTest::address() << peerAddress();
    QTest::newRow("IPv6") << RdmaTest::address6() << peerAddress("6");
}

void tst_TwoHosts::bulkBothWays()
{
    QFETCH(const QHostAddress, own);
    QFETCH(const QHostAddress, peer);
    if (isClient()) {
        QVERIFY(meet("listening"));
        RdmaStream stream;
        stream.connectToHost(peer, Port);
        QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
        QCOMPARE(stream.peerAddress(), peer);
        QCOMPARE(stream.localAddress(), own);
        exchange(&stream);
    } else {
        RdmaServer server;
        QVERIFY2(server.listen(own, Port), qPrintable(server.errorString()));
        QVERIFY(meet("listening"));
        // It may have come while this side still waited for the other.
        QVERIFY2(server.hasPendingConnections() || server.waitForNewConnection(Patience),
                 qPrintable(server.errorString()));
        const std::unique_ptr<RdmaStream> stream(server.nextPendingConnection());
        QCOMPARE(stream->peerAddress(), peer);
        exchange(stream.get());
    }
    QVERIFY(meet("exchanged"));
}

// Each end says that it is done before it hears the other say so, and hangs up as soon as it has everything: the slower direction is
// still under way.
void tst_TwoHosts::crossedEnds()
{
    const QString interface = RdmaTest::isSiw() ? QStringLiteral("eth1") : QStringLiteral("eth0");
    const QStringList rule{ QStringLiteral("dev"), interface, QStringLiteral("root") };
    const auto tc = [&](const QStringList &verb, const QStringList &what) {
        return Machines::run(QStringList{ QStringLiteral("tc") } + verb + rule + what);
    };
    // Before there is a connection: see netem() of tst_twohostsfaults.cpp.
    QVERIFY(tc({ QStringLiteral("qdisc"), QStringLiteral("add") },
               QStringLiteral("netem delay 20ms rate 3mbit limit 100000").split(u' ')));
    const auto fast = qScopeGuard([&] {
        (void)tc({ QStringLiteral("qdisc"), QStringLiteral("del") }, {});
    });
    const qint64 own = isClient() ? Bulk / 2 : 1000;
    const qint64 expected = isClient() ? 1000 : Bulk / 2;
    RdmaServer server;
    std::unique_ptr<RdmaStream> stream;
    if (isClient()) {
        QVERIFY(meet("listening"));
        stream = std::make_unique<RdmaStream>();
        stream->connectToHost(peerAddress(), Port);
        QVERIFY2(stream->waitForConnected(Patience), qPrintable(stream->errorString()));
    } else {
        QVERIFY2(server.listen(RdmaTest::address(), Port), qPrintable(server.errorString()));
        QVERIFY(meet("listening"));
        QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
        stream.reset(server.nextPendingConnection());
    }
    QByteArray received;
    const auto take = [&] { received += stream->readAll(); };
    connect(stream.get(), &RdmaStream::readyRead, this, take);
    take();
    stream->write(pattern(own));
    stream->closeWriteChannel();
    QTRY_VERIFY_WITH_TIMEOUT(received.size() >= expected
                                     || stream->state() == QAbstractSocket::UnconnectedState,
                             Patience);
    stream->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(received.size(), expected);
    QCOMPARE(received, pattern(expected));
    QVERIFY2(stream->endedCleanly(), qPrintable(stream->errorString()));
    QVERIFY(meet("crossed"));
}

// How many packets for the queue pair carry the type of service, and how many do not.
static std::pair<int, int> countMarked(int fd, quint32 queuePairNumber, int typeOfService)
{
    std::pair<int, int> result;
    unsigned char packet[4096];
    for (ssize_t size = 0; (size = ::recv(fd, packet, sizeof(packet), 0)) > 0;) {
        const qsizetype udp = (packet[0] & 0xf) * 4;
        constexpr quint16 RoceV2 = 4791;
        if (size < udp + 8 + 12 || qFromBigEndian<quint16>(packet + udp + 2) != RoceV2)
            continue;
        if ((qFromBigEndian<quint32>(packet + udp + 8 + 4) & 0xffffff) != queuePairNumber)
            continue;
        ++(packet[1] == typeOfService ? result.first : result.second);
    }
    return result;
}

// RdmaConnectionOptions::typeOfService is in the packets that leave the machine.
void tst_TwoHosts::typeOfService()
{
    if (RdmaTest::isSiw())
        QSKIP("The siw of this kernel ignores the type of service");
    if (isClient()) {
        QVERIFY(meet("listening for packets"));
        RdmaQueuePair queuePair;
        RdmaConnectionOptions options;
        options.setTypeOfService(0x68);
        QVERIFY(queuePair.connectToHost(peerAddress(), Port, options));
        QVERIFY2(queuePair.waitForConnected(Patience),
                 qPrintable(queuePair.rdmaError().toString()));
        QVERIFY(queuePair.postSend("marked") != 0);
        QVERIFY(queuePair.waitForCompleted(Patience));
        QVERIFY(meet("packets counted"));
        return;
    }
    const int fd = ::socket(AF_INET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_UDP);
    QVERIFY(fd >= 0);
    const auto closeSocket = qScopeGuard([fd] { ::close(fd); });
    AcceptingServer server;
    QVERIFY2(server.listen(RdmaTest::address(), Port), qPrintable(server.errorString()));
    QVERIFY(meet("listening for packets"));
    QTRY_VERIFY_WITH_TIMEOUT(server.queuePair, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server.queuePair->receivesInFlight(), server.receives - 1, Patience);
    const auto [marked, others] = countMarked(fd, server.queuePair->nativeHandle()->qp_num, 0x68);
    QVERIFY(meet("packets counted"));
    QVERIFY(marked > 0);
    QCOMPARE(others, 0);
}

// To a group, answered to its sender; and not to one that has left.
void tst_TwoHosts::multicast()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP has no datagrams");
    const QHostAddress group(QStringLiteral("239.77.0.9"));
    RdmaDatagramSocket socket;
    QVERIFY2(socket.bind(RdmaTest::address()), qPrintable(socket.rdmaError().toString()));
    QVERIFY2(socket.joinMulticastGroup(group), qPrintable(socket.rdmaError().toString()));
    QVERIFY(socket.waitForJoined(group, Patience));
    QVERIFY(meet("joined"));
    // A kernel may loop back what goes to a group.
    RdmaDatagram datagram;
    const auto next = [&] {
        return QTest::qWaitFor(
                [&] {
                    datagram = socket.receiveDatagram();
                    return datagram.isValid()
                            && datagram.sender().gid() != socket.localEndpoint().gid();
                },
                Patience);
    };
    if (isClient()) {
        QCOMPARE(socket.writeDatagram("to all", group), 6);
        QVERIFY(next());
        QCOMPARE(datagram.data(), "to one");
        QVERIFY(datagram.group().isNull());
        QVERIFY(meet("left"));
        QCOMPARE(socket.writeDatagram("to nobody", group), 9);
        QCOMPARE(socket.writeDatagram("the end", datagram.sender()), 7);
    } else {
        QVERIFY(next());
        QCOMPARE(datagram.data(), "to all");
        QCOMPARE(datagram.group(), group);
        QCOMPARE(socket.writeDatagram("to one", datagram.sender()), 6);
        QVERIFY(socket.leaveMulticastGroup(group));
        QVERIFY(meet("left"));
        QVERIFY(next());
        QCOMPARE(datagram.data(), "the end");
    }
    QVERIFY(meet("heard"));
}

// An address of the same network that no machine has: nobody answers the question for its link-layer address.
void tst_TwoHosts::absentHost()
{
    if (!isClient())
        QSKIP("The client's test");
    RdmaStream stream;
    QSignalSpy errors(&stream, &RdmaStream::errorOccurred);
    stream.connectToHost(QHostAddress((peerAddress().toIPv4Address() & ~0xffu) | 77), Port);
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    const RdmaError error = stream.rdmaError();
    QCOMPARE(error.category(), RdmaError::Category::System);
    QCOMPARE(error.socketError(), QAbstractSocket::SocketTimeoutError);
    QCOMPARE(error.code(), ETIMEDOUT);
    QVERIFY(error.hint().contains(QLatin1String("address")));
}

// The same without a connection manager. The kernel waits for it within the call, a second; the thread goes on meanwhile.
void tst_TwoHosts::absentReceiver()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP has no datagrams");
    if (!isClient())
        QSKIP("The client's test");
    int ticks = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&ticks] { ++ticks; });
    timer.start(1);
    RdmaDatagramSocket socket;
    QVERIFY2(socket.bind(RdmaTest::address()), qPrintable(socket.rdmaError().toString()));
    QSignalSpy lost(&socket, &RdmaDatagramSocket::errorOccurred);
    RdmaEndpoint absent = socket.localEndpoint();
    QByteArray gid = absent.gid();
    gid.back() = 77;
    absent.setGid(gid);
    QCOMPARE(socket.writeDatagram("x", absent), 1);
    QTRY_COMPARE_WITH_TIMEOUT(lost.count(), 1, Patience);
    QCOMPARE(socket.rdmaError().call(), QStringLiteral("ibv_create_ah"));
    QCOMPARE(socket.state(), QAbstractSocket::BoundState);
    QVERIFY2(ticks > 10, QByteArray::number(ticks));
    QCOMPARE(socket.writeDatagram("x", absent), -1);

    for (const auto type :
         { Rdma::QueuePairType::ReliableConnected, Rdma::QueuePairType::UnreliableConnected }) {
        RdmaQueuePair queuePair;
        QVERIFY(queuePair.create(RdmaTest::address(), type));
        QSignalSpy errors(&queuePair, &RdmaQueuePair::errorOccurred);
        gid.back() = char(78 + int(type));
        absent.setGid(gid);
        ticks = 0;
        QVERIFY(queuePair.connectToEndpoint(absent));
        QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
        QVERIFY2(ticks > 10, QByteArray::number(ticks));
        QCOMPARE(queuePair.rdmaError().socketError(), socket.rdmaError().socketError());
        QVERIFY(!queuePair.rdmaError().hint().isEmpty());
    }
}

QTEST_GUILESS_MAIN(tst_TwoHosts)
#include "tst_twohosts.moc"
