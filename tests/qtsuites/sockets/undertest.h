// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef UNDERTEST_H
#define UNDERTEST_H

// The names that the suites use in place of QTcpSocket and QTcpServer: RdmaStream and RdmaServer over
// TCP, or Qt's own classes. A function that the former do not have does nothing, and the rows that
// need it fail.

#include <QtNetwork/qnetworkproxy.h>
#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>

#ifdef QTSUITES_OVER_QT

using SocketUnderTest = QTcpSocket;
using ServerUnderTest = QTcpServer;
using IncomingUnderTest = qintptr;
#  define NAME_OF_SERVER "QTcpServer"

#else

#  include <QtRdma/RdmaServer>
#  include <QtRdma/RdmaStream>

using IncomingUnderTest = const RdmaConnectionRequest &;
#  define NAME_OF_SERVER "RdmaServer"

class SocketUnderTest : public RdmaStream
{
    Q_OBJECT

public:
    explicit SocketUnderTest(QObject *parent = nullptr) : RdmaStream(parent)
    {
        RdmaStreamOptions tcp;
        tcp.setTransport(Rdma::TransportPolicy::TcpOnly);
        setOptions(tcp);
    }

    static constexpr auto TcpSocket = QAbstractSocket::TcpSocket;
    QAbstractSocket::SocketType socketType() const { return QAbstractSocket::TcpSocket; }
    bool setSocketDescriptor(IncomingUnderTest incoming) { return accept(incoming); }

    qintptr socketDescriptor() const { return -1; }
    bool setSocketDescriptor(qintptr, QAbstractSocket::SocketState = ConnectedState)
    {
        return false;
    }
    void setProxy(const QNetworkProxy &) { }
};

class ServerUnderTest : public RdmaServer
{
    Q_OBJECT

public:
    explicit ServerUnderTest(QObject *parent = nullptr) : RdmaServer(parent)
    {
        setTransports(Rdma::StreamTransport::Tcp);
    }

    SocketUnderTest *nextPendingConnection() override
    {
        return static_cast<SocketUnderTest *>(RdmaServer::nextPendingConnection());
    }

    qintptr socketDescriptor() const { return -1; }
    bool setSocketDescriptor(qintptr) { return false; }
    void setProxy(const QNetworkProxy &) { }

protected:
    void incomingConnection(IncomingUnderTest incoming) override
    {
        auto *socket = new SocketUnderTest(this);
        if (socket->setSocketDescriptor(incoming))
            addPendingConnection(socket);
        else
            delete socket;
    }
};

#endif

#endif // UNDERTEST_H
