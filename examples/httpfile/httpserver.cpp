// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "httpserver.h"

HttpServer::HttpServer(const QString &directory, QObject *parent) : QObject(parent), root(directory)
{
    // Takes clients of this library, and clients that know only TCP, under librspreload.so.
    rdma.setWireFormats(Rdma::WireFormat::QtRdma | Rdma::WireFormat::Rsocket);
    connect(&rdma, &RdmaServer::newConnection, this, [this] {
        ++rdmaCount;
        serve(rdma.nextPendingConnection());
    });
    connect(&tcp, &QTcpServer::newConnection, this, [this] { serve(tcp.nextPendingConnection()); });
}

bool HttpServer::listenRdma(const QHostAddress &address, quint16 port)
{
    const bool listens = rdma.listen(address, port);
    error = rdma.errorString();
    return listens;
}

bool HttpServer::listenTcp(const QHostAddress &address, quint16 port)
{
    const bool listens = tcp.listen(address, port);
    error = tcp.errorString();
    return listens;
}

template <typename Socket>
void HttpServer::serve(Socket *socket)
{
    auto *connection = new HttpConnection(socket, root, this);
    connect(connection, &HttpConnection::closing, socket, &Socket::disconnectFromHost);
    connect(socket, &Socket::disconnected, connection, &QObject::deleteLater);
    if (socket->state() == QAbstractSocket::UnconnectedState) // while it was waiting
        connection->deleteLater();
}
