// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDebug>
#include <QtNetwork/QSslConfiguration>
#include <QtRdma/RdmaBridge>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaTcpServer>
#include <QtRdma/RdmaTcpSocket>

using namespace Qt::StringLiterals;

class Client : public QObject
{
public:
    void open();
    void openWithOptions();
};

void Client::open()
{
    //! [socket]
    auto *socket = new RdmaTcpSocket(this);
    connect(socket, &QTcpSocket::connected, socket, [socket] { socket->write("hello\n"); });
    connect(socket, &QTcpSocket::readyRead, socket, [socket] { qInfo() << socket->readAll(); });
    socket->connectToHost(u"10.77.0.1"_s, 7471);
    //! [socket]
}

void Client::openWithOptions()
{
    //! [options]
    auto *stream = new RdmaStream;
    RdmaStreamOptions options;
    options.setTransport(Rdma::TransportPolicy::PreferRdma); // falls back to TCP
    stream->setOptions(options);
    auto *socket = new RdmaTcpSocket(stream, this);
    //! [options]
    socket->connectToHost(u"10.77.0.1"_s, 7471);
}

// Has the function of a QWebSocketServer that the example uses.
class WebSocketServer : public QObject
{
public:
    void handleConnection(QTcpSocket *socket) const;
    void start();
};

void WebSocketServer::start()
{
    const auto *webSockets = this;
    //! [server]
    auto *server = new RdmaTcpServer(this);
    connect(server, &QTcpServer::newConnection, server, [server, webSockets] {
        while (RdmaTcpSocket *socket = server->nextPendingConnection()) {
            // A QWebSocket that is deleted drops the connections of its socket.
            connect(socket->stream(), &RdmaAbstractStream::disconnected, socket,
                    &QObject::deleteLater);
            webSockets->handleConnection(socket); // a QWebSocketServer
        }
    });
    if (!server->listen(QHostAddress::Any, 7471))
        qWarning() << server->errorString();
    //! [server]
}

class ChatServer : public RdmaTcpServer
{
protected:
    void incomingConnection(qintptr handle) override;
};

//! [incoming]
void ChatServer::incomingConnection(qintptr handle) // of a class derived from RdmaTcpServer
{
    auto *socket = new RdmaTcpSocket(this);
    socket->setSocketDescriptor(handle);
    addPendingConnection(socket);
}
//! [incoming]

void bridgeOfClients()
{
    //! [bridge]
    RdmaBridge bridge; // on the machine of the clients, which connect to 127.0.0.1:5432
    if (!bridge.listen(u"127.0.0.1:5432"_s, u"rdma://10.77.0.1:5432"_s))
        qFatal("%s", qPrintable(bridge.errorString()));

    RdmaBridge other; // on the machine of the server
    if (!other.listen(u"rdma://0.0.0.0:5432"_s, u"unix:/run/postgresql/.s.PGSQL.5432"_s))
        qFatal("%s", qPrintable(other.errorString()));
    //! [bridge]
}
