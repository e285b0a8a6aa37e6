// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmasharedreceivequeue_p.h"

#include "../memory/sharedhandles_p.h"
#include "../verbs/devicelist_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qcoreevent.h>
#include <QtCore/qdebug.h>
#include <QtCore/qpointer.h>
#include <QtCore/qset.h>

#include <infiniband/verbs.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaSharedReceiveQueue
    \inmodule QtRdma
    \since 0.1
    \brief A pool of receives for many queue pairs: the memory that they need depends on the
    traffic, not on the number of peers.

    Make a queue in a protection domain, post receives, and pass it to
    RdmaConnectionOptions::setSharedReceiveQueue() before connecting or accepting. A message takes
    the next receive of the pool. The queue pair that gets the message emits
    RdmaQueuePair::completed() for the receive. limitReached() tells in time that the pool runs low.

    \snippet queuepair.cpp shared

    For each connection:

    \snippet queuepair.cpp shared accept

    All queue pairs that use the queue belong to its thread and to its protection domain. They may
    outlive it: receives stay posted until the last of the queue pairs has ended. When the device is
    removed or the queue fails, errorOccurred() tells it, whether queue pairs use the queue or not.
    Then nothing can be posted any more, and create() makes a new queue.

    \note The object belongs to the thread in which it was made. moveToThread() after create()
    warns, releases the queue, and ends with an error.

    The verbs call is \c ibv_create_srq(3).
*/

/*! \fn void RdmaSharedReceiveQueue::limitReached()
    Emitted once when fewer than limit() receives are left. It can be emitted again after posts have
    brought the number back to limit().
*/

/*! \fn void RdmaSharedReceiveQueue::receiveQueueReady()
    Emitted when there is room again after post() has found the queue full
    (RdmaError::Category::QueueFull).
*/

/*! \fn void RdmaSharedReceiveQueue::errorOccurred(const RdmaError &error)
    Emitted once when the queue takes no receives any more, with the cause \a error: the device was
    removed (RdmaError::Category::ConnectionManager), the device reports that the queue or its
    completion queue failed (RdmaError::Category::Device), or the object was moved to another thread
    (RdmaError::Category::Usage). The first two also end the queue pairs that use the queue.

    A function that refuses at once only sets rdmaError(). If no interface of the device has an IP
    address, nobody tells of its removal.
*/

/*! Constructs an object with \a parent and without a queue: create() makes it. */
RdmaSharedReceiveQueue::RdmaSharedReceiveQueue(QObject *parent)
    : QObject(parent)
    , d(new RdmaSharedReceiveQueuePrivate(this))
{
}

RdmaSharedReceiveQueue::~RdmaSharedReceiveQueue()
{
    d->letGo();
}

/*! Makes the queue in \a domain, for \a depth receives of up to \a maxSge slices. Returns
    \c false, with rdmaError(), if the device has no such queues or none of that size, if it was
    removed, or if the queue exists already and has not failed.
*/
bool RdmaSharedReceiveQueue::create(const RdmaProtectionDomain &domain, int depth, int maxSge)
{
    return d->create(domain, depth, maxSge);
}

/*! Returns whether the queue was created and has not failed. */
bool RdmaSharedReceiveQueue::isValid() const
{
    return !d->unusable().isError();
}

/*! Returns why the last create() or post failed, or why the queue has ended; no error when the last
    of these has succeeded.
*/
RdmaError RdmaSharedReceiveQueue::rdmaError() const
{
    return d->error;
}

/*! Posts \a request, a receive without a time-out. Returns its work request id, or 0 with
    rdmaError(). The queue pair that gets the message emits the id; its
    RdmaQueuePair::whenCompleted() does not know the id before.
*/
quint64 RdmaSharedReceiveQueue::post(const RdmaWorkRequest &request)
{
    return d->post({ request }).value(0, 0);
}

/*! Posts \a requests, which are all receives, with one call. Returns the ids of those that were
    posted. If these are fewer than were given, rdmaError() says why.
*/
QList<quint64> RdmaSharedReceiveQueue::postBatch(const QList<RdmaWorkRequest> &requests)
{
    return d->post(requests);
}

/*! Posts a receive of up to \a size bytes. RdmaCompletion::data returns what arrives.

    Returns \a wrId, or a new id for 0, and 0 on failure, as post() does.
*/
quint64 RdmaSharedReceiveQueue::postReceive(qsizetype size, quint64 wrId)
{
    return d->post(RdmaWorkRequest::receive(size), wrId);
}

/*! \overload
    Receives into registered memory of the same protection domain. */
quint64 RdmaSharedReceiveQueue::postReceive(const RdmaMemorySlice &into, quint64 wrId)
{
    return d->post(RdmaWorkRequest::receive({ into }), wrId);
}

/*! Returns how many receives the queue takes; 0 without a queue. */
int RdmaSharedReceiveQueue::depth() const
{
    return d->shared ? d->shared->depth() : 0;
}

/*! Returns the number of receives that no message has taken. */
int RdmaSharedReceiveQueue::receivesInFlight() const
{
    return d->shared ? d->shared->table().size() : 0;
}

/*!
    \property RdmaSharedReceiveQueue::limit
    \brief The number of receives below which limitReached() is emitted; 0, the default, for never.

    A negative number is taken as 0. The limit holds for the queue that there is and for those that
    create() makes.
*/

int RdmaSharedReceiveQueue::limit() const
{
    return d->limit;
}

void RdmaSharedReceiveQueue::setLimit(int receives)
{
    d->setLimit(receives);
}

QBindable<int> RdmaSharedReceiveQueue::bindableLimit()
{
    return QBindable<int>(&d->limit);
}

/*! Returns the domain of the queue; one that is not valid without a queue. */
RdmaProtectionDomain RdmaSharedReceiveQueue::protectionDomain() const
{
    return d->shared ? handleOf(d->shared->domain()) : RdmaProtectionDomain();
}

/*! Returns the \c {ibv_srq *} behind this object, or null. */
ibv_srq *RdmaSharedReceiveQueue::nativeHandle() const
{
    return d->shared ? d->shared->handle() : nullptr;
}

bool RdmaSharedReceiveQueue::event(QEvent *event)
{
    if (event->type() == QEvent::ThreadChange) {
        d->leaveThread("RdmaSharedReceiveQueue::moveToThread() called after create(): the queue is "
                       "let go of");
    }
    return QObject::event(event);
}

bool RdmaSharedReceiveQueuePrivate::create(const RdmaProtectionDomain &domain, int depth,
                                           int maxSge)
{
    if (isInUse())
        error = usageError(RdmaSharedReceiveQueue::tr("The shared receive queue exists already"));
    else if (!isInOwnThread())
        error = usageError(RdmaSharedReceiveQueue::tr(
                "A shared receive queue is used in its own thread only"));
    else if (!domain.isValid() || depth < 1 || maxSge < 1)
        error = usageError(RdmaSharedReceiveQueue::tr(
                "A shared receive queue needs a protection domain and a size"));
    else
        error = refusalOf(domain.nativeHandle()->context, "ibv_create_srq");
    if (error.isError())
        return false;
    letGo();
    untoldEnd.reset();
    shared = SharedReceives::make(domainBehind(domain), depth, maxSge, &error);
    if (!shared)
        return false;
    shared->watchDevice();
    shared->taken = [this] { taken(); };
    shared->failed = [this] { failed(); };
    engine = shared->engine();
    engine->addObject(this);
    return true;
}

RdmaError RdmaSharedReceiveQueuePrivate::unusable() const
{
    if (!shared)
        return usageError(RdmaSharedReceiveQueue::tr("The shared receive queue was not created"));
    return isForkedChild() ? forkedError() : shared->failure();
}

void RdmaSharedReceiveQueuePrivate::letGo()
{
    if (engine)
        engine->removeObject(this);
    leaveEngine();
}

// Queue pairs that use the queue keep it.
void RdmaSharedReceiveQueuePrivate::leaveEngine()
{
    engine.reset();
    if (!shared)
        return;
    shared->abandon();
    shared.reset();
    limitPending = refused = false;
    limitArmed = true;
}

void RdmaSharedReceiveQueuePrivate::endWith(const RdmaError &cause)
{
    error = cause;
    untoldEnd = cause;
}

void RdmaSharedReceiveQueuePrivate::setLimit(int receives)
{
    limitArmed = true;
    limit = qMax(receives, 0); // last: a slot may delete this
}

RdmaError RdmaSharedReceiveQueuePrivate::check(const QList<RdmaWorkRequest> &requests) const
{
    if (RdmaError reason = unusable(); reason.isError())
        return reason;
    if (!isInOwnThread())
        return usageError(RdmaSharedReceiveQueue::tr(
                "A shared receive queue is used in its own thread only"));
    if (requests.isEmpty())
        return usageError(RdmaSharedReceiveQueue::tr("There is nothing to post"));
    if (RdmaError reason = checkRoom(requests.size()); reason.isError())
        return reason;
    for (const RdmaWorkRequest &request : requests) {
        const auto &data = RdmaWorkRequestData::of(request);
        if (data.opcode != Rdma::Opcode::Receive || data.timeout >= 0)
            return usageError(RdmaSharedReceiveQueue::tr(
                    "A shared receive queue takes receives without a time-out"));
        if (RdmaError reason = checkId(data.wrId); reason.isError())
            return reason;
        if (RdmaError reason = checkRequest(data, shared->limits()); reason.isError())
            return reason;
    }
    return {};
}

RdmaError RdmaSharedReceiveQueuePrivate::checkRoom(qsizetype count) const
{
    const int used = shared->table().size();
    if (used + count <= shared->depth())
        return {};
    if (count > shared->depth()) {
        return usageError(
                RdmaSharedReceiveQueue::tr("%1 requests are more than the queue holds (%2)")
                        .arg(count)
                        .arg(shared->depth()));
    }
    return queueFullError(used, shared->depth());
}

QList<quint64> RdmaSharedReceiveQueuePrivate::post(const QList<RdmaWorkRequest> &requests)
{
    error = check(requests);
    if (error.isError()) {
        refused = refused || error.category() == RdmaError::Category::QueueFull;
        return {};
    }
    WorkIds ids;
    const WorkRequests all(requests.constData(), size_t(requests.size()));
    const WorkTags tags = shared->table().addAll(all, &ids);
    size_t posted = 0;
    error = shared->post(tags, &posted);
    for (auto i = qsizetype(posted); i < tags.size(); ++i)
        shared->table().take(tags[i]);
    ids.resize(qsizetype(posted));
    limitArmed = limitArmed || shared->table().size() >= limit.valueBypassingBindings();
    return QList<quint64>(ids.cbegin(), ids.cend());
}

quint64 RdmaSharedReceiveQueuePrivate::post(RdmaWorkRequest &&request, quint64 wrId)
{
    request.setWrId(wrId);
    return post({ std::move(request) }).value(0, 0);
}

void RdmaSharedReceiveQueuePrivate::limitChanged()
{
    limitArmed = true;
    Q_EMIT q->limitChanged(limit);
}

// For each message: nothing here is bound to the limit.
void RdmaSharedReceiveQueuePrivate::taken()
{
    limitPending =
            limitPending || (limitArmed && shared->table().size() < limit.valueBypassingBindings());
    if (limitPending)
        limitArmed = false;
    if (limitPending || refused)
        engine->scheduleDelivery(this);
}

void RdmaSharedReceiveQueuePrivate::failed()
{
    endWith(shared->failure());
    engine->scheduleDelivery(this);
}

// Each emission may delete the object, or release the queue.
void RdmaSharedReceiveQueuePrivate::deliver()
{
    const QPointer<RdmaSharedReceiveQueue> alive(q);
    if (std::exchange(limitPending, false))
        Q_EMIT q->limitReached();
    if (alive && shared && shared->table().size() < shared->depth()
        && std::exchange(refused, false))
        Q_EMIT q->receiveQueueReady();
    if (!alive)
        return;
    if (const auto reason = std::exchange(untoldEnd, std::nullopt))
        Q_EMIT q->errorOccurred(*reason);
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaSharedReceiveQueue *queue)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaSharedReceiveQueue(" << static_cast<const void *>(queue);
    if (queue)
        debug << ", " << queue->receivesInFlight() << " of " << queue->depth() << " in flight";
    return debug << ')';
}
#endif
