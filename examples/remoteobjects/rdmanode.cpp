// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmanode.h"

#include <QUrl>

namespace RdmaNode {

namespace {

constexpr int KeepAliveInterval = 10000; // ms; finds a machine that is gone without a word
constexpr int MaxConnections = 100;

// The factories of Qt Remote Objects make objects with a parent alone.
template <typename Type, Rdma::TransportPolicy Policy>
class With : public Type
{
public:
    explicit With(QObject *parent) : Type(Policy, parent) { }
};

template <Rdma::TransportPolicy Policy>
void registerScheme(const QString &scheme)
{
    qRegisterRemoteObjectsClient<With<Client, Policy>>(scheme);
    qRegisterRemoteObjectsServer<With<Server, Policy>>(scheme);
}

RdmaStreamOptions optionsFor(Rdma::TransportPolicy policy)
{
    RdmaStreamOptions options;
    options.setTransport(policy);
    options.setKeepAliveInterval(KeepAliveInterval);
    return options;
}

} // namespace

void registerSchemes()
{
    registerScheme<Rdma::TransportPolicy::RdmaOnly>("rdma");
    registerScheme<Rdma::TransportPolicy::PreferRdma>("prefer-rdma");
}

Client::Client(Rdma::TransportPolicy policy, QObject *parent)
    : QtROClientIoDevice(parent)
    , m_stream(new RdmaStream(this))
{
    m_stream->setOptions(optionsFor(policy));
    connect(m_stream, &RdmaStream::readyRead, this, &QtROIoDeviceBase::readyRead);
    connect(m_stream, &RdmaStream::stateChanged, this, &Client::follow);
}

// The node calls this again every 250 ms until the connection is open.
void Client::connectToServer()
{
    if (!isOpen())
        m_stream->connectToHost(url().host(), quint16(url().port()));
}

bool Client::isOpen() const
{
    return m_stream->state() != QAbstractSocket::UnconnectedState && !isClosing();
}

void Client::follow(QAbstractSocket::SocketState state)
{
    if (state == QAbstractSocket::ConnectedState)
        initializeDataStream();
    else if (state == QAbstractSocket::UnconnectedState && !isClosing())
        Q_EMIT shouldReconnect(this);
}

Connection::Connection(RdmaStream *stream, QObject *parent)
    : QtROServerIoDevice(parent)
    , m_stream(stream)
{
    m_stream->setParent(this);
    connect(m_stream, &RdmaStream::readyRead, this, &QtROIoDeviceBase::readyRead);
    connect(m_stream, &RdmaStream::disconnected, this, &QtROIoDeviceBase::disconnected);
}

Server::Server(Rdma::TransportPolicy policy, QObject *parent) : QConnectionAbstractServer(parent)
{
    m_server.setStreamOptions(optionsFor(policy));
    m_server.setMaxConnections(MaxConnections);
    if (policy == Rdma::TransportPolicy::PreferRdma)
        m_server.setTransports(Rdma::StreamTransport::Rdma | Rdma::StreamTransport::Tcp);
    connect(&m_server, &RdmaServer::newConnection, this, &QConnectionAbstractServer::newConnection);
}

bool Server::listen(const QUrl &address)
{
    if (!m_server.listen(QHostAddress(address.host()), quint16(qMax(0, address.port())))) {
        qWarning("%s", qPrintable(m_server.errorString())); // a host tells only that it failed
        return false;
    }
    m_address = address;
    m_address.setPort(m_server.serverPort());
    return true;
}

QtROServerIoDevice *Server::configureNewConnection()
{
    RdmaStream *stream = m_server.nextPendingConnection();
    return stream ? new Connection(stream, this) : nullptr;
}

} // namespace RdmaNode
