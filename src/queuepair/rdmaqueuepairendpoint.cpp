// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The functions of RdmaQueuePair that work without the connection manager.

#include "rdmaqueuepair_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

using namespace QtRdmaPrivate;

/*! Makes a queue pair on the device that has \a localAddress, for a program that exchanges
    endpoints by its own means instead of using the connection manager. Its \a type can be reliable
    connected, unreliable connected, or for datagrams. The \a options for queues, domains and, for
    reliable connections, retries are used.

    The state() is then QAbstractSocket::BoundState: receives can be posted, and localEndpoint() can
    be sent to the peer. Returns \c false with rdmaError() if the device has no such queue pairs.
    iWARP devices connect only through the connection manager.

    \code
    queuePair->create(QHostAddress(u"10.77.0.1"_s));
    queuePair->postReceive(4096);
    stream << queuePair->localEndpoint(); // a QDataStream on a TCP connection
    // ... when the peer's endpoint has come
    queuePair->connectToEndpoint(endpoint); // connected() follows
    \endcode

    Nothing tells a queue pair without the connection manager that its peer has gone: it notices
    only a request that is not answered. When its own device is removed, it ends with an error. The
    calls are \c ibv_create_qp(3) and \c ibv_modify_qp(3).

    With Rdma::QueuePairType::UnreliableDatagram each send goes to the endpoint of
    connectToEndpoint(), in one packet. Receives take messages from everybody who knows the queue
    key. The device puts 40 bytes of a routing header before the data: a slice that is posted as a
    receive must have room for them. For the same reason the receives cannot come from a shared
    receive queue.
    \sa RdmaEndpoint, reset()
*/
bool RdmaQueuePair::create(const QHostAddress &localAddress, Rdma::QueuePairType type,
                           const RdmaConnectionOptions &options)
{
    return d->create(localAddress, type, options);
}

/*! Returns what the peer needs to know of this queue pair; an invalid value before create(). */
RdmaEndpoint RdmaQueuePair::localEndpoint() const
{
    return d->transport ? d->transport->localEndpoint() : RdmaEndpoint();
}

/*! Looks for \a peer, and makes the queue pair ready to send to it and to receive from it. The
    state is QAbstractSocket::ConnectingState meanwhile, and connected() follows. If nobody has the
    peer's address, the device refuses, or RdmaConnectionOptions::connectTimeout is over,
    errorOccurred() and QAbstractSocket::UnconnectedState follow; call reset() before another
    attempt.

    Returns \c false with rdmaError() if the queue pair is not bound or the endpoint cannot be used.
    The function never blocks: the kernel waits a second for a neighbour that does not answer, but
    in another thread.
    \sa waitForConnected()
*/
bool RdmaQueuePair::connectToEndpoint(const RdmaEndpoint &peer)
{
    return d->connectTo(peer);
}

/*! Takes a queue pair that create() made back to its beginning, for example after an error. It
    keeps its number and its shared receive queue, gets a new packet sequence number, and is bound.
    Requests in flight are flushed. Both sides must reset their queue pairs. Returns \c false with
    rdmaError() if that fails.
*/
bool RdmaQueuePair::reset()
{
    return d->reset();
}

/*! Returns the state of the queue pair in the words of the verbs, as the device tells it;
    Rdma::QueuePairState::Unknown without a queue pair.
*/
Rdma::QueuePairState RdmaQueuePair::queuePairState() const
{
    return d->queuePair() ? stateOf(d->queuePair()) : Rdma::QueuePairState::Unknown;
}

/*! Changes those \a attributes of the queue pair that \a mask (of \c ibv_qp_attr_mask) names. They
    are checked before, by the kernel's table of transitions and the limits of device and port.
    Returns \c false with an rdmaError() that names what is missing, what is not allowed, or the
    value that is out of range. The state of this object does not follow.
*/
bool RdmaQueuePair::modify(const ibv_qp_attr &attributes, int mask)
{
    return d->modify(attributes, mask);
}
