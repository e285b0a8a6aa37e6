// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// How to port a program from QTcpSocket and QTcpServer: RdmaStream and RdmaServer have the same
// members, signals and enums, but share no base class with them below QIODevice and QObject. A
// program with only one transport replaces the class names and is done. A program that wants both
// instantiates the templates here twice; nothing else in it needs to know. QSslSocket and
// RdmaTlsStream are alike in the same way.

#ifndef SOCKETS_H
#define SOCKETS_H

#include "transport.h"

#include <QtRdma/RdmaAbstractServer>

#include <QPointer>
#include <QTimer>

#include <chrono>
#include <type_traits>

template <typename Socket>
concept EncryptedSocket = requires
{
    &Socket::encrypted;
};

template <typename Socket>
class SocketConnection final : public Connection
{
public:
    SocketConnection(Socket *socket, QObject *parent) : Connection(parent), m_socket(socket)
    {
        m_socket->setParent(this);
        connect(m_socket, opened(), this, &Connection::connected);
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
        if constexpr (EncryptedSocket<Socket>)
            m_socket->connectToHostEncrypted(host, port);
        else
            m_socket->connectToHost(host, port);
    }
    void disconnectFromHost() override { m_socket->disconnectFromHost(); }
    void abort() override { m_socket->abort(); }
    void setReadBufferSize(qint64 size) override { m_socket->setReadBufferSize(size); }

private:
    // An encrypted connection is of use when its peer has been verified.
    static constexpr auto opened()
    {
        if constexpr (EncryptedSocket<Socket>)
            return &Socket::encrypted;
        else
            return &Socket::connected;
    }

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
        // Programs of rsockets may take part, too.
        if constexpr (std::is_base_of_v<RdmaAbstractServer, Server>)
            m_server->setWireFormats(Rdma::WireFormat::QtRdma | Rdma::WireFormat::Rsocket);
        // QSslServer emits newConnection() before the handshake.
        connect(m_server, &Server::pendingConnectionAvailable, this, [this] { acceptAll(); });
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
        while (auto *const socket = static_cast<Socket *>(m_server->nextPendingConnection()))
            Q_EMIT accepted(new SocketConnection<Socket>(socket, this));
    }

    // The server stops accepting after an error, as when file descriptors have run out. Going on
    // at once would fail in a circle; not going on would leave the relay deaf.
    void pause()
    {
        Q_EMIT acceptError(m_server->errorString());
        QTimer::singleShot(std::chrono::seconds(1), this, [this] {
            if (m_server)
                m_server->resumeAccepting();
        });
    }

    QPointer<Server> m_server; // of another owner, perhaps
};

// The listener owns the server.
template <typename Socket, typename Server>
Listener *listenerWithServer(Server *server, QObject *parent)
{
    auto *const listener = new SocketListener<Server, Socket>(server, parent);
    server->setParent(listener);
    return listener;
}

#endif // SOCKETS_H
