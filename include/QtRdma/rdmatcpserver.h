// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATCPSERVER_H
#define RDMATCPSERVER_H

#include <QtRdma/qtrdmacompatexport.h>
#include <QtRdma/rdmaabstractserver.h>
#include <QtRdma/rdmatcpsocket.h>

#include <QtCore/qlist.h>
#include <QtCore/qpointer.h>
#include <QtNetwork/qtcpserver.h>

QT_BEGIN_NAMESPACE
class QSocketNotifier;
QT_END_NAMESPACE

/// A QTcpServer whose connections come over RDMA.
class Q_RDMA_COMPAT_EXPORT RdmaTcpServer : public QTcpServer
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RdmaTcpServer)

public:
    explicit RdmaTcpServer(QObject *parent = nullptr);
    explicit RdmaTcpServer(RdmaAbstractServer *server, QObject *parent = nullptr);
    ~RdmaTcpServer() override;

    /// Returns the server that takes the connections.
    RdmaAbstractServer *server() const;

    /// Returns whether listen() has the base class listen, too, on a TCP port of 127.0.0.1 that
    /// takes nobody.
    bool isDecoyEnabled() const;
    /// Has a server that listens, now or later, a decoy or none, as `enabled` says.
    void setDecoyEnabled(bool enabled);

    /// Listens on `port` of `address`; 0 is any port.
    bool listen(const QHostAddress &address = QHostAddress::Any, quint16 port = 0);
    /// Stops listening.
    void close();
    /// Returns whether the server listens over RDMA.
    bool isListening() const;

    /// Returns the port, 0 when the server does not listen.
    quint16 serverPort() const;
    /// Returns the address, a null one when the server does not listen.
    QHostAddress serverAddress() const;
    /// Returns -1: a server for RDMA has no descriptor of a socket.
    qintptr socketDescriptor() const;
    /// Returns `false`, with serverError() QAbstractSocket::UnsupportedSocketOperationError: RDMA
    /// has no use for a `socketDescriptor`.
    bool setSocketDescriptor(qintptr socketDescriptor);

    /// Waits up to `msecs` milliseconds, -1 for ever, for a connection, without an event loop.
    bool waitForNewConnection(int msecs = 0, bool *timedOut = nullptr);
    bool hasPendingConnections() const override;
    RdmaTcpSocket *nextPendingConnection() override;

    /// Returns the error of listen(), setSocketDescriptor() or accepting.
    QAbstractSocket::SocketError serverError() const;
    /// Returns the text of the error, with the call, the cause and a hint.
    QString errorString() const;

    /// Takes no connections until resumeAccepting().
    void pauseAccepting();
    /// Takes connections again.
    void resumeAccepting();

protected:
    void incomingConnection(qintptr handle) override;
    void addPendingConnection(RdmaTcpSocket *socket);
    virtual RdmaTcpSocket *createSocket(RdmaAbstractStream *stream);

private:
    void takeConnections();
    bool startDecoy();
    void stopDecoy();
    void dropVisitor();

    RdmaAbstractServer *const m_server;
    QList<QPointer<RdmaTcpSocket>> m_pending;
    QSocketNotifier *m_decoy = nullptr;
    QString m_refusal; // of setSocketDescriptor()
    bool m_isDecoyEnabled = false;
};

#endif // RDMATCPSERVER_H
