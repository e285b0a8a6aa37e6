// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaqueuepair_p.h"

#include "../memory/sharedhandles_p.h"

#include <QtCore/qcoreevent.h>
#include <QtCore/qdebug.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaQueuePair
    \inmodule QtRdma
    \since 0.1
    \brief A queue pair for the event loop: post work requests, and get a signal for each.

    A queue pair connects as a socket does, through the RDMA connection manager, or without one by
    create() and connectToEndpoint(). It never blocks the event loop.

    Each post returns the id of its work request: the caller's, or a new one. completed() is emitted
    once for each id, in the order of the completion queue; whenCompleted() gives the same as a
    QFuture. A work request keeps its buffer alive while it is in flight, even if the caller drops
    the buffer. When the connection ends, requests in flight complete with the status
    Rdma::CompletionStatus::Flushed.

    \snippet queuepair.cpp queue pair

    A server makes a queue pair from an RdmaConnectionRequest: set
    RdmaServer::AcceptPolicy::Deferred and override RdmaServer::incomingConnection().

    \note The object belongs to its thread. It cannot be moved to another thread while it is
    connecting, connected or bound: moveToThread() warns, and ends the connection with an error. The
    state is QAbstractSocket::UnconnectedState at once. The signals and the results of futures come
    from the event loop of the other thread: requests in flight complete as
    Rdma::CompletionStatus::Flushed, then errorOccurred() and, after a connection, disconnected()
    are emitted. If that thread has no event loop, its next \c {waitFor…()} emits them. If a new
    connection begins before, it takes the place of all that was not emitted yet, except for the
    completions.

    Receives that were posted before connecting move with the object. A queue pair of create() that
    has ended does not. To serve a connection in another thread call accept() there, with a request
    that a server with RdmaServer::AcceptPolicy::Deferred has passed on.

    The verbs calls are \c rdma_create_qp(3), \c ibv_post_send(3) and \c ibv_post_recv(3).
    \sa RdmaStream
*/

/*! \fn void RdmaQueuePair::connected()
    Emitted when the connection stands, after connectToHost(), accept() or connectToEndpoint().
*/

/*! \fn void RdmaQueuePair::disconnected()
    Emitted when the connection has ended, after completed() for all that was in flight. It is not
    emitted for an attempt to connect that fails.
*/

/*! \fn void RdmaQueuePair::errorOccurred(const RdmaError &error)
    Emitted when an attempt to connect fails, or a connection ends with an \a error, before
    disconnected(). What a function refuses at once is in rdmaError() only.
*/

/*! \fn void RdmaQueuePair::completed(quint64 wrId, const RdmaCompletion &completion)
    Emitted once for each work request, whether it succeeds or fails; but not for one with
    Rdma::SendFlag::Unsignalled that succeeds. \a wrId is the id of the request, and \a completion
    tells what became of it. A connected slot may delete the object.
*/

/*! \fn void RdmaQueuePair::sendQueueReady()
    Emitted when a post was refused because the send queue was full, and there is room again.
    \sa post()
*/

/*! \fn void RdmaQueuePair::receiveQueueReady()
    Emitted when a post was refused because the receive queue was full, and there is room again.
*/

/*! Constructs an unconnected queue pair with \a parent. */
RdmaQueuePair::RdmaQueuePair(QObject *parent) : QObject(parent), d(new RdmaQueuePairPrivate(this))
{
}

/*! Destroys the queue pair at once, as abort() does but without signals. The futures of
    whenCompleted() finish here, with the status Rdma::CompletionStatus::Flushed. The destructor
    never blocks.
*/
RdmaQueuePair::~RdmaQueuePair()
{
    d->end();
}

/*! Connects to \a address and \a port (an IPv4 or IPv6 address of an RDMA device, port space TCP).
    At most 56 bytes of the private data in \a options reach the peer.

    Returns \c false, with rdmaError(), if an attempt is going on already or the arguments cannot be
    used. errorOccurred() reports all other failures.
*/
bool RdmaQueuePair::connectToHost(const QHostAddress &address, quint16 port,
                                  const RdmaConnectionOptions &options)
{
    return d->connectToHost(address, port, options);
}

/*! Accepts \a request, with up to 196 bytes of private data in \a options. connected() follows when
    the peer has confirmed. Post the first receives before this call, because the peer may send at
    once. Returns \c false, with rdmaError(), if that fails.

    On iWARP the side that accepts must send nothing before it has received something (RFC 5044,
    7.1.2): a message that comes right behind the acceptance breaks the peer's connection.
    RdmaStream sees to it by itself. A protocol of your own has to do so, too.
*/
bool RdmaQueuePair::accept(const RdmaConnectionRequest &request,
                           const RdmaConnectionOptions &options)
{
    return d->accept(request, options);
}

/*! Ends the connection with a notice to the peer. disconnected() follows when the peer answers, and
    after five seconds if it does not. Requests in flight are flushed.
*/
void RdmaQueuePair::disconnectFromHost()
{
    d->disconnectFromHost();
}

/*! Ends the connection at once. Returns within a millisecond in every state. Requests in flight
    complete as flushed.
*/
void RdmaQueuePair::abort()
{
    d->abort();
}

/*!
    \property RdmaQueuePair::state
    \brief The state, in the words of sockets.

    It is QAbstractSocket::BoundState after create(), and QAbstractSocket::ClosingState from
    disconnectFromHost() on.
    \sa queuePairState()
*/
QAbstractSocket::SocketState RdmaQueuePair::state() const
{
    return d->state;
}

/*! Returns the last error: why the connection ended, or what a function has refused. Success leaves
    it as it is.
    \sa errorOccurred()
*/
RdmaError RdmaQueuePair::rdmaError() const
{
    return d->error;
}

/*! Returns the private data that the peer sent with its request, its acceptance or its refusal.
    Zeros may follow it, because some transports pad it.
*/
QByteArray RdmaQueuePair::peerPrivateData() const
{
    return d->peerPrivateData;
}

/*! Returns the address of this side: that of the connection, or the one that create() was given. */
QHostAddress RdmaQueuePair::localAddress() const
{
    return d->localAddress();
}

/*! Returns the port of this side; 0 without the connection manager, which alone has ports. */
quint16 RdmaQueuePair::localPort() const
{
    return d->localPort();
}

/*! Returns the address of the peer, from connecting to the end. After connectToEndpoint() it comes
    from the peer's GID. On InfiniBand, where a GID is no IP address, it is null.
*/
QHostAddress RdmaQueuePair::peerAddress() const
{
    return d->peerAddress();
}

/*! Returns the port of the peer; 0 without the connection manager. */
quint16 RdmaQueuePair::peerPort() const
{
    return d->peerPort();
}

/*! Returns the name of the device that the connection uses; empty before the device is known. */
QString RdmaQueuePair::deviceName() const
{
    return d->deviceName();
}

/*! Returns how long each step of connecting took. */
RdmaConnectionTimes RdmaQueuePair::connectionTimes() const
{
    return d->transport ? d->transport->times() : RdmaConnectionTimes();
}

/*! Returns the protection domain of the queue pair. It is valid when the route to the peer is
    known, at the latest in connected().
*/
RdmaProtectionDomain RdmaQueuePair::protectionDomain() const
{
    return d->queues() ? handleOf(d->queues()->domain()) : RdmaProtectionDomain();
}

/*! Returns the \c {ibv_qp *} behind this object, or null. Do not poll its completion queue. */
ibv_qp *RdmaQueuePair::nativeHandle() const
{
    return d->queuePair();
}

// ---- without the connection manager ----

/*! Makes a queue pair on the device that has \a localAddress, for a program that exchanges
    endpoints by its own means instead of using the connection manager. Its \a type can be reliable
    connected, unreliable connected, or for datagrams. The \a options for queues, domains and, for
    reliable connections, retries are used.

    The state() is then QAbstractSocket::BoundState: receives can be posted, and localEndpoint() can
    be sent to the peer. Returns \c false with rdmaError() if the device has no such queue pairs.
    iWARP devices connect only through the connection manager.

    \snippet queuepair.cpp endpoint here

    When the peer's endpoint has come:

    \snippet queuepair.cpp endpoint there

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

// ---- work requests ----

/*! Posts \a request. Returns its work request id: the request's own, or a new one if that is 0. On
    failure nothing is posted, the function returns 0, and rdmaError() says why.

    The state, the memory, the lengths and the abilities of the transport are checked before the
    device is asked. Only what the device or the peer alone can refuse arrives as a failed
    completion.

    If the queue is full the error is RdmaError::Category::QueueFull, and sendQueueReady() or
    receiveQueueReady() tells when there is room again.
*/
quint64 RdmaQueuePair::post(const RdmaWorkRequest &request)
{
    return d->post(request);
}

/*! Posts \a requests, all sends or all receives, as one chain with one call. All of them are
    checked before: if one is refused then, none is posted. Returns their ids. If the device refuses
    one, the list has only the ids of those before it, which are posted, and rdmaError() says why.
*/
QList<quint64> RdmaQueuePair::postBatch(const QList<RdmaWorkRequest> &requests)
{
    return d->postBatch(requests);
}

/*! \overload
    Posts \a request, which prepare() has made, and before it what builders have added, with one
    call of the device (\c ibv_post_send). It completes as if RdmaPostBuilder had posted it with
    this \a context and with these \a flags; for several requests at a time the builder costs less.

    \snippet queuepair.cpp postprepared

    Returns \c false if the queue is full, if the connection has ended, if the request is not one of
    this connection, or if the device has not taken it; rdmaError() says which. In another thread
    than that of the queue pair nothing is posted.
    \since 0.1
*/
bool RdmaQueuePair::post(const RdmaPreparedRequest &request, quint64 context, Rdma::SendFlags flags)
{
    const PreparedRequest *const prepared = request.d.data();
    FastSends *const sends = d->readySends();
    if (!sends || !prepared)
        return d->postFirst(prepared, context, flags);
    return sends->postWhole(*prepared, context, flags);
}

/*! Sends \a data as one message into a receive of the peer, and keeps it until the device has read
    it. As post() does, returns \a wrId, or a new id for 0, and 0 on failure.
*/
quint64 RdmaQueuePair::postSend(const QByteArray &data, quint64 wrId)
{
    return d->post(RdmaWorkRequest::send(data), wrId);
}

/*! \overload
    Sends registered memory without a copy. It must not change before completed().
*/
quint64 RdmaQueuePair::postSend(const RdmaMemorySlice &from, quint64 wrId)
{
    return d->post(RdmaWorkRequest::send({ from }), wrId);
}

/*! Sends \a data with the number \a immediate, which the peer finds in RdmaCompletion::immediate.
    iWARP refuses that.

    Returns \a wrId, or a new id for 0, and 0 on failure, as post() does.
*/
quint64 RdmaQueuePair::postSendWithImmediate(const QByteArray &data, quint32 immediate,
                                             quint64 wrId)
{
    return d->postWithImmediate(RdmaWorkRequest::send(data), immediate, wrId);
}

/*! \overload */
quint64 RdmaQueuePair::postSendWithImmediate(const RdmaMemorySlice &from, quint32 immediate,
                                             quint64 wrId)
{
    return d->postWithImmediate(RdmaWorkRequest::send({ from }), immediate, wrId);
}

/*! Posts a receive of up to \a size bytes, which RdmaCompletion::data returns. It may be called
    before connecting, and should be: a message that finds no receive causes an error or a long
    stall.

    Returns \a wrId, or a new id for 0, and 0 on failure, as post() does.
*/
quint64 RdmaQueuePair::postReceive(qsizetype size, quint64 wrId)
{
    return d->post(RdmaWorkRequest::receive(size), wrId);
}

/*! \overload
    Receives into registered memory, without a copy. RdmaCompletion::data stays empty, and
    RdmaCompletion::byteLength tells how much came.
*/
quint64 RdmaQueuePair::postReceive(const RdmaMemorySlice &into, quint64 wrId)
{
    return d->post(RdmaWorkRequest::receive({ into }), wrId);
}

/*! Reads the peer's memory \a from; RdmaCompletion::data returns the bytes. The peer's program is
    not told.

    Returns \a wrId, or a new id for 0, and 0 on failure, as post() does.
*/
quint64 RdmaQueuePair::postRead(const RdmaRemoteMemory &from, quint64 wrId)
{
    return d->post(RdmaWorkRequest::read(from), wrId);
}

/*! \overload
    Reads as many bytes into registered memory as \a into holds.
*/
quint64 RdmaQueuePair::postRead(const RdmaMemorySlice &into, const RdmaRemoteMemory &from,
                                quint64 wrId)
{
    return d->post(RdmaWorkRequest::read(from, { into }), wrId);
}

/*! Writes \a data into the peer's memory \a to. The peer's program is not told. On InfiniBand and
    RoCE a completion means that the peer's device has the bytes, on iWARP only that they have left.

    Returns \a wrId, or a new id for 0, and 0 on failure, as post() does.
*/
quint64 RdmaQueuePair::postWrite(const QByteArray &data, const RdmaRemoteMemory &to, quint64 wrId)
{
    return d->post(RdmaWorkRequest::write(data, to), wrId);
}

/*! \overload */
quint64 RdmaQueuePair::postWrite(const RdmaMemorySlice &from, const RdmaRemoteMemory &to,
                                 quint64 wrId)
{
    return d->post(RdmaWorkRequest::write({ from }, to), wrId);
}

/*! Writes \a data into the peer's memory \a to, as postWrite() does, and completes a receive of the
    peer with the number \a immediate. iWARP refuses that.

    Returns \a wrId, or a new id for 0, and 0 on failure, as post() does.
*/
quint64 RdmaQueuePair::postWriteWithImmediate(const QByteArray &data, const RdmaRemoteMemory &to,
                                              quint32 immediate, quint64 wrId)
{
    return d->postWithImmediate(RdmaWorkRequest::write(data, to), immediate, wrId);
}

/*! \overload */
quint64 RdmaQueuePair::postWriteWithImmediate(const RdmaMemorySlice &from,
                                              const RdmaRemoteMemory &to, quint32 immediate,
                                              quint64 wrId)
{
    return d->postWithImmediate(RdmaWorkRequest::write({ from }, to), immediate, wrId);
}

/*! Replaces the eight bytes \a at of the peer by \a desired if they are \a expected.
    RdmaCompletion::originalValue is their old value, in the byte order of the devices. The address
    must be a multiple of 8.

    Returns \a wrId, or a new id for 0, and 0 on failure, as post() does.
*/
quint64 RdmaQueuePair::postCompareAndSwap(const RdmaRemoteMemory &at, quint64 expected,
                                          quint64 desired, quint64 wrId)
{
    return d->post(RdmaWorkRequest::compareAndSwap(at, expected, desired), wrId);
}

/*! Adds \a addend to the eight bytes \a at of the peer. RdmaCompletion::originalValue is their old
    value.

    Returns \a wrId, or a new id for 0, and 0 on failure, as post() does.
*/
quint64 RdmaQueuePair::postFetchAndAdd(const RdmaRemoteMemory &at, quint64 addend, quint64 wrId)
{
    return d->post(RdmaWorkRequest::fetchAndAdd(at, addend), wrId);
}

/*! Writes the eight bytes of \a value into the peer's memory \a at, all at once.
    \a wrId is as for post().
    \sa RdmaWorkRequest::atomicWrite()
*/
quint64 RdmaQueuePair::postAtomicWrite(const RdmaRemoteMemory &at, quint64 value, quint64 wrId)
{
    return d->post(RdmaWorkRequest::atomicWrite(at, value), wrId);
}

/*! Completes when the bytes of \a what that this queue pair has written before have come \a to
    their place in the peer's memory. \a wrId is as for post().
    \sa RdmaWorkRequest::flush()
*/
quint64 RdmaQueuePair::postFlush(const RdmaRemoteMemory &what, Rdma::FlushPlacements to,
                                 quint64 wrId)
{
    return d->post(RdmaWorkRequest::flush(what, to), wrId);
}

/*! Shows the peer the memory \a to through \a window, with the rights \a access.

    Returns \a wrId, or a new id for 0, and 0 on failure, as post() does.
*/
quint64 RdmaQueuePair::postBindMemoryWindow(const RdmaMemoryWindow &window,
                                            const RdmaMemorySlice &to, Rdma::Access access,
                                            quint64 wrId)
{
    return d->post(RdmaWorkRequest::bindMemoryWindow(window, to, access), wrId);
}

/*! Closes a type 2 \a window. When the request has completed the peer has no access through it any
    more.

    Returns \a wrId, or a new id for 0, and 0 on failure, as post() does.
*/
quint64 RdmaQueuePair::postLocalInvalidate(const RdmaMemoryWindow &window, quint64 wrId)
{
    return d->post(RdmaWorkRequest::localInvalidate(window), wrId);
}

/*! Returns how many work requests the send queue takes; 0 before the first connection. */
int RdmaQueuePair::sendDepth() const
{
    return d->pipeline.sendDepth();
}

/*! Returns how many receives the receive queue takes; 0 before the first connection. */
int RdmaQueuePair::receiveDepth() const
{
    return d->pipeline.receiveDepth();
}

/*! Returns how many bytes a request can carry inline, as the device permits. Shorter data goes
    inline by itself.
*/
qsizetype RdmaQueuePair::maxInlineSize() const
{
    return d->pipeline.inlineSize();
}

/*! Checks \a request for this connection, and returns it in a form that post() and RdmaPostBuilder
    post fast. The queue pair must be connected. A request that cannot be prepared gives a value
    that is not valid, and rdmaError() says why.
    \sa RdmaPreparedRequest
*/
RdmaPreparedRequest RdmaQueuePair::prepare(const RdmaWorkRequest &request)
{
    return d->prepareRequest(request);
}

/*! Returns the handler of completions, or null. */
RdmaCompletionHandler *RdmaQueuePair::completionHandler() const
{
    return d->handler;
}

/*! Sets the \a handler that is told of the completions of what RdmaPostBuilder has posted, and of
    the messages in the receive ring. It must exist as long as it is set; null, the default, removes
    it. Without a handler completed() tells of requests, and messages wait. completed() and
    whenCompleted() tell of what post() and its relatives have posted as before.
*/
void RdmaQueuePair::setCompletionHandler(RdmaCompletionHandler *handler)
{
    d->setHandler(handler);
}

/*! Returns the size of the slots of the receive ring, in bytes; 0 if there is none. */
qsizetype RdmaQueuePair::receiveRing() const
{
    return d->ringSlotSize;
}

/*! Makes the queue pair post its receives itself from the next connection on:
    RdmaConnectionOptions::receiveDepth slots, 65,535 at most, of \a slotSize bytes in one piece of
    registered memory. RdmaCompletionHandler::received() shows the
    messages where they are, and then their slots are posted again. 0 bytes, the default: the
    program posts receives.

    It has to be called before the queue pair connects, and with no receive posted. Returns \c false
    otherwise, or if the size is negative or more than 1 GiB, and rdmaError() says why.
*/
bool RdmaQueuePair::setReceiveRing(qsizetype slotSize)
{
    return d->setReceiveRing(slotSize);
}

/*! Keeps \a message, which the handler is being told of, where it is. Returns an object without a
    message if the handler is told of no such message, and in another thread than that of the queue
    pair.
*/
RdmaKeptMessage RdmaQueuePair::keep(const RdmaReceived &message)
{
    const RdmaReceived kept = message;
    if (!d->isInOwnThread() || !d->ring || !d->ring->keep(kept.slot))
        return {};
    return RdmaKeptMessage(d->ring, kept);
}

/*! Returns how many requests to send, read, write and so on are in flight. Unsignalled ones count
    until a later one has completed. A request that has completed does not count, even if
    completed() is still to follow.
*/
int RdmaQueuePair::sendsInFlight() const
{
    return d->pipeline.sends();
}

/*! Returns the number of receives that are in flight. */
int RdmaQueuePair::receivesInFlight() const
{
    return d->pipeline.receives();
}

/*! Returns a future of the completion of \a wrId, the newest request with that id. Call it before
    control returns to the event loop.

    The future always ends with one result. If there is no such request in flight it is finished at
    once. For 0, which a refused post returns, the status is Rdma::CompletionStatus::NotPosted, with
    the rdmaError() of the queue pair; for any other id it is
    Rdma::CompletionStatus::UnknownRequest. If the connection ends, the queue pair is deleted or
    moved to another thread, or its thread ends, the status is Rdma::CompletionStatus::Flushed. The
    device tells nothing of a request that is Rdma::SendFlag::Unsignalled: its future finishes when
    a later request has completed. So the result of a post can be passed on as it is:

    \snippet queuepair.cpp future

    Each call returns a future of its own. A continuation of one, or its end by \c cancel(), does
    not concern the others.

    No verb takes a single request back, so \c QFuture::cancel() and \c cancelChain() do not stop
    the request: it goes on, holds its memory and its place in the queue, and completed() is
    emitted. Only the future is given up. When the request has completed, the future finishes
    without a result, as Qt defines it: \c onCanceled() runs, \c then() does not, and \c result()
    must not be called.
*/
QFuture<RdmaCompletion> RdmaQueuePair::whenCompleted(quint64 wrId)
{
    return d->whenCompleted(wrId);
}

/*! \overload
    Calls \a function with the completion of \a wrId, the newest request with that id, in the thread
    of the queue pair and before completed(). Call it before control returns to the event loop. The
    function is called once, with the same result that a future would get; at once, if there is no
    such request in flight. It is not called if \a context is deleted before.

    It costs a fraction of a \c QFuture, see \e {Which interface costs what}.

    \snippet queuepair.cpp callback
*/
void RdmaQueuePair::whenCompleted(quint64 wrId, const QObject *context,
                                  std::function<void(const RdmaCompletion &)> function)
{
    d->whenCompleted(wrId, context, std::move(function));
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for connected() without an event loop. Returns
    whether the queue pair is connected. The engine of this thread works meanwhile, but other
    objects emit no signals.
*/
bool RdmaQueuePair::waitForConnected(int msecs)
{
    return d->waitForConnected(msecs);
}

/*! Waits up to \a msecs milliseconds (-1: for ever) until completed() has been emitted at least
    once more. Returns whether it was.
*/
bool RdmaQueuePair::waitForCompleted(int msecs)
{
    return d->waitForCompleted(msecs);
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for the end of the connection. Returns whether
    it has come. As with QTcpSocket, an attempt to connect that fails is not the end of a
    connection.
*/
bool RdmaQueuePair::waitForDisconnected(int msecs)
{
    return d->waitForDisconnected(msecs);
}

bool RdmaQueuePair::event(QEvent *event)
{
    if (event->type() == QEvent::ThreadChange) {
        d->leaveThread(
                "RdmaQueuePair::moveToThread() called while in use: the connection ends. For "
                "queue pairs in other threads set RdmaServer::AcceptPolicy::Deferred, and "
                "call accept(), connectToHost() or create() there");
    }
    return QObject::event(event);
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaQueuePair *queuePair)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaQueuePair(" << static_cast<const void *>(queuePair);
    if (queuePair) {
        debug << ", " << queuePair->state() << ", " << queuePair->sendsInFlight() << " sends and "
              << queuePair->receivesInFlight() << " receives in flight";
        if (const ibv_qp *handle = queuePair->nativeHandle())
            debug << ", number " << handle->qp_num << " on " << queuePair->deviceName();
    }
    return debug << ')';
}
#endif
