// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// How to port a program from QTcpSocket and QTcpServer: RdmaStream and RdmaServer have the same
// members, signals and enums, but share no base class with them below QIODevice and QObject. A
// program with only one transport replaces the class names and is done. A program that wants both
// instantiates one template twice, as below; nothing else in it needs to know.

#include "transport.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>
#include <type_traits>

using namespace std::chrono_literals;

namespace {

template <typename Socket>
class SocketConnection final : public Connection
{
public:
    SocketConnection(Socket *socket, QObject *parent) : Connection(parent), m_socket(socket)
    {
        m_socket->setParent(this);
        connect(m_socket, &Socket::connected, this, &Connection::connected);
        connect(m_socket, &Socket::disconnected, this, &Connection::disconnected);
        connect(m_socket, &Socket::errorOccurred, this, &Connection::errorOccurred);
        connect(m_socket, &Socket::connected, this, [this] { configure(); });
        if (m_socket->state() == QAbstractSocket::ConnectedState)
            configure();
    }

    // The socket's destructor aborts and signals it; nobody may hear it from a half-dead object.
    ~SocketConnection() override { m_socket->disconnect(this); }

    QIODevice *device() const override { return m_socket; }
    QAbstractSocket::SocketState state() const override { return m_socket->state(); }
    QHostAddress peerAddress() const override { return m_socket->peerAddress(); }

    void connectToHost(const QString &host, quint16 port) override
    {
        m_socket->connectToHost(host, port);
    }
    void disconnectFromHost() override { m_socket->disconnectFromHost(); }
    void abort() override { m_socket->abort(); }
    void setReadBufferSize(qint64 size) override { m_socket->setReadBufferSize(size); }

private:
    void configure()
    {
        m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_socket->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    }

    Socket *m_socket;
};

template <typename Server, typename Socket>
class SocketListener final : public Listener
{
public:
    SocketListener(Server *server, QObject *parent) : Listener(parent), m_server(server)
    {
        if constexpr (std::is_same_v<Server, RdmaServer>) // programs of rsockets may take part, too
            m_server->setWireFormats(Rdma::WireFormat::QtRdma | Rdma::WireFormat::Rsocket);
        connect(m_server, &Server::newConnection, this, [this] { acceptAll(); });
        connect(m_server, &Server::acceptError, this, [this] { pause(); });
    }

    ~SocketListener() override
    {
        if (m_server)
            m_server->disconnect(this);
    }

    bool listen(const QHostAddress &address, quint16 port) override
    {
        return m_server && m_server->listen(address, port);
    }
    QHostAddress serverAddress() const override
    {
        return m_server ? m_server->serverAddress() : QHostAddress();
    }
    quint16 serverPort() const override { return m_server ? m_server->serverPort() : quint16(0); }
    QString errorString() const override { return m_server ? m_server->errorString() : QString(); }

private:
    void acceptAll()
    {
        while (Socket *socket = m_server->nextPendingConnection())
            Q_EMIT accepted(new SocketConnection<Socket>(socket, this));
    }

    // The server stops accepting after an error, as when file descriptors have run out. Going on
    // at once would fail in a circle; not going on would leave the relay deaf.
    void pause()
    {
        Q_EMIT acceptError(m_server->errorString());
        QTimer::singleShot(1s, this, [this] {
            if (m_server)
                m_server->resumeAccepting();
        });
    }

    QPointer<Server> m_server; // of another owner, perhaps
};

template <typename Server, typename Socket>
Listener *listenerWithServer(QObject *parent)
{
    auto server = new Server;
    auto listener = new SocketListener<Server, Socket>(server, parent);
    server->setParent(listener);
    return listener;
}

} // namespace

Connection *Transport::createConnection(Kind kind, QObject *parent)
{
    if (kind == Kind::Rdma)
        return new SocketConnection(new RdmaStream, parent);
    return new SocketConnection(new QTcpSocket, parent);
}

Connection *Transport::connectionOf(RdmaAbstractStream *stream, QObject *parent)
{
    return new SocketConnection(stream, parent);
}

Listener *Transport::createListener(Kind kind, QObject *parent)
{
    if (kind == Kind::Rdma)
        return listenerWithServer<RdmaServer, RdmaStream>(parent);
    return listenerWithServer<QTcpServer, QTcpSocket>(parent);
}

Listener *Transport::listenerOf(RdmaServer *server, QObject *parent)
{
    return new SocketListener<RdmaServer, RdmaStream>(server, parent);
}

QString Transport::name(Kind kind)
{
    return kind == Kind::Rdma ? QStringLiteral("RDMA") : QStringLiteral("TCP");
}

#include "moc_transport.cpp"
