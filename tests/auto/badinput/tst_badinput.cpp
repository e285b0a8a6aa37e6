// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaleaks.h"
#include "rdmatest.h"
#include "silentneighbour.h"
#include "sleepclock.h"
#include "stream/native/streamhandshake_p.h"
#include "streampeer.h"

#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qelapsedtimer.h>
#include <QtCore/qeventloop.h>
#include <QtCore/qprocess.h>
#include <QtCore/qscopeguard.h>
#include <QtNetwork/qnetworkinterface.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <rdma/rdma_cma.h>

#include <atomic>
#include <cerrno>
#include <functional>
#include <memory>
#include <thread>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;
constexpr quint16 Port = 7471;

// Shows each request to the test, which accepts or rejects it as no RdmaServer would.
class OtherServer : public RdmaServer
{
public:
    using Answer = std::function<void(const RdmaConnectionRequest &)>;

    explicit OtherServer(Answer function) : answer(std::move(function))
    {
        setAcceptPolicy(AcceptPolicy::Deferred);
    }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override { answer(request); }

private:
    Answer answer;
};

// A queue pair that accepts with this private data and knows nothing of streams.
std::unique_ptr<RdmaQueuePair> acceptBare(const RdmaConnectionRequest &request,
                                          const QByteArray &data)
{
    auto queuePair = std::make_unique<RdmaQueuePair>();
    for (int i = 0; i < 8; ++i)
        queuePair->postReceive(4096);
    RdmaConnectionOptions options;
    options.setPrivateData(data);
    if (!queuePair->accept(request, options))
        qWarning() << queuePair->rdmaError();
    return queuePair;
}

StreamHandshake handshake()
{
    StreamHandshake result;
    result.slotSize = 2048;
    result.window = 16;
    return result;
}

QByteArray laterVersion()
{
    StreamHandshake result = handshake();
    result.version = StreamHandshake::Version + 2;
    result.lowestVersion = StreamHandshake::Version + 1;
    return result.toPrivateData();
}

} // namespace

// Every kind of mistake ends in an error that names it, in time, and leaves nothing behind.
class tst_BadInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void objectsAreCounted();
    void loopback_data();
    void loopback();
    void listenOnForeignAddress();
    void unknownHost();
    void noRoute();
    void nobodyListens();
    void otherAddressListens();
    void portIsProtected();
    void wrongPortSpace();
    void nobodyAnswers();
    void nobodyAnswersWhileWaiting();
    void queuePairGetsNoAnswer();
    void peerIsNotQtRdma();
    void peerHasLaterVersion();
    void peerHasBadValues();
    void serverRefuses_data();
    void serverRefuses();
    void serverRefusesWithoutReason();
    void serverRejectsStrangers_data();
    void serverRejectsStrangers();
    void clientHasTooLittleMemlock();
    void serverHasTooLittleMemlock();
    void devicesCannotBeOpened();
    void otherNamespace_data();
    void otherNamespace();
    void peerIsKilled();
    void othersGoOn();
    void nothingIsLeft();

private:
    // Connects and expects the failure.
    RdmaError failToConnect(const QString &host, quint16 port, int timeout = Patience);

    qint64 lastElapsed = 0;
    qint64 lastAsleep = 0;
};

void tst_BadInput::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_BadInput::cleanup()
{
    if (RdmaTest::address().isNull())
        return;
    // The kernel may take 10 s to give up a connection nobody answers.
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("qp")), 0, 30000);
    // One holds the device open, once this thread has used it.
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("cm_id")) <= 1, 30000);
}

RdmaError tst_BadInput::failToConnect(const QString &host, quint16 port, int timeout)
{
    RdmaStream stream;
    RdmaStreamOptions options;
    options.setConnectTimeout(timeout);
    stream.setOptions(options);
    QSignalSpy errors(&stream, &RdmaStream::errorOccurred);
    QSignalSpy connections(&stream, &RdmaStream::connected);
    QElapsedTimer timer;
    RdmaTest::SleepClock asleep;
    timer.start();
    asleep.start();
    stream.connectToHost(host, port);
    const bool failed = QTest::qWaitFor([&] { return errors.count() > 0; }, timeout + Patience);
    lastElapsed = timer.elapsed();
    lastAsleep = asleep.msecs();
    if (!failed || connections.count() > 0 || stream.state() != QAbstractSocket::UnconnectedState
        || stream.error() != stream.rdmaError().socketError()) {
        qWarning() << failed << connections.count() << stream.state() << stream.error();
        return {};
    }
    return stream.rdmaError();
}

// "Nothing is left" says nothing unless what is there is counted: as rdma-core's own tool does.
void tst_BadInput::objectsAreCounted()
{
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaStream stream;
    stream.connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
    const int queuePairs = RdmaTest::countResource(QStringLiteral("qp"));
    if (queuePairs != 2) { // so that the log tells whether one has ended, or the kernel left it out
        qWarning() << stream.state() << stream.errorString() << server.hasPendingConnections()
                   << server.errorString() << RdmaTest::countResource(QStringLiteral("qp"))
                   << RdmaTest::countResource(QStringLiteral("pd"));
        for (const char *kind : { "qp", "pd", "ctx" })
            QProcess::execute(QStringLiteral("rdma"),
                              { QStringLiteral("resource"), QStringLiteral("show"),
                                QString::fromLatin1(kind) });
    }
    QCOMPARE(queuePairs, 2);
    const QByteArray self =
            "\"pid\":" + QByteArray::number(QCoreApplication::applicationPid()) + ',';
    const QStringList kinds = { QStringLiteral("qp"), QStringLiteral("cq"), QStringLiteral("mr"),
                                QStringLiteral("pd"), QStringLiteral("cm_id") };
    for (const QString &kind : kinds) {
        QProcess tool;
        tool.start(
                QStringLiteral("rdma"),
                { QStringLiteral("-j"), QStringLiteral("resource"), QStringLiteral("show"), kind });
        QVERIFY(tool.waitForFinished());
        const auto told = tool.readAllStandardOutput().count(self);
        QVERIFY2(told > 0, qPrintable(kind));
        QCOMPARE(RdmaTest::countResource(kind), int(told));
    }
}

void tst_BadInput::loopback_data()
{
    QTest::addColumn<QString>("host");
    QTest::newRow("IPv4") << QStringLiteral("127.0.0.1");
    QTest::newRow("IPv6") << QStringLiteral("::1");
    QTest::newRow("name") << QStringLiteral("localhost");
}

void tst_BadInput::loopback()
{
    QFETCH(const QString, host);
    const RdmaError error = failToConnect(host, Port);
    QCOMPARE(error.category(), RdmaError::Category::System);
    QCOMPARE(error.socketError(), QAbstractSocket::SocketAddressNotAvailableError);
    QVERIFY(error.text().contains(QLatin1String("loopback")));
    QVERIFY(error.hint().contains(RdmaTest::address().toString()));
    const QHostAddress address(host);
    if (address.isNull())
        return;

    RdmaServer server;
    QVERIFY(!server.listen(address));
    QCOMPARE(server.serverError(), QAbstractSocket::SocketAddressNotAvailableError);
    QVERIFY(server.errorString().contains(QLatin1String("loopback")));
    QVERIFY(server.errorString().contains(RdmaTest::address().toString()));

    RdmaQueuePair queuePair;
    QVERIFY(queuePair.connectToHost(address, Port));
    QVERIFY(!queuePair.waitForConnected(Patience));
    QCOMPARE(queuePair.rdmaError().socketError(), QAbstractSocket::SocketAddressNotAvailableError);
    QVERIFY(queuePair.rdmaError().hint().contains(RdmaTest::address().toString()));
}

void tst_BadInput::listenOnForeignAddress()
{
    RdmaServer server;
    QVERIFY(!server.listen(RdmaTest::silentNeighbour()));
    QCOMPARE(server.serverError(), QAbstractSocket::SocketAddressNotAvailableError);
    QVERIFY(server.errorString().contains(RdmaTest::address().toString()));
    RdmaServer first;
    QVERIFY2(first.listen(RdmaTest::address()), qPrintable(first.errorString()));
    QVERIFY(!server.listen(RdmaTest::address(), first.serverPort()));
    QCOMPARE(server.serverError(), QAbstractSocket::AddressInUseError);
}

void tst_BadInput::unknownHost()
{
    const RdmaError error = failToConnect(QStringLiteral("no-such-host.invalid"), Port);
    QCOMPARE(error.socketError(), QAbstractSocket::HostNotFoundError);
    QVERIFY(error.text().contains(QLatin1String("no-such-host.invalid")));
}

void tst_BadInput::noRoute()
{
    if (RdmaTest::provider() == "device")
        QSKIP("Whether there is a default route is known of the lab only");
    const RdmaError error = failToConnect(QStringLiteral("198.51.100.1"), Port);
    QCOMPARE(error.category(), RdmaError::Category::System);
    QCOMPARE(error.socketError(), QAbstractSocket::NetworkError);
    QCOMPARE(error.code(), ENETUNREACH);
    QVERIFY(error.hint().contains(QLatin1String("route")));
}

void tst_BadInput::nobodyListens()
{
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    const quint16 port = server.serverPort();
    server.close();
    const RdmaError error = failToConnect(RdmaTest::address().toString(), port);
    QCOMPARE(error.category(), RdmaError::Category::ConnectionRejected);
    QCOMPARE(error.socketError(), QAbstractSocket::ConnectionRefusedError);
    QVERIFY(error.text().contains(QLatin1String("nobody listens")));
}

// The kernel of the server answers for nobody as a program would that says no.
void tst_BadInput::otherAddressListens()
{
    if (!RdmaTest::isRxe())
        QSKIP("On iWARP nobody listens there, and the kernel says so");
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    const RdmaError error = failToConnect(RdmaTest::address6().toString(), server.serverPort());
    QCOMPARE(error.cause(), RdmaError::Cause::Refused);
    QVERIFY2(error.hint().contains(QLatin1String("another address")), qPrintable(error.hint()));
    QVERIFY(!server.hasPendingConnections());
}

void tst_BadInput::portIsProtected()
{
    if (::geteuid() != 0)
        QSKIP("Becoming another user takes root");
    const QStringList asNobody = { QStringLiteral("setpriv"), QStringLiteral("--reuid=65534"),
                                   QStringLiteral("--clear-groups") };
    const auto listen = [&](int port) {
        RdmaTest::StreamPeer peer(
                { QStringLiteral("echo"), RdmaTest::address().toString(), QString::number(port) },
                asNobody);
        return peer.line();
    };
    QCOMPARE(listen(7999), QByteArray("listening 7999"));
    const QByteArray line = listen(80);
    QVERIFY2(line.contains("The port 80 is protected") && line.contains("CAP_NET_BIND_SERVICE"),
             line);
}

// A listener for datagrams has the port, but not for connections.
void tst_BadInput::wrongPortSpace()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP has one port space only");
    const std::unique_ptr<rdma_event_channel, decltype(&rdma_destroy_event_channel)> channel(
            rdma_create_event_channel(), rdma_destroy_event_channel);
    QVERIFY(channel);
    rdma_cm_id *id = nullptr;
    QCOMPARE(rdma_create_id(channel.get(), &id, nullptr, RDMA_PS_UDP), 0);
    const std::unique_ptr<rdma_cm_id, decltype(&rdma_destroy_id)> listener(id, rdma_destroy_id);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(RdmaTest::address().toIPv4Address());
    QCOMPARE(rdma_bind_addr(id, reinterpret_cast<sockaddr *>(&address)), 0);
    QCOMPARE(rdma_listen(id, 1), 0);
    const RdmaError error =
            failToConnect(RdmaTest::address().toString(), ntohs(rdma_get_src_port(id)));
    QCOMPARE(error.category(), RdmaError::Category::ConnectionRejected);
    QCOMPARE(error.socketError(), QAbstractSocket::ConnectionRefusedError);
    QVERIFY(error.text().contains(QLatin1String("nobody listens")));
    QVERIFY(error.hint().contains(QLatin1String("datagrams")));
}

void tst_BadInput::nobodyAnswers()
{
    if (!RdmaTest::addSilentNeighbour())
        QSKIP("This user cannot add a neighbour entry");
    const RdmaError error = failToConnect(RdmaTest::silentNeighbour().toString(), Port, 2000);
    QCOMPARE(error.category(), RdmaError::Category::Timeout);
    QCOMPARE(error.socketError(), QAbstractSocket::SocketTimeoutError);
    QVERIFY(error.text().contains(QLatin1String("2000 ms")));
    QVERIFY(lastElapsed >= 2000);
    QVERIFY2(lastAsleep < 6000, qPrintable(QString::number(lastAsleep)));
}

void tst_BadInput::nobodyAnswersWhileWaiting()
{
    if (!RdmaTest::addSilentNeighbour())
        QSKIP("This user cannot add a neighbour entry");
    RdmaTest::SleepClock asleep;
    {
        RdmaStream stream;
        stream.connectToHost(RdmaTest::silentNeighbour(), Port);
        asleep.start();
        QVERIFY(!stream.waitForConnected(500));
        QVERIFY2(asleep.msecs() < 4000, qPrintable(QString::number(asleep.msecs())));
        QCOMPARE(stream.error(), QAbstractSocket::SocketTimeoutError);
        QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
        stream.connectToHost(RdmaTest::silentNeighbour(), Port);
        QTest::qWait(100);
        asleep.start();
        stream.abort();
        QVERIFY2(asleep.msecs() < 2000, qPrintable(QString::number(asleep.msecs())));
        QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
        stream.connectToHost(RdmaTest::silentNeighbour(), Port);
        QTest::qWait(100);
        asleep.start();
    }
    QVERIFY2(asleep.msecs() < 2000, qPrintable(QString::number(asleep.msecs())));
}

void tst_BadInput::queuePairGetsNoAnswer()
{
    if (!RdmaTest::addSilentNeighbour())
        QSKIP("This user cannot add a neighbour entry");
    RdmaQueuePair queuePair;
    QSignalSpy errors(&queuePair, &RdmaQueuePair::errorOccurred);
    QSignalSpy completions(&queuePair, &RdmaQueuePair::completed);
    queuePair.postReceive(100);
    RdmaConnectionOptions options;
    options.setConnectTimeout(1000);
    QVERIFY(queuePair.connectToHost(RdmaTest::silentNeighbour(), Port, options));
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(queuePair.rdmaError().category(), RdmaError::Category::Timeout);
    QCOMPARE(completions.count(), 1);
}

void tst_BadInput::peerIsNotQtRdma()
{
    std::unique_ptr<RdmaQueuePair> peer;
    OtherServer server([&](const auto &request) { peer = acceptBare(request, {}); });
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    const RdmaError error = failToConnect(RdmaTest::address().toString(), server.serverPort());
    QCOMPARE(error.category(), RdmaError::Category::Protocol);
    QCOMPARE(error.socketError(), QAbstractSocket::UnsupportedSocketOperationError);
    QVERIFY(error.text().contains(QLatin1String("does not speak the QtRdma stream protocol")));
    QVERIFY(peer);
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_BadInput::peerHasLaterVersion()
{
    std::unique_ptr<RdmaQueuePair> peer;
    OtherServer server([&](const auto &request) { peer = acceptBare(request, laterVersion()); });
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    const RdmaError error = failToConnect(RdmaTest::address().toString(), server.serverPort());
    QCOMPARE(error.category(), RdmaError::Category::Protocol);
    QCOMPARE(error.socketError(), QAbstractSocket::UnsupportedSocketOperationError);
    QVERIFY(error.text().contains(QLatin1String("version")));
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_BadInput::peerHasBadValues()
{
    std::unique_ptr<RdmaQueuePair> peer;
    OtherServer server([&](const auto &request) {
        StreamHandshake values = handshake();
        values.slotSize = 3;
        peer = acceptBare(request, values.toPrivateData());
    });
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    const RdmaError error = failToConnect(RdmaTest::address().toString(), server.serverPort());
    QCOMPARE(error.category(), RdmaError::Category::Protocol);
    QCOMPARE(error.socketError(), QAbstractSocket::UnsupportedSocketOperationError);
    QVERIFY(error.text().contains(QLatin1String("slot")));
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_BadInput::serverRefuses_data()
{
    QTest::addColumn<int>("reason");
    QTest::addColumn<QAbstractSocket::SocketError>("expected");
    QTest::newRow("busy") << int(RejectReason::Busy) << QAbstractSocket::ConnectionRefusedError;
    QTest::newRow("version") << int(RejectReason::VersionTooOld)
                             << QAbstractSocket::UnsupportedSocketOperationError;
}

void tst_BadInput::serverRefuses()
{
    QFETCH(const int, reason);
    QFETCH(const QAbstractSocket::SocketError, expected);
    const QByteArray data = rejectData(RejectReason(reason));
    OtherServer server([&](const auto &request) { QVERIFY(request.reject(data)); });
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    const RdmaError error = failToConnect(RdmaTest::address().toString(), server.serverPort());
    QCOMPARE(error.category(), RdmaError::Category::ConnectionRejected);
    QCOMPARE(error.socketError(), expected);
    QCOMPARE(error.text(), rejectText(data));
}

void tst_BadInput::serverRefusesWithoutReason()
{
    OtherServer server([](const auto &) {}); // a request that nobody holds is rejected
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    const RdmaError error = failToConnect(RdmaTest::address().toString(), server.serverPort());
    QCOMPARE(error.category(), RdmaError::Category::ConnectionRejected);
    QCOMPARE(error.socketError(), QAbstractSocket::ConnectionRefusedError);
    QVERIFY(error.text().contains(QLatin1String("The peer refused")));
}

void tst_BadInput::serverRejectsStrangers_data()
{
    QTest::addColumn<QByteArray>("privateData");
    QTest::addColumn<QString>("reason");
    StreamHandshake noWindow = handshake();
    noWindow.window = 0;
    QTest::newRow("nothing") << QByteArray() << QStringLiteral("not QtRdma");
    QTest::newRow("garbage") << QByteArray(40, 'x') << QStringLiteral("not QtRdma");
    QTest::newRow("later version") << laterVersion() << QStringLiteral("version");
    QTest::newRow("bad value") << noWindow.toPrivateData() << QStringLiteral("value");
}

void tst_BadInput::serverRejectsStrangers()
{
    QFETCH(const QByteArray, privateData);
    QFETCH(const QString, reason);
    RdmaServer server;
    QSignalSpy connections(&server, &RdmaServer::newConnection);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaQueuePair queuePair;
    QSignalSpy errors(&queuePair, &RdmaQueuePair::errorOccurred);
    RdmaConnectionOptions options;
    options.setPrivateData(privateData);
    QVERIFY(queuePair.connectToHost(RdmaTest::address(), server.serverPort(), options));
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(queuePair.rdmaError().category(), RdmaError::Category::ConnectionRejected);
    QVERIFY2(rejectText(queuePair.peerPrivateData()).contains(reason),
             qPrintable(rejectText(queuePair.peerPrivateData())));
    QCOMPARE(connections.count(), 0);

    RdmaStream stream;
    stream.connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
}

// Root's right to lock memory without limit has to go before the limit means anything.
static QStringList littleMemlock()
{
    return { QStringLiteral("setpriv"), QStringLiteral("--bounding-set=-ipc_lock"),
             QStringLiteral("--inh-caps=-ipc_lock"), QStringLiteral("prlimit"),
             QStringLiteral("--memlock=65536:65536") };
}

void tst_BadInput::clientHasTooLittleMemlock()
{
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaTest::StreamPeer peer({ QStringLiteral("connect"), RdmaTest::address().toString(),
                                QString::number(server.serverPort()) },
                              littleMemlock());
    const QByteArray line = peer.line();
    const QByteArray expected = "error " + QByteArray::number(QAbstractSocket::SocketResourceError)
            + ' ' + QByteArray::number(int(RdmaError::Category::System)) + ' ';
    QVERIFY2(line.startsWith(expected), line);
    QVERIFY2(line.contains("ibv_reg_mr"), line);
    QVERIFY2(line.contains("RLIMIT_MEMLOCK is 64 KiB"), line);
    QVERIFY2(line.contains("were asked for"), line);
    QVERIFY2(line.contains("ulimit -l"), line);
    QCOMPARE(peer.end(), 1);
}

// The server says so and goes on listening; its client is refused, at once.
void tst_BadInput::serverHasTooLittleMemlock()
{
    RdmaTest::StreamPeer peer({ QStringLiteral("echo"), RdmaTest::address().toString() },
                              littleMemlock());
    const quint16 port = peer.port();
    QVERIFY(port != 0);
    const QByteArray expected =
            "error " + QByteArray::number(QAbstractSocket::SocketResourceError) + ' ';
    for (int attempt = 0; attempt < 2; ++attempt) {
        const RdmaError error = failToConnect(RdmaTest::address().toString(), port);
        QCOMPARE(error.category(), RdmaError::Category::ConnectionRejected);
        QCOMPARE(error.socketError(), QAbstractSocket::ConnectionRefusedError);
        QCOMPARE(error.text(), rejectText(rejectData(RejectReason::OutOfResources)));
        const QByteArray line = peer.line();
        QVERIFY2(line.startsWith(expected), line);
        QVERIFY2(line.contains("RLIMIT_MEMLOCK is 64 KiB"), line);
    }
    QCOMPARE(peer.end(), 0);
}

// They are there, and the user may talk to the connection manager only.
void tst_BadInput::devicesCannotBeOpened()
{
    if (::geteuid() != 0)
        QSKIP("Another user, and other rights of the devices' files, take root");
    // Under the address sanitizer, loaded first, mktemp fails.
    const QString script = QStringLiteral("preload=$LD_PRELOAD; unset LD_PRELOAD;"
                                          " files=$(mktemp -d) && chmod 755 $files"
                                          " && cp -a /dev/infiniband/* $files"
                                          " && chmod 600 $files/uverbs*"
                                          " && mount --bind $files /dev/infiniband"
                                          " && LD_PRELOAD=$preload exec setpriv --reuid=65534"
                                          " --clear-groups \"$@\"");
    RdmaTest::StreamPeer peer({ QStringLiteral("echo"), RdmaTest::address().toString() },
                              { QStringLiteral("unshare"), QStringLiteral("--mount"),
                                QStringLiteral("sh"), QStringLiteral("-c"), script,
                                QStringLiteral("sh") });
    const QByteArray line = peer.line();
    QVERIFY2(line.contains("No RDMA device here can be opened (ibv_open_device)"), line);
    QVERIFY2(line.contains("Check the permissions of /dev/infiniband"), line);
}

void tst_BadInput::otherNamespace_data()
{
    QTest::addColumn<QString>("mode"); // of the whole machine
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("hint");
    QTest::newRow("shared") << QStringLiteral("shared")
                            << QByteArray("No RDMA device here has an IP address")
                            << QByteArray("netns");
    QTest::newRow("exclusive") << QStringLiteral("exclusive")
                               << QByteArray("No RDMA device of this machine is there")
                               << QByteArray("another network namespace");
}

// A container whose interface has by chance the number that the device's interface has outside.
void tst_BadInput::otherNamespace()
{
    QFETCH(const QString, mode);
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, hint);
    if (::geteuid() != 0)
        QSKIP("Another network namespace takes root");
    const QString setMode = QStringLiteral("rdma system set netns ");
    if (QProcess::execute(QStringLiteral("sh"), { QStringLiteral("-c"), setMode + mode }) != 0)
        QSKIP("This machine does not change the mode of its network namespaces");
    const auto shareAgain = qScopeGuard([&setMode] {
        QProcess::execute(QStringLiteral("sh"),
                          { QStringLiteral("-c"), setMode + QStringLiteral("shared") });
    });
    int index = 0;
    for (const QNetworkInterface &interface : QNetworkInterface::allInterfaces()) {
        if (interface.addressEntries().size() > 0
            && interface.addressEntries().constFirst().ip() == RdmaTest::address())
            index = interface.index();
    }
    QVERIFY(index > 1);
    const QString script = QStringLiteral("ip link add index %1 name same type dummy"
                                          " && ip addr add 10.99.0.1/24 dev same"
                                          " && ip link set same up && exec \"$@\"")
                                   .arg(index);
    RdmaTest::StreamPeer peer({ QStringLiteral("echo"), QStringLiteral("10.99.0.1") },
                              { QStringLiteral("unshare"), QStringLiteral("--net"),
                                QStringLiteral("sh"), QStringLiteral("-c"), script,
                                QStringLiteral("sh") });
    const QByteArray line = peer.line();
    QVERIFY2(line.contains(text) && line.contains(hint), line);
}

static bool echoes(RdmaStream *stream)
{
    static int serial = 0;
    const QByteArray message = QByteArray::number(++serial).rightJustified(3000, '.');
    stream->write(message);
    QByteArray answer;
    const bool complete = QTest::qWaitFor(
            [&] {
                answer += stream->readAll();
                return answer.size() >= message.size()
                        || stream->state() != QAbstractSocket::ConnectedState;
            },
            Patience);
    return complete && answer == message;
}

static void makeEcho(RdmaServer *server)
{
    QObject::connect(server, &RdmaServer::newConnection, server, [server] {
        while (RdmaStream *stream = server->nextPendingConnection()) {
            QObject::connect(stream, &RdmaStream::readyRead, stream,
                             [stream] { stream->write(stream->readAll()); });
            QObject::connect(stream, &RdmaStream::disconnected, stream, &QObject::deleteLater);
        }
    });
}

void tst_BadInput::peerIsKilled()
{
    RdmaServer server;
    makeEcho(&server);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    RdmaStream witness;
    witness.connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY2(witness.waitForConnected(Patience), qPrintable(witness.errorString()));
    QVERIFY(echoes(&witness));

    RdmaTest::StreamPeer victim({ QStringLiteral("connect"), RdmaTest::address().toString(),
                                  QString::number(server.serverPort()) });
    QCOMPARE(victim.line(), QByteArray("connected"));
    RdmaTest::StreamPeer peer({ QStringLiteral("echo"), RdmaTest::address().toString() });
    RdmaStream stream;
    QSignalSpy errors(&stream, &RdmaStream::errorOccurred);
    QSignalSpy ends(&stream, &RdmaStream::disconnected);
    stream.connectToHost(RdmaTest::address(), peer.port());
    QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
    QVERIFY(echoes(&stream));
    QVERIFY(echoes(&witness));
    QCOMPARE(server.findChildren<RdmaStream *>().size(), 2);

    peer.kill();
    victim.kill();
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(stream.error(), QAbstractSocket::RemoteHostClosedError);
    QVERIFY(!stream.endedCleanly());
    QTRY_COMPARE_WITH_TIMEOUT(server.findChildren<RdmaStream *>().size(), 1, Patience);
    QVERIFY(echoes(&witness));
}

// All failures at once beside a connection that works.
void tst_BadInput::othersGoOn()
{
    RdmaServer server;
    makeEcho(&server);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    std::vector<std::unique_ptr<RdmaQueuePair>> bare;
    OtherServer other([&](const auto &request) { bare.push_back(acceptBare(request, {})); });
    QVERIFY2(other.listen(RdmaTest::address()), qPrintable(other.errorString()));
    const bool silent = RdmaTest::addSilentNeighbour();
    RdmaStream witness;
    QSignalSpy errors(&witness, &RdmaStream::errorOccurred);
    witness.connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY2(witness.waitForConnected(Patience), qPrintable(witness.errorString()));
    QVERIFY(echoes(&witness));
    int failures = 0;
    std::vector<std::unique_ptr<RdmaStream>> streams;
    const auto fail = [&](const QHostAddress &address, quint16 port) {
        streams.push_back(std::make_unique<RdmaStream>());
        RdmaStreamOptions options;
        options.setConnectTimeout(2000);
        streams.back()->setOptions(options);
        connect(streams.back().get(), &RdmaStream::errorOccurred, this,
                [&failures] { ++failures; });
        streams.back()->connectToHost(address, port);
    };
    for (int i = 0; i < 5; ++i) {
        fail(RdmaTest::address(), Port);
        fail(RdmaTest::address(), other.serverPort());
        fail(QHostAddress(QHostAddress::LocalHost), Port);
        if (silent)
            fail(RdmaTest::silentNeighbour(), Port);
    }
    while (failures < int(streams.size())) {
        QVERIFY(echoes(&witness));
        for (const auto &stream : streams)
            QVERIFY(stream->state() != QAbstractSocket::ConnectedState);
    }
    QVERIFY(echoes(&witness));
    QCOMPARE(failures, int(streams.size()));
    QCOMPARE(errors.count(), 0);
}

// What a thread keeps for reuse goes with it: after failures of all kinds the kernel knows nothing of it.
void tst_BadInput::nothingIsLeft()
{
    const RdmaTest::Resources before = RdmaTest::resources();
    QString problem;
    std::atomic_bool ended = false;
    std::thread thread([&] {
        const QEventLoop loop; // with it the thread has an event dispatcher
        std::unique_ptr<RdmaQueuePair> peer;
        OtherServer server([&](const auto &request) { peer = acceptBare(request, {}); });
        if (!server.listen(RdmaTest::address()))
            problem = server.errorString();
        RdmaStream stream;
        for (const quint16 port : { server.serverPort(), Port }) {
            stream.connectToHost(RdmaTest::address(), port);
            if (!QTest::qWaitFor(
                        [&] { return stream.state() == QAbstractSocket::UnconnectedState; },
                        Patience)
                || !stream.rdmaError().isError()) {
                problem = QStringLiteral("connected to a stranger");
            }
        }
        stream.connectToHost(QStringLiteral("127.0.0.1"), Port);
        if (stream.waitForConnected(Patience))
            problem = QStringLiteral("connected to the loopback address");
        ended = true;
    });
    (void)QTest::qWaitFor([&ended] { return ended.load(); }, 4 * Patience);
    thread.join();
    QCOMPARE(problem, QString());
    (void)QTest::qWaitFor([&before] { return RdmaTest::resources() == before; }, Patience);
    QCOMPARE(RdmaTest::resources(), before);
}

QTEST_GUILESS_MAIN(tst_BadInput)
#include "tst_badinput.moc"
