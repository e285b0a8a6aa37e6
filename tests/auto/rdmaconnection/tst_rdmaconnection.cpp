// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/queuepairs.h"
#include "../shared/worker.h"

#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaRemoteMemory>

#include <QtCore/qmetaobject.h>
#include <QtCore/qmath.h>
#include <QtCore/qprocess.h>
#include <QtCore/qscopeguard.h>
#include <QtNetwork/qnetworkinterface.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <infiniband/verbs.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <thread>

using Change = std::function<void(RdmaConnectionOptions *)>;
Q_DECLARE_METATYPE(Change)

namespace {

constexpr int Patience = 30000;
constexpr quint16 FixedPort = 23471;

// Keeps each request until somebody answers it.
class KeepingServer : public RdmaServer
{
public:
    KeepingServer() { setAcceptPolicy(AcceptPolicy::Deferred); }

    QList<RdmaConnectionRequest> requests;

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        requests.append(request);
    }
};

ibv_qp_attr attributesOf(const RdmaQueuePair *queuePair)
{
    ibv_qp_attr attributes = {};
    ibv_qp_init_attr initial = {};
    constexpr int Mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT
            | IBV_QP_RNR_RETRY | IBV_QP_MIN_RNR_TIMER | IBV_QP_MAX_QP_RD_ATOMIC
            | IBV_QP_MAX_DEST_RD_ATOMIC;
    if (!queuePair || !queuePair->nativeHandle()
        || ibv_query_qp(queuePair->nativeHandle(), &attributes, Mask, &initial) != 0)
        return {};
    return attributes;
}

// How many reads at once a queue pair has under way, and serves. siw's driver says one where it means the other.
int issuedBy(const RdmaQueuePair &queuePair)
{
    const ibv_qp_attr attributes = attributesOf(&queuePair);
    return RdmaTest::isSiw() ? attributes.max_dest_rd_atomic : attributes.max_rd_atomic;
}

int servedBy(const RdmaQueuePair &queuePair)
{
    const ibv_qp_attr attributes = attributesOf(&queuePair);
    return RdmaTest::isSiw() ? attributes.max_rd_atomic : attributes.max_dest_rd_atomic;
}

// Both software devices take the next power of two.
int atLeast(int depth)
{
    return RdmaTest::provider() == "device" ? depth : int(qNextPowerOfTwo(quint32(depth - 1)));
}

// What the device under test permits.
ibv_device_attr limits()
{
    QueuePairs pair;
    ibv_device_attr attributes = {};
    if (pair.connect())
        ibv_query_device(pair.here.nativeHandle()->context, &attributes);
    return attributes;
}

// A raw socket gets the packets of all tests that run now: unfiltered, theirs fill its buffer.
bool keepOnlyPacketsTo(int fd, quint16 port)
{
    sock_filter program[] = {
        BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 0),
        BPF_STMT(BPF_LD | BPF_H | BPF_IND, offsetof(tcphdr, dest)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, port, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0xffff),
        BPF_STMT(BPF_RET | BPF_K, 0),
    };
    const sock_fprog filter = { sizeof(program) / sizeof(program[0]), program };
    const bool attached =
            ::setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof(filter)) == 0;
    // What came before there was a filter.
    while (::recv(fd, nullptr, 0, 0) >= 0) { }
    return attached;
}

} // namespace

class tst_RdmaConnection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void attributesOfTheQueuePair();
    void readDepths_data();
    void readDepths();
    void typeOfServiceOnTheWire();
    void sourceAddressAndPort();
    void sourcePortTwice_data();
    void sourcePortTwice();
    void foreignSourceAddress();
    void resolveTimeout();
    void connectTimeout();
    void refusedWithReason();
    void refusalTooLong();
    void droppedInAnotherThread();
    void acceptedInAnotherThread();
    void peerGoneBeforeAccepting();
    void acceptedTwice();
    void globalIdentifier_data();
    void globalIdentifier();
    void outOfRange_data();
    void outOfRange();
    void beyondTheDevice_data();
    void beyondTheDevice();
    void peerEndsAtOnce();
    void handMade_data();
    void handMade();
    void handMadeRefused();
};

void tst_RdmaConnection::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

// What was asked for is what the device was told.
void tst_RdmaConnection::attributesOfTheQueuePair()
{
    QueuePairs pair;
    pair.options.setRetryCount(5);
    pair.options.setRnrRetryCount(4);
    pair.options.setMinimumRnrTimer(9);
    pair.options.setAcknowledgeTimeout(17);
    pair.options.setTypeOfService(0x68);
    pair.server.options.setRnrRetryCount(3);
    pair.server.options.setMinimumRnrTimer(10);
    pair.server.options.setAcknowledgeTimeout(18);
    QVERIFY(pair.connect());
    const ibv_qp_attr here = attributesOf(&pair.here);
    const ibv_qp_attr there = attributesOf(pair.there());
    if (RdmaTest::isSiw())
        return; // TCP acknowledges and repeats; that the connection was made is all there is to see
    QCOMPARE(int(here.qp_state), int(IBV_QPS_RTS));
    QCOMPARE(int(here.retry_cnt), 5);
    QCOMPARE(int(there.retry_cnt), 5); // the connecting side decides for both
    QCOMPARE(int(here.rnr_retry), 3); // each side decides for the other
    QCOMPARE(int(there.rnr_retry), 4);
    QCOMPARE(int(here.min_rnr_timer), 9);
    QCOMPARE(int(there.min_rnr_timer), 10);
    QCOMPARE(int(here.timeout), 17);
    QCOMPARE(int(there.timeout), 18);
    QCOMPARE(int(here.ah_attr.grh.traffic_class), 0x68);
    QCOMPARE(int(there.ah_attr.grh.traffic_class), 0x68);
}

void tst_RdmaConnection::readDepths_data()
{
    QTest::addColumn<int>("hereServes");
    QTest::addColumn<int>("hereIssues");
    QTest::addColumn<int>("thereServes");
    QTest::addColumn<int>("thereIssues");
    QTest::addColumn<int>("towardsThere"); // what both agree on, for this side's reads
    QTest::addColumn<int>("towardsHere");
    QTest::newRow("as the connecting side wants") << 3 << 5 << -1 << -1 << 5 << 3;
    QTest::newRow("the accepting side wants less") << 8 << 8 << 4 << 2 << 4 << 2;
    QTest::newRow("the accepting side wants more") << 2 << 4 << 9 << 9 << 4 << 2;
    QTest::newRow("default") << -1 << -1 << -1 << -1 << 16 << 16;
}

void tst_RdmaConnection::readDepths()
{
    QFETCH(const int, hereServes);
    QFETCH(const int, hereIssues);
    QFETCH(const int, thereServes);
    QFETCH(const int, thereIssues);
    QFETCH(const int, towardsThere);
    QFETCH(const int, towardsHere);
    KeepingServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaQueuePair here;
    RdmaConnectionOptions options;
    options.setResponderResources(hereServes);
    options.setInitiatorDepth(hereIssues);
    QVERIFY(here.connectToHost(server.serverAddress(), server.serverPort(), options));
    QTRY_COMPARE_WITH_TIMEOUT(server.requests.size(), 1, Patience);
    const RdmaConnectionRequest request = server.requests.takeFirst();
    QCOMPARE(request.responderResources(), hereIssues < 0 ? 16 : hereIssues);
    QCOMPARE(request.initiatorDepth(), hereServes < 0 ? 16 : hereServes);
    options.setResponderResources(thereServes);
    options.setInitiatorDepth(thereIssues);
    RdmaQueuePair there;
    QVERIFY(there.accept(request, options));
    QTRY_COMPARE_WITH_TIMEOUT(here.state(), QAbstractSocket::ConnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(there.state(), QAbstractSocket::ConnectedState, Patience);
    // The accepting side of siw serves what the request wants, even if it was told to serve less.
    const int agreed = RdmaTest::isSiw() && hereIssues > 0 ? hereIssues : towardsThere;
    QCOMPARE(issuedBy(here), atLeast(agreed));
    QCOMPARE(servedBy(there), atLeast(agreed));
    QCOMPARE(issuedBy(there), atLeast(towardsHere));
    QCOMPARE(servedBy(here), atLeast(towardsHere));
}

// iWARP is TCP, whose packets a raw socket sees; what RoCE was told, the queue pair's attributes say.
void tst_RdmaConnection::typeOfServiceOnTheWire()
{
    if (!RdmaTest::isSiw())
        QSKIP("Packets that a device sends to itself never reach the network stack");
    QueuePairs pair;
    pair.options.setTypeOfService(0x68);
    QVERIFY(pair.connect());
    const int fd = ::socket(AF_INET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP);
    if (fd < 0)
        QSKIP("Raw sockets are for root only");
    const bool filtered = keepOnlyPacketsTo(fd, pair.server.serverPort());
    pair.here.postSend("marked");
    QSignalSpy completions(pair.there(), &RdmaQueuePair::completed);
    const bool received = completions.wait(Patience);
    int marked = 0;
    int others = 0;
    char packet[2048];
    for (ssize_t size = 0; (size = ::recv(fd, packet, sizeof(packet), 0)) > 0;) {
        iphdr ip;
        tcphdr tcp;
        std::memcpy(&ip, packet, sizeof(ip));
        std::memcpy(&tcp, packet + ip.ihl * 4, sizeof(tcp));
        if (size < ip.ihl * 4 + qsizetype(sizeof(tcp))
            || ntohs(tcp.dest) != pair.server.serverPort())
            continue;
        ++(ip.tos == 0x68 ? marked : others);
    }
    ::close(fd);
    QVERIFY(filtered && received);
    QVERIFY(marked + others > 0);
    if (marked == 0)
        QSKIP("This kernel's siw ignores the type of service");
    QCOMPARE(others, 0);
}

void tst_RdmaConnection::sourceAddressAndPort()
{
    QueuePairs pair;
    pair.options.setSourceAddress(RdmaTest::address());
    pair.options.setSourcePort(FixedPort);
    QVERIFY(pair.connect());
    QCOMPARE(pair.here.localAddress(), RdmaTest::address());
    QCOMPARE(pair.here.localPort(), FixedPort);
    QCOMPARE(pair.there()->peerAddress(), RdmaTest::address());
    QCOMPARE(pair.there()->peerPort(), FixedPort);
}

void tst_RdmaConnection::sourcePortTwice_data()
{
    QTest::addColumn<bool>("reuse");
    QTest::newRow("without reuseAddress") << false;
    QTest::newRow("with reuseAddress") << true;
}

void tst_RdmaConnection::sourcePortTwice()
{
    QFETCH(const bool, reuse);
    QueuePairs first;
    first.options.setSourceAddress(RdmaTest::address());
    first.options.setSourcePort(quint16(reuse ? FixedPort + 1 : FixedPort + 2));
    first.options.setReuseAddress(reuse);
    QVERIFY(first.connect());
    QueuePairs second;
    second.options = first.options;
    QSignalSpy errors(&second.here, &RdmaQueuePair::errorOccurred);
    if (reuse) {
        QVERIFY2(second.connect(), qPrintable(second.here.rdmaError().toString()));
        QCOMPARE(second.there()->peerPort(), first.there()->peerPort());
        return;
    }
    QVERIFY(second.server.listen(RdmaTest::address()));
    second.here.connectToHost(second.server.serverAddress(), second.server.serverPort(),
                              second.options);
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(second.here.rdmaError().socketError(), QAbstractSocket::AddressInUseError);
    QCOMPARE(second.here.rdmaError().code(), EADDRINUSE);
    QVERIFY(!second.here.rdmaError().hint().isEmpty());
}

void tst_RdmaConnection::foreignSourceAddress()
{
    RdmaQueuePair queuePair;
    RdmaConnectionOptions options;
    options.setSourceAddress(QHostAddress(QStringLiteral("198.51.100.1")));
    QSignalSpy errors(&queuePair, &RdmaQueuePair::errorOccurred);
    QVERIFY(queuePair.connectToHost(RdmaTest::address(), 1, options));
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(queuePair.rdmaError().socketError(), QAbstractSocket::SocketAddressNotAvailableError);
    QVERIFY2(queuePair.rdmaError().text().contains(QLatin1String("198.51.100.1")),
             qPrintable(queuePair.rdmaError().toString()));
}

// Whether the interface of the device asks for link-layer addresses; the lab's do not.
static bool setResolving(bool on)
{
    const QHostAddress address = RdmaTest::address();
    const auto interfaces = QNetworkInterface::allInterfaces();
    for (const QNetworkInterface &interface : interfaces) {
        const auto entries = interface.addressEntries();
        if (std::none_of(entries.begin(), entries.end(),
                         [&](const auto &entry) { return entry.ip() == address; }))
            continue;
        const QStringList arguments{ QStringLiteral("link"), QStringLiteral("set"),
                                     QStringLiteral("dev"),  interface.name(),
                                     QStringLiteral("arp"),  QLatin1String(on ? "on" : "off") };
        return QProcess::execute(QStringLiteral("ip"), arguments) == 0;
    }
    return false;
}

// The step of the kernel ends long before the time-out of the whole.
void tst_RdmaConnection::resolveTimeout()
{
    if (RdmaTest::provider() == "device" || !setResolving(true))
        QSKIP("Only in the lab the interface may be changed");
    const auto restore = qScopeGuard([] { setResolving(false); });
    const QHostAddress nobody(RdmaTest::address().toIPv4Address() + 200);
    RdmaQueuePair queuePair;
    RdmaConnectionOptions options;
    options.setResolveTimeout(100);
    options.setConnectTimeout(-1);
    QSignalSpy errors(&queuePair, &RdmaQueuePair::errorOccurred);
    QVERIFY(queuePair.connectToHost(nobody, 1, options));
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    const RdmaError error = queuePair.rdmaError();
    QCOMPARE(error.call(), QStringLiteral("rdma_resolve_addr"));
    QCOMPARE(error.code(), ETIMEDOUT);
    QCOMPARE(error.socketError(), QAbstractSocket::SocketTimeoutError);
    QVERIFY(!error.hint().isEmpty());
}

// The server keeps the request and says nothing.
void tst_RdmaConnection::connectTimeout()
{
    KeepingServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaQueuePair queuePair;
    RdmaConnectionOptions options;
    options.setConnectTimeout(200);
    QSignalSpy errors(&queuePair, &RdmaQueuePair::errorOccurred);
    QVERIFY(queuePair.connectToHost(server.serverAddress(), server.serverPort(), options));
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(queuePair.rdmaError().category(), RdmaError::Category::Timeout);
    QVERIFY(queuePair.rdmaError().text().contains(QLatin1String("200")));
}

void tst_RdmaConnection::refusedWithReason()
{
    KeepingServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaQueuePair queuePair;
    QSignalSpy errors(&queuePair, &RdmaQueuePair::errorOccurred);
    QVERIFY(queuePair.connectToHost(server.serverAddress(), server.serverPort()));
    QTRY_COMPARE_WITH_TIMEOUT(server.requests.size(), 1, Patience);
    const QByteArray reason(148, 'r');
    RdmaError refusal;
    QVERIFY(server.requests.first().reject(reason, &refusal));
    QVERIFY(!refusal.isError());
    QVERIFY(!server.requests.first().isValid());
    QVERIFY(!server.requests.first().reject(reason, &refusal)); // answered already
    QCOMPARE(refusal.category(), RdmaError::Category::Usage);
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(queuePair.peerPrivateData().left(148), reason);
    const RdmaError error = queuePair.rdmaError();
    QCOMPARE(error.category(), RdmaError::Category::ConnectionRejected);
    QCOMPARE(error.socketError(), QAbstractSocket::ConnectionRefusedError);
    QCOMPARE(error.code(), RdmaTest::isSiw() ? -ECONNRESET : 28);
    QVERIFY(error.text().contains(QLatin1String("refused")));
    QVERIFY(!error.hint().isEmpty());
}

void tst_RdmaConnection::refusalTooLong()
{
    KeepingServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaQueuePair queuePair;
    QVERIFY(queuePair.connectToHost(server.serverAddress(), server.serverPort()));
    QTRY_COMPARE_WITH_TIMEOUT(server.requests.size(), 1, Patience);
    RdmaError error;
    QVERIFY(!server.requests.first().reject(QByteArray(149, 'r'), &error));
    QVERIFY(error.text().contains(QLatin1String("148")));
    QVERIFY(server.requests.first().isValid()); // and can still be answered
    RdmaQueuePair there;
    QVERIFY(there.accept(server.requests.first()));
    QTRY_COMPARE_WITH_TIMEOUT(queuePair.state(), QAbstractSocket::ConnectedState, Patience);
}

void tst_RdmaConnection::droppedInAnotherThread()
{
    KeepingServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaQueuePair queuePair;
    QSignalSpy errors(&queuePair, &RdmaQueuePair::errorOccurred);
    QVERIFY(queuePair.connectToHost(server.serverAddress(), server.serverPort()));
    QTRY_COMPARE_WITH_TIMEOUT(server.requests.size(), 1, Patience);
    RdmaConnectionRequest request = server.requests.takeFirst();
    std::thread([&request] { request = {}; }).join();
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(queuePair.rdmaError().category(), RdmaError::Category::ConnectionRejected);
}

// The request is migrated to the thread that accepts it, which has no event loop; the listener goes on meanwhile.
void tst_RdmaConnection::acceptedInAnotherThread()
{
    KeepingServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    for (int round = 0; round < 5; ++round) {
        RdmaQueuePair here;
        here.postReceive(64);
        QSignalSpy completions(&here, &RdmaQueuePair::completed);
        QVERIFY(here.connectToHost(server.serverAddress(), server.serverPort()));
        QTRY_COMPARE_WITH_TIMEOUT(server.requests.size(), 1, Patience);
        const RdmaConnectionRequest request = server.requests.takeFirst();
        QByteArray failure = "did not run";
        const Worker thread([&request, &failure] {
            RdmaQueuePair there;
            QByteArray heard;
            QObject::connect(&there, &RdmaQueuePair::completed, &there,
                             [&heard](quint64, const RdmaCompletion &completion) {
                                 if (completion.opcode() == Rdma::Opcode::Receive
                                     && completion.isSuccess())
                                     heard = completion.data();
                             });
            there.postReceive(64);
            if (!there.accept(request) || !there.waitForConnected(Patience)) {
                failure = there.rdmaError().toString().toUtf8();
                return;
            }
            while (heard.isEmpty() && there.waitForCompleted(Patience)) { }
            failure = heard == "ping" ? QByteArray() : "heard: " + heard;
            if (there.postSend("pong") == 0)
                failure = there.rdmaError().toString().toUtf8();
            there.waitForDisconnected(Patience); // an end from here could overtake what was sent
        });
        QTRY_COMPARE_WITH_TIMEOUT(here.state(), QAbstractSocket::ConnectedState, Patience);
        QVERIFY(here.postSend("ping") != 0);
        QTRY_VERIFY_WITH_TIMEOUT(completions.count() >= 2 || thread.isFinished(), Patience);
        here.disconnectFromHost();
        QTRY_VERIFY_WITH_TIMEOUT(thread.isFinished(), Patience);
        QCOMPARE(failure, QByteArray());
        QByteArrayList received;
        for (const auto &arguments : std::as_const(completions))
            received.append(arguments.at(1).value<RdmaCompletion>().data());
        QVERIFY(received.contains("pong"));
    }
}

void tst_RdmaConnection::peerGoneBeforeAccepting()
{
    KeepingServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    auto here = std::make_unique<RdmaQueuePair>();
    QVERIFY(here->connectToHost(server.serverAddress(), server.serverPort()));
    QTRY_COMPARE_WITH_TIMEOUT(server.requests.size(), 1, Patience);
    here.reset();
    RdmaQueuePair there;
    QSignalSpy errors(&there, &RdmaQueuePair::errorOccurred);
    QSignalSpy ends(&there, &RdmaQueuePair::disconnected);
    RdmaConnectionOptions options;
    options.setConnectTimeout(2000);
    QVERIFY(there.accept(server.requests.takeFirst(), options));
    // An error, or on iWARP, where the answer cannot fail, a connection that ends at once.
    QTRY_VERIFY_WITH_TIMEOUT(errors.count() == 1 || ends.count() == 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(there.state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_RdmaConnection::acceptedTwice()
{
    KeepingServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaQueuePair here;
    QVERIFY(here.connectToHost(server.serverAddress(), server.serverPort()));
    QTRY_COMPARE_WITH_TIMEOUT(server.requests.size(), 1, Patience);
    const RdmaConnectionRequest request = server.requests.takeFirst();
    RdmaQueuePair first;
    RdmaQueuePair second;
    QSignalSpy errors(&second, &RdmaQueuePair::errorOccurred);
    QVERIFY(first.accept(request));
    second.accept(request);
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(second.rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(!request.reject());
    QTRY_COMPARE_WITH_TIMEOUT(here.state(), QAbstractSocket::ConnectedState, Patience);
}

void tst_RdmaConnection::globalIdentifier_data()
{
    QTest::addColumn<QHostAddress>("gid");
    QTest::newRow("link-local") << QHostAddress(QStringLiteral("fe80::202:c903:0:1"));
    QTest::newRow("an IPv4 address") << QHostAddress(QStringLiteral("10.77.0.1"));
}

// Neither RoCE nor iWARP has addresses of InfiniBand: the refusal says so.
void tst_RdmaConnection::globalIdentifier()
{
    QFETCH(const QHostAddress, gid);
    if (RdmaTest::provider() == "device")
        QSKIP("The device may be one of InfiniBand");
    RdmaQueuePair queuePair;
    QSignalSpy errors(&queuePair, &RdmaQueuePair::errorOccurred);
    RdmaConnectionOptions options;
    options.setAddressIsGid(true);
    QVERIFY(queuePair.connectToHost(gid, 1, options));
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    const RdmaError error = queuePair.rdmaError();
    if (gid.protocol() == QAbstractSocket::IPv4Protocol) {
        QCOMPARE(error.category(), RdmaError::Category::Usage);
        return;
    }
    QCOMPARE(error.socketError(), QAbstractSocket::SocketAddressNotAvailableError);
    QVERIFY2(error.text().contains(gid.toString()), qPrintable(error.toString()));
    QVERIFY(error.hint().contains(QLatin1String("RoCE")));
}

void tst_RdmaConnection::outOfRange_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("least");
    QTest::addColumn<int>("most");
    const auto add = [](const char *name, int least, int most) {
        QTest::newRow(name) << QString::fromLatin1(name) << least << most;
    };
    constexpr int Any = std::numeric_limits<int>::max();
    add("sendDepth", 1, Any);
    add("receiveDepth", 1, Any);
    add("maxSendSge", 1, Any);
    add("maxReceiveSge", 1, Any);
    add("inlineSize", 0, Any);
    add("retryCount", 0, 7);
    add("rnrRetryCount", 0, 7);
    add("minimumRnrTimer", 0, 31);
    add("responderResources", -1, 255);
    add("initiatorDepth", -1, 255);
    add("typeOfService", -1, 255);
    add("acknowledgeTimeout", -1, 31);
    add("resolveTimeout", 1, Any);
}

void tst_RdmaConnection::outOfRange()
{
    QFETCH(const QString, name);
    QFETCH(const int, least);
    QFETCH(const int, most);
    QList<int> wrong{ least - 1, std::numeric_limits<int>::min() };
    if (most != std::numeric_limits<int>::max())
        wrong << most + 1 << std::numeric_limits<int>::max();
    const QMetaObject &meta = RdmaConnectionOptions::staticMetaObject;
    const int property = meta.indexOfProperty(name.toLatin1().constData());
    QVERIFY(property >= 0);
    for (const int value : std::as_const(wrong)) {
        RdmaConnectionOptions options;
        QVERIFY(meta.property(property).writeOnGadget(&options, value));
        RdmaQueuePair queuePair;
        QVERIFY(!queuePair.connectToHost(RdmaTest::address(), 1, options));
        const RdmaError error = queuePair.rdmaError();
        QCOMPARE(error.category(), RdmaError::Category::Usage);
        QVERIFY2(error.text().contains(name), qPrintable(error.text()));
        QVERIFY2(error.text().contains(QString::number(value)), qPrintable(error.text()));
        QVERIFY2(error.text().contains(QString::number(most)), qPrintable(error.text()));
        QCOMPARE(queuePair.state(), QAbstractSocket::UnconnectedState);
    }
}

void tst_RdmaConnection::beyondTheDevice_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("limit");
    if (RdmaTest::address().isNull())
        return;
    const ibv_device_attr device = limits();
    const int wr = device.max_qp_wr;
    const int sge = device.max_sge;
    const int serves = device.max_qp_rd_atom;
    const int issues = device.max_qp_init_rd_atom;
    QTest::newRow("sendDepth") << Change([wr](auto *o) { o->setSendDepth(wr + 1); })
                               << QStringLiteral("sendDepth") << wr;
    QTest::newRow("receiveDepth") << Change([wr](auto *o) { o->setReceiveDepth(wr + 1); })
                                  << QStringLiteral("receiveDepth") << wr;
    QTest::newRow("maxSendSge") << Change([sge](auto *o) { o->setMaxSendSge(sge + 1); })
                                << QStringLiteral("maxSendSge") << sge;
    QTest::newRow("maxReceiveSge") << Change([sge](auto *o) { o->setMaxReceiveSge(sge + 1); })
                                   << QStringLiteral("maxReceiveSge") << sge;
    if (serves < 255) {
        QTest::newRow("responderResources")
                << Change([serves](auto *o) { o->setResponderResources(serves + 1); })
                << QStringLiteral("responderResources") << serves;
    }
    if (issues < 255) {
        QTest::newRow("initiatorDepth")
                << Change([issues](auto *o) { o->setInitiatorDepth(issues + 1); })
                << QStringLiteral("initiatorDepth") << issues;
    }
    if (!RdmaTest::isSiw()) {
        QTest::newRow("privateData")
                << Change([](auto *o) { o->setPrivateData(QByteArray(57, 'p')); })
                << QStringLiteral("private data") << 56;
    }
}

void tst_RdmaConnection::beyondTheDevice()
{
    QFETCH(const Change, change);
    QFETCH(const QString, name);
    QFETCH(const int, limit);
    QueuePairs pair;
    change(&pair.options);
    QVERIFY(pair.server.listen(RdmaTest::address()));
    QSignalSpy errors(&pair.here, &RdmaQueuePair::errorOccurred);
    QVERIFY(pair.here.connectToHost(pair.server.serverAddress(), pair.server.serverPort(),
                                    pair.options));
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    const RdmaError error = pair.here.rdmaError();
    QCOMPARE(error.category(), RdmaError::Category::Usage);
    QVERIFY2(error.text().contains(name), qPrintable(error.text()));
    QVERIFY2(error.text().contains(QString::number(limit)), qPrintable(error.text()));
    QTRY_COMPARE_WITH_TIMEOUT(pair.here.state(), QAbstractSocket::UnconnectedState, Patience);
}

// Who has been connected is not refused any more, whenever the peer ends: the kernel of one that has not heard of the last message
// of the handshake says it in those words.
void tst_RdmaConnection::peerEndsAtOnce()
{
    const int rounds = RdmaTest::rounds(50, 200);
    AcceptingServer server;
    QVERIFY(server.listen(RdmaTest::address()));
    std::atomic<int> connected = 0;
    QStringList wrong;
    const Worker client([&, port = server.serverPort()] {
        for (int round = 0; round < rounds; ++round) {
            RdmaQueuePair queuePair;
            queuePair.connectToHost(RdmaTest::address(), port);
            if (!queuePair.waitForConnected(Patience))
                continue;
            ++connected;
            queuePair.waitForDisconnected(5000);
            if (queuePair.rdmaError().socketError() == QAbstractSocket::ConnectionRefusedError)
                wrong.append(queuePair.rdmaError().toString());
        }
    });
    for (int round = 0; !client.isFinished(); ++round) {
        (void)QTest::qWaitFor([&] { return client.isFinished() || server.queuePair; }, Patience);
        const int pause = round * 20 % 2000;
        if (server.queuePair)
            std::this_thread::sleep_for(std::chrono::microseconds(pause));
        server.queuePair.reset();
    }
    qInfo("connected in %d of %d rounds", int(connected), rounds);
    QVERIFY(connected > 0);
    QCOMPARE(wrong, QStringList());
}

void tst_RdmaConnection::handMade_data()
{
    QTest::addColumn<bool>("here");
    QTest::addColumn<bool>("there");
    QTest::newRow("connecting") << true << false;
    QTest::newRow("accepting") << false << true;
    QTest::newRow("both") << true << true;
}

// Queue pairs that the program has made, on one side or both, are like others.
void tst_RdmaConnection::handMade()
{
    QFETCH(const bool, here);
    QFETCH(const bool, there);
    QueuePairs pair;
    pair.options.setPrivateData("question");
    pair.options.setInitiatorDepth(2);
    pair.server.options.setPrivateData("answer");
    pair.server.options.setMinimumRnrTimer(10);
    int made = 0;
    const auto create = [&made](ibv_pd *domain, ibv_qp_init_attr *attributes) {
        ++made;
        return createByHand(domain, attributes);
    };
    if (here)
        pair.options.setQueuePairFactory(create);
    if (there)
        pair.server.options.setQueuePairFactory(create);
    for (int i = 0; i < 8; ++i)
        pair.here.postReceive(256);
    QVERIFY2(pair.connect(), qPrintable(pair.here.rdmaError().toString()));
    QVERIFY(made >= int(here) + int(there));
    QVERIFY(pair.here.peerPrivateData().startsWith("answer"));
    QVERIFY(pair.there()->peerPrivateData().startsWith("question"));
    if (RdmaTest::isRxe()) {
        QCOMPARE(int(attributesOf(pair.there()).min_rnr_timer), 10);
        QCOMPARE(issuedBy(pair.here), 2);
    }
    for (RdmaQueuePair *one : { &pair.here, pair.there() }) {
        RdmaQueuePair *const other = one == &pair.here ? pair.there() : &pair.here;
        QSignalSpy completions(other, &RdmaQueuePair::completed);
        QVERIFY(one->postSend("hello") != 0);
        QTRY_COMPARE_WITH_TIMEOUT(completions.count(), 1, Patience);
        QCOMPARE(completions.at(0).at(1).value<RdmaCompletion>().data(), "hello");
        RdmaMemoryRegion region = RdmaMemoryRegion::allocate(
                other->protectionDomain(), 64,
                Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::RemoteRead);
        QVERIFY(region.isValid());
        std::memcpy(region.data(), "remote", 6);
        const RdmaRemoteMemory remote = region.remoteMemory();
        const QFuture<RdmaCompletion> read = one->whenCompleted(one->postRead(remote));
        QTRY_VERIFY_WITH_TIMEOUT(read.isFinished(), Patience);
        QVERIFY2(read.result().isSuccess(), qPrintable(read.result().rdmaError().toString()));
        QVERIFY(read.result().data().startsWith("remote"));
    }
    pair.here.disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(pair.there()->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(pair.here.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY2(!pair.here.rdmaError().isError(), qPrintable(pair.here.rdmaError().toString()));
    QVERIFY2(!pair.there()->rdmaError().isError(),
             qPrintable(pair.there()->rdmaError().toString()));
}

void tst_RdmaConnection::handMadeRefused()
{
    QueuePairs pair;
    pair.options.setQueuePairFactory([](ibv_pd *, ibv_qp_init_attr *) -> ibv_qp * {
        errno = EOPNOTSUPP;
        return nullptr;
    });
    QVERIFY(pair.server.listen(RdmaTest::address()));
    pair.here.connectToHost(pair.server.serverAddress(), pair.server.serverPort(), pair.options);
    QTRY_COMPARE_WITH_TIMEOUT(pair.here.state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(pair.here.rdmaError().call(), QStringLiteral("queuePairFactory"));
    QCOMPARE(pair.here.rdmaError().code(), EOPNOTSUPP);
}

QTEST_GUILESS_MAIN(tst_RdmaConnection)
#include "tst_rdmaconnection.moc"
