// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include <QtCore/qtemporaryfile.h>
#include <QtCore/qthread.h>
#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

static constexpr int Patience = 30000;

// Streams over TCP on a machine that needs no device: among themselves, and with any program.
class tst_TcpStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void echoes();
    void talksToASocket();
    void servesASocket();
    void closesWithItsPeer();
    void halfCloses();
    void movesMuch();
    void sendsAFile();
    void nobodyListens();
    void timesOut();
    void waitsWithoutALoop();
    void limitsWhatIsUnread();
    void writeTimeout();
    void idleTimeout();
    void refusesAnswerTimeout();
    void truncates();
    void prefersRdma();
    void neverTalksTcp();
    void provesTheKey_data();
    void provesTheKey();
    void deniesAnotherKey();
    void tellsACutFromAnotherKey_data();
    void tellsACutFromAnotherKey();
    void deniesAStranger_data();
    void deniesAStranger();
    void deniesAServerWithoutKey_data();
    void deniesAServerWithoutKey();
    void countsConnections();
    void defersItsAnswer();
    void tellsThatItIsConnected();
    void binds();
    void bindsToItsOwnOnly();
    void sharesAPort();
    void keepsThePortForEachAddress();
    void isBoundUntilItIsClosed();
    void countsNoChannelOfAnAttempt();
    void typeOfService_data();
    void typeOfService();
    void typeOfServiceOfOptions();

private:
    RdmaStreamOptions overTcp() const;
    void listen();
    void connectPair(const RdmaStreamOptions &options);
    void connectPair() { connectPair(overTcp()); }

    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> client;
    std::unique_ptr<RdmaStream> accepted;
};

static const QHostAddress Here = QHostAddress(QHostAddress::LocalHost);

void tst_TcpStream::init()
{
    server = std::make_unique<RdmaServer>();
    server->setTransports(Rdma::StreamTransport::Tcp);
    client = std::make_unique<RdmaStream>();
}

void tst_TcpStream::cleanup()
{
    accepted.reset();
    client.reset();
    server.reset();
}

RdmaStreamOptions tst_TcpStream::overTcp() const
{
    RdmaStreamOptions options;
    options.setTransport(Rdma::TransportPolicy::TcpOnly);
    return options;
}

void tst_TcpStream::listen()
{
    QVERIFY2(server->listen(Here), qPrintable(server->errorString()));
}

void tst_TcpStream::connectPair(const RdmaStreamOptions &options)
{
    listen();
    client->setOptions(options);
    client->connectToHost(Here, server->serverPort());
    QTRY_VERIFY2_WITH_TIMEOUT(server->hasPendingConnections()
                                      && client->state() == QAbstractSocket::ConnectedState,
                              qPrintable(client->errorString()), Patience);
    accepted.reset(server->nextPendingConnection());
}

void tst_TcpStream::echoes()
{
    connectPair();
    QCOMPARE(client->transport(), Rdma::StreamTransport::Tcp);
    QCOMPARE(accepted->transport(), Rdma::StreamTransport::Tcp);
    QCOMPARE(client->transportReason(), QString()); // there was no choice
    QCOMPARE(client->peerAddress(), Here);
    QCOMPARE(client->peerPort(), server->serverPort());
    QCOMPARE(client->localPort(), accepted->peerPort());
    QCOMPARE(client->deviceName(), QString());
    client->write("question");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 8, Patience);
    QCOMPARE(accepted->readAll(), "question");
    accepted->write("answer");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    QCOMPARE(client->readAll(), "answer");
}

// On the wire there is nothing but the bytes.
void tst_TcpStream::talksToASocket()
{
    QTcpServer tcp;
    QVERIFY(tcp.listen(Here));
    client->setOptions(overTcp());
    client->connectToHost(Here, tcp.serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(tcp.hasPendingConnections(), Patience);
    QTcpSocket *const socket = tcp.nextPendingConnection();
    client->write("GET / HTTP/1.0\r\n\r\n");
    QTRY_COMPARE_WITH_TIMEOUT(socket->bytesAvailable(), 18, Patience);
    QCOMPARE(socket->readAll(), "GET / HTTP/1.0\r\n\r\n");
    socket->write("200 OK");
    socket->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->readAll(), "200 OK");
    QVERIFY(client->endedCleanly());
}

void tst_TcpStream::servesASocket()
{
    listen();
    QTcpSocket socket;
    socket.connectToHost(Here, server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    socket.write("hello");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 5, Patience);
    accepted->write(accepted->readAll());
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(socket.readAll(), "hello");
}

void tst_TcpStream::closesWithItsPeer()
{
    connectPair();
    QStringList order;
    connect(accepted.get(), &RdmaStream::readChannelFinished, this,
            [&] { order += u"readChannelFinished"_s; });
    connect(accepted.get(), &RdmaStream::disconnected, this, [&] { order += u"disconnected"_s; });
    client->write("last words");
    client->closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(order, (QStringList{ u"readChannelFinished"_s, u"disconnected"_s }));
    QCOMPARE(accepted->error(), QAbstractSocket::RemoteHostClosedError);
    QCOMPARE(accepted->readAll(), "last words");
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_TcpStream::halfCloses()
{
    RdmaStreamOptions options = overTcp();
    options.setHalfOpen(true);
    server->setStreamOptions(options);
    connectPair(options);
    QSignalSpy finished(accepted.get(), &RdmaStream::readChannelFinished);
    client->write("question");
    client->closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, Patience);
    QCOMPARE(accepted->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(accepted->readAll(), "question");
    accepted->write("answer");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    accepted->disconnectFromHost();
    QTRY_VERIFY_WITH_TIMEOUT(client->isReadChannelFinished(), Patience);
    QCOMPARE(client->readAll(), "answer");
}

void tst_TcpStream::movesMuch()
{
    connectPair();
    QByteArray data(30'000'000, Qt::Uninitialized);
    QRandomGenerator random(RdmaTest::seed());
    std::generate(data.begin(), data.end(), [&] { return char(random.generate()); });
    QByteArray received;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] { received += accepted->readAll(); });
    qint64 announced = 0;
    connect(client.get(), &RdmaStream::bytesWritten, this,
            [&](qint64 count) { announced += count; });
    for (qsizetype at = 0, step = 1; at < data.size(); at += step, step = step * 3 % 200'003 + 1)
        client->write(data.constData() + at, std::min(step, data.size() - at));
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(received.size(), data.size(), Patience);
    QVERIFY(received == data);
    QCOMPARE(announced, data.size());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->endedCleanly());
}

void tst_TcpStream::sendsAFile()
{
    connectPair();
    QTemporaryFile file;
    QVERIFY(file.open());
    const QByteArray data(5'000'000, 'f');
    QCOMPARE(file.write(data), data.size());
    QVERIFY(file.flush());
    QSignalSpy sent(client.get(), &RdmaStream::fileSent);
    client->write("before");
    QCOMPARE(client->sendFile(file.handle(), 0, data.size()), data.size());
    client->write("behind");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), data.size() + 12, Patience);
    QVERIFY(accepted->readAll() == "before" + data + "behind");
    QTRY_COMPARE_WITH_TIMEOUT(sent.count(), 1, Patience);
}

void tst_TcpStream::nobodyListens()
{
    QTcpServer gone;
    QVERIFY(gone.listen(Here));
    const quint16 port = gone.serverPort();
    gone.close();
    client->setOptions(overTcp());
    client->connectToHost(Here, port);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->error(), QAbstractSocket::ConnectionRefusedError);
    QCOMPARE(client->rdmaError().cause(), RdmaError::Cause::NobodyListens);
    QCOMPARE(client->rdmaError().call(), u"connect"_s);
    QVERIFY(!client->rdmaError().hint().isEmpty());
}

// A listener that accepts nobody, and whose queue is full.
void tst_TcpStream::timesOut()
{
    const int listening = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    auto *const generic = reinterpret_cast<sockaddr *>(&address);
    QCOMPARE(::bind(listening, generic, length), 0);
    QCOMPARE(::listen(listening, 0), 0);
    QCOMPARE(::getsockname(listening, generic, &length), 0);
    RdmaStreamOptions options = overTcp();
    options.setConnectTimeout(500);
    QTcpSocket first;
    first.connectToHost(Here, ntohs(address.sin_port));
    QVERIFY(first.waitForConnected(Patience));
    client->setOptions(options);
    client->connectToHost(Here, ntohs(address.sin_port));
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->rdmaError().cause(), RdmaError::Cause::ConnectTimeout);
    ::close(listening);
}

void tst_TcpStream::waitsWithoutALoop()
{
    listen();
    client->setOptions(overTcp());
    client->connectToHost(Here, server->serverPort());
    QVERIFY(client->waitForConnected(Patience));
    QVERIFY(server->waitForNewConnection(Patience));
    accepted.reset(server->nextPendingConnection());
    client->write("x");
    QVERIFY(client->waitForBytesWritten(Patience));
    QVERIFY(accepted->waitForReadyRead(Patience));
    QCOMPARE(accepted->readAll(), "x");
    client->disconnectFromHost();
    QVERIFY(accepted->waitForDisconnected(Patience));
}

// Bytes that nobody reads stay with the peer.
void tst_TcpStream::limitsWhatIsUnread()
{
    connectPair();
    accepted->setReadBufferSize(1000);
    const QByteArray data(40'000'000, 'x');
    client->write(data);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 1000, Patience);
    QVERIFY(client->bytesToWrite() > 0);
    accepted->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), data.size(), Patience);
}

void tst_TcpStream::writeTimeout()
{
    RdmaStreamOptions options = overTcp();
    options.setWriteTimeout(300);
    connectPair(options);
    accepted->setReadBufferSize(1000);
    client->write(QByteArray(40'000'000, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->rdmaError().cause(), RdmaError::Cause::WriteTimeout);
}

void tst_TcpStream::idleTimeout()
{
    RdmaStreamOptions options = overTcp();
    options.setIdleTimeout(200);
    connectPair(options);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->rdmaError().cause(), RdmaError::Cause::IdleTimeout);
}

void tst_TcpStream::refusesAnswerTimeout()
{
    listen();
    RdmaStreamOptions options = overTcp();
    options.setAnswerTimeout(1000);
    client->setOptions(options);
    client->connectToHost(Here, server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->rdmaError().category(), RdmaError::Category::Usage);
}

// Something that was written is missing: the peer does not take the rest for the whole.
void tst_TcpStream::truncates()
{
    connectPair();
    accepted->setReadBufferSize(1000);
    client->write(QByteArray(40'000'000, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 1000, Patience);
    client->abort();
    accepted->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!accepted->endedCleanly());
}

void tst_TcpStream::prefersRdma()
{
    RdmaStreamOptions options;
    options.setTransport(Rdma::TransportPolicy::PreferRdma);
    connectPair(options); // no device has the loopback address
    QCOMPARE(client->transport(), Rdma::StreamTransport::Tcp);
    QCOMPARE(client->transportReason(),
             u"127.0.0.1 is reached through lo, which has no RDMA device"_s);
}

void tst_TcpStream::neverTalksTcp()
{
    listen();
    client->connectToHost(Here, server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(client->rdmaError().isError());
    QVERIFY(!server->hasPendingConnections());
}

void tst_TcpStream::provesTheKey_data()
{
    QTest::addColumn<RdmaServer::AcceptPolicy>("policy");
    QTest::newRow("accepted ahead") << RdmaServer::AcceptPolicy::Ahead;
    QTest::newRow("deferred") << RdmaServer::AcceptPolicy::Deferred;
}

void tst_TcpStream::provesTheKey()
{
    QFETCH(const RdmaServer::AcceptPolicy, policy);
    server->setAcceptPolicy(policy);
    RdmaStreamOptions options = overTcp();
    options.setPreSharedKey("a secret");
    server->setStreamOptions(options);
    options.setTransport(Rdma::TransportPolicy::PreferRdma);
    connectPair(options);
    client->write("after the proof");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 15, Patience);
    QCOMPARE(accepted->readAll(), "after the proof");
}

void tst_TcpStream::deniesAnotherKey()
{
    RdmaStreamOptions options = overTcp();
    options.setPreSharedKey("a secret");
    server->setStreamOptions(options);
    listen();
    options.setPreSharedKey("another");
    client->setOptions(options);
    QSignalSpy connected(client.get(), &RdmaStream::connected);
    client->connectToHost(Here, server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(connected.count(), 0);
    QCOMPARE(client->rdmaError().cause(), RdmaError::Cause::AuthenticationFailed);
    QVERIFY(!server->hasPendingConnections());
}

void tst_TcpStream::tellsACutFromAnotherKey_data()
{
    QTest::addColumn<bool>("reset");
    QTest::newRow("closed") << false;
    QTest::newRow("reset") << true;
}

// The connection ends before the server has said anything of its key.
void tst_TcpStream::tellsACutFromAnotherKey()
{
    QFETCH(const bool, reset);
    QTcpServer cut;
    QVERIFY(cut.listen(Here));
    RdmaStreamOptions options = overTcp();
    options.setPreSharedKey("a secret");
    client->setOptions(options);
    client->connectToHost(Here, cut.serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(cut.hasPendingConnections(), Patience);
    QTcpSocket *const socket = cut.nextPendingConnection();
    QTRY_COMPARE_WITH_TIMEOUT(socket->bytesAvailable(), 16, Patience); // the hello
    if (reset) {
        socket->abort(); // bytes that nobody read make a reset of it
    } else {
        socket->readAll();
        socket->disconnectFromHost();
    }
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->rdmaError().cause(), RdmaError::Cause::RemoteClosed);
    QVERIFY2(!client->errorString().contains(u"did not prove"), qPrintable(client->errorString()));
}

void tst_TcpStream::deniesAStranger_data()
{
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("speaks") << QByteArray("GET / HTTP/1.0\r\n\r\n");
    QTest::newRow("is silent") << QByteArray();
}

void tst_TcpStream::deniesAStranger()
{
    QFETCH(const QByteArray, says);
    RdmaStreamOptions options = overTcp();
    options.setPreSharedKey("a secret");
    options.setConnectTimeout(says.isEmpty() ? 100 : -1);
    server->setStreamOptions(options);
    listen();
    QTcpSocket stranger;
    stranger.connectToHost(Here, server->serverPort());
    QVERIFY(stranger.waitForConnected(Patience));
    stranger.write(says);
    QTRY_COMPARE_WITH_TIMEOUT(stranger.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!server->hasPendingConnections());
}

void tst_TcpStream::deniesAServerWithoutKey_data()
{
    QTest::addColumn<bool>("speaks");
    QTest::newRow("speaks") << true;
    QTest::newRow("is silent") << false;
}

// It takes the hello for data.
void tst_TcpStream::deniesAServerWithoutKey()
{
    QFETCH(const bool, speaks);
    listen();
    RdmaStreamOptions options = overTcp();
    options.setPreSharedKey("a secret");
    options.setConnectTimeout(speaks ? -1 : 100);
    client->setOptions(options);
    const QSignalSpy connected(client.get(), &RdmaStream::connected);
    client->connectToHost(Here, server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    if (speaks)
        accepted->write("220 some.host ESMTP ready\r\n");
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(connected.count(), 0);
    QCOMPARE(client->rdmaError().cause(),
             speaks ? RdmaError::Cause::AuthenticationFailed : RdmaError::Cause::ConnectTimeout);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_TcpStream::countsConnections()
{
    server->setMaxConnections(1);
    connectPair();
    QCOMPARE(server->connectionCount(), 1);
    QTcpSocket more;
    more.connectToHost(Here, server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(more.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!server->hasPendingConnections());
    client->disconnectFromHost();
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 0, Patience);
}

void tst_TcpStream::defersItsAnswer()
{
    server->setAcceptPolicy(RdmaServer::AcceptPolicy::Deferred);
    connectPair();
    client->write("x");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 1, Patience);
}

// A stream that takes a request that nobody has answered is connected later, as over RDMA, and says so.
void tst_TcpStream::tellsThatItIsConnected()
{
    class TakingServer : public RdmaServer
    {
    public:
        RdmaStream stream;
        QAbstractSocket::SocketState stateThen = QAbstractSocket::UnconnectedState;

    protected:
        void incomingConnection(const RdmaConnectionRequest &request) override
        {
            QVERIFY(stream.accept(request));
            stateThen = stream.state();
        }
    };
    auto taking = std::make_unique<TakingServer>();
    taking->setTransports(Rdma::StreamTransport::Tcp);
    taking->setAcceptPolicy(RdmaServer::AcceptPolicy::Deferred);
    RdmaStream &stream = taking->stream;
    server = std::move(taking);
    const QSignalSpy connected(&stream, &RdmaStream::connected);
    listen();
    client->setOptions(overTcp());
    client->connectToHost(Here, server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(static_cast<TakingServer *>(server.get())->stateThen,
             QAbstractSocket::ConnectingState);
    QCOMPARE(connected.count(), 1);
}

// As QTcpSocket does it: the port is there before the connection.
void tst_TcpStream::binds()
{
    listen();
    client->setOptions(overTcp());
    QSignalSpy states(client.get(), &RdmaStream::stateChanged);
    QVERIFY2(client->bind(Here), qPrintable(client->errorString()));
    QCOMPARE(client->state(), QAbstractSocket::BoundState);
    QCOMPARE(states.size(), 1);
    QVERIFY(!client->isOpen());
    QCOMPARE(client->localAddress(), Here);
    const quint16 port = client->localPort();
    QVERIFY(port != 0);
    QVERIFY(!client->bind(Here)); // once is enough

    QTcpSocket other;
    QVERIFY(!other.bind(Here, port, QAbstractSocket::DontShareAddress));
    client->connectToHost(Here, server->serverPort());
    QCOMPARE(client->localPort(), port);
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    QCOMPARE(accepted->peerPort(), port);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(client->localPort(), port);
}

void tst_TcpStream::bindsToItsOwnOnly()
{
    client->setOptions(overTcp());
    QSignalSpy errors(client.get(), &RdmaStream::errorOccurred);
    QVERIFY(!client->bind(QHostAddress(u"198.51.100.1"_s))); // nobody has it (RFC 5737)
    QCOMPARE(client->error(), QAbstractSocket::SocketAddressNotAvailableError);
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(client->localPort(), 0);
    listen();
    QVERIFY(!client->bind(Here, server->serverPort()));
    QCOMPARE(client->error(), QAbstractSocket::AddressInUseError);
    QCOMPARE(errors.size(), 2);
    QVERIFY(client->bind(QHostAddress(QHostAddress::AnyIPv4)));
    QCOMPARE(client->localAddress(), QHostAddress(QHostAddress::AnyIPv4));
}

void tst_TcpStream::sharesAPort()
{
    client->setOptions(overTcp());
    QVERIFY(client->bind(Here, 0, QAbstractSocket::ShareAddress));
    RdmaStream other;
    other.setOptions(overTcp());
    QVERIFY(!other.bind(Here, client->localPort()));
    QVERIFY(other.bind(Here, client->localPort(), QAbstractSocket::ReuseAddressHint));
}

// A socket without an address is of no family yet; this peer is of the other one.
void tst_TcpStream::keepsThePortForEachAddress()
{
    listen();
    client->setOptions(overTcp());
    QVERIFY(client->bind());
    QCOMPARE(client->localAddress(), QHostAddress(QHostAddress::Any));
    const quint16 port = client->localPort();
    client->connectToHost(Here, server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    QCOMPARE(accepted->peerPort(), port);
}

void tst_TcpStream::isBoundUntilItIsClosed()
{
    client->setOptions(overTcp());
    QVERIFY(client->bind(Here));
    const quint16 port = client->localPort();
    QVERIFY(!client->waitForConnected(0));
    QVERIFY(!client->waitForReadyRead(0));
    QCOMPARE(client->write("x"), -1);
    QThread thread;
    client->moveToThread(&thread);
    QCOMPARE(client->state(), QAbstractSocket::BoundState);
    client->close();
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(client->localPort(), 0);
    QTcpSocket other;
    QVERIFY(other.bind(Here, port));
}

void tst_TcpStream::countsNoChannelOfAnAttempt()
{
    connectPair();
    const quint16 port = server->serverPort();
    QCOMPARE(client->readChannelCount(), 1);
    QCOMPARE(client->writeChannelCount(), 1);
    client->disconnectFromHost();
    server->close();
    client->connectToHost(Here, port);
    QCOMPARE(client->readChannelCount(), 0);
    QVERIFY(!client->waitForConnected(Patience));
    QVERIFY(client->isOpen());
    QCOMPARE(client->readChannelCount(), 0);
    QCOMPARE(client->writeChannelCount(), 0);
}

void tst_TcpStream::typeOfService_data()
{
    QTest::addColumn<QHostAddress>("address");
    QTest::newRow("IPv4") << QHostAddress(QHostAddress::LocalHost);
    QTest::newRow("IPv6") << QHostAddress(QHostAddress::LocalHostIPv6);
}

void tst_TcpStream::typeOfService()
{
    QFETCH(const QHostAddress, address);
    if (!QTcpServer().listen(address))
        QSKIP("This machine has no IPv6");
    constexpr auto TypeOfService = QAbstractSocket::TypeOfServiceOption;
    QVERIFY2(server->listen(QHostAddress::Any), qPrintable(server->errorString()));
    client->setOptions(overTcp());
    client->setSocketOption(TypeOfService, 32);
    QVERIFY(!client->socketOption(TypeOfService).isValid());
    client->connectToHost(address, server->serverPort());
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    QVERIFY(server->hasPendingConnections() || server->waitForNewConnection(Patience));
    accepted.reset(server->nextPendingConnection());
    for (RdmaStream *stream : { client.get(), accepted.get() }) {
        QCOMPARE(stream->socketOption(TypeOfService).toInt(), 0);
        stream->setSocketOption(TypeOfService, 32);
        QCOMPARE(stream->socketOption(TypeOfService).toInt(), 32);
        stream->setSocketOption(TypeOfService, 256);
        stream->setSocketOption(TypeOfService, -1);
        QCOMPARE(stream->socketOption(TypeOfService).toInt(), 32);
    }
}

void tst_TcpStream::typeOfServiceOfOptions()
{
    RdmaStreamOptions options = overTcp();
    options.setTypeOfService(32);
    server->setStreamOptions(options);
    QVERIFY2(server->listen(Here), qPrintable(server->errorString()));
    client->setOptions(options);
    client->connectToHost(Here, server->serverPort());
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    QVERIFY(server->hasPendingConnections() || server->waitForNewConnection(Patience));
    accepted.reset(server->nextPendingConnection());
    for (RdmaStream *stream : { client.get(), accepted.get() })
        QCOMPARE(stream->socketOption(QAbstractSocket::TypeOfServiceOption).toInt(), 32);
}

QTEST_GUILESS_MAIN(tst_TcpStream)
#include "tst_tcpstream.moc"
