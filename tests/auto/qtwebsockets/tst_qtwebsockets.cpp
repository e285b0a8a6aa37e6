// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmaleaks.h"
#include "../shared/socketkinds.h"

#include <QtRdma/rdmabridge.h>

#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>
#include <QtWebSockets/qwebsocket.h>
#include <QtWebSockets/qwebsocketserver.h>

namespace {

constexpr int Patience = 30000;
constexpr qsizetype Large = 4 * 1024 * 1024;

QByteArray pattern(qsizetype size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    for (qsizetype i = 0; i < size; ++i)
        bytes[i] = char(i * 131 + (i >> 10));
    return bytes;
}

// A QWebSocketServer whose connections come from a server of the kind.
class WebServer : public QWebSocketServer
{
    Q_OBJECT

public:
    explicit WebServer(bool overRdma)
        : QWebSocketServer(QStringLiteral("test"), NonSecureMode)
        , kind(overRdma)
        , sockets(kind.listen())
        , pump(kind)
    {
        if (!sockets || !pump.listen(QHostAddress::LocalHost))
            return;
        connect(sockets.get(), &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = sockets->nextPendingConnection()) {
                deleteAtItsEnd(socket);
                handleConnection(socket);
            }
        });
    }

    bool isReady() const { return pump.isListening(); }

    // For QWebSocket, which makes its own socket.
    QUrl url() const
    {
        return QUrl(QStringLiteral("ws://127.0.0.1:%1/a?b").arg(pump.serverPort()));
    }

    // How many sockets are there for connections.
    qsizetype socketsLeft() const { return sockets->findChildren<QTcpSocket *>().size(); }

    RdmaTest::SocketKind kind;

private:
    // A QWebSocket that is deleted closes its socket, and expects the end of the connection before
    // close() returns. Over RDMA it comes later, when nobody would delete the socket.
    static void deleteAtItsEnd(QTcpSocket *socket)
    {
        if (auto *overRdma = qobject_cast<RdmaTcpSocket *>(socket)) {
            connect(overRdma->stream(), &RdmaAbstractStream::disconnected, overRdma,
                    &QObject::deleteLater);
        }
    }

    std::unique_ptr<QTcpServer> sockets;
    RdmaTest::LoopbackPump pump;
};

// A client and the server's side of its connection.
struct Connection
{
    explicit Connection(WebServer *server)
    {
        client.open(server->url());
        if (QTest::qWaitFor([server] { return server->hasPendingConnections(); }, Patience))
            served.reset(server->nextPendingConnection());
    }

    bool isOpen() const
    {
        return served
                && QTest::qWaitFor(
                        [this] { return client.state() == QAbstractSocket::ConnectedState; },
                        Patience);
    }

    QWebSocket client;
    std::unique_ptr<QWebSocket> served;
};

} // namespace

// Qt's WebSockets over connections of RDMA; each row runs over Qt's own sockets, too.
class tst_QtWebSockets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void requestAndAddress_data() { RdmaTest::SocketKind::addRows(); }
    void requestAndAddress();
    void text_data() { RdmaTest::SocketKind::addRows(); }
    void text();
    void largeBinary_data() { RdmaTest::SocketKind::addRows(); }
    void largeBinary();
    void ping_data() { RdmaTest::SocketKind::addRows(); }
    void ping();
    void clientCloses_data() { RdmaTest::SocketKind::addRows(); }
    void clientCloses();
    void serverCloses_data() { RdmaTest::SocketKind::addRows(); }
    void serverCloses();
    void tooLarge_data() { RdmaTest::SocketKind::addRows(); }
    void tooLarge();
    void slowReader_data() { RdmaTest::SocketKind::addRows(); }
    void slowReader();
    void badHandshake_data();
    void badHandshake();
    void clientsComeAndGo_data() { RdmaTest::SocketKind::addRows(); }
    void clientsComeAndGo();
    void clientOverBridge();
};

void tst_QtWebSockets::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_QtWebSockets::requestAndAddress()
{
    QFETCH(bool, overRdma);
    WebServer server(overRdma);
    QVERIFY(server.isReady());
    const Connection connection(&server);
    QVERIFY(connection.isOpen());
    QCOMPARE(connection.served->requestUrl().path(), QStringLiteral("/a"));
    QCOMPARE(connection.served->requestUrl().query(), QStringLiteral("b"));
    QCOMPARE(connection.served->peerAddress(), server.kind.serverAddress());
    QCOMPARE(connection.served->localAddress(), server.kind.serverAddress());
    QVERIFY(connection.served->peerPort() != 0);
}

void tst_QtWebSockets::text()
{
    QFETCH(bool, overRdma);
    constexpr int Messages = 50;
    WebServer server(overRdma);
    QVERIFY(server.isReady());
    Connection connection(&server);
    QVERIFY(connection.isOpen());
    connect(connection.served.get(), &QWebSocket::textMessageReceived, connection.served.get(),
            &QWebSocket::sendTextMessage);
    QSignalSpy echoes(&connection.client, &QWebSocket::textMessageReceived);
    for (int i = 0; i < Messages; ++i)
        connection.client.sendTextMessage(QStringLiteral("%1 \u00e4\u20ac").arg(i));
    QTRY_COMPARE_WITH_TIMEOUT(echoes.count(), Messages, Patience);
    for (int i = 0; i < Messages; ++i)
        QCOMPARE(echoes.at(i).at(0).toString(), QStringLiteral("%1 \u00e4\u20ac").arg(i));
}

void tst_QtWebSockets::largeBinary()
{
    QFETCH(bool, overRdma);
    WebServer server(overRdma);
    QVERIFY(server.isReady());
    Connection connection(&server);
    QVERIFY(connection.isOpen());
    connect(connection.served.get(), &QWebSocket::binaryMessageReceived, connection.served.get(),
            &QWebSocket::sendBinaryMessage);
    QSignalSpy echoes(&connection.client, &QWebSocket::binaryMessageReceived);
    const QByteArray sent = pattern(Large);
    QCOMPARE(connection.client.sendBinaryMessage(sent), sent.size());
    QTRY_COMPARE_WITH_TIMEOUT(echoes.count(), 1, Patience);
    QVERIFY(echoes.at(0).at(0).toByteArray() == sent);
}

void tst_QtWebSockets::ping()
{
    QFETCH(bool, overRdma);
    WebServer server(overRdma);
    QVERIFY(server.isReady());
    Connection connection(&server);
    QVERIFY(connection.isOpen());
    QSignalSpy toClient(&connection.client, &QWebSocket::pong);
    QSignalSpy toServer(connection.served.get(), &QWebSocket::pong);
    connection.client.ping("from the client");
    connection.served->ping("from the server");
    QTRY_COMPARE_WITH_TIMEOUT(toClient.count(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(toServer.count(), 1, Patience);
    QCOMPARE(toClient.at(0).at(1).toByteArray(), QByteArray("from the client"));
    QCOMPARE(toServer.at(0).at(1).toByteArray(), QByteArray("from the server"));
}

void tst_QtWebSockets::clientCloses()
{
    QFETCH(bool, overRdma);
    WebServer server(overRdma);
    QVERIFY(server.isReady());
    Connection connection(&server);
    QVERIFY(connection.isOpen());
    QSignalSpy ended(connection.served.get(), &QWebSocket::disconnected);
    connection.client.close(QWebSocketProtocol::CloseCodeGoingAway, QStringLiteral("lunch"));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Patience);
    QCOMPARE(connection.served->closeCode(), QWebSocketProtocol::CloseCodeGoingAway);
    QCOMPARE(connection.served->closeReason(), QStringLiteral("lunch"));
    QTRY_COMPARE_WITH_TIMEOUT(connection.client.state(), QAbstractSocket::UnconnectedState,
                              Patience);
}

void tst_QtWebSockets::serverCloses()
{
    QFETCH(bool, overRdma);
    WebServer server(overRdma);
    QVERIFY(server.isReady());
    Connection connection(&server);
    QVERIFY(connection.isOpen());
    QSignalSpy ended(&connection.client, &QWebSocket::disconnected);
    QSignalSpy messages(&connection.client, &QWebSocket::textMessageReceived);
    connection.served->sendTextMessage(QStringLiteral("the last one"));
    connection.served->close(QWebSocketProtocol::CloseCodePolicyViolated, QStringLiteral("late"));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Patience);
    QCOMPARE(messages.count(), 1);
    QCOMPARE(connection.client.closeCode(), QWebSocketProtocol::CloseCodePolicyViolated);
    QCOMPARE(connection.client.closeReason(), QStringLiteral("late"));
}

void tst_QtWebSockets::tooLarge()
{
    QFETCH(bool, overRdma);
    WebServer server(overRdma);
    QVERIFY(server.isReady());
    Connection connection(&server);
    QVERIFY(connection.isOpen());
    connection.served->setMaxAllowedIncomingMessageSize(1000);
    QSignalSpy messages(connection.served.get(), &QWebSocket::binaryMessageReceived);
    QSignalSpy ended(&connection.client, &QWebSocket::disconnected);
    connection.client.sendBinaryMessage(pattern(1001));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Patience);
    QCOMPARE(connection.client.closeCode(), QWebSocketProtocol::CloseCodeTooMuchData);
    QCOMPARE(messages.count(), 0);
}

// The bytes that a client does not take wait at the server's side, and bytesToWrite() counts them.
void tst_QtWebSockets::slowReader()
{
    QFETCH(bool, overRdma);
    WebServer server(overRdma);
    QVERIFY(server.isReady());
    std::unique_ptr<QTcpSocket> client(server.kind.connectSocket(nullptr));
    client->setReadBufferSize(1024);
    client->write(
            "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    const std::unique_ptr<QWebSocket> served(server.nextPendingConnection());
    for (int i = 0; i < 4; ++i)
        served->sendBinaryMessage(pattern(Large));
    QVERIFY(served->bytesToWrite() > Large);
    qint64 got = 0;
    const auto take = [&client, &got] { got += client->readAll().size(); };
    connect(client.get(), &QTcpSocket::readyRead, this, take);
    client->setReadBufferSize(0);
    take();
    QTRY_VERIFY_WITH_TIMEOUT(got > 4 * Large, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(served->bytesToWrite(), 0, Patience);
    QSignalSpy ended(served.get(), &QWebSocket::disconnected);
    client->abort();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Patience);
}

void tst_QtWebSockets::badHandshake_data()
{
    QTest::addColumn<bool>("overRdma");
    QTest::addColumn<QByteArray>("request");
    for (const bool overRdma : { false, true }) {
        const char *kind = overRdma ? "rdma" : "tcp";
        QTest::addRow("%s no upgrade", kind) << overRdma << QByteArray("GET / HTTP/1.1\r\n\r\n");
        QTest::addRow("%s no HTTP", kind) << overRdma << QByteArray("hello\r\n\r\n");
        QTest::addRow("%s endless", kind) << overRdma << QByteArray(Large, 'x');
    }
}

void tst_QtWebSockets::badHandshake()
{
    QFETCH(bool, overRdma);
    QFETCH(QByteArray, request);
    WebServer server(overRdma);
    QVERIFY(server.isReady());
    const std::unique_ptr<QTcpSocket> client(server.kind.connectSocket(nullptr));
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    client->write(request);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!server.hasPendingConnections());
    QTRY_COMPARE_WITH_TIMEOUT(server.socketsLeft(), 0, Patience);
    // It goes on with others.
    const Connection good(&server);
    QVERIFY(good.isOpen());
}

// Clients that close, abort, or are deleted, and server's sides that are: nothing is left. With
// Qt 6.11 a QTcpSocket stays that was aborted by its QWebSocket, so these are not counted.
void tst_QtWebSockets::clientsComeAndGo()
{
    QFETCH(bool, overRdma);
    constexpr int Clients = 8;
    WebServer server(overRdma);
    QVERIFY(server.isReady());
    const auto round = [&server] {
        std::vector<std::unique_ptr<Connection>> connections;
        for (int i = 0; i < Clients; ++i) {
            connections.push_back(std::make_unique<Connection>(&server));
            QVERIFY(connections.back()->isOpen());
        }
        for (int i = 0; i < Clients; ++i) {
            QWebSocket *served = connections.at(i)->served.get();
            QSignalSpy ended(served, &QWebSocket::disconnected);
            switch (i % 4) {
            case 0:
                connections.at(i)->client.close();
                break;
            case 1:
                connections.at(i)->client.abort();
                break;
            case 2:
                connections.at(i)->served->abort();
                break;
            case 3:
                connections.at(i)->served.reset();
                continue;
            }
            QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Patience);
        }
    };
    round();
    if (overRdma)
        QTRY_COMPARE_WITH_TIMEOUT(server.socketsLeft(), 0, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::resources().queuePairs <= 0, Patience);
    const RdmaTest::Resources before = RdmaTest::resources();
    const int files = RdmaTest::openFiles();
    round();
    if (overRdma)
        QTRY_COMPARE_WITH_TIMEOUT(server.socketsLeft(), 0, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::resources().queuePairs <= 0, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::resources().connectionIds <= before.connectionIds, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::openFiles() <= files, Patience);
}

// A client that makes its own socket, and a bridge to the server.
void tst_QtWebSockets::clientOverBridge()
{
    WebServer server(true);
    QVERIFY(server.isReady());
    RdmaBridge bridge;
    const QString far = QStringLiteral("rdma://%1:%2")
                                .arg(server.kind.serverAddress().toString())
                                .arg(server.kind.serverPort());
    QVERIFY2(bridge.listen(QStringLiteral("127.0.0.1:0"), far), qPrintable(bridge.errorString()));
    QWebSocket client;
    client.open(QUrl(QStringLiteral("ws://") + bridge.listenEndpoint()));
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    const std::unique_ptr<QWebSocket> served(server.nextPendingConnection());
    connect(served.get(), &QWebSocket::binaryMessageReceived, served.get(),
            &QWebSocket::sendBinaryMessage);
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::ConnectedState, Patience);
    QSignalSpy echoes(&client, &QWebSocket::binaryMessageReceived);
    const QByteArray sent = pattern(Large);
    client.sendBinaryMessage(sent);
    QTRY_COMPARE_WITH_TIMEOUT(echoes.count(), 1, Patience);
    QVERIFY(echoes.at(0).at(0).toByteArray() == sent);
}

QTEST_GUILESS_MAIN(tst_QtWebSockets)
#include "tst_qtwebsockets.moc"
