// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaqueuepair_p.h"

#include "../verbs/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qpointer.h>
#include <QtCore/qthread.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaQueuePair
    \inmodule QtRdma
    \brief A reliable connected queue pair on the event loop: post work requests, get a signal for each.

    Connects as a socket does, by the RDMA connection manager, and never blocks the event loop. Each post returns the
    id of its work request (the caller's, or a fresh one), and completed() is emitted once for each id, in the order of
    the completion queue; whenCompleted() gives the same as a QFuture. A buffer in flight is kept alive by
    its work request, whatever the caller drops. When the connection ends, what was still in flight
    completes with the status \c IBV_WC_WR_FLUSH_ERR.

    \code
    auto *queuePair = new RdmaQueuePair(this);
    connect(queuePair, &RdmaQueuePair::completed, this, [](quint64, const RdmaCompletion &completion) {
        if (completion.opcode == Rdma::Receive)
            qDebug() << completion.data;
    });
    connect(queuePair, &RdmaQueuePair::connected, queuePair, [queuePair] { queuePair->postSend("hello"); });
    queuePair->postReceive(4096);
    queuePair->connectToHost(QHostAddress(u"10.77.0.1"_qs), 7471);
    \endcode

    A server makes one from an RdmaConnectionRequest: set RdmaServer::AcceptDeferred and override
    RdmaServer::incomingConnection().

    \note The object belongs to the thread it was made in and cannot be moved while it is connected.
    The calls are \c rdma_create_qp(3), \c ibv_post_send(3) and \c ibv_post_recv(3).
    \sa RdmaStream
*/

/*! \fn void RdmaQueuePair::completed(quint64 wrId, const RdmaCompletion &completion)
    Emitted once for each work request, successful or not. Deleting the object in a connected slot is allowed.
*/

RdmaQueuePair::RdmaQueuePair(QObject *parent) : QObject(parent), d(new RdmaQueuePairPrivate(this))
{
}

/*! Destroys the queue pair at once, as abort() does but without signals. Never blocks. */
RdmaQueuePair::~RdmaQueuePair()
{
    d->close();
    if (d->engine)
        d->engine->cancelDelivery(d.data());
}

/*! Connects to \a address and \a port (an IPv4 or IPv6 address of an RDMA device, port space TCP).
    At most 56 bytes of the private data in \a options reach the peer. Returns \c false, with error(), when an
    attempt is going on already or the arguments cannot be used; everything else is reported by errorOccurred().
*/
bool RdmaQueuePair::connectToHost(const QHostAddress &address, quint16 port,
                                  const RdmaConnectionOptions &options)
{
    if (!d->begin(options))
        return false;
    return d->began(d->connection->connectTo(address, port, d->settingsFor(options)));
}

/*! Accepts \a request, with up to 196 bytes of private data in \a options. connected() follows when the peer has confirmed.
    Post the first receives before this call: the peer may send at once. Returns \c false, with error(), when that fails.
*/
bool RdmaQueuePair::accept(const RdmaConnectionRequest &request,
                           const RdmaConnectionOptions &options)
{
    if (!request.incoming) {
        d->refuse(usageError(tr("The connection request is empty")));
        return false;
    }
    if (!d->begin(options))
        return false;
    return d->began(d->connection->accept(request.incoming.get(), d->settingsFor(options)));
}

/*! Ends the connection with a notice to the peer; disconnected() follows. Requests in flight are flushed. */
void RdmaQueuePair::disconnectFromHost()
{
    if (d->state == QAbstractSocket::ConnectedState) {
        d->setState(QAbstractSocket::ClosingState);
        d->connection->disconnect();
    } else if (d->state == QAbstractSocket::ConnectingState) {
        abort();
    }
}

/*! Ends the connection at once. Returns within a millisecond in every state; requests in flight complete as flushed. */
void RdmaQueuePair::abort()
{
    if (d->state == QAbstractSocket::UnconnectedState)
        return;
    d->ended({}, {});
    d->deliver();
}

QAbstractSocket::SocketState RdmaQueuePair::state() const
{
    return d->state;
}

RdmaError RdmaQueuePair::error() const
{
    return d->error;
}

/*! What the peer sent with its request, its acceptance or its refusal. May end in zeros: some transports pad it. */
QByteArray RdmaQueuePair::peerPrivateData() const
{
    return d->peerPrivateData;
}

QHostAddress RdmaQueuePair::localAddress() const
{
    return d->connection ? d->connection->localAddress(nullptr) : QHostAddress();
}

quint16 RdmaQueuePair::localPort() const
{
    quint16 port = 0;
    if (d->connection)
        d->connection->localAddress(&port);
    return port;
}

QHostAddress RdmaQueuePair::peerAddress() const
{
    return d->connection ? d->connection->peerAddress(nullptr) : QHostAddress();
}

quint16 RdmaQueuePair::peerPort() const
{
    quint16 port = 0;
    if (d->connection)
        d->connection->peerAddress(&port);
    return port;
}

QString RdmaQueuePair::deviceName() const
{
    return d->connection ? d->connection->deviceName() : QString();
}

/*! The protection domain of the queue pair; valid once the route to the peer is known, at the latest in connected(). */
RdmaProtectionDomain RdmaQueuePair::protectionDomain() const
{
    return RdmaProtectionDomain(d->connection ? d->connection->domain() : nullptr);
}

/*! The \c {ibv_qp *} behind this object, or null. Do not poll its completion queue. */
ibv_qp *RdmaQueuePair::nativeHandle() const
{
    return d->connection && d->connection->hasQueuePair() ? d->connection->id()->qp : nullptr;
}

/*! Sends a copy of \a data. Returns the work request id (\a wrId, or a fresh one for 0), or 0 with error() set when nothing was posted:
    not connected, or RdmaConnectionOptions::sendDepth requests are in flight.
*/
quint64 RdmaQueuePair::postSend(const QByteArray &data, quint64 wrId)
{
    if (d->state != QAbstractSocket::ConnectedState)
        return d->refuse(usageError(tr("Sending needs a connected queue pair")));
    WorkRequest request;
    RdmaError failure;
    request.userId = wrId;
    request.length = quint32(data.size());
    request.slot = d->pool->take(request.length, &failure);
    if (!request.slot)
        return d->refuse(failure);
    memcpy(request.slot.data(), data.constData(), request.length);
    return d->post(std::move(request));
}

/*! \overload
    Sends \a length bytes of \a region from \a offset on, without a copy. The bytes must not change before
    the completion.
*/
quint64 RdmaQueuePair::postSend(const RdmaMemoryRegion &region, qsizetype offset, qsizetype length,
                                quint64 wrId)
{
    if (d->state != QAbstractSocket::ConnectedState)
        return d->refuse(usageError(tr("Sending needs a connected queue pair")));
    if (offset < 0 || length < 0 || length > region.size() - offset)
        return d->refuse(usageError(tr("Offset or length lies outside the memory region")));
    WorkRequest request;
    request.userId = wrId;
    request.memory = region.memory;
    request.offset = offset;
    request.length = quint32(length);
    return d->post(std::move(request));
}

/*! Posts a receive of up to \a size bytes; what arrives is in RdmaCompletion::data. May be called before connecting, and
    should be: a message that finds no receive is an error or a long stall. Returns the work request id (\a wrId, or a
    fresh one for 0), or 0 with error() set.
*/
quint64 RdmaQueuePair::postReceive(qsizetype size, quint64 wrId)
{
    if (size < 0 || size > RegisteredPool::LargestSlot)
        return d->refuse(
                usageError(tr("A receive holds 0 to %1 bytes").arg(RegisteredPool::LargestSlot)));
    WorkRequest request;
    request.userId = wrId;
    request.opcode = Rdma::Receive;
    request.length = quint32(size);
    return d->post(std::move(request));
}

/*! \overload
    Receives into \a region, without a copy: RdmaCompletion::data stays empty, RdmaCompletion::byteLength tells how much came.
*/
quint64 RdmaQueuePair::postReceive(const RdmaMemoryRegion &region, qsizetype offset,
                                   qsizetype length, quint64 wrId)
{
    if (offset < 0 || length < 0 || length > region.size() - offset)
        return d->refuse(usageError(tr("Offset or length lies outside the memory region")));
    WorkRequest request;
    request.userId = wrId;
    request.opcode = Rdma::Receive;
    request.memory = region.memory;
    request.offset = offset;
    request.length = quint32(length);
    return d->post(std::move(request));
}

int RdmaQueuePair::sendsInFlight() const
{
    return d->work.count(Rdma::Send);
}

int RdmaQueuePair::receivesInFlight() const
{
    return d->work.count(Rdma::Receive);
}

/*! A future of the completion of \a wrId, the newest with that id. Call it before control returns to the event loop. For an
    id that is not in flight the future is finished and has no result.
*/
QFuture<RdmaCompletion> RdmaQueuePair::whenCompleted(quint64 wrId)
{
    WorkRequest *request = d->work.findByUserId(wrId);
    if (request) {
        if (!request->promise) {
            request->promise = std::make_shared<QPromise<RdmaCompletion>>();
            request->promise->start();
        }
        return request->promise->future();
    }
    QPromise<RdmaCompletion> promise;
    promise.start();
    for (const auto &[completion, waiting] : d->completions) {
        if (completion.wrId == wrId)
            promise.addResult(completion);
    }
    promise.finish();
    return promise.future();
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for connected() without an event loop; returns whether it is connected.
    The engine of this thread is served meanwhile, other objects' signals are not emitted.
*/
bool RdmaQueuePair::waitForConnected(int msecs)
{
    return d->waitUntil(msecs, [this] { return d->state == QAbstractSocket::ConnectedState; });
}

/*! Waits up to \a msecs milliseconds (-1: for ever) until completed() has been emitted at least once more; returns whether
    it was.
*/
bool RdmaQueuePair::waitForCompleted(int msecs)
{
    const quint64 before = d->completionsDelivered;
    return d->waitUntil(msecs, [this, before] { return d->completionsDelivered > before; });
}

bool RdmaQueuePair::waitForDisconnected(int msecs)
{
    if (d->state == QAbstractSocket::UnconnectedState)
        return false;
    d->waitUntil(msecs, [] { return false; });
    return d->state == QAbstractSocket::UnconnectedState;
}

template <typename Predicate>
bool RdmaQueuePairPrivate::waitUntil(int msecs, Predicate predicate)
{
    if (!engine)
        return false;
    const QPointer<RdmaQueuePair> alive(q);
    bool reached = false;
    engine->wait(QDeadlineTimer(msecs), this, [&] {
        if (!alive)
            return true;
        reached = predicate();
        return reached || state == QAbstractSocket::UnconnectedState;
    });
    return alive && reached;
}

ConnectionSettings RdmaQueuePairPrivate::settingsFor(const RdmaConnectionOptions &options) const
{
    ConnectionSettings settings;
    settings.sendDepth = options.sendDepth;
    settings.receiveDepth = options.receiveDepth;
    settings.timeout = options.connectTimeout;
    settings.privateData = options.privateData;
    settings.sourceAddress = options.sourceAddress;
    return settings;
}

bool RdmaQueuePairPrivate::begin(const RdmaConnectionOptions &options)
{
    RdmaError failure;
    if (q->thread() != QThread::currentThread())
        failure = usageError(RdmaQueuePair::tr("A queue pair is used in its own thread only"));
    else if (state != QAbstractSocket::UnconnectedState || endPending)
        failure =
                usageError(RdmaQueuePair::tr("The queue pair is connected or connecting already"));
    else if (options.sendDepth < 1 || options.receiveDepth < 1)
        failure = usageError(RdmaQueuePair::tr("Queue depths must be at least 1"));
    else if (options.receiveDepth < work.count(Rdma::Receive))
        failure =
                usageError(RdmaQueuePair::tr("More receives are posted than receiveDepth allows"));
    else if (options.privateData.size() > 196)
        failure = usageError(RdmaQueuePair::tr("Private data is longer than 196 bytes"));
    if (failure.isError()) {
        refuse(failure);
        return false;
    }
    error = {};
    peerPrivateData.clear();
    sendDepth = options.sendDepth;
    receiveDepth = options.receiveDepth;
    engine = Engine::current();
    connection = std::make_unique<Connection>(engine, this);
    return true;
}

bool RdmaQueuePairPrivate::began(const RdmaError &failure)
{
    if (failure.isError())
        ended(failure, {});
    setState(QAbstractSocket::ConnectingState); // last: a slot may abort or delete
    return true;
}

RdmaError RdmaQueuePairPrivate::prepare()
{
    pool = connection->pool();
    for (const quint32 tag : work.tags()) {
        if (RdmaError failure = postToDevice(tag); failure.isError())
            return failure;
    }
    return {};
}

void RdmaQueuePairPrivate::established(const QByteArray &privateData)
{
    if (!privateData.isEmpty())
        peerPrivateData = privateData;
    connectedPending = true;
    engine->scheduleDelivery(this);
}

void RdmaQueuePairPrivate::ended(const RdmaError &failure, const QByteArray &privateData)
{
    if (endPending)
        return;
    if (!privateData.isEmpty())
        peerPrivateData = privateData;
    if (failure.isError() && !error.isError()) {
        error = failure;
        errorPending = true;
    }
    endPending = true;
    close();
    engine->scheduleDelivery(this);
}

// Everything in flight is answered here; its memory stays with the reaper until the device is done with it.
void RdmaQueuePairPrivate::close()
{
    std::vector<PoolSlot> slots;
    std::vector<std::shared_ptr<void>> memory;
    for (WorkRequest &request : work.takeAll()) {
        if (request.slot)
            slots.push_back(std::move(request.slot));
        if (request.memory)
            memory.push_back(std::move(request.memory));
        complete(std::move(request), IBV_WC_WR_FLUSH_ERR, 0, 0);
    }
    if (connection)
        connection->close(std::move(slots), std::move(memory));
}

void RdmaQueuePairPrivate::threadEnded()
{
    close();
    engine.reset();
    connection.reset();
    state = QAbstractSocket::UnconnectedState;
}

void RdmaQueuePairPrivate::workCompleted(quint32 tag, const ibv_wc &completion)
{
    if (!work.find(tag)) {
        qCWarning(lcRdmaQueuePair) << "completion of an unknown work request" << tag;
        return;
    }
    complete(work.take(tag), completion.status, completion.vendor_err, completion.byte_len);
    if (completion.status == IBV_WC_SUCCESS)
        return;
    // The first failure is the cause; flushes only follow it, or a disconnect whose event is under way.
    if (completion.status != IBV_WC_WR_FLUSH_ERR && !error.isError()) {
        error = completionError(completion.status, completion.vendor_err);
        errorPending = true;
        connection->disconnect();
    }
}

void RdmaQueuePairPrivate::complete(WorkRequest &&request, int status, quint32 vendorError,
                                    quint32 bytes)
{
    RdmaCompletion completion;
    completion.wrId = request.userId;
    completion.opcode = request.opcode;
    completion.status = Rdma::CompletionStatus(status);
    completion.vendorError = vendorError;
    const bool received = request.opcode == Rdma::Receive;
    if (status == IBV_WC_SUCCESS)
        completion.byteLength = received ? bytes : request.length;
    if (received && status == IBV_WC_SUCCESS && request.slot)
        completion.data = QByteArray(request.slot.data(), qsizetype(bytes));
    completions.emplace_back(std::move(completion), std::move(request.promise));
    if (engine)
        engine->scheduleDelivery(this);
}

quint64 RdmaQueuePairPrivate::refuse(const RdmaError &failure)
{
    error = failure;
    return 0;
}

quint64 RdmaQueuePairPrivate::post(WorkRequest &&request)
{
    const auto opcode = request.opcode;
    const int depth = opcode == Rdma::Send ? sendDepth : receiveDepth;
    if (depth > 0 && work.count(opcode) >= depth)
        return refuse(usageError(
                RdmaQueuePair::tr("%1 requests are in flight: the queue is full").arg(depth)));
    if (request.userId == 0)
        request.userId = nextId++;
    const quint64 userId = request.userId;
    const quint32 tag = work.add(std::move(request));
    if (!connection || !connection->canPost())
        return userId; // a receive for the connection to come
    const RdmaError failure = postToDevice(tag);
    if (!failure.isError())
        return userId;
    work.take(tag);
    return refuse(failure);
}

RdmaError RdmaQueuePairPrivate::postToDevice(quint32 tag)
{
    WorkRequest &request = *work.find(tag);
    RdmaError failure;
    if (!request.slot && !request.memory) {
        request.slot = pool->take(request.length, &failure);
        if (!request.slot)
            return failure;
    }
    ibv_sge sge = {};
    sge.length = request.length;
    sge.addr = request.memory ? quintptr(request.memory->data() + request.offset)
                              : quintptr(request.slot.data());
    sge.lkey = request.memory ? request.memory->localKey() : request.slot.localKey();
    int result = 0;
    if (request.opcode == Rdma::Receive) {
        ibv_recv_wr receive = { connection->workRequestId(tag), nullptr, &sge, 1 };
        ibv_recv_wr *bad = nullptr;
        result = connection->postReceive(&receive, &bad);
    } else {
        ibv_send_wr send = {};
        send.wr_id = connection->workRequestId(tag);
        send.sg_list = &sge;
        send.num_sge = request.length > 0 ? 1 : 0;
        send.opcode = IBV_WR_SEND;
        send.send_flags = IBV_SEND_SIGNALED;
        ibv_send_wr *bad = nullptr;
        result = connection->postSend(&send, &bad);
    }
    const bool received = request.opcode == Rdma::Receive;
    return result ? callError(received ? "ibv_post_recv" : "ibv_post_send", result) : RdmaError();
}

void RdmaQueuePairPrivate::setState(QAbstractSocket::SocketState newState)
{
    if (state == newState)
        return;
    state = newState;
    Q_EMIT q->stateChanged(newState);
}

// Order: connected, then what completed, then the end; each emission may delete the object.
void RdmaQueuePairPrivate::deliver()
{
    const QPointer<RdmaQueuePair> alive(q);
    if (std::exchange(connectedPending, false)) {
        setState(QAbstractSocket::ConnectedState);
        if (alive)
            Q_EMIT q->connected();
        if (!alive)
            return;
    }
    deliverCompletions();
    if (alive && errorPending) {
        errorPending = false;
        Q_EMIT q->errorOccurred(error);
    }
    if (alive && endPending)
        deliverEnd();
}

void RdmaQueuePairPrivate::deliverCompletions()
{
    const QPointer<RdmaQueuePair> alive(q);
    while (alive && !completions.empty()) {
        const auto [completion, promise] = std::move(completions.front());
        completions.pop_front();
        ++completionsDelivered;
        if (promise) {
            promise->addResult(completion);
            promise->finish();
        }
        if (alive)
            Q_EMIT q->completed(completion.wrId, completion);
    }
}

void RdmaQueuePairPrivate::deliverEnd()
{
    const QPointer<RdmaQueuePair> alive(q);
    endPending = false;
    const bool wasConnected = state != QAbstractSocket::ConnectingState;
    setState(QAbstractSocket::UnconnectedState);
    if (alive && wasConnected)
        Q_EMIT q->disconnected();
}
