// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONSTATUS_H
#define RDMACONNECTIONSTATUS_H

#include <QtRdma/rdmaerror.h>

#include <QtCore/qlist.h>
#include <QtCore/qmetatype.h>
#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>
#include <QtNetwork/qabstractsocket.h>
#include <QtNetwork/qhostaddress.h>

class RdmaConnectionWatcherPrivate;

class Q_RDMA_EXPORT RdmaConnectionStatus
{
    Q_GADGET
    Q_PROPERTY(quint64 id MEMBER id)
    Q_PROPERTY(Kind kind MEMBER kind)
    Q_PROPERTY(QAbstractSocket::SocketState state MEMBER state)
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(QHostAddress localAddress MEMBER localAddress)
    Q_PROPERTY(quint16 localPort MEMBER localPort)
    Q_PROPERTY(QHostAddress peerAddress MEMBER peerAddress)
    Q_PROPERTY(quint16 peerPort MEMBER peerPort)
    Q_PROPERTY(quint64 bytesSent MEMBER bytesSent)
    Q_PROPERTY(quint64 bytesReceived MEMBER bytesReceived)
    Q_PROPERTY(quint64 messagesSent MEMBER messagesSent)
    Q_PROPERTY(quint64 messagesReceived MEMBER messagesReceived)
    Q_PROPERTY(int inFlight MEMBER inFlight)
    Q_PROPERTY(int credit MEMBER credit)
    Q_PROPERTY(qint64 roundTrip MEMBER roundTrip)
    Q_PROPERTY(int receiverNotReady MEMBER receiverNotReady)
    Q_PROPERTY(int flushed MEMBER flushed)
    Q_PROPERTY(RdmaError error MEMBER error CONSTANT)

public:
    enum class Kind : quint8 { Stream, QueuePair };
    Q_ENUM(Kind)

    quint64 id = 0; // of the object, never used again
    Kind kind = Kind::Stream;
    QAbstractSocket::SocketState state = QAbstractSocket::UnconnectedState;
    QString device;
    QHostAddress localAddress;
    quint16 localPort = 0;
    QHostAddress peerAddress;
    quint16 peerPort = 0;
    quint64 bytesSent = 0; // of the connection there is, or was last
    quint64 bytesReceived = 0;
    quint64 messagesSent = 0; // frames of a stream, work requests of a queue pair
    quint64 messagesReceived = 0;
    int inFlight = 0; // sends that have not completed
    int credit = -1; // frames that the peer of a stream lets us send; -1 for a queue pair
    qint64 roundTrip = -1; // ns, of the last keepalive of a stream; -1 before the first
    int receiverNotReady = 0; // sends that failed because the peer had no receive
    int flushed = 0; // work requests that ended with the queue pair
    RdmaError error; // the last
};

Q_DECLARE_METATYPE(RdmaConnectionStatus)

class Q_RDMA_EXPORT RdmaConnectionWatcher : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RdmaConnectionWatcher)

public:
    explicit RdmaConnectionWatcher(QObject *parent = nullptr);
    ~RdmaConnectionWatcher() override;

    void ask();

Q_SIGNALS:
    void answered(const QList<RdmaConnectionStatus> &connections);

private:
    QScopedPointer<RdmaConnectionWatcherPrivate> d;
};

#endif // RDMACONNECTIONSTATUS_H
