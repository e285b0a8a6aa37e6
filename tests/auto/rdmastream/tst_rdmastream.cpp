// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/pattern.h"
#include "../shared/rdmatest.h"
#include "stream/native/streamframe_p.h"
#include "stream/native/streamhandshake_p.h"
#include "streamrecorder.h"
#include "waitfor.h"
#include "worker.h"

#include <QtRdma/RdmaConnectionWatcher>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcryptographichash.h>
#include <QtCore/qfile.h>
#include <QtCore/qpointer.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qscopeguard.h>
#include <QtCore/qset.h>
#include <QtCore/qthread.h>
#include <QtCore/qtimer.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

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
    options.setPrivateData(handshake.toPrivateData());
    return options;
}

QByteArray frame(FrameType type, const QByteArray &payload = {})
{
    QByteArray bytes(FrameHeader::Size, '\0');
    FrameHeader header;
    header.type = type;
    header.dataLimit = 16;
    encodeHeader(header, reinterpret_cast<uchar *>(bytes.data()));
    return bytes + payload;
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
    void readsWhatCameBeforeAViolation();
    void closedAndSilentPeerIsLetGo();
    void anotherThreadMayNotUseIt();
    void halfCloseBeforeWaiting();
    void keepAliveChosenWhileConnecting();
    void nobodyTakesTheConnection_data();
    void nobodyTakesTheConnection();
    void cameAndWentBeforeItWasTaken();
    void flushEmptiesTheBuffer();
    void closedForWritingBeforeConnected();
    void connectsAgainDuringLookup();
    void triesTheNextAddress();
    void keepsItsPortForTheNextAddress();
    void waitsForTheNextAddressInSlot_data();
    void waitsForTheNextAddressInSlot();
    void deletedWhileClosing_data();
    void deletedWhileClosing();
    void waitsForTheEndInSlotOfBytesWritten();
    void waitsForTheEndInSlotsOfTheEnd();
    void waitsForNobodyWhoReads();
    void keepAliveOption();
    void keepAliveTimes();
    void keepAliveOfTheServer();
    void movedToAnotherThread();
    void moveIsToldFromTheLoop_data();
    void moveIsToldFromTheLoop();
    void moveIsToldByTheNextWait_data();
    void moveIsToldByTheNextWait();
    void movedAttemptWasNoConnection();
    void moveIsNotToldOfTheNextConnection();
    void actsInItsSlots_data();
    void actsInItsSlots();
    void connectsAgainWhenRefused();
    void unreadMovesAlong();
    void burstsThatEndInAShortFrame_data();
    void burstsThatEndInAShortFrame();
    void acceptedAheadInAnotherThread();

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
    const QByteArray data = RdmaTest::pattern(3 * 1024 * 1024 + 17);
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
    QVERIFY2(most > options.window() * options.slotSize(), qPrintable(QString::number(most)));
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
    options.setKeepAliveInterval(300);
    connectPair();
    RdmaStream asking;
    asking.setOptions(options);
    asking.connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY(asking.waitForConnected(Patience));
    QVERIFY(server->waitForNewConnection(Patience));
    const std::unique_ptr<RdmaStream> answering(server->nextPendingConnection());
    QSignalSpy ended(&asking, &RdmaStream::disconnected);
    QVERIFY(!ended.wait(3000)); // some ten pings were answered without anybody noticing
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
        bare.postSend(frame(FrameType::Ping, QByteArray(8, '\0')), 1000);
    }
    const auto greeted = [&completions] {
        return std::any_of(completions.cbegin(), completions.cend(), [](const auto &arguments) {
            return arguments.at(1).template value<RdmaCompletion>().data().endsWith("welcome");
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
    bareServer.setAcceptPolicy(RdmaServer::AcceptPolicy::Deferred);
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

// It waits for a whole line: what it has been told of stays readable, and the error is not held back.
void tst_RdmaStream::readsWhatCameBeforeAViolation()
{
    RdmaQueuePair bare;
    for (int i = 0; i < 4; ++i)
        bare.postReceive(SlotSize);
    QVERIFY(bare.connectToHost(RdmaTest::address(), server->serverPort(), bareHandshake()));
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    QSignalSpy errors(accepted.get(), &RdmaStream::errorOccurred);
    QTRY_COMPARE_WITH_TIMEOUT(bare.state(), QAbstractSocket::ConnectedState, Patience);
    QVERIFY(bare.postSend(frame(FrameType::Data, "abc")) != 0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 3, Patience);
    QVERIFY(!accepted->canReadLine());
    QVERIFY(bare.postSend("garbage") != 0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(errors.size(), 1);
    QCOMPARE(accepted->rdmaError().category(), RdmaError::Category::Protocol);
    QCOMPARE(accepted->readAll(), QByteArray("abc"));
}

// One that says goodbye, takes nothing and stays: after the linger time-out it is disconnected.
void tst_RdmaStream::closedAndSilentPeerIsLetGo()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP ends the connection of a peer that posts no receives");
    RdmaStreamOptions options;
    options.setLingerTimeout(1000);
    server->setStreamOptions(options);
    RdmaConnectionOptions patient = bareHandshake();
    patient.setRnrRetryCount(7);
    RdmaQueuePair bare;
    QVERIFY(bare.connectToHost(RdmaTest::address(), server->serverPort(), patient));
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    QSignalSpy ends(accepted.get(), &RdmaStream::disconnected);
    QTRY_COMPARE_WITH_TIMEOUT(bare.state(), QAbstractSocket::ConnectedState, Patience);
    QVERIFY(bare.postSend(frame(FrameType::Fin)) != 0);
    QTRY_COMPARE_WITH_TIMEOUT(ends.size(), 1, Patience);
    accepted.reset();
    QTRY_COMPARE_WITH_TIMEOUT(bare.state(), QAbstractSocket::UnconnectedState, Patience);
}

// A client cannot fill the memory of a server that does not look at it.
// It is warned, and nothing comes to harm.
void tst_RdmaStream::anotherThreadMayNotUseIt()
{
    connectPair();
    RdmaStream unconnected;
    RdmaServer other;
    client->write("before");
    for (const char *function :
         { "RdmaStream::write", "RdmaStream::flush", "RdmaStream::waitForReadyRead",
           "RdmaStream::disconnectFromHost", "RdmaStream::abort", "RdmaStream::close",
           "RdmaStream::connectToHost", "RdmaServer::listen" }) {
        const QString pattern = QLatin1String(function) + QLatin1String("\\(\\) called in another");
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(pattern));
    }
    bool refused = false;
    {
        const quint16 port = server->serverPort();
        const Worker stranger([&] {
            refused = client->write("stranger") < 0 && !client->flush()
                    && !client->waitForReadyRead(100) && !other.listen(RdmaTest::address());
            client->disconnectFromHost();
            client->abort();
            client->close();
            unconnected.connectToHost(RdmaTest::address(), port);
        });
    }
    QVERIFY(refused);
    QCOMPARE(unconnected.state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(unconnected.rdmaError().category(), RdmaError::Category::Usage);
    client->write(" and after");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 16, Patience);
    QCOMPARE(accepted->readAll(), QByteArray("before and after"));
}

// A peer that answers when it has heard everything, and a thread that only waits.
void tst_RdmaStream::halfCloseBeforeWaiting()
{
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *peer = server->nextPendingConnection();
        const auto answer = [peer] {
            peer->write("heard " + peer->readAll());
            peer->disconnectFromHost();
        };
        connect(peer, &RdmaStream::readChannelFinished, peer, answer);
    });
    QByteArray answer;
    const quint16 port = server->serverPort();
    const Worker asking([&answer, port] {
        RdmaStream stream;
        stream.connectToHost(RdmaTest::address(), port);
        if (!stream.waitForConnected(Patience))
            return;
        stream.write("this");
        stream.waitForBytesWritten(Patience);
        stream.closeWriteChannel();
        stream.waitForReadyRead(Patience);
        answer = stream.readAll();
    });
    QTRY_VERIFY_WITH_TIMEOUT(asking.isFinished(), 2 * Patience);
    QCOMPARE(answer, QByteArray("heard this"));
}

void tst_RdmaStream::keepAliveChosenWhileConnecting()
{
    RdmaStreamOptions options;
    options.setKeepAliveInterval(1000);
    client = std::make_unique<RdmaStream>();
    client->setOptions(options);
    connect(client.get(), &RdmaStream::stateChanged, this,
            [this](QAbstractSocket::SocketState state) {
                if (state == QAbstractSocket::HostLookupState)
                    client->setSocketOption(QAbstractSocket::KeepAliveOption, 0);
            });
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    QCOMPARE(client->socketOption(QAbstractSocket::KeepAliveOption).toInt(), 0);
}

void tst_RdmaStream::nobodyTakesTheConnection_data()
{
    QTest::addColumn<bool>("paused");
    QTest::newRow("the server is paused") << true;
    QTest::newRow("it is pending") << false;
}

void tst_RdmaStream::nobodyTakesTheConnection()
{
    QFETCH(const bool, paused);
    constexpr qint64 Much = 16 * 1024 * 1024;
    if (paused)
        server->pauseAccepting();
    client = std::make_unique<RdmaStream>();
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    client->write(QByteArray(Much, 'x'));
    qint64 before = 0;
    do {
        before = client->bytesToWrite();
        QTest::qWait(1000);
    } while (client->bytesToWrite() < before);
    QVERIFY2(before > Much / 2, qPrintable(QString::number(before)));
    server->resumeAccepting();
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), Much, 2 * Patience);
}

void tst_RdmaStream::cameAndWentBeforeItWasTaken()
{
    server->pauseAccepting();
    client = std::make_unique<RdmaStream>();
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    client->write("short visit");
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 0, Patience);
    // What it is at first: its end follows at once.
    QAbstractSocket::SocketState state = QAbstractSocket::UnconnectedState;
    QHostAddress peer;
    int connections = 0;
    connect(server.get(), &RdmaServer::newConnection, this, [&] {
        accepted.reset(server->nextPendingConnection());
        state = accepted->state();
        peer = accepted->peerAddress();
        connect(accepted.get(), &RdmaStream::connected, this, [&connections] { ++connections; });
    });
    server->resumeAccepting();
    QTRY_VERIFY_WITH_TIMEOUT(accepted, Patience);
    QCOMPARE(state, QAbstractSocket::ConnectedState);
    QCOMPARE(peer, RdmaTest::address());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(accepted->readAll(), QByteArray("short visit"));
    QVERIFY(accepted->endedCleanly());
    QCOMPARE(connections, 0);
}

void tst_RdmaStream::flushEmptiesTheBuffer()
{
    connectPair();
    const qint64 budget = client->options().sendBudget();
    client->write(QByteArray(budget, 'x'));
    QCOMPARE(client->bytesToWrite(), budget);
    QVERIFY(client->flush());
    QCOMPARE(client->bytesToWrite(), 0);
}

void tst_RdmaStream::closedForWritingBeforeConnected()
{
    client = std::make_unique<RdmaStream>();
    client->connectToHost(RdmaTest::address(), server->serverPort());
    client->closeWriteChannel();
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    QTRY_VERIFY_WITH_TIMEOUT(accepted->isReadChannelFinished(), Patience);
    QCOMPARE(accepted->state(), QAbstractSocket::ConnectedState);
}

// The answer to the question before must not be taken for that to the present one.
void tst_RdmaStream::connectsAgainDuringLookup()
{
    if (!qEnvironmentVariableIsSet("QTRDMA_LAB"))
        QSKIP("Only the lab has names for its devices");
    const QString name = QStringLiteral("lab-") + QString::fromLatin1(RdmaTest::provider());
    client = std::make_unique<RdmaStream>();
    client->connectToHost(name, server->serverPort(), QIODevice::ReadWrite,
                          QAbstractSocket::IPv4Protocol);
    client->abort();
    client->connectToHost(name, server->serverPort(), QIODevice::ReadWrite,
                          QAbstractSocket::IPv4Protocol);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(client->peerName(), name);
}

namespace {

// A name for this machine whose first addresses no RDMA device can reach; empty where a test may not give names.
QString severalAddresses()
{
    static const QString given = [] {
        QFile hosts(QStringLiteral("/etc/hosts"));
        if (!qEnvironmentVariableIsSet("QTRDMA_LAB") || !hosts.open(QIODevice::Append))
            return QString();
        const QString name = QStringLiteral("several-") + QString::fromLatin1(RdmaTest::provider());
        for (const QString &address : { QStringLiteral("127.0.0.1"), QStringLiteral("127.0.0.2"),
                                        RdmaTest::address().toString() }) {
            hosts.write(QString(address + u' ' + name + u'\n').toLatin1());
        }
        return name;
    }();
    return given;
}

} // namespace

// As QTcpSocket does: a name may have addresses that no RDMA device can reach.
void tst_RdmaStream::triesTheNextAddress()
{
    const QString name = severalAddresses();
    if (name.isEmpty())
        QSKIP("Only in the lab a test may give names to addresses");
    client = std::make_unique<RdmaStream>();
    QSignalSpy found(client.get(), &RdmaStream::hostFound);
    QSignalSpy errors(client.get(), &RdmaStream::errorOccurred);
    client->connectToHost(name, server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(client->peerAddress(), RdmaTest::address());
    QCOMPARE(found.size(), 1);
    QCOMPARE(errors.size(), 0);
}

// Over TCP alone a port that is bound is that of each attempt.
void tst_RdmaStream::keepsItsPortForTheNextAddress()
{
    const QString name = severalAddresses();
    if (name.isEmpty())
        QSKIP("Only in the lab a test may give names to addresses");
    server->close();
    server->setTransports(Rdma::StreamTransport::Tcp);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    client = std::make_unique<RdmaStream>();
    RdmaStreamOptions options;
    options.setTransport(Rdma::TransportPolicy::TcpOnly);
    client->setOptions(options);
    QVERIFY2(client->bind(QHostAddress(QHostAddress::AnyIPv4)), qPrintable(client->errorString()));
    const quint16 port = client->localPort();
    QVERIFY(port != 0);
    client->connectToHost(name, server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(client->peerAddress(), RdmaTest::address());
    QCOMPARE(client->localPort(), port);
}

void tst_RdmaStream::waitsForTheNextAddressInSlot_data()
{
    QTest::addColumn<QString>("host");
    QTest::newRow("several addresses") << severalAddresses();
    QTest::newRow("IPv6") << RdmaTest::address6().toString();
}

void tst_RdmaStream::waitsForTheNextAddressInSlot()
{
    QFETCH(const QString, host);
    if (host.isEmpty())
        QSKIP("No name with several addresses, or no IPv6 address: run in the lab");
    server->close();
    QVERIFY2(server->listen(QHostAddress::Any, 0), qPrintable(server->errorString()));
    client = std::make_unique<RdmaStream>();
    bool connected = false;
    connect(client.get(), &RdmaStream::hostFound, this,
            [&] { connected = client->waitForConnected(Patience); });
    client->connectToHost(host, server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QVERIFY(connected);
}

void tst_RdmaStream::deletedWhileClosing_data()
{
    QTest::addColumn<int>("size");
    QTest::newRow("in the write buffer") << 100;
    QTest::newRow("in send slots") << 100000;
    QTest::newRow("more than send slots take") << 4 * 1024 * 1024;
}

// QTcpSocket drops it, here it arrives.
void tst_RdmaStream::deletedWhileClosing()
{
    QFETCH(const int, size);
    connectPair();
    const QByteArray data(size, 'd');
    client->write(data);
    client->disconnectFromHost();
    QCOMPARE(client->state(), QAbstractSocket::ClosingState);
    client.reset();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->endedCleanly());
    QCOMPARE(accepted->readAll(), data);
}

void tst_RdmaStream::waitsForTheEndInSlotOfBytesWritten()
{
    connectPair();
    QList<bool> waited;
    connect(client.get(), &RdmaStream::bytesWritten, this,
            [&] { waited.append(client->waitForDisconnected(Patience)); });
    QSignalSpy ends(client.get(), &RdmaStream::disconnected);
    client->write("last words");
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(waited, QList<bool>{ true });
    QCOMPARE(ends.size(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 10, Patience);
}

// Each is told once.
void tst_RdmaStream::waitsForTheEndInSlotsOfTheEnd()
{
    connectPair();
    const auto wait = [this] {
        if (client->state() != QAbstractSocket::UnconnectedState)
            client->waitForDisconnected(Patience);
    };
    connect(client.get(), &RdmaStream::errorOccurred, this, wait);
    connect(client.get(), &RdmaStream::stateChanged, this, wait);
    RdmaTest::StreamRecorder<RdmaStream> recorder(client.get());
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(recorder.log.count(QStringLiteral("RemoteHostClosedError in UnconnectedState")), 1);
    QCOMPARE(recorder.log.count(QStringLiteral("readChannelFinished")), 1);
    QCOMPARE(recorder.log.count(QStringLiteral("disconnected")), 1);
}

// The end of the peer waits behind what has not been read; what is written is lost, as with QTcpSocket.
void tst_RdmaStream::waitsForNobodyWhoReads()
{
    connectPair();
    client->setReadBufferSize(4);
    accepted->write("more than that");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 4, Patience);
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 0, Patience);
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    client->write("too late");
    QVERIFY(client->waitForBytesWritten(-1));
    QSignalSpy errors(client.get(), &RdmaStream::errorOccurred);
    client->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->readAll(), QByteArray("more than that"));
    QCOMPARE(client->error(), QAbstractSocket::RemoteHostClosedError);
    QCOMPARE(errors.size(), 1);
}

namespace {

// Whether the keepalive of a stream has asked, and was answered.
bool hasAskedItsPeer(const RdmaStream &stream)
{
    RdmaConnectionWatcher watcher;
    QSignalSpy updated(&watcher, &RdmaConnectionWatcher::updated);
    watcher.requestUpdate();
    if (!updated.wait(Patience))
        return false;
    const auto all = updated.last().first().value<QList<RdmaConnectionStatus>>();
    return std::any_of(all.begin(), all.end(), [&stream](const RdmaConnectionStatus &status) {
        return status.localPort() == stream.localPort() && status.peerPort() == stream.peerPort()
                && status.roundTrip() > 0;
    });
}

// Its streams have no options of their own.
class PlainServer : public RdmaServer
{
protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        auto *stream = new RdmaStream(this);
        if (stream->accept(request))
            addPendingConnection(stream);
        else
            delete stream;
    }
};

} // namespace

// The link of a connection that was accepted ahead has the keepalive of its server.
void tst_RdmaStream::keepAliveOfTheServer()
{
    RdmaStreamOptions options;
    options.setKeepAliveInterval(300);
    server = std::make_unique<PlainServer>();
    server->setStreamOptions(options);
    QVERIFY2(server->listen(RdmaTest::address(), 0), qPrintable(server->errorString()));
    connectPair();
    QCOMPARE(accepted->options().keepAliveInterval(), 0);
    QCOMPARE(accepted->socketOption(QAbstractSocket::KeepAliveOption).toInt(), 1);
#if QT_VERSION >= QT_VERSION_CHECK(6, 11, 0)
    QCOMPARE(accepted->socketOption(QAbstractSocket::KeepAliveIdleOption).toInt(), 1);
    for (const int value : { 1, 0, 40000 })
        accepted->setSocketOption(QAbstractSocket::KeepAliveIdleOption, value);
    QCOMPARE(accepted->socketOption(QAbstractSocket::KeepAliveOption).toInt(), 1);
#endif
    QTRY_VERIFY_WITH_TIMEOUT(hasAskedItsPeer(*accepted), Patience);
    accepted->setSocketOption(QAbstractSocket::KeepAliveOption, 0);
    QCOMPARE(accepted->socketOption(QAbstractSocket::KeepAliveOption).toInt(), 0);
}

void tst_RdmaStream::keepAliveTimes()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 11, 0)
    const auto option = [this](QAbstractSocket::SocketOption name) {
        return client->socketOption(name).toInt();
    };
    connectPair();
    QCOMPARE(option(QAbstractSocket::KeepAliveIdleOption), 15);
    client->setSocketOption(QAbstractSocket::KeepAliveIdleOption, 3);
    QCOMPARE(option(QAbstractSocket::KeepAliveIdleOption), 3);
    QCOMPARE(option(QAbstractSocket::KeepAliveOption), 0);
    for (const int wrong : { 0, -1, 32768 })
        client->setSocketOption(QAbstractSocket::KeepAliveIdleOption, wrong);
    client->setSocketOption(QAbstractSocket::KeepAliveIntervalOption, 7);
    client->setSocketOption(QAbstractSocket::KeepAliveCountOption, 7);
    client->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    QCOMPARE(option(QAbstractSocket::KeepAliveIdleOption), 3);
    QCOMPARE(option(QAbstractSocket::KeepAliveIntervalOption), 3);
    QCOMPARE(option(QAbstractSocket::KeepAliveCountOption), 1);
    client->abort();
    QVERIFY(!client->socketOption(QAbstractSocket::KeepAliveIdleOption).isValid());
    RdmaStreamOptions options;
    options.setKeepAliveInterval(1500);
    client->setOptions(options);
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY(client->waitForConnected(Patience));
    QCOMPARE(option(QAbstractSocket::KeepAliveIdleOption), 2);
    client->abort();
    options.setKeepAliveInterval(3600 * 1000);
    client->setOptions(options);
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY(client->waitForConnected(Patience));
    client->setSocketOption(QAbstractSocket::KeepAliveIdleOption, 1);
    QTRY_VERIFY_WITH_TIMEOUT(hasAskedItsPeer(*client), Patience);
#else
    QSKIP("QAbstractSocket has these options from Qt 6.11 on");
#endif
}

void tst_RdmaStream::keepAliveOption()
{
    client = std::make_unique<RdmaStream>();
    client->setSocketOption(QAbstractSocket::KeepAliveOption, 1); // nothing to set it on
    connectPair();
    QCOMPARE(client->socketOption(QAbstractSocket::KeepAliveOption).toInt(), 0);
    client->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    QCOMPARE(client->socketOption(QAbstractSocket::KeepAliveOption).toInt(), 1);
    client->abort();
    RdmaStreamOptions options;
    options.setKeepAliveInterval(1000);
    client->setOptions(options);
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY(client->waitForConnected(Patience));
    QCOMPARE(client->socketOption(QAbstractSocket::KeepAliveOption).toInt(), 1);
}

namespace {

// Gives the first request to another thread, which the policy does not permit, and takes it then itself.
class WrongServer : public RdmaServer
{
public:
    bool taken = true;
    RdmaError error;

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        std::thread([&] {
            RdmaStream stream;
            taken = stream.accept(request);
            error = stream.rdmaError();
        }).join();
        RdmaServer::incomingConnection(request);
    }
};

} // namespace

void tst_RdmaStream::acceptedAheadInAnotherThread()
{
    WrongServer wrong;
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("AcceptPolicy::Deferred")));
    QVERIFY(wrong.listen(RdmaTest::address()));
    client = std::make_unique<RdmaStream>();
    client->connectToHost(RdmaTest::address(), wrong.serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(wrong.hasPendingConnections(), Patience);
    QVERIFY(!wrong.taken);
    QCOMPARE(wrong.error.category(), RdmaError::Category::Usage);
    QVERIFY(wrong.error.hint().contains(QLatin1String("AcceptPolicy::Deferred")));
    accepted.reset(wrong.nextPendingConnection());
    client->write("goes on");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 7, Patience);
    accepted.reset();
}

void tst_RdmaStream::burstsThatEndInAShortFrame_data()
{
    QTest::addColumn<int>("budget");
    for (const int budget : { 1, 40, 200, 2 * 2048 + 40, 8 * 2048 + 1 })
        QTest::addRow("%d", budget) << budget;
}

// It goes inline, and is what tells that the others have left.
void tst_RdmaStream::burstsThatEndInAShortFrame()
{
    QFETCH(const int, budget);
    RdmaStreamOptions options;
    options.setSlotSize(2048);
    options.setLargeSlotSize(2048);
    server->setStreamOptions(options);
    client = std::make_unique<RdmaStream>();
    options.setSendBudget(budget);
    client->setOptions(options);
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    const QByteArray data(qMin(50 * budget, 100000), 'd');
    client->write(data);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), data.size(), Patience);
}

void tst_RdmaStream::moveIsToldFromTheLoop_data()
{
    QTest::addColumn<bool>("connected");
    QTest::newRow("connected") << true;
    QTest::newRow("connecting") << false;
}

// Slots may delete whom the caller of moveToThread() still uses. The thread starts after the move, see below.
void tst_RdmaStream::moveIsToldFromTheLoop()
{
    QFETCH(const bool, connected);
    if (connected) {
        connectPair();
        accepted->write("unread");
        QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    } else {
        client = std::make_unique<RdmaStream>();
        client->connectToHost(RdmaTest::address(), server->serverPort());
        QCOMPARE(client->state(), QAbstractSocket::ConnectingState);
    }
    LoopThread thread;
    QStringList told;
    QByteArray unread;
    const auto note = [&](const char *what) {
        return [&told, &thread, what] {
            told += QLatin1String(what)
                    + QLatin1String(QThread::currentThread() == &thread ? "" : ", too early");
        };
    };
    RdmaStream *stream = client.get();
    connect(stream, &RdmaStream::aboutToClose, stream, note("aboutToClose"));
    connect(stream, &RdmaStream::stateChanged, stream, note("stateChanged"));
    connect(stream, &RdmaStream::errorOccurred, stream, note("errorOccurred"));
    connect(stream, &RdmaStream::readChannelFinished, stream, note("readChannelFinished"));
    connect(stream, &RdmaStream::disconnected, stream, note("disconnected"));
    connect(stream, &RdmaStream::errorOccurred, stream, [&] {
        unread = stream->readAll();
        QTimer::singleShot(0, stream, [&thread] { thread.quit(); });
    });
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("AcceptPolicy::Deferred")));
    stream->moveToThread(&thread);
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(stream->error(), QAbstractSocket::OperationError);
    QCOMPARE(told, QStringList());
    thread.start();
    QTRY_VERIFY_WITH_TIMEOUT(thread.isFinished(), Patience);
    // The order of QTcpSocket, of the end of a connection and of an attempt.
    QCOMPARE(told.join(u' '),
             connected
                     ? QStringLiteral("errorOccurred stateChanged readChannelFinished disconnected")
                     : QStringLiteral("stateChanged errorOccurred"));
    QCOMPARE(unread, connected ? QByteArray("unread") : QByteArray());
    if (connected)
        QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_RdmaStream::moveIsToldByTheNextWait_data()
{
    using Wait = std::function<bool(RdmaStream *)>;
    QTest::addColumn<Wait>("wait");
    QTest::addColumn<bool>("result");
    QTest::newRow("connected") << Wait([](auto *s) { return s->waitForConnected(0); }) << false;
    QTest::newRow("readyRead") << Wait([](auto *s) { return s->waitForReadyRead(0); }) << false;
    QTest::newRow("bytesWritten") << Wait([](auto *s) { return s->waitForBytesWritten(0); })
                                  << false;
    QTest::newRow("disconnected") << Wait([](auto *s) { return s->waitForDisconnected(0); })
                                  << true;
}

// In a thread without an event loop.
void tst_RdmaStream::moveIsToldByTheNextWait()
{
    QFETCH(const std::function<bool(RdmaStream *)>, wait);
    QFETCH(const bool, result);
    connectPair();
    RdmaStream *stream = client.get();
    int errors = 0;
    int ends = 0;
    bool waited = !result;
    std::atomic_bool done = false; // the thread sanitizer sees nothing else of how Qt waits
    connect(stream, &RdmaStream::errorOccurred, stream, [&errors] { ++errors; });
    connect(stream, &RdmaStream::disconnected, stream, [&ends] { ++ends; });
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        waited = wait(stream);
        stream->waitForReadyRead(0); // is not told again
        done = true;
    }));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("the connection ends")));
    stream->moveToThread(thread.get());
    QVERIFY(!stream->waitForReadyRead(0)); // is told there, and not here
    QCOMPARE(ends, 0);
    thread->start();
    QVERIFY(thread->wait(Patience) && done);
    QCOMPARE(waited, result);
    QCOMPARE(errors, 1);
    QCOMPARE(ends, 1);
}

void tst_RdmaStream::movedAttemptWasNoConnection()
{
    client = std::make_unique<RdmaStream>();
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QCOMPARE(client->state(), QAbstractSocket::ConnectingState);
    QSignalSpy errors(client.get(), &RdmaStream::errorOccurred);
    bool waited = true;
    std::atomic_bool done = false; // the thread sanitizer sees nothing else of how Qt waits
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        waited = client->waitForDisconnected(Patience);
        client.reset();
        done = true;
    }));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("the connection ends")));
    client->moveToThread(thread.get());
    thread->start();
    QVERIFY(thread->wait(Patience) && done);
    QVERIFY(!waited);
    QCOMPARE(errors.size(), 1);
}

namespace {

// The signals of a connection that ends when its peer has answered.
QStringList wholeLife()
{
    return QStringLiteral("HostLookupState|ConnectingState|hostFound|ConnectedState|connected|"
                          "bytesWritten|readyRead|RemoteHostClosedError in ConnectedState|"
                          "ClosingState|UnconnectedState|readChannelFinished|disconnected")
            .split(u'|');
}

} // namespace

void tst_RdmaStream::actsInItsSlots_data()
{
    QTest::addColumn<QString>("slot");
    QTest::addColumn<QString>("action");
    const QStringList life = wholeLife();
    for (qsizetype i = 0; i < life.size(); ++i) {
        for (const char *action : { "close", "abort", "deleteLater", "delete", "reconnect" })
            QTest::addRow("%s, %s", qPrintable(life[i]), action)
                    << life[i] << QString::fromLatin1(action);
        if (i > life.indexOf(QStringLiteral("connected"))) // before nothing is written
            QTest::addRow("%s, wait", qPrintable(life[i])) << life[i] << QStringLiteral("wait");
    }
}

// Everything is told once, and of the connection that it is true of.
void tst_RdmaStream::actsInItsSlots()
{
    QFETCH(const QString, slot);
    QFETCH(const QString, action);
    // The server ends what says "end".
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *const peer = server->nextPendingConnection();
        connect(peer, &QIODevice::readyRead, peer, [peer] {
            const QByteArray said = peer->readAll();
            peer->write(said);
            if (said == "end")
                peer->disconnectFromHost();
        });
    });
    const QPointer<RdmaStream> stream = new RdmaStream;
    const auto deletion = qScopeGuard([&stream] { delete stream; });
    QByteArray word = "end";
    connect(stream, &RdmaStream::connected, stream, [&] {
        if (stream->isWritable())
            stream->write(word);
    });
    RdmaTest::StreamRecorder<RdmaStream> recorder(stream);
    connect(stream, &QIODevice::bytesWritten, &recorder,
            [&recorder] { recorder.note(QStringLiteral("bytesWritten")); });
    bool isDone = false;
    const auto act = [&] {
        if (action == QLatin1String("close")) {
            stream->close();
        } else if (action == QLatin1String("abort")) {
            stream->abort();
        } else if (action == QLatin1String("deleteLater")) {
            stream->deleteLater();
        } else if (action == QLatin1String("delete")) {
            delete stream;
        } else if (action == QLatin1String("wait")) {
            QVERIFY(stream->state() == QAbstractSocket::UnconnectedState
                    || RdmaTest::waitFor(
                            [&] { return stream->state() == QAbstractSocket::UnconnectedState; },
                            Patience));
        } else {
            stream->abort();
            recorder.take();
            word = "stay";
            stream->connectToHost(RdmaTest::address(), server->serverPort());
        }
        isDone = true;
    };
    bool acted = false;
    recorder.told = [&](const QString &what) {
        if (what == slot && !std::exchange(acted, true))
            act();
    };
    stream->connectToHost(RdmaTest::address(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(isDone, Patience);
    if (action.startsWith(QLatin1String("delete"))) {
        QTRY_VERIFY_WITH_TIMEOUT(!stream, Patience);
    } else if (action == QLatin1String("reconnect")) {
        QTRY_COMPARE_WITH_TIMEOUT(stream->bytesAvailable(), 4, Patience);
        QVERIFY(!stream->isReadChannelFinished());
        QCOMPARE(stream->error(), QAbstractSocket::UnknownSocketError);
        QCOMPARE(recorder.log, wholeLife().first(7));
        QVERIFY(stream->peerPort() != 0);
        return;
    } else {
        QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    }
    QCoreApplication::processEvents(); // what comes too late would come now
    for (const QString &what : std::as_const(recorder.log))
        QVERIFY2(recorder.log.count(what) == 1, qPrintable(recorder.log.join(u' ')));
    if (action == QLatin1String("wait")) {
        QCOMPARE(QSet<QString>(recorder.log.cbegin(), recorder.log.cend()).size(), 12);
        QVERIFY(stream->endedCleanly());
    }
}

// The error was told by the state, and the next attempt has none.
void tst_RdmaStream::connectsAgainWhenRefused()
{
    RdmaServer other;
    QVERIFY(other.listen(RdmaTest::address()));
    const quint16 closed = other.serverPort();
    other.close();
    client = std::make_unique<RdmaStream>();
    QSignalSpy errors(client.get(), &RdmaStream::errorOccurred);
    QAbstractSocket::SocketError reason = QAbstractSocket::UnknownSocketError;
    connect(client.get(), &RdmaStream::stateChanged, this, [&](auto state) {
        if (state != QAbstractSocket::UnconnectedState)
            return;
        reason = client->error();
        client->connectToHost(RdmaTest::address(), server->serverPort());
    });
    client->connectToHost(RdmaTest::address(), closed);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(reason, QAbstractSocket::ConnectionRefusedError);
    QCOMPARE(errors.size(), 0);
    client->disconnect(this);
}

void tst_RdmaStream::moveIsNotToldOfTheNextConnection()
{
    connectPair();
    const quint16 port = server->serverPort();
    LoopThread thread;
    RdmaStream *stream = client.get();
    int ends = 0;
    QAbstractSocket::SocketState state = QAbstractSocket::UnconnectedState;
    connect(stream, &RdmaStream::disconnected, stream, [&ends] { ++ends; });
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("the connection ends")));
    // Comes before what tells of the end.
    QMetaObject::invokeMethod(
            stream,
            [&] {
                stream->connectToHost(RdmaTest::address(), port);
                QTimer::singleShot(0, stream, [&] {
                    if (stream->waitForConnected(Patience) && ends == 0)
                        state = stream->state();
                    stream->abort();
                    thread.quit();
                });
            },
            Qt::QueuedConnection);
    stream->moveToThread(&thread);
    thread.start();
    QTRY_VERIFY_WITH_TIMEOUT(thread.isFinished(), Patience);
    QCOMPARE(state, QAbstractSocket::ConnectedState);
}

// The threads start after the move: the thread sanitizer does not see how Qt hands over events.
void tst_RdmaStream::movedToAnotherThread()
{
    connectPair();
    const quint16 port = server->serverPort();
    std::atomic_bool connected = false;
    std::atomic_bool gone = false;
    const std::unique_ptr<QThread> clientThread(QThread::create([&] {
        client->connectToHost(RdmaTest::address(), port);
        connected = client->waitForConnected(Patience);
        client.reset();
        gone = true;
    }));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("the connection ends")));
    client->moveToThread(clientThread.get());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    // Not connected it works there.
    clientThread->start();
    QTRY_VERIFY_WITH_TIMEOUT(gone, 2 * Patience);
    QVERIFY(clientThread->wait(Patience));
    QVERIFY(connected);

    accepted.reset(); // a child of the server
    std::atomic_bool closed = false;
    const std::unique_ptr<QThread> serverThread(QThread::create([&] {
        server.reset();
        closed = true;
    }));
    server->moveToThread(serverThread.get());
    QVERIFY(server->isListening());
    serverThread->start();
    QVERIFY(serverThread->wait(Patience) && closed);
}

QTEST_GUILESS_MAIN(tst_RdmaStream)
// The connection still says its last words in the thread that it had (for the thread sanitizer, too).
void tst_RdmaStream::unreadMovesAlong()
{
    for (int round = 0; round < 10; ++round) {
        connectPair();
        const QByteArray line = QByteArray(3000 * (round + 1), 'x') + '\n';
        client->write(line + "rest");
        QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), line.size() + 4, Patience);
        accepted->disconnectFromHost();
        QCOMPARE(accepted->state(), QAbstractSocket::UnconnectedState);
        QByteArray read;
        QByteArray rest;
        std::atomic_bool done = false;
        const std::unique_ptr<QThread> thread(QThread::create([&] {
            if (accepted->canReadLine())
                read = accepted->readLine();
            rest = accepted->readAll();
            accepted.reset();
            done = true;
        }));
        accepted->setParent(nullptr);
        accepted->moveToThread(thread.get());
        thread->start();
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
        QVERIFY(client->endedCleanly());
        QVERIFY(thread->wait(Patience) && done);
        QCOMPARE(read, line);
        QCOMPARE(rest, QByteArray("rest"));
    }
}

#include "tst_rdmastream.moc"
