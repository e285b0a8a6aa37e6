// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef UNDERTEST_H
#define UNDERTEST_H

// The names that the suites use in place of QTcpSocket and QTcpServer: RdmaStream and RdmaServer,
// RdmaTcpSocket and RdmaTcpServer, or Qt's own classes. A function that the first do not have does
// nothing, and the rows that need it fail.

#include <QtNetwork/qhostaddress.h>
#include <QtNetwork/qnetworkproxy.h>
#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>

// With this address in the environment a server listens over RDMA and TCP, and a client takes RDMA
// where the server has it. Otherwise there is TCP alone.
constexpr char RdmaAddress[] = "QTSUITES_RDMA_ADDRESS";

inline QHostAddress localHostUnderTest()
{
    if (qEnvironmentVariableIsSet(RdmaAddress))
        return QHostAddress(qEnvironmentVariable(RdmaAddress));
    return QHostAddress(QHostAddress::LocalHost);
}

#ifdef QTSUITES_OVER_QT

using SocketUnderTest = QTcpSocket;
using ServerUnderTest = QTcpServer;
using IncomingUnderTest = qintptr;
#  define NAME_OF_SERVER "QTcpServer"

#else

#  define NAME_OF_SERVER "RdmaServer"

#  include <QtRdma/RdmaServer>
#  include <QtRdma/RdmaStream>

inline RdmaStreamOptions optionsUnderTest()
{
    using Policy = Rdma::TransportPolicy;
    RdmaStreamOptions options;
    options.setTransport(qEnvironmentVariableIsSet(RdmaAddress) ? Policy::PreferRdma
                                                                : Policy::TcpOnly);
    return options;
}

inline Rdma::StreamTransports transportsUnderTest()
{
    if (qEnvironmentVariableIsSet(RdmaAddress))
        return Rdma::StreamTransport::Rdma | Rdma::StreamTransport::Tcp;
    return Rdma::StreamTransport::Tcp;
}

#  ifdef QTSUITES_OVER_COMPAT

#    include <QtRdma/RdmaTcpServer>

using IncomingUnderTest = qintptr;

class SocketUnderTest : public RdmaTcpSocket
{
    Q_OBJECT

public:
    explicit SocketUnderTest(QObject *parent = nullptr) : SocketUnderTest(new RdmaStream, parent)
    {
        static_cast<RdmaStream *>(stream())->setOptions(optionsUnderTest());
    }
    using RdmaTcpSocket::RdmaTcpSocket;
};

class ServerUnderTest : public RdmaTcpServer
{
    Q_OBJECT

public:
    explicit ServerUnderTest(QObject *parent = nullptr) : RdmaTcpServer(parent)
    {
        server()->setTransports(transportsUnderTest());
    }

    SocketUnderTest *nextPendingConnection() override
    {
        return static_cast<SocketUnderTest *>(RdmaTcpServer::nextPendingConnection());
    }

protected:
    RdmaTcpSocket *createSocket(RdmaAbstractStream *stream) override
    {
        return new SocketUnderTest(stream, this);
    }
};

#  else

using IncomingUnderTest = const RdmaConnectionRequest &;

class SocketUnderTest : public RdmaStream
{
    Q_OBJECT

public:
    explicit SocketUnderTest(QObject *parent = nullptr) : RdmaStream(parent)
    {
        setOptions(optionsUnderTest());
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
        setTransports(transportsUnderTest());
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

#  endif

#endif

#endif // UNDERTEST_H
