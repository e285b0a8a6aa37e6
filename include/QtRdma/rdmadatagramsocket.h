// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADATAGRAMSOCKET_H
#define RDMADATAGRAMSOCKET_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmaconnectionoptions.h>
#include <QtRdma/rdmadatagram.h>
#include <QtRdma/rdmaendpoint.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>
#include <QtNetwork/qabstractsocket.h>
#include <QtNetwork/qhostaddress.h>

struct ibv_qp;
class RdmaDatagramSocketPrivate;

/// Exchanges unreliable datagrams (UD) with many peers and with multicast groups.
class Q_RDMA_EXPORT RdmaDatagramSocket : public QObject
{
    Q_OBJECT
    Q_PROPERTY(QAbstractSocket::SocketState state READ state NOTIFY stateChanged)
    Q_DISABLE_COPY_MOVE(RdmaDatagramSocket)

public:
    explicit RdmaDatagramSocket(QObject *parent = nullptr);
    ~RdmaDatagramSocket() override;

    /// Makes a queue pair for datagrams on the device that has `localAddress`.
    bool bind(const QHostAddress &localAddress,
              const RdmaConnectionOptions &options = RdmaConnectionOptions());
    /// Leaves all groups and releases the queue pair at once.
    void close();

    /// Whether the socket can be used: QAbstractSocket::BoundState or
    /// QAbstractSocket::UnconnectedState.
    QAbstractSocket::SocketState state() const;
    /// Returns the last error: what has ended the socket, or what a function has refused.
    RdmaError rdmaError() const;
    /// Returns what a peer needs to know to send to this socket; an invalid value when it is not
    /// bound.
    RdmaEndpoint localEndpoint() const;
    /// Returns the address that bind() was given; a null one when the socket is not bound.
    QHostAddress localAddress() const;
    /// Returns the name of the device that has localAddress(); empty when the socket is not bound.
    QString deviceName() const;
    /// Returns the largest size of the data in a datagram, in bytes, which is what the port carries
    /// in a packet; 0 when the socket is not bound.
    qint64 maxDatagramSize() const;
    /// Returns the `ibv_qp *` behind this object, or null.
    ibv_qp *nativeHandle() const;

    /// Returns whether receiveDatagram() has a datagram to give.
    bool hasPendingDatagrams() const;
    /// Returns the size of the datagram that receiveDatagram() would return, in bytes; -1 when
    /// there is none.
    qint64 pendingDatagramSize() const;
    /// Takes and returns the next datagram; an invalid one when there is none.
    RdmaDatagram receiveDatagram();

    /// Sends a copy of `data` to `receiver`: the localEndpoint() of another socket, the
    /// RdmaQueuePair::localEndpoint() of a queue pair for datagrams, or the sender of a datagram.
    qint64 writeDatagram(const QByteArray &data, const RdmaEndpoint &receiver);
    qint64 writeDatagram(const QByteArray &data, const QHostAddress &group);
    /// Sends `data` to `receiver` as writeDatagram() does, with the number `immediate` beside the
    /// data, which RdmaDatagram::immediate returns.
    qint64 writeDatagramWithImmediate(const QByteArray &data, quint32 immediate,
                                      const RdmaEndpoint &receiver);
    qint64 writeDatagramWithImmediate(const QByteArray &data, quint32 immediate,
                                      const QHostAddress &group);

    /// Begins to join the multicast `group` on the interface of the socket's address.
    bool joinMulticastGroup(const QHostAddress &group);
    /// Leaves `group`.
    bool leaveMulticastGroup(const QHostAddress &group);
    /// Returns the groups that have been joined.
    QList<QHostAddress> multicastGroups() const;

    /// Waits, without an event loop, until readyRead() has been emitted, at most `msecs`
    /// milliseconds (-1: for ever).
    bool waitForReadyRead(int msecs = 30000);
    /// Waits, without an event loop, until bytesWritten() has been emitted, at most `msecs`
    /// milliseconds (-1: for ever).
    bool waitForBytesWritten(int msecs = 30000);
    /// Waits, without an event loop, until `group` has been joined, at most `msecs` milliseconds
    /// (-1: for ever).
    bool waitForJoined(const QHostAddress &group, int msecs = 30000);

Q_SIGNALS:
    void readyRead();
    void bytesWritten(qint64 bytes);
    void sendQueueReady();
    void joinedMulticastGroup(const QHostAddress &group);
    void stateChanged(QAbstractSocket::SocketState state);
    void errorOccurred(const RdmaError &error);

protected:
    bool event(QEvent *event) override;

private:
    friend class RdmaDatagramSocketPrivate;
    QScopedPointer<RdmaDatagramSocketPrivate> d;
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaDatagramSocket *socket);
#endif

#endif // RDMADATAGRAMSOCKET_H
