// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "transport.h"

#include "sockets.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QTcpServer>
#include <QTcpSocket>

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
        return listenerWithServer<RdmaStream>(new RdmaServer, parent);
    return listenerWithServer<QTcpSocket>(new QTcpServer, parent);
}

Listener *Transport::listenerOf(RdmaAbstractServer *server, QObject *parent)
{
    return new SocketListener<RdmaAbstractServer, RdmaAbstractStream>(server, parent);
}

QString Transport::name(Kind kind)
{
    return kind == Kind::Rdma ? QStringLiteral("RDMA") : QStringLiteral("TCP");
}

#include "moc_transport.cpp"
