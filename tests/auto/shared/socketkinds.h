// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SOCKETKINDS_H
#define SOCKETKINDS_H

#include "rdmatest.h"

#include <QtRdma/rdmatcpserver.h>
#include <QtRdma/rdmatcpsocket.h>

#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qtest.h>

namespace RdmaTest {

// A server and its clients for code that knows only QTcpServer and QTcpSocket: Qt's own, or those
// over RDMA. A test that runs over both shows whether there is a difference.
class SocketKind
{
public:
    explicit SocketKind(bool overRdma) : isRdma(overRdma) { }

    // For clients over RDMA of a server that listens already.
    SocketKind(const QHostAddress &server, quint16 itsPort)
        : isRdma(true)
        , address(server)
        , port(itsPort)
    {
    }

    static void addRows()
    {
        QTest::addColumn<bool>("overRdma");
        QTest::newRow("tcp") << false;
        QTest::newRow("rdma") << true;
    }

    // Null if it cannot listen.
    std::unique_ptr<QTcpServer> listen()
    {
        return isRdma ? listenAs(std::make_unique<RdmaTcpServer>(), RdmaTest::address())
                      : listenAs(std::make_unique<QTcpServer>(), QHostAddress::LocalHost);
    }

    // Connects to the server.
    QTcpSocket *connectSocket(QObject *parent) const
    {
        QTcpSocket *socket = isRdma ? new RdmaTcpSocket(parent) : new QTcpSocket(parent);
        socket->connectToHost(address, port);
        return socket;
    }

    QHostAddress serverAddress() const { return address; }
    quint16 serverPort() const { return port; }

private:
    template <typename Server>
    std::unique_ptr<QTcpServer> listenAs(std::unique_ptr<Server> server, const QHostAddress &where)
    {
        enableDecoy(server.get());
        if (!server->listen(where, 0)) {
            qWarning("%s", qPrintable(server->errorString()));
            return nullptr;
        }
        address = where;
        port = server->serverPort();
        return server;
    }

    // QHttpServer wants a base class that listens.
    static void enableDecoy(RdmaTcpServer *server) { server->setDecoyEnabled(true); }
    static void enableDecoy(QTcpServer *) { }

    bool isRdma;
    QHostAddress address;
    quint16 port = 0;
};

// Clients that make their own sockets of TCP, as QWebSocket and QNetworkAccessManager do, connect
// to this server. It carries their bytes to a server of the kind, and back.
class LoopbackPump : public QTcpServer
{
public:
    explicit LoopbackPump(const SocketKind &kind) : m_kind(kind) { }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        auto *near = new QTcpSocket(this);
        if (!near->setSocketDescriptor(descriptor)) {
            delete near;
            return;
        }
        QTcpSocket *far = m_kind.connectSocket(near);
        carry(near, far);
        carry(far, near);
        connect(near, &QTcpSocket::disconnected, near, &QObject::deleteLater);
    }

private:
    // A reset of one side resets the other.
    static void carry(QTcpSocket *from, QTcpSocket *to)
    {
        connect(from, &QTcpSocket::readyRead, to, [from, to] { to->write(from->readAll()); });
        connect(from, &QTcpSocket::errorOccurred, to, [to](QAbstractSocket::SocketError error) {
            if (error == QAbstractSocket::RemoteHostClosedError)
                to->disconnectFromHost();
            else
                to->abort();
        });
    }

    const SocketKind m_kind;
};

} // namespace RdmaTest

#endif // SOCKETKINDS_H
