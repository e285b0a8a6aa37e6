// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaqueuepair_p.h"
#include "rdmasharedreceivequeue_p.h"

#include "../connection/rdmaconnectionoptions_p.h"
#include "../connection/rdmaconnectionrequest_p.h"
#include "../connection/rdmaconnectionstatus_p.h"
#include "../verbs/forkedchild_p.h"
#include "../base/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qmetaobject.h>
#include <QtCore/qpointer.h>
#include <QtCore/qthread.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <algorithm>

using namespace QtRdmaPrivate;

RdmaConnectionStatus RdmaQueuePairPrivate::describe() const
{
    RdmaConnectionStatus status;
    addTraffic(pipeline.traffic(), &status);
    ConnectionStatusData &values = Access::write(status);
    values.kind = RdmaConnectionStatus::Kind::QueuePair;
    values.state = state;
    values.deviceName = deviceName();
    values.localAddress = localAddress();
    values.localPort = localPort();
    values.peerAddress = peerAddress();
    values.peerPort = peerPort();
    values.inFlight = pipeline.sends();
    values.error = error;
    return status;
}

ConnectionSettings RdmaQueuePairPrivate::settingsFor(const RdmaConnectionOptions &options) const
{
    ConnectionSettings settings(options);
    settings.sharedReceives = shared;
    settings.spareSends = pipeline.sendDepth() / 4;
    settings.newerSends = true;
    return settings;
}

RdmaError RdmaQueuePairPrivate::checkBegin(const RdmaConnectionOptions &options) const
{
    if (isBeingDeleted)
        return usageError(RdmaQueuePair::tr("The queue pair is being deleted"));
    if (!isInOwnThread())
        return usageError(RdmaQueuePair::tr("A queue pair is used in its own thread only"));
    if (isInUse())
        return usageError(RdmaQueuePair::tr("The queue pair is connected or connecting already"));
    if (RdmaError refused = Access::read(options).refused.first(); refused.isError())
        return refused;
    if (options.receiveDepth() < pipeline.receives())
        return usageError(RdmaQueuePair::tr("More receives are posted than receiveDepth allows"));
    if (ringSlotSize > 0 && options.receiveDepth() > ReceiveRing::MostSlots) {
        return usageError(RdmaQueuePair::tr("A receive ring has %1 slots at most")
                                  .arg(ReceiveRing::MostSlots));
    }
    return checkReceives(options.sharedReceiveQueue());
}

RdmaError RdmaQueuePairPrivate::checkReceives(const RdmaSharedReceiveQueue *receives) const
{
    if (!receives)
        return {};
    if (ringSlotSize > 0)
        return usageError(
                RdmaQueuePair::tr("A receive ring and a shared receive queue exclude each other"));
    if (pipeline.receives() > 0)
        return usageError(RdmaQueuePair::tr("Receives are posted already, to no shared queue"));
    if (!receives->isValid())
        return receives->d->unusable();
    if (receives->thread() != q->thread())
        return usageError(RdmaQueuePair::tr("The shared receive queue is another thread's"));
    return {};
}

bool RdmaQueuePairPrivate::beginOrRefuse(const RdmaConnectionOptions &options)
{
    if (refuse(checkBegin(options)))
        return false;
    ++connectionNumber;
    error = failure = {};
    errorPending = false; // an error of a move is dropped, like the end of the last connection
    toldState = state;
    peerPrivateData.clear();
    const RdmaSharedReceiveQueue *const receives = options.sharedReceiveQueue();
    shared = receives ? receives->d->shared : nullptr;
    engine = Engine::current();
    pipeline.begin(engine, options.sendDepth(), options.receiveDepth());
    engine->addObject(this);
    transport.reset();
    return true;
}

Connection *RdmaQueuePairPrivate::begin(const RdmaConnectionOptions &options)
{
    if (!beginOrRefuse(options))
        return nullptr;
    auto made = std::make_unique<Connection>(engine, this);
    Connection *const connection = made.get();
    transport = std::move(made);
    pipeline.clearTraffic();
    return connection;
}

// An attempt that has failed already ends as any other: it is told by signals.
void RdmaQueuePairPrivate::becomeConnecting(const RdmaError &failed)
{
    if (failed.isError())
        ended(failed, {});
    setState(QAbstractSocket::ConnectingState); // last: a slot may abort or delete
}

bool RdmaQueuePairPrivate::connectToHost(const QHostAddress &address, quint16 port,
                                         const RdmaConnectionOptions &options)
{
    Connection *const connection = begin(options);
    if (!connection)
        return false;
    becomeConnecting(connection->connectTo(address, port, settingsFor(options)));
    return true;
}

bool RdmaQueuePairPrivate::accept(const RdmaConnectionRequest &request,
                                  const RdmaConnectionOptions &options)
{
    IncomingConnection *const incoming = incomingOf(request);
    if (!incoming)
        return !refuse(usageError(RdmaQueuePair::tr("The connection request is empty")));
    Connection *const connection = begin(options);
    if (!connection)
        return false;
    peerPrivateData = request.privateData();
    becomeConnecting(connection->accept(incoming, settingsFor(options)));
    return true;
}

// ---- without the connection manager ----

bool RdmaQueuePairPrivate::create(const QHostAddress &localAddress, Rdma::QueuePairType type,
                                  const RdmaConnectionOptions &options)
{
    if (!beginOrRefuse(options))
        return false;
    auto made = std::make_unique<BareQueuePair>(engine, this);
    BareQueuePair *const bare = made.get();
    transport = std::move(made);
    if (refuse(bare->create(localAddress, type, settingsFor(options)))) {
        bare->keep(pipeline.takeSlots()); // receives that wait for the next attempt
        transport.reset();
        shared.reset();
        engine->removeObject(this);
        return false;
    }
    setState(QAbstractSocket::BoundState);
    return true;
}

bool RdmaQueuePairPrivate::connectTo(const RdmaEndpoint &peer)
{
    if (state != QAbstractSocket::BoundState || endPending)
        return !refuse(usageError(RdmaQueuePair::tr("The queue pair is not bound")));
    if (refuse(transport->connectToEndpoint(peer)))
        return false;
    setState(QAbstractSocket::ConnectingState); // last: a slot may abort or delete
    return true;
}

bool RdmaQueuePairPrivate::reset()
{
    if (!isReusable())
        return !refuse(usageError(RdmaQueuePair::tr("Only what create() made can be reset")));
    const QPointer<RdmaQueuePair> alive(q);
    abort(); // a slot may delete or connect
    if (!alive || !isReusable())
        return false;
    if (refuse(transport->reset()))
        return false;
    error = failure = {};
    pipeline.restart(queues());
    if (ringSlotSize > 0 && refuse(startReceiveRing()))
        return false;
    setState(QAbstractSocket::BoundState);
    return true;
}

bool RdmaQueuePairPrivate::modify(const ibv_qp_attr &attributes, int mask)
{
    if (!queuePair())
        return !refuse(usageError(RdmaQueuePair::tr("There is no queue pair yet")));
    return !refuse(modifyQueuePair(transport->queues(), transport->port(), attributes, mask));
}

// ---- connected and not ----

RdmaError RdmaQueuePairPrivate::prepare()
{
    const RdmaError failed = pipeline.prepare(queues(), transport->port());
    return failed.isError() || ringSlotSize == 0 ? failed : startReceiveRing();
}

RdmaError RdmaQueuePairPrivate::startReceiveRing()
{
    RdmaError failed;
    ring = ReceiveRing::make(queues(), pipeline.receiveDepth(), quint32(ringSlotSize),
                             pipeline.receiveHeader(), pipeline.invalidatedFlag(), &failed);
    if (!ring)
        return failed;
    const int result = ring->start();
    return result ? callError("ibv_post_recv", result) : RdmaError();
}

void RdmaQueuePairPrivate::established(const QByteArray &privateData)
{
    if (!privateData.isEmpty())
        peerPrivateData = privateData;
    pipeline.connected(transport->hasReads(), transport->destination());
    connectedPending = true;
    tellSoon();
    // A failed message can overtake the event. There was nothing to disconnect then.
    if (failure.isError())
        transport->disconnect();
}

void RdmaQueuePairPrivate::setFailure(const RdmaError &cause)
{
    error = failure = cause;
    errorPending = hasNews = true;
}

void RdmaQueuePairPrivate::ended(const RdmaError &cause, const QByteArray &privateData)
{
    if (endPending)
        return;
    if (!privateData.isEmpty())
        peerPrivateData = privateData;
    if (cause.isError() && !failure.isError())
        setFailure(cause);
    endPending = true;
    close();
    tellSoon();
}

// Answers everything in flight. The memory stays with the reaper until the device does not use it
// any more.
void RdmaQueuePairPrivate::close()
{
    std::vector<PoolSlot> slots;
    std::vector<std::shared_ptr<void>> memory;
    pipeline.flush(&slots, &memory);
    if (ring) {
        ReceiveRing::end(ring);
        memory.push_back(std::exchange(ring, nullptr));
    }
    if (!isReusable())
        shared.reset();
    if (transport)
        transport->stop(std::move(slots), std::move(memory));
}

void RdmaQueuePairPrivate::disconnectFromHost()
{
    if (state == QAbstractSocket::ConnectedState) {
        transport->disconnect();
        setState(QAbstractSocket::ClosingState); // last: a slot may delete or connect
    } else if (state == QAbstractSocket::ConnectingState) {
        abort();
    }
}

void RdmaQueuePairPrivate::abort()
{
    if (state == QAbstractSocket::UnconnectedState)
        return;
    ended({}, {});
    deliver();
}

// The object is being deleted.
void RdmaQueuePairPrivate::end()
{
    const std::shared_ptr<Engine> present = engine;
    isBeingDeleted = true;
    close();
    if (present)
        present->removeObject(this);
    letGo();
}

void RdmaQueuePairPrivate::threadEnded()
{
    close();
    letGo();
}

// Everything that the queue pair has used belongs to the engine.
void RdmaQueuePairPrivate::leaveEngine()
{
    engine.reset();
    pipeline.leaveEngine();
    transport.reset();
    shared.reset();
    connectedPending = endPending = false;
    state = QAbstractSocket::UnconnectedState;
}

// Called after close(). No signal follows. The futures get their results nevertheless, and their
// continuations may delete the object.
void RdmaQueuePairPrivate::letGo()
{
    leaveEngine();
    errorPending = false;
    pipeline.forgetRoom();
    toldState = state;
    pipeline.answerFutures();
}

void RdmaQueuePairPrivate::forked()
{
    engine.reset();
    pipeline.forked();
    keepForEver(std::move(transport));
    keepForEver(std::exchange(shared, nullptr));
    connectedPending = errorPending = endPending = false;
    state = toldState = QAbstractSocket::UnconnectedState;
}

void RdmaQueuePairPrivate::emitStateChanged(QAbstractSocket::SocketState newState)
{
    Q_EMIT q->stateChanged(newState);
}

// Emits connected() first, then the completions, then the end. Each emission may delete the object,
// move it, or begin another connection. Those below return false if the rest is not to be told.
// Messages of the receive ring are no news: most deliveries tell of nothing else.
void RdmaQueuePairPrivate::deliver()
{
    if (hasNews)
        deliverNews();
    else if (deliverMessages() && hasNews)
        deliverRest();
}

Q_NEVER_INLINE void RdmaQueuePairPrivate::deliverNews()
{
    hasNews = false;
    if (deliverFirst() && deliverMessages())
        deliverRest();
}

bool RdmaQueuePairPrivate::deliverFirst()
{
    const DeletionGuard alive(&guards);
    const quint64 number = connectionNumber;
    return (!connectedPending || deliverConnected(alive))
            && (!pipeline.hasDone() || deliverDone(alive)) && connectionNumber == number;
}

// The end of the receive ring stands for all that a handler may do: who is deleted, moved or
// connected anew has ended it before. The rest is told by another delivery then, if at all.
Q_ALWAYS_INLINE bool RdmaQueuePairPrivate::deliverMessages()
{
    ReceiveRing *const present = ring.get();
    while (present && present->hasMessages() && handler) {
        const RdmaSpan<RdmaReceived> messages = present->beginTelling();
        completionsDelivered += quint64(messages.size());
        handler->received(q, messages);
        const int result = present->endTelling();
        if (result == ReceiveRing::Ended)
            return false;
        if (result != 0)
            ringFailed(result);
    }
    return true;
}

Q_NEVER_INLINE void RdmaQueuePairPrivate::ringFailed(int result)
{
    endWithFailure(callError("ibv_post_recv", result));
}

Q_NEVER_INLINE void RdmaQueuePairPrivate::deliverRest()
{
    const DeletionGuard alive(&guards);
    const quint64 number = connectionNumber;
    if (!pipeline.undelivered().isEmpty() && !deliverUndelivered(alive))
        return;
    if (pipeline.hasNewRoom() && !deliverNewRoom(alive))
        return;
    if (connectionNumber == number)
        deliverEnd(alive);
}

bool RdmaQueuePairPrivate::deliverConnected(const DeletionGuard &alive)
{
    const auto goesOn = [&, number = connectionNumber] {
        return alive && connectionNumber == number;
    };
    connectedPending = false;
    setState(QAbstractSocket::ConnectedState);
    if (goesOn() && state == QAbstractSocket::ConnectedState)
        Q_EMIT q->connected();
    return goesOn();
}

void RdmaQueuePairPrivate::deliverEnd(const DeletionGuard &alive)
{
    const quint64 number = connectionNumber;
    if (std::exchange(errorPending, false)) {
        Q_EMIT q->errorOccurred(RdmaError(failure));
        if (!alive || connectionNumber != number)
            return;
    }
    if (endPending || state != toldState)
        deliverDisconnected();
}

void RdmaQueuePairPrivate::deliverDisconnected()
{
    const QPointer<RdmaQueuePair> alive(q);
    endPending = false;
    if (engine && !isReusable())
        engine->removeObject(this);
    const quint64 number = connectionNumber;
    const bool wasConnected = toldState == QAbstractSocket::ConnectedState
            || toldState == QAbstractSocket::ClosingState;
    attempts += toldState == QAbstractSocket::ConnectingState ? 1 : 0;
    setState(QAbstractSocket::UnconnectedState);
    if (alive && connectionNumber == number && wasConnected)
        Q_EMIT q->disconnected();
}

// ---- waiting ----

bool RdmaQueuePairPrivate::waitForConnected(int msecs)
{
    return waitUntil(msecs, [this] { return state == QAbstractSocket::ConnectedState; });
}

bool RdmaQueuePairPrivate::waitForCompleted(int msecs)
{
    const quint64 before = completionsDelivered;
    return waitUntil(msecs, [this, before] { return completionsDelivered > before; });
}

bool RdmaQueuePairPrivate::waitForDisconnected(int msecs)
{
    if (toldState == QAbstractSocket::UnconnectedState)
        return false;
    const quint64 before = attempts;
    return waitUntil(msecs, [this, before] {
        return state == QAbstractSocket::UnconnectedState && attempts == before;
    });
}

// ---- addresses ----

QHostAddress RdmaQueuePairPrivate::localAddress() const
{
    return transport ? transport->localAddress(nullptr) : QHostAddress();
}

quint16 RdmaQueuePairPrivate::localPort() const
{
    quint16 port = 0;
    if (transport)
        transport->localAddress(&port);
    return port;
}

QHostAddress RdmaQueuePairPrivate::peerAddress() const
{
    return transport ? transport->peerAddress(nullptr) : QHostAddress();
}

quint16 RdmaQueuePairPrivate::peerPort() const
{
    quint16 port = 0;
    if (transport)
        transport->peerAddress(&port);
    return port;
}

// ---- work requests ----

quint64 RdmaQueuePairPrivate::post(RdmaWorkRequest &&request, quint64 wrId)
{
    request.setWrId(wrId);
    return post(request);
}

quint64 RdmaQueuePairPrivate::postWithImmediate(RdmaWorkRequest &&request, quint32 immediate,
                                                quint64 wrId)
{
    request.setImmediate(immediate);
    return post(std::move(request), wrId);
}

quint64 RdmaQueuePairPrivate::post(const RdmaWorkRequest &request)
{
    if (RdmaWorkRequestData::wasMovedFrom(request)) {
        refuse(usageError(RdmaQueuePair::tr("The work request was moved from")));
        return 0;
    }
    const RdmaWorkRequestData &data = RdmaWorkRequestData::of(request);
    if (mayPostAgain(data.isReceive()) && pipeline.isChecked(data)) {
        RdmaError failed;
        const quint64 id = pipeline.postChecked(request, &failed);
        refuse(failed);
        return id;
    }
    const WorkIds ids = postAll(WorkRequests(&request, 1));
    return ids.isEmpty() ? 0 : ids.first();
}

QList<quint64> RdmaQueuePairPrivate::postBatch(const QList<RdmaWorkRequest> &requests)
{
    if (std::any_of(requests.begin(), requests.end(), RdmaWorkRequestData::wasMovedFrom)) {
        refuse(usageError(RdmaQueuePair::tr("The work request was moved from")));
        return {};
    }
    const WorkIds ids = postAll(WorkRequests(requests.constData(), size_t(requests.size())));
    return QList<quint64>(ids.cbegin(), ids.cend());
}

WorkIds RdmaQueuePairPrivate::postAll(WorkRequests requests)
{
    WorkIds ids;
    const bool receives =
            !requests.empty() && RdmaWorkRequestData::of(requests.front()).isReceive();
    if (!requests.empty() && mayPostAgain(receives) && pipeline.areChecked(requests)) {
        qsizetype posted = 0;
        ids.resize(qsizetype(requests.size()));
        if (const int result = pipeline.postChecked(requests, ids.data(), &posted))
            refuse(callError(receives ? "ibv_post_recv" : "ibv_post_send", result));
        ids.resize(posted);
        return ids;
    }
    if (const RdmaError reason = check(requests); refuse(reason)) {
        if (reason.category() == RdmaError::Category::QueueFull)
            pipeline.noteRefusal(receives);
        return ids;
    }
    refuse(pipeline.post(requests, queues(), &ids));
    return ids;
}

// Whether requests that were checked before can be posted as they are.
bool RdmaQueuePairPrivate::mayPostAgain(bool receives) const
{
    return state == QAbstractSocket::ConnectedState && isInOwnThread()
            && (!receives || (ringSlotSize == 0 && !shared));
}

RdmaError RdmaQueuePairPrivate::check(WorkRequests requests)
{
    if (isBeingDeleted)
        return usageError(RdmaQueuePair::tr("The queue pair is being deleted"));
    if (!isInOwnThread())
        return usageError(RdmaQueuePair::tr("A queue pair is used in its own thread only"));
    if (requests.empty())
        return usageError(RdmaQueuePair::tr("There is nothing to post"));
    const bool receives = RdmaWorkRequestData::of(requests.front()).opcode == Rdma::Opcode::Receive;
    const bool areLimitsKnown = queues() != nullptr;
    // The end is known before it is emitted. A request that is posted in between would belong to
    // the next connection.
    if (!receives && (state != QAbstractSocket::ConnectedState || !areLimitsKnown))
        return usageError(RdmaQueuePair::tr("%1 needs a connected queue pair")
                                  .arg(QLatin1String(QMetaEnum::fromType<Rdma::Opcode>().valueToKey(
                                          int(requests.front().opcode())))));
    if (receives && ringSlotSize > 0)
        return usageError(RdmaQueuePair::tr("The receive ring of the queue pair posts receives"));
    if (receives && shared)
        return usageError(RdmaQueuePair::tr("Receives are posted to the shared receive queue"));
    return pipeline.check(requests, areLimitsKnown);
}

void RdmaQueuePairPrivate::workCompleted(quint32 tag, Completion done)
{
    const ibv_wc *const one = &done.wc;
    if (ring && WorkRing::kindOf(tag) == WorkRing::Kind::Receives) {
        if (ring->arrived(one, one + 1, &pipeline.traffic()) == one)
            othersCompleted(one, one + 1);
        else
            engine->scheduleDelivery(this);
        return;
    }
    if (pipeline.workCompleted(pipeline.ringOf(tag), done))
        endIfFailed(done.wc);
}

const ibv_wc *RdmaQueuePairPrivate::runCompleted(const ibv_wc *first, const ibv_wc *end)
{
    if (!ring)
        return requestsCompleted(first, end);
    const ibv_wc *const next = ring->arrived(first, end, &pipeline.traffic());
    if (next == first)
        return othersCompleted(first, end);
    if (next == end && engine->beginDelivery())
        deliver();
    else
        deliverLater();
    return next;
}

Q_NEVER_INLINE void RdmaQueuePairPrivate::deliverLater()
{
    engine->scheduleDelivery(this);
}

Q_NEVER_INLINE const ibv_wc *RdmaQueuePairPrivate::othersCompleted(const ibv_wc *first,
                                                                   const ibv_wc *end)
{
    if (WorkRing::kindOf(quint32(first->wr_id)) == WorkRing::Kind::Sends)
        return requestsCompleted(first, end);
    if (first->status == IBV_WC_SUCCESS) {
        pipeline.traffic().received(first->byte_len);
        ring->arrivedOtherwise(*first);
        engine->scheduleDelivery(this);
    } else {
        endIfFailed(*first);
    }
    return first + 1;
}

// A failure ends the run, because it may end more.
Q_NEVER_INLINE const ibv_wc *RdmaQueuePairPrivate::requestsCompleted(const ibv_wc *first,
                                                                     const ibv_wc *end)
{
    const auto isAlike = [first](const ibv_wc &other) { // of this queue pair, and a send as well
        return (first->wr_id ^ other.wr_id) < quint64(WorkRing::Kind::Receives);
    };
    WorkRing *const requests = pipeline.ringOf(quint32(first->wr_id));
    const ibv_wc *next = first;
    for (; next != end && isAlike(*next); ++next) {
        const bool isKnown = pipeline.workCompleted(requests, { *next });
        if (next->status == IBV_WC_SUCCESS)
            continue;
        if (isKnown)
            endIfFailed(*next);
        return next + 1;
    }
    return next;
}

void RdmaQueuePairPrivate::sharedReceive(PostedWork &&work, Completion done)
{
    pipeline.complete(&work, done);
    endIfFailed(done.wc);
}

Q_NEVER_INLINE void RdmaQueuePairPrivate::endIfFailed(const ibv_wc &wc)
{
    // Flushes follow a failure, or a disconnect whose event is under way.
    if (wc.status != IBV_WC_SUCCESS && wc.status != IBV_WC_WR_FLUSH_ERR)
        endWithFailure(completionError(wc.status, wc.vendor_err));
}

// The first failure is the cause.
Q_NEVER_INLINE void RdmaQueuePairPrivate::endWithFailure(const RdmaError &cause)
{
    if (failure.isError())
        return;
    setFailure(cause);
    transport->disconnect();
}

bool RdmaQueuePairPrivate::deliverDone(const DeletionGuard &alive)
{
    std::vector<RdmaWorkDone> told = std::exchange(spareDone, {});
    pipeline.takeDone(&told);
    completionsDelivered += told.size();
    handler->workDone(q, { told.data(), qsizetype(told.size()) });
    if (!alive)
        return false;
    told.clear();
    spareDone = std::move(told);
    return true;
}

bool RdmaQueuePairPrivate::deliverUndelivered(const DeletionGuard &alive)
{
    UndeliveredQueue &undelivered = pipeline.undelivered();
    while (!undelivered.isEmpty()) {
        Undelivered &next = undelivered.first();
        const RdmaCompletion completion = next.takeCompletion();
        CompletionPromises promises = std::move(next.promises);
        const bool isSilent = next.silent;
        undelivered.dropFirst();
        if (!promises.isEmpty()) {
            promises.finish(completion);
            if (!alive)
                return false;
        }
        if (isSilent)
            continue;
        ++completionsDelivered;
        Q_EMIT q->completed(completion.wrId(), completion);
        if (!alive)
            return false;
    }
    return true;
}

bool RdmaQueuePairPrivate::deliverNewRoom(const DeletionGuard &alive)
{
    if (pipeline.takeSendReady()) {
        Q_EMIT q->sendQueueReady();
        if (!alive)
            return false;
    }
    if (pipeline.takeReceiveReady())
        Q_EMIT q->receiveQueueReady();
    return bool(alive);
}

Q_NEVER_INLINE FastSends *RdmaQueuePairPrivate::findBuilderSends()
{
    return isInOwnThread() ? pipeline.fastSends() : nullptr;
}

// Nothing was prepared here before, or nothing can be posted.
Q_NEVER_INLINE bool RdmaQueuePairPrivate::postFirst(const PreparedRequest *request, quint64 context,
                                                    Rdma::SendFlags flags)
{
    FastSends *const sends = findBuilderSends();
    return sends && request && sends->addAndPost(*request, context, flags);
}

RdmaPreparedRequest RdmaQueuePairPrivate::prepareRequest(const RdmaWorkRequest &request)
{
    RdmaError reason;
    if (RdmaWorkRequestData::wasMovedFrom(request))
        reason = usageError(RdmaQueuePair::tr("The work request was moved from"));
    else if (!isInOwnThread())
        reason = usageError(RdmaQueuePair::tr("A queue pair is used in its own thread only"));
    else if (isBeingDeleted || state != QAbstractSocket::ConnectedState || !queues())
        reason = usageError(RdmaQueuePair::tr("Requests are prepared for a connected queue pair"));
    if (refuse(reason))
        return {};
    return Access::handle<RdmaPreparedRequest>(pipeline.fastSends()->prepare(request).data());
}

bool RdmaQueuePairPrivate::setReceiveRing(qsizetype slotSize)
{
    constexpr qsizetype MostBytes = qsizetype(1) << 30;
    if (slotSize < 0 || slotSize > MostBytes) {
        return !refuse(
                usageError(RdmaQueuePair::tr("%1 bytes are no size for the slots of a receive ring")
                                   .arg(slotSize)));
    }
    if (!isInOwnThread())
        return !refuse(
                usageError(RdmaQueuePair::tr("A queue pair is used in its own thread only")));
    if (isInUse() || pipeline.receives() > 0)
        return !refuse(usageError(RdmaQueuePair::tr(
                "A receive ring is set before connecting and before receives are posted")));
    ringSlotSize = slotSize;
    return true;
}

void RdmaQueuePairPrivate::setHandler(RdmaCompletionHandler *newHandler)
{
    handler = newHandler;
    pipeline.setHandled(handler != nullptr);
    if (handler && ring && ring->hasMessages())
        engine->scheduleDelivery(this);
}

QFuture<RdmaCompletion> RdmaQueuePairPrivate::whenCompleted(quint64 wrId)
{
    if (isInOwnThread()) {
        if (PostedWork *work = pipeline.find(wrId))
            return work->promises.add();
    }
    CompletionPromises known;
    QFuture<RdmaCompletion> future = known.add();
    known.finish(whatBecameOf(wrId));
    return future;
}

void RdmaQueuePairPrivate::whenCompleted(quint64 wrId, const QObject *context,
                                         CompletionPromises::Function function)
{
    if (!context || !function)
        return;
    PostedWork *const work = isInOwnThread() ? pipeline.find(wrId) : nullptr;
    if (work)
        work->promises.add(context, std::move(function));
    else
        function(whatBecameOf(wrId));
}

// The answer for a request that is not in flight: it has completed and is not delivered yet, was
// refused, or is not known.
RdmaCompletion RdmaQueuePairPrivate::whatBecameOf(quint64 wrId) const
{
    RdmaCompletion completion;
    completion.setWrId(wrId);
    completion.setStatus(wrId == 0 ? Rdma::CompletionStatus::NotPosted
                                   : Rdma::CompletionStatus::UnknownRequest);
    if (!isInOwnThread()) {
        completion.setRefusal(
                usageError(RdmaQueuePair::tr("A queue pair is used in its own thread only")));
        return completion;
    }
    if (const Undelivered *undelivered = pipeline.undelivered().find(wrId))
        return undelivered->completion();
    completion.setRefusal(
            wrId == 0 && error.isError()
                    ? error
                    : usageError(
                            RdmaQueuePair::tr("No request with the id %1 is in flight").arg(wrId),
                            Rdma::explainCompletion(Rdma::CompletionStatus::UnknownRequest)
                                    .hint()));
    return completion;
}
