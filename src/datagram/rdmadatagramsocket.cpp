// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmadatagramsocket_p.h"

#include <QtCore/qcoreevent.h>
#include <QtCore/qdebug.h>

#include <utility>

using namespace QtRdmaPrivate;

/*!
    \class RdmaDatagramSocket
    \inmodule QtRdma
    \since 0.1
    \brief Exchanges unreliable datagrams (UD) with many peers and with multicast groups.

    The socket has one queue pair for any number of peers. It relates to RdmaStream as QUdpSocket
    does to QTcpSocket. There are no ports: a peer is known by its RdmaEndpoint, which it sends by
    other means or with each datagram. Datagrams may be lost, doubled and out of order, and each
    fits one packet: maxDatagramSize(), 256 to 4096 bytes.

    \snippet datagram.cpp socket

    The socket holds up to RdmaConnectionOptions::receiveDepth datagrams. When that many wait to be
    taken, the device drops what comes, as UDP does.

    Everybody who knows the queue key can send to the socket. All these sockets have the same key
    (\c RDMA_UDP_QKEY), because answers and multicast need a known one: it is no secret and no
    protection. No peer can read or write memory through such a socket.

    RoCE and InfiniBand devices have datagrams. On an iWARP device bind() fails and says so. A
    member of a group may receive what it sends to the group itself, because some devices loop it
    back.

    \note The object belongs to its thread. It cannot be moved to another thread while it is bound:
    moveToThread() warns, and closes the socket with an error. The state is
    QAbstractSocket::UnconnectedState at once, and datagrams that have come can still be taken. The
    signals come from the event loop of the other thread or from the next \c {waitFor…()} there,
    unless bind() is called before. Call bind() in the thread that uses the socket.

    The calls are \c ibv_create_ah(3), \c rdma_join_multicast(3) and \c ibv_attach_mcast(3).
    \sa RdmaQueuePair::create(), RdmaEndpoint
*/

/*! \fn void RdmaDatagramSocket::readyRead()
    Emitted when datagrams have come since the last time; take all of them. It is not recursive.
*/

/*! \fn void RdmaDatagramSocket::bytesWritten(qint64 bytes)
    Emitted when datagrams with \a bytes of data in all have left. It does not tell whether they
    arrive.
*/

/*! \fn void RdmaDatagramSocket::sendQueueReady()
    Emitted when a datagram was refused with RdmaError::Category::QueueFull, and there is room
    again.
*/

/*! \fn void RdmaDatagramSocket::joinedMulticastGroup(const QHostAddress &group)
    Emitted when datagrams can be sent to and received from \a group.
*/

/*! \fn void RdmaDatagramSocket::errorOccurred(const RdmaError &error)
    Emitted when the socket has failed, with the cause \a error. stateChanged() follows, with
    QAbstractSocket::UnconnectedState, and datagrams that have come can still be taken.

    Also emitted when a group could not be joined or was lost, or when a receiver was not found, so
    that the datagrams to it are dropped. Then the socket stays bound. A function that refuses at
    once only sets rdmaError().
*/

/*! Constructs a socket with \a parent. It is not bound. */
RdmaDatagramSocket::RdmaDatagramSocket(QObject *parent)
    : QObject(parent)
    , d(new RdmaDatagramSocketPrivate(this))
{
}

/*! Closes the socket, without signals. Never blocks. Datagrams that were written may or may not
    have left.
*/
RdmaDatagramSocket::~RdmaDatagramSocket()
{
    d->end();
}

/*! Makes a queue pair for datagrams on the device that has \a localAddress. The \a options for
    queue depths, inline data, the protection domain and the type of service are used, and
    RdmaConnectionOptions::connectTimeout for joining groups. Returns \c false, with rdmaError(), if
    that fails.
*/
bool RdmaDatagramSocket::bind(const QHostAddress &localAddress,
                              const RdmaConnectionOptions &options)
{
    return d->bind(localAddress, options);
}

/*! Leaves all groups and releases the queue pair at once. Datagrams that were not taken are
    dropped.
*/
void RdmaDatagramSocket::close()
{
    d->close();
}

/*!
    \property RdmaDatagramSocket::state
    \brief Whether the socket can be used: QAbstractSocket::BoundState or
    QAbstractSocket::UnconnectedState.
*/

QAbstractSocket::SocketState RdmaDatagramSocket::state() const
{
    return d->state;
}

/*! Returns the last error: what has ended the socket, or what a function has refused. Success
    leaves it as it is.
    \sa errorOccurred()
*/
RdmaError RdmaDatagramSocket::rdmaError() const
{
    return d->error;
}

/*! Returns what a peer needs to know to send to this socket; an invalid value when it is not bound.
*/
RdmaEndpoint RdmaDatagramSocket::localEndpoint() const
{
    return d->localEndpoint();
}

/*! Returns the address that bind() was given; a null one when the socket is not bound. */
QHostAddress RdmaDatagramSocket::localAddress() const
{
    return d->queuePair ? d->queuePair->localAddress(nullptr) : QHostAddress();
}

/*! Returns the name of the device that has localAddress(); empty when the socket is not bound. */
QString RdmaDatagramSocket::deviceName() const
{
    return d->queuePair ? d->queuePair->deviceName() : QString();
}

/*! Returns the largest size of the data in a datagram, in bytes, which is what the port carries in
    a packet; 0 when the socket is not bound.
*/
qint64 RdmaDatagramSocket::maxDatagramSize() const
{
    return d->maxDatagramSize();
}

/*! Returns the \c {ibv_qp *} behind this object, or null. Do not poll its completion queue. */
ibv_qp *RdmaDatagramSocket::nativeHandle() const
{
    return d->queuePair ? d->queuePair->queues().queuePair() : nullptr;
}

/*! Returns whether receiveDatagram() has a datagram to give. */
bool RdmaDatagramSocket::hasPendingDatagrams() const
{
    return !d->pending.empty();
}

/*! Returns the size of the datagram that receiveDatagram() would return, in bytes; -1 when there is
    none.
*/
qint64 RdmaDatagramSocket::pendingDatagramSize() const
{
    return d->pendingDatagramSize();
}

/*! Takes and returns the next datagram; an invalid one when there is none. */
RdmaDatagram RdmaDatagramSocket::receiveDatagram()
{
    return d->receive();
}

/*! Sends a copy of \a data to \a receiver: the localEndpoint() of another socket, the
    RdmaQueuePair::localEndpoint() of a queue pair for datagrams, or the sender of a datagram.
    Returns the size of \a data, or -1 with rdmaError(). If the send queue is full the error is
    RdmaError::Category::QueueFull, and sendQueueReady() follows.

    The function never blocks. The first datagrams to a receiver wait here until the way to it is
    known. The kernel looks for it in another thread, which takes a second if the receiver does not
    answer. Then errorOccurred() is emitted, the waiting datagrams are dropped, and for three
    seconds datagrams to that receiver are refused with the same error.

    Up to RdmaConnectionOptions::sendDepth datagrams may wait, and up to 16 receivers may be looked
    for; more are refused with RdmaError::Category::QueueFull. Datagrams to known receivers, the
    last 256 ones, do not wait for any of this.
    \sa waitForBytesWritten()
*/
qint64 RdmaDatagramSocket::writeDatagram(const QByteArray &data, const RdmaEndpoint &receiver)
{
    return d->write(data, std::nullopt, receiver);
}

/*! \overload
    Sends to the members of the multicast \a group, which the socket must have joined. */
qint64 RdmaDatagramSocket::writeDatagram(const QByteArray &data, const QHostAddress &group)
{
    return d->write(data, std::nullopt, group);
}

/*! Sends \a data to \a receiver as writeDatagram() does, with the number \a immediate beside the
    data, which RdmaDatagram::immediate returns.
*/
qint64 RdmaDatagramSocket::writeDatagramWithImmediate(const QByteArray &data, quint32 immediate,
                                                      const RdmaEndpoint &receiver)
{
    return d->write(data, immediate, receiver);
}

/*! \overload */
qint64 RdmaDatagramSocket::writeDatagramWithImmediate(const QByteArray &data, quint32 immediate,
                                                      const QHostAddress &group)
{
    return d->write(data, immediate, group);
}

/*! Begins to join the multicast \a group on the interface of the socket's address. On RoCE the
    group and the socket must have IPv4 addresses, because Linux supports no others there.
    joinedMulticastGroup() or errorOccurred() follows. Returns \c false, with rdmaError(), if the
    group is refused at once.
*/
bool RdmaDatagramSocket::joinMulticastGroup(const QHostAddress &group)
{
    return !d->refuse(d->join(group));
}

/*! Leaves \a group. After that no datagram to it is received any more, except for those that wait
    to be taken. Returns whether the socket was a member, or was about to become one.
*/
bool RdmaDatagramSocket::leaveMulticastGroup(const QHostAddress &group)
{
    return d->leave(group);
}

/*! Returns the groups that have been joined. */
QList<QHostAddress> RdmaDatagramSocket::multicastGroups() const
{
    return d->multicastGroups();
}

/*! Waits, without an event loop, until readyRead() has been emitted, at most \a msecs milliseconds
    (-1: for ever). Returns whether it was.
*/
bool RdmaDatagramSocket::waitForReadyRead(int msecs)
{
    return d->waitForReadyRead(msecs);
}

/*! Waits, without an event loop, until bytesWritten() has been emitted, at most \a msecs
    milliseconds (-1: for ever). Returns \c false when the time is up, and at once when no datagram
    is on its way: all have left, or were dropped because their receivers were not found.

    A thread without an event loop must call this after writeDatagram(): the first datagram to a
    receiver leaves when the way to it is known, and nothing else in such a thread notices that.
*/
bool RdmaDatagramSocket::waitForBytesWritten(int msecs)
{
    return d->waitForBytesWritten(msecs);
}

/*! Waits, without an event loop, until \a group has been joined, at most \a msecs milliseconds (-1:
    for ever). Returns whether it was; \c false at once if it is not being joined.
*/
bool RdmaDatagramSocket::waitForJoined(const QHostAddress &group, int msecs)
{
    return d->waitForJoined(group, msecs);
}

bool RdmaDatagramSocket::event(QEvent *event)
{
    if (event->type() == QEvent::ThreadChange) {
        d->leaveThread(
                "RdmaDatagramSocket::moveToThread() called while bound: the socket is closed. "
                "Call bind() in the other thread");
    }
    return QObject::event(event);
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaDatagramSocket *socket)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaDatagramSocket(" << static_cast<const void *>(socket);
    if (socket)
        debug << ", " << socket->state() << ", " << socket->localEndpoint();
    return debug << ')';
}
#endif
