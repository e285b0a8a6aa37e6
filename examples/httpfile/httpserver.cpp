// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "httpserver.h"

HttpServer::HttpServer(const QString &directory, QObject *parent)
    : RdmaServer(parent)
    , root(directory)
{
    // Takes clients of this library, and clients that know only TCP, with librspreload.so or
    // without.
    setTransports(Rdma::StreamTransport::Rdma | Rdma::StreamTransport::Tcp);
    setWireFormats(Rdma::WireFormat::QtRdma | Rdma::WireFormat::Rsocket);
    connect(this, &RdmaServer::newConnection, this, [this] {
        while (RdmaStream *client = nextPendingConnection())
            serve(client);
    });
}

void HttpServer::serve(RdmaStream *client)
{
    Q_EMIT serving(client);
    auto *connection = new HttpConnection(client, root, this);
    connect(connection, &HttpConnection::closing, client, &RdmaStream::disconnectFromHost);
    connect(client, &RdmaStream::disconnected, connection, &QObject::deleteLater);
    if (client->state() == QAbstractSocket::UnconnectedState) // while it was waiting
        connection->deleteLater();
}
