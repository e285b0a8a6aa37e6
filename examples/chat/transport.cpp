// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "transport.h"

#include "tls.h"
#include "transportoption.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QTimer>

#include <chrono>

Connection::Connection(RdmaAbstractStream *stream, QObject *parent)
    : QObject(parent)
    , m_stream(stream)
{
    m_stream->setParent(this);
    connect(m_stream, &RdmaAbstractStream::connected, this, &Connection::connected);
    connect(m_stream, &RdmaAbstractStream::disconnected, this, &Connection::disconnected);
    connect(m_stream, &RdmaAbstractStream::errorOccurred, this, &Connection::errorOccurred);
    connect(m_stream, &RdmaAbstractStream::connected, this, &Connection::configure);
    if (m_stream->state() == QAbstractSocket::ConnectedState)
        configure();
}

// The stream's destructor aborts and signals it; nobody may hear it from a half-dead object.
Connection::~Connection()
{
    m_stream->disconnect(this);
}

void Connection::setPolicy(Rdma::TransportPolicy policy)
{
    if (RdmaStream *plain = plainStream())
        TransportOption::apply(policy, plain);
}

QString Connection::transport() const
{
    const RdmaStream *plain = plainStream();
    return plain ? TransportOption::textOf(*plain) : QString();
}

void Connection::connectToHost(const QString &host, quint16 port)
{
    m_stream->connectToHost(host, port);
}

RdmaStream *Connection::plainStream() const
{
    return qobject_cast<RdmaStream *>(m_stream);
}

void Connection::configure()
{
    m_stream->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_stream->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
}

Listener::Listener(RdmaAbstractServer *server, Wrap wrap, QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_wrap(std::move(wrap))
{
    // Programs of rsockets may take part, too.
    m_server->setWireFormats(Rdma::WireFormat::QtRdma | Rdma::WireFormat::Rsocket);
    connect(m_server, &RdmaAbstractServer::pendingConnectionAvailable, this, &Listener::acceptAll);
    connect(m_server, &RdmaAbstractServer::acceptError, this, &Listener::pause);
}

Listener::~Listener()
{
    if (m_server)
        m_server->disconnect(this);
}

bool Listener::listen(const QHostAddress &address, quint16 port)
{
    return m_server && m_server->listen(address, port);
}

QHostAddress Listener::serverAddress() const
{
    return m_server ? m_server->serverAddress() : QHostAddress();
}

quint16 Listener::serverPort() const
{
    return m_server ? m_server->serverPort() : quint16(0);
}

QString Listener::transport() const
{
    return m_server ? TransportOption::textOf(*m_server) : QString();
}

QString Listener::errorString() const
{
    return m_server ? m_server->errorString() : QString();
}

void Listener::acceptAll()
{
    while (RdmaAbstractStream *stream = m_server->nextPendingConnection())
        Q_EMIT accepted(m_wrap(stream, this));
}

// The server stops accepting after an error, as when file descriptors have run out. Going on at
// once would fail in a circle; not going on would leave the relay deaf.
void Listener::pause()
{
    Q_EMIT acceptError(m_server->errorString());
    QTimer::singleShot(std::chrono::seconds(1), this, [this] {
        if (m_server)
            m_server->resumeAccepting();
    });
}

Connection *Transport::createConnection(Rdma::TransportPolicy policy, QObject *parent)
{
    auto *const connection = new Connection(new RdmaStream, parent);
    connection->setPolicy(policy);
    return connection;
}

Listener *Transport::createListener(Rdma::TransportPolicy policy, QObject *parent)
{
    auto *const server = new RdmaServer;
    TransportOption::apply(policy, server);
    auto *const listener = new Listener(server, Tls::connectionOf, parent);
    server->setParent(listener);
    return listener;
}

#include "moc_transport.cpp"
