// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "requestpipeline_p.h"

#include "../base/logging_p.h"
#include "../base/translate_p.h"
#include "../engine/engineobject_p.h"
#include "../verbs/forkedchild_p.h"
#include "../memory/sharedhandles_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qendian.h>
#include <QtCore/qset.h>

#include <infiniband/verbs.h>

#include <algorithm>

namespace QtRdmaPrivate {

namespace {

bool bindsType1(const RdmaWorkRequestData &request)
{
    return request.opcode == Rdma::Opcode::BindMemoryWindow
            && request.window.type() == RdmaMemoryWindow::Type::One;
}

bool changesWindow(const PostedWork &work)
{
    return !work.isPrepared() && work.data().changesWindow();
}

const std::shared_ptr<MemoryWindow> &windowOf(const RdmaWorkRequestData &request)
{
    return Access::data(request.window)->window;
}

} // namespace

// ---- from one queue pair to the next ----

void RequestPipeline::begin(const std::shared_ptr<Engine> &engine, int sendDepth, int receiveDepth)
{
    m_engine = engine;
    m_sendDepth = sendDepth;
    m_receiveDepth = receiveDepth;
    m_sends.setUnsignalled(0);
}

RdmaError RequestPipeline::prepare(WorkQueues *queues, int port)
{
    m_queues = queues;
    m_readsAreLate = queues->provider().completesReadsLate();
    m_provesArrival = queues->provider().completionsProveArrival();
    m_pool = queues->pool();
    m_clock = queues->clock();
    RdmaError refused = queues->queryLimits(port, &m_limits);
    m_receives.forEach([&](const PostedWork *work, quint32) {
        refused = refused.isError() ? refused : checkRequest(work->data(), m_limits);
        return !refused.isError();
    });
    size_t posted = 0;
    return refused.isError() || m_receives.size() == 0
            ? refused
            : postToDevice(queues, m_receives.firstTag(), m_receives.size(), &posted);
}

void RequestPipeline::restart(WorkQueues *queues)
{
    m_queues = queues;
    m_sends.setUnsignalled(0);
    limitsChanged();
}

void RequestPipeline::limitsChanged()
{
    m_limits.changed();
    if (m_fastSends)
        m_fastSends->lookAgain();
}

void RequestPipeline::connected(bool hasReads, const Destination &destination)
{
    if (std::exchange(m_limits.reads, hasReads) != hasReads)
        limitsChanged();
    m_destination = destination;
}

void RequestPipeline::flush(std::vector<PoolSlot> *slots,
                            std::vector<std::shared_ptr<void>> *memory)
{
    ibv_wc flushed = {};
    flushed.status = IBV_WC_WR_FLUSH_ERR;
    const auto flushOne = [&](WorkRing *ring, PostedWork *work) {
        if (work->slot)
            slots->push_back(std::move(work->slot));
        if (!work->isPrepared() && (!work->data().ownBuffer || work->data().window.isValid()))
            memory->push_back(std::make_shared<decltype(work->request)>(work->request));
        complete(work, { flushed });
        ring->remove(work);
        return true;
    };
    if (m_fastSends)
        m_fastSends->note();
    for (WorkRing *ring : { &m_sends, &m_receives })
        ring->forEach([&](PostedWork *work, quint32) { return flushOne(ring, work); });
    if (m_fastSends) {
        memory->push_back(std::make_shared<decltype(m_fastSends->takePrepared())>(
                m_fastSends->takePrepared()));
    }
    m_queues = nullptr;
    m_limits.number = 0; // nothing is prepared for the next connection
    m_sendRoom = Room::NotMissed; // there is room, but nothing to send to
}

// The futures get their results when the object is destroyed: continuations must not run while the
// process forks.
void RequestPipeline::forked()
{
    m_engine.reset();
    if (m_fastSends)
        m_fastSends->note();
    const auto works = std::make_shared<std::vector<PostedWork>>();
    for (WorkRing *ring : { &m_sends, &m_receives }) {
        ring->forEach([&](PostedWork *work, quint32) {
            if (!work->answered)
                queueWithoutData(work, Rdma::CompletionStatus::Flushed, true);
            works->push_back(std::move(*work));
            ring->remove(work);
            return true;
        });
    }
    keepForEver(works);
    m_limits.number = 0; // nothing is prepared for the child
    if (m_fastSends)
        m_fastSends->lookAgain();
    forgetRoom();
}

// ---- posting ----

RdmaError RequestPipeline::check(WorkRequests requests, bool areLimitsKnown)
{
    const WorkLimits unknown;
    const WorkLimits &limits = areLimitsKnown ? m_limits : unknown;
    const bool receives = RdmaWorkRequestData::of(requests.front()).opcode == Rdma::Opcode::Receive;
    if (RdmaError full = checkRoom(receives, qsizetype(requests.size())); full.isError())
        return full;
    bool changesWindows = false;
    for (const RdmaWorkRequest &request : requests) {
        const auto &data = RdmaWorkRequestData::of(request);
        if ((data.opcode == Rdma::Opcode::Receive) != receives)
            return usageError(Words::tr("A batch is all sends or all receives"));
        if (RdmaError reason = checkId(data.wrId); reason.isError())
            return reason;
        if (RdmaError reason = checkRequest(data, limits); reason.isError())
            return reason;
        if (requests.size() > 1 && bindsType1(data))
            return usageError(Words::tr("A type 1 window cannot be bound in a batch"));
        changesWindows = changesWindows || data.changesWindow();
    }
    return changesWindows ? checkWindows(requests) : RdmaError();
}

// The next key of a window follows from its last one, which is known when its binding has
// completed. So one binding of a window can be in flight.
RdmaError RequestPipeline::checkWindows(WorkRequests requests)
{
    const auto keyOf = [](const RdmaWorkRequestData &request) {
        return request.changesWindow() ? request.window.nativeHandle() : nullptr;
    };
    QSet<void *> changing;
    m_sends.forEach([&](const PostedWork *work, quint32) {
        if (!work->isPrepared())
            changing.insert(keyOf(work->data()));
        return true;
    });
    for (const RdmaWorkRequest &request : requests) {
        void *const window = keyOf(RdmaWorkRequestData::of(request));
        if (!window)
            continue;
        if (changing.contains(window)) {
            return usageError(Words::tr("Another binding of the memory window is under way"),
                              Words::tr("Wait until it has completed."));
        }
        changing.insert(window);
    }
    return {};
}

RdmaError RequestPipeline::checkRoom(bool receives, qsizetype count) const
{
    if (hasRoom(receives, count))
        return {};
    const int depth = receives ? m_receiveDepth : m_sendDepth;
    if (count > depth)
        return usageError(
                Words::tr("%1 requests are more than the queue holds (%2)").arg(count).arg(depth));
    return queueFullError(used(receives), depth);
}

bool RequestPipeline::areChecked(WorkRequests requests) const
{
    if (requests.size() > size_t(ShortBatch))
        return false;
    const bool receives = RdmaWorkRequestData::of(requests.front()).isReceive();
    return std::all_of(requests.begin(), requests.end(),
                       [&](const RdmaWorkRequest &request) {
                           const RdmaWorkRequestData &data = RdmaWorkRequestData::of(request);
                           return isReady(data) && data.isReceive() == receives;
                       })
            && hasRoom(receives, qsizetype(requests.size()));
}

inline PostedWork *RequestPipeline::addSend(const RdmaWorkRequest &request, ibv_send_wr *send,
                                            ibv_sge *element)
{
    const RdmaWorkRequestData &data = RdmaWorkRequestData::of(request);
    const quint64 unsignalled = m_sends.unsignalled();
    send->wr_id = m_queues->workRequestId(m_sends.nextTag());
    PostedWork *const work = m_sends.add(request);
    work->isInline = data.flags.testFlag(Rdma::SendFlag::Inline)
            || (data.length <= m_limits.inlineSize && data.form.mayGoInline());
    work->silent = data.flags.testFlag(Rdma::SendFlag::Unsignalled);
    work->signalled = needsSignal(*work, unsignalled);
    data.form.write(send, element, work->isInline);
    if (m_limits.type == Rdma::QueuePairType::UnreliableDatagram)
        setDestination(send);
    if (work->isInline)
        send->send_flags |= IBV_SEND_INLINE;
    if (work->signalled) {
        send->send_flags |= IBV_SEND_SIGNALED;
        m_sends.setUnsignalled(0);
    }
    return work;
}

inline PostedWork *RequestPipeline::addReceive(const RdmaWorkRequest &request, ibv_recv_wr *receive)
{
    receive->wr_id = m_queues->workRequestId(m_receives.nextTag());
    PostedWork *const work = m_receives.add(request);
    work->header = m_limits.receiveHeader;
    RdmaWorkRequestData::of(request).form.write(receive);
    return work;
}

int RequestPipeline::postCheckedSends(WorkRequests requests, quint64 *ids, qsizetype *posted)
{
    ibv_send_wr chain[ShortBatch];
    ibv_sge elements[ShortBatch];
    for (size_t i = 0; i < requests.size(); ++i) {
        ids[i] = addSend(requests[i], &chain[i], &elements[i])->userId;
        chain[i].next = i + 1 < requests.size() ? &chain[i + 1] : nullptr;
    }
    ibv_send_wr *bad = chain;
    const int failure = m_queues->postSend(chain, &bad);
    if (failure)
        *posted = bad ? bad - chain : 0;
    return failure;
}

int RequestPipeline::postCheckedReceives(WorkRequests requests, quint64 *ids, qsizetype *posted)
{
    ibv_recv_wr chain[ShortBatch];
    for (size_t i = 0; i < requests.size(); ++i) {
        ids[i] = addReceive(requests[i], &chain[i])->userId;
        chain[i].next = i + 1 < requests.size() ? &chain[i + 1] : nullptr;
    }
    ibv_recv_wr *bad = chain;
    const int failure = m_queues->postReceive(chain, &bad);
    if (failure)
        *posted = bad ? bad - chain : 0;
    return failure;
}

void RequestPipeline::setDestination(ibv_send_wr *send) const
{
    send->wr.ud = { m_destination.handle, m_destination.queuePairNumber, m_destination.queueKey };
}

int RequestPipeline::postChecked(WorkRequests requests, quint64 *ids, qsizetype *posted)
{
    if (m_fastSends)
        m_fastSends->post(); // they were added before
    const bool receives = RdmaWorkRequestData::of(requests.front()).isReceive();
    *posted = qsizetype(requests.size());
    const int failure = receives ? postCheckedReceives(requests, ids, posted)
                                 : postCheckedSends(requests, ids, posted);
    if (failure)
        (receives ? m_receives : m_sends).removeNewest(requests.size() - size_t(*posted));
    if (m_fastSends)
        m_fastSends->lookAgain();
    return failure;
}

// As the above with one request, which is what most programs post.
quint64 RequestPipeline::postChecked(const RdmaWorkRequest &request, RdmaError *error)
{
    if (m_fastSends)
        m_fastSends->post();
    const bool receives = RdmaWorkRequestData::of(request).isReceive();
    quint64 id = 0;
    int failure = 0;
    if (receives) {
        ibv_recv_wr receive;
        ibv_recv_wr *bad = nullptr;
        id = addReceive(request, &receive)->userId;
        receive.next = nullptr;
        failure = m_queues->postReceive(&receive, &bad);
    } else {
        ibv_send_wr send;
        ibv_send_wr *bad = nullptr;
        ibv_sge element;
        id = addSend(request, &send, &element)->userId;
        send.next = nullptr;
        failure = m_queues->postSend(&send, &bad);
    }
    if (failure) {
        *error = callError(receives ? "ibv_post_recv" : "ibv_post_send", failure);
        (receives ? m_receives : m_sends).removeNewest(1);
        id = 0;
    }
    if (m_fastSends)
        m_fastSends->lookAgain();
    return id;
}

RdmaError RequestPipeline::post(WorkRequests requests, WorkQueues *to, WorkIds *ids)
{
    if (m_fastSends)
        m_fastSends->post(); // they were added before
    WorkRing *const ring = RdmaWorkRequestData::of(requests.front()).opcode == Rdma::Opcode::Receive
            ? &m_receives
            : &m_sends;
    const quint32 first = ring->nextTag();
    for (const RdmaWorkRequest &request : requests)
        ids->append(ring->add(request)->userId);
    size_t posted = to ? 0 : requests.size(); // receives may wait for the connection to come
    RdmaError reason;
    if (to)
        reason = postToDevice(to, first, qsizetype(requests.size()), &posted);
    if (posted < requests.size())
        ring->removeNewest(requests.size() - posted);
    ids->resize(qsizetype(posted));
    if (m_fastSends)
        m_fastSends->lookAgain();
    return reason;
}

Q_NEVER_INLINE FastSends *RequestPipeline::makeFastSends()
{
    m_fastSends.reset(new FastSends(this, m_owner));
    return m_fastSends.get();
}

quint64 RequestPipeline::roomForSends() const
{
    const int counted = m_sends.size() - int(m_sends.unsignalled());
    return std::min<quint64>(std::max(m_sendDepth - counted, 0), MostSpan - m_sends.span());
}

void RequestPipeline::preparedNotPosted(size_t count, const RdmaError &reason)
{
    for (auto i = qsizetype(count); i > 0; --i) {
        PostedWork *work = m_sends.find(WorkRing::following(m_sends.nextTag(), -i));
        queueWithoutData(work, Rdma::CompletionStatus::NotPosted, false, reason);
    }
    m_sends.removeNewest(count);
    m_fastSends->lookAgain();
}

// Whether a send is signalled. An unsignalled request is signalled after all when there are too
// many in a row: a queue without a signal never gets room again. So is a read that completes late,
// because no other completion tells of it.
bool RequestPipeline::needsSignal(const PostedWork &work, quint64 unsignalledBefore) const
{
    return !work.silent || unsignalledBefore >= quint64(m_limits.spareSends)
            || (m_readsAreLate && work.opcode == Rdma::Opcode::Read);
}

RdmaError RequestPipeline::postToDevice(WorkQueues *to, quint32 first, qsizetype count,
                                        size_t *posted)
{
    WorkRing *const ring = ringOf(first);
    Works works;
    for (qsizetype i = 0; i < count; ++i) {
        PostedWork *work = ring->find(WorkRing::following(first, i));
        work->isInline = goesInline(work->data(), m_limits);
        if (RdmaError reason = takeSlot(work, m_pool.get(), m_limits.receiveHeader);
            reason.isError())
            return reason;
        works.push_back(work);
    }
    if (bindsType1(works.front()->data()))
        return bindType1(to, works.front(), first, posted);
    RdmaError reason = ring == &m_receives ? postReceives(to, first, works, posted)
                                           : postSends(to, first, works, posted);
    for (qsizetype i = 0; i < qsizetype(*posted); ++i)
        startTimeout(works[i], WorkRing::following(first, i));
    return reason;
}

// If a post fails, the verbs name the first request that was not taken.
RdmaError RequestPipeline::postSends(WorkQueues *to, quint32 first, const Works &works,
                                     size_t *posted)
{
    PostChain chain(works);
    quint64 unsignalled = m_sends.unsignalled() - quint64(works.size());
    for (qsizetype i = 0; i < works.size(); ++i) {
        PostedWork *work = works[i];
        work->silent = work->data().flags.testFlag(Rdma::SendFlag::Unsignalled);
        work->signalled = work->data().timeout >= 0 || needsSignal(*work, unsignalled);
        unsignalled = work->signalled ? 0 : unsignalled + 1;
        chain.addSend(*work, to->workRequestId(WorkRing::following(first, i)), work->signalled);
    }
    m_sends.setUnsignalled(unsignalled);
    if (m_limits.type == Rdma::QueuePairType::UnreliableDatagram)
        chain.setDestination(m_destination);
    ibv_send_wr *bad = chain.sends();
    const int result = chain.needsNewerCalls() ? to->postMixed(chain.sends(), &bad)
                                               : to->postSend(chain.sends(), &bad);
    *posted = result ? chain.indexOf(bad) : size_t(works.size());
    if (result == 0)
        return {};
    const bool isNewer = bad && NewerSends::isOne(*bad);
    return callError(isNewer ? "ibv_wr_complete" : "ibv_post_send", result);
}

RdmaError RequestPipeline::postReceives(WorkQueues *to, quint32 first, const Works &works,
                                        size_t *posted)
{
    PostChain chain(works);
    for (qsizetype i = 0; i < works.size(); ++i)
        chain.addReceive(*works[i], to->workRequestId(WorkRing::following(first, i)));
    ibv_recv_wr *bad = chain.receives();
    const int result = to->postReceive(chain.receives(), &bad);
    *posted = result ? chain.indexOf(bad) : size_t(works.size());
    return result ? callError("ibv_post_recv", result) : RdmaError();
}

// Type 1 windows have a call of their own, which changes the key at once.
RdmaError RequestPipeline::bindType1(WorkQueues *to, const PostedWork *work, quint32 tag,
                                     size_t *posted)
{
    const RdmaWorkRequestData &request = work->data();
    const RdmaMemorySlice &slice = request.slices.constFirst();
    ibv_mw_bind bind = {};
    bind.wr_id = to->workRequestId(tag);
    bind.send_flags = IBV_SEND_SIGNALED;
    if (request.flags.testFlag(Rdma::SendFlag::Fenced))
        bind.send_flags |= IBV_SEND_FENCE;
    bind.bind_info = { static_cast<ibv_mr *>(slice.region().nativeHandle()), slice.address(),
                       quint64(slice.length()), unsigned(int(request.access)) };
    if (isForkedChild())
        return forkedError();
    to->willSend();
    errno = 0;
    auto *window = static_cast<ibv_mw *>(request.window.nativeHandle());
    const int result = verbsResult(ibv_bind_mw(to->queuePair(), window, &bind));
    if (result)
        return callError("ibv_bind_mw", result);
    *posted = 1;
    m_sends.setUnsignalled(0);
    return {};
}

void RequestPipeline::startTimeout(PostedWork *work, quint32 tag)
{
    if (work->data().timeout < 0)
        return;
    work->deadline =
            std::make_unique<Deadline>(m_engine->deadlines(), [this, tag] { timedOut(tag); });
    work->deadline->start(work->data().timeout);
}

// The program is told now. The device keeps the memory until it completes the request.
void RequestPipeline::timedOut(quint32 tag)
{
    PostedWork *work = ringOf(tag)->find(tag);
    work->answered = true;
    queueWithoutData(work, Rdma::CompletionStatus::TimedOut);
}

// ---- completing ----

// Another request than the oldest one in flight has completed.
bool RequestPipeline::laterCompleted(WorkRing *ring, quint32 tag, Completion done)
{
    PostedWork *const work = ring->find(tag);
    if (!work) {
        qCWarning(lcRdmaQueuePair) << "completion of an unknown work request" << tag;
        return false;
    }
    if (done.wc.status == IBV_WC_SUCCESS && work->isPrepared() && work->signalled
        && ring->isOldest(work->run, tag)) {
        completeRun(work, done);
        return true;
    }
    // A queue works in order: when a request has been carried out or has failed, the unsignalled
    // ones before it have succeeded. Signalled ones wait for a completion of their own: siw
    // completes a read later than requests that were posted after it. Where a request completes
    // when it has left, the one that fails may be a later one than the one that was refused.
    const bool isUnknown = done.wc.status == IBV_WC_WR_FLUSH_ERR
            || (done.wc.status != IBV_WC_SUCCESS && !m_provesArrival);
    ibv_wc before = {};
    before.status = isUnknown ? IBV_WC_WR_FLUSH_ERR : IBV_WC_SUCCESS;
    ring->forEach([&](PostedWork *earlier, quint32) {
        if (earlier == work)
            return false;
        if (!earlier->signalled) {
            complete(earlier, { before, done.ticks });
            ring->remove(earlier);
        }
        return true;
    });
    complete(work, done);
    ring->remove(work);
    return true;
}

void RequestPipeline::complete(PostedWork *work, Completion done)
{
    const ibv_wc &wc = done.wc;
    const bool isReceive = work->isReceive();
    const bool isTold = !work->answered
            && (!work->silent || !work->promises.isEmpty() || wc.status != IBV_WC_SUCCESS);
    quint32 length =
            isReceive ? wc.byte_len - quint32(qMin(work->header, int(wc.byte_len))) : work->length;
    count(wc.status, isReceive, length);
    Room &room = isReceive ? m_receiveRoom : m_sendRoom;
    if (room == Room::Missed)
        room = Room::New;
    if (isTold)
        tell(work, done, length);
    else if (wc.status == IBV_WC_SUCCESS && changesWindow(*work))
        windowChanged(work->data());
    if (isTold || room == Room::New)
        m_owner->tellSoon();
}

// The device has carried out the oldest requests in flight, which are prepared ones.
void RequestPipeline::completeRun(PostedWork *work, Completion done)
{
    m_traffic.sent(work->run.bytes, work->run.count);
    if (m_sendRoom == Room::Missed)
        m_sendRoom = Room::New;
    if (!work->silent)
        tell(work, done, work->length);
    if (!work->silent || m_sendRoom == Room::New)
        m_owner->tellSoon();
    m_sends.removeOldest(work->run);
}

inline void RequestPipeline::tell(PostedWork *work, Completion done, quint32 length)
{
    if (work->isPrepared() && m_handlesDone) {
        m_done.push_back({ work->userId, length, done.wc.vendor_err,
                           Rdma::CompletionStatus(done.wc.status), work->opcode });
    } else {
        queueCompletion(work, done, length);
    }
}

inline void RequestPipeline::queueCompletion(PostedWork *work, Completion done, quint32 length)
{
    const ibv_wc &wc = done.wc;
    const bool hasSucceeded = wc.status == IBV_WC_SUCCESS;
    Undelivered &one = *m_undelivered.add();
    one.context = work->userId;
    one.opcode = work->opcode;
    one.status = Rdma::CompletionStatus(wc.status);
    one.vendorError = wc.vendor_err;
    one.byteLength = hasSucceeded ? length : 0;
    one.silent = work->silent && hasSucceeded;
    one.promises = std::move(work->promises);
    if (bringsMore(*work, done))
        addMore(*work, done, one.extend());
}

// Whether there is more to tell of a request than RdmaWorkDone has.
inline bool RequestPipeline::bringsMore(const PostedWork &work, Completion done) const
{
    const ibv_wc &wc = done.wc;
    if (done.ticks != NoTicks)
        return true;
    if (wc.status != IBV_WC_SUCCESS)
        return false;
    switch (work.opcode) {
    case Rdma::Opcode::Receive:
        return work.slot || wc.opcode == IBV_WC_RECV_RDMA_WITH_IMM
                || (wc.wc_flags & (IBV_WC_WITH_IMM | m_limits.invalidatedFlag)) != 0;
    case Rdma::Opcode::Read:
    case Rdma::Opcode::CompareAndSwap:
    case Rdma::Opcode::FetchAndAdd:
        return bool(work.slot);
    case Rdma::Opcode::BindMemoryWindow:
    case Rdma::Opcode::LocalInvalidate:
        return !work.isPrepared();
    default:
        return false;
    }
}

Q_NEVER_INLINE void RequestPipeline::addMore(const PostedWork &work, Completion done,
                                             RdmaCompletion *completion) const
{
    const ibv_wc &wc = done.wc;
    if (m_clock && done.ticks != NoTicks && wc.status != IBV_WC_WR_FLUSH_ERR)
        setTimes(completion, done.ticks);
    if (wc.status != IBV_WC_SUCCESS)
        return;
    if (work.isReceive())
        takeReceived(work, wc, completion);
    else if (!work.isPrepared())
        takeResult(work, completion);
}

void RequestPipeline::setTimes(RdmaCompletion *completion, quint64 ticks) const
{
    completion->setTimestamp(m_clock->rate().nanoseconds(ticks));
    if (const std::optional<WallTime> time = m_clock->wallTime(ticks))
        completion->setWallClockTime(time->sinceEpoch, time->error);
}

void RequestPipeline::count(int status, bool isReceive, quint32 length)
{
    if (status != IBV_WC_SUCCESS)
        m_traffic.failed(status);
    else if (isReceive)
        m_traffic.received(length);
    else
        m_traffic.sent(length);
}

void RequestPipeline::takeReceived(const PostedWork &work, const ibv_wc &wc,
                                   RdmaCompletion *completion) const
{
    if (wc.opcode == IBV_WC_RECV_RDMA_WITH_IMM) // the bytes are where the peer wrote them
        completion->setOpcode(Rdma::Opcode::ReceiveWithImmediate);
    else if (work.slot)
        completion->setData(QByteArray(work.slot.data() + work.header, completion->byteLength()));
    // The flags are tested bit by bit, because rxe sets other bits, too.
    if ((wc.wc_flags & IBV_WC_WITH_IMM) != 0)
        completion->setImmediate(qFromBigEndian(wc.imm_data));
    else if ((wc.wc_flags & m_limits.invalidatedFlag) != 0)
        completion->setInvalidatedKey(wc.invalidated_rkey);
}

void RequestPipeline::takeResult(const PostedWork &work, RdmaCompletion *completion)
{
    const RdmaWorkRequestData &request = work.data();
    if (request.opcode == Rdma::Opcode::Read && work.slot)
        completion->setData(QByteArray(work.slot.data(), request.length));
    else if (request.opcode == Rdma::Opcode::CompareAndSwap
             || request.opcode == Rdma::Opcode::FetchAndAdd)
        completion->setOriginalValue(qFromUnaligned<quint64>(work.slot.data()));
    else if (request.changesWindow())
        windowChanged(request);
}

void RequestPipeline::windowChanged(const RdmaWorkRequestData &request)
{
    if (request.opcode == Rdma::Opcode::BindMemoryWindow)
        windowBound(request);
    else
        windowOf(request)->setUnbound();
}

void RequestPipeline::windowBound(const RdmaWorkRequestData &request)
{
    const RdmaMemorySlice &slice = request.slices.constFirst();
    const auto &window = windowOf(request);
    const quint32 key = request.window.type() == RdmaMemoryWindow::Type::One ? window->remoteKey()
                                                                             : window->nextKey();
    const bool zeroBased = request.access.testFlag(Rdma::AccessFlag::ZeroBased);
    window->setBound(Access::data(slice.region())->memory, zeroBased ? 0 : slice.address(),
                     quint64(slice.length()), key);
}

// The newest with this id: ids in flight may be equal.
PostedWork *RequestPipeline::find(quint64 wrId)
{
    PostedWork *work = m_sends.findByUserId(wrId);
    return work ? work : m_receives.findByUserId(wrId);
}

std::vector<PoolSlot> RequestPipeline::takeSlots()
{
    std::vector<PoolSlot> slots;
    m_receives.forEach([&](PostedWork *work, quint32) {
        if (work->slot)
            slots.push_back(std::move(work->slot));
        return true;
    });
    return slots;
}

// ---- delivering ----

void RequestPipeline::queueWithoutData(PostedWork *work, Rdma::CompletionStatus status, bool silent,
                                       const RdmaError &reason)
{
    if (work->isPrepared() && m_handlesDone && !silent) {
        m_done.push_back({ work->userId, 0, 0, status, work->opcode });
    } else {
        Undelivered &one = *m_undelivered.add();
        static_cast<RdmaWorkDone &>(one) = {};
        one.context = work->userId;
        one.opcode = work->opcode;
        one.status = status;
        one.silent = silent;
        one.promises = std::move(work->promises);
        if (reason.isError())
            one.extend()->setRefusal(reason);
    }
    m_owner->tellSoon();
}

// Without a handler the signal tells what it was not told of.
void RequestPipeline::setHandled(bool handled)
{
    m_handlesDone = handled;
    if (handled)
        return;
    for (const RdmaWorkDone &done : std::exchange(m_done, {})) {
        Undelivered *const one = m_undelivered.add();
        static_cast<RdmaWorkDone &>(*one) = done;
        one->silent = false;
    }
}

void RequestPipeline::answerFutures()
{
    for (Undelivered &one : m_undelivered.takeAll())
        one.promises.finish(one.completion());
}

} // namespace QtRdmaPrivate
