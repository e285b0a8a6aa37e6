// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Qt Remote Objects over RDMA, by URLs as with its own transports: rdma://10.77.0.1:7471 is for
// RDMA alone, and prefer-rdma://10.77.0.1:7471 takes TCP, too. Nodes and hosts know these after
// a call of RdmaNode::registerSchemes().

#ifndef RDMANODE_H
#define RDMANODE_H

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRemoteObjects/qconnectionfactories.h>

namespace RdmaNode {

void registerSchemes();

// The connection of a node to a host. The node makes it again when it is lost.
class Client : public QtROClientIoDevice
{
    Q_OBJECT

public:
    explicit Client(Rdma::TransportPolicy policy, QObject *parent);
    ~Client() override { close(); } // the base would call doClose() when there is none

    void connectToServer() override;
    QIODevice *connection() const override { return m_stream; }
    bool isOpen() const override;

protected:
    void doClose() override { m_stream->disconnectFromHost(); }
    void doDisconnectFromServer() override { m_stream->disconnectFromHost(); }

private:
    void follow(QAbstractSocket::SocketState state);

    RdmaStream *const m_stream;
};

// The host's side of a connection.
class Connection : public QtROServerIoDevice
{
    Q_OBJECT

public:
    Connection(RdmaStream *stream, QObject *parent);

    QIODevice *connection() const override { return m_stream; }

protected:
    void doClose() override { m_stream->disconnectFromHost(); }

private:
    RdmaStream *const m_stream;
};

// A host listens with it.
class Server : public QConnectionAbstractServer
{
    Q_OBJECT

public:
    Server(Rdma::TransportPolicy policy, QObject *parent);

    bool hasPendingConnections() const override { return m_server.hasPendingConnections(); }
    QUrl address() const override { return m_address; }
    bool listen(const QUrl &address) override;
    QAbstractSocket::SocketError serverError() const override { return m_server.serverError(); }
    void close() override { m_server.close(); }

protected:
    QtROServerIoDevice *configureNewConnection() override;

private:
    RdmaServer m_server;
    QUrl m_address;
};

} // namespace RdmaNode

#endif // RDMANODE_H
