// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "httpserver.h"

#include <QtRdma/RdmaStreamOptions>

HttpServer::HttpServer(const QString &directory, const HttpLimits &limits, QObject *parent)
    : RdmaServer(parent)
    , root(directory)
    , patience(limits.patience)
{
    // Takes clients of this library, and clients that know only TCP, with librspreload.so or
    // without.
    setTransports(Rdma::StreamTransport::Rdma | Rdma::StreamTransport::Tcp);
    setWireFormats(Rdma::WireFormat::QtRdma | Rdma::WireFormat::Rsocket);
    setMaxConnections(limits.connections);
    setMaxConnectionsPerAddress(limits.connectionsPerAddress);
    RdmaStreamOptions options = streamOptions();
    options.setHalfOpen(true); // a client may end its requests and wait for the answers
    options.setWriteTimeout(patience);
    options.setLingerTimeout(patience);
    setStreamOptions(options);
    connect(this, &RdmaServer::newConnection, this, [this] {
        while (RdmaStream *client = nextPendingConnection())
            serve(client);
    });
}

// Closing goes on reading what the client still sends, and drops it: a client that sends a long
// request first and then reads finds why it was refused.
void HttpServer::serve(RdmaStream *client)
{
    Q_EMIT serving(client);
    auto *connection = new HttpConnection(client, root, patience, this);
    connect(connection, &HttpConnection::closing, client, &RdmaStream::disconnectFromHost);
    connect(connection, &HttpConnection::breaking, client, &RdmaStream::abort);
    connect(client, &RdmaStream::disconnected, connection, &QObject::deleteLater);
    if (client->state() == QAbstractSocket::UnconnectedState) // while it was waiting
        connection->deleteLater();
}
