// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "requestpipeline_p.h"

#include "../base/logging_p.h"
#include "../base/translate_p.h"
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

// Memory of the device has no address in the process.
bool isInProcess(const RdmaMemorySlice &slice)
{
    return slice.region().data() != nullptr;
}

// Bytes that are read at once need no registered copy, and the device need not fetch them. siw must
// not fetch them: when its thread takes over a request from a post that has not returned, it reads
// up to 24 bytes from the addresses of the wrong process, fails, and ends the queue pair.
bool goesInline(const RdmaWorkRequestData &request, const WorkLimits &limits)
{
    const bool readsMemory = request.opcode <= Rdma::Opcode::WriteWithImmediate;
    const auto &slices = request.slices;
    return request.flags.testFlag(Rdma::SendFlag::Inline)
            || (readsMemory && request.length <= limits.inlineSize
                && std::all_of(slices.cbegin(), slices.cend(), isInProcess));
}

const std::shared_ptr<MemoryWindow> &windowOf(const RdmaWorkRequest &request)
{
    return Access::data(RdmaWorkRequestData::of(request).window)->window;
}

// If a post fails, the verbs name the first request that was not taken.
RdmaError postSends(WorkQueues *to, PostChain *chain, size_t count, size_t *posted)
{
    ibv_send_wr *bad = chain->sends();
    const int result = chain->needsNewerCalls() ? to->postMixed(chain->sends(), &bad)
                                                : to->postSend(chain->sends(), &bad);
    *posted = result ? chain->indexOf(bad) : count;
    const bool isNewer = bad && NewerSends::isOne(*bad);
    return result ? callError(isNewer ? "ibv_wr_complete" : "ibv_post_send", result) : RdmaError();
}

RdmaError postReceives(WorkQueues *to, PostChain *chain, size_t count, size_t *posted)
{
    ibv_recv_wr *bad = chain->receives();
    const int result = to->postReceive(chain->receives(), &bad);
    *posted = result ? chain->indexOf(bad) : count;
    return result ? callError("ibv_post_recv", result) : RdmaError();
}

} // namespace

// ---- from one queue pair to the next ----

void RequestPipeline::begin(const std::shared_ptr<Engine> &engine, int sendDepth, int receiveDepth)
{
    m_engine = engine;
    m_sendDepth = sendDepth;
    m_receiveDepth = receiveDepth;
    m_unsignalledSends = 0;
}

RdmaError RequestPipeline::prepare(WorkQueues *queues, int port)
{
    m_pool = queues->pool();
    m_clock = queues->clock();
    RdmaError refused = queues->queryLimits(port, &m_limits);
    const WorkTags tags = m_table.tags();
    for (qsizetype i = 0; i < tags.size() && !refused.isError(); ++i)
        refused = checkRequest(m_table.find(tags[i])->request, m_limits);
    size_t posted = 0;
    return refused.isError() || tags.empty() ? refused : postToDevice(queues, tags, &posted);
}

void RequestPipeline::connected(bool hasReads, const Destination &destination)
{
    m_limits.reads = hasReads;
    m_destination = destination;
}

void RequestPipeline::flush(std::vector<PoolSlot> *slots,
                            std::vector<std::shared_ptr<void>> *memory)
{
    ibv_wc flushed = {};
    flushed.status = IBV_WC_WR_FLUSH_ERR;
    for (PostedWork &work : m_table.takeAll()) {
        if (work.slot)
            slots->push_back(std::move(work.slot));
        if (!work.request.hasOwnBuffer() || work.request.memoryWindow().isValid())
            memory->push_back(std::make_shared<RdmaWorkRequest>(work.request));
        complete(std::move(work), { flushed });
    }
    m_sendRefused = m_sendReady = false; // there is room, but nothing to send to
}

// The futures get their results when the object is destroyed: continuations must not run while the
// process forks.
void RequestPipeline::forked()
{
    m_engine.reset();
    const auto works = std::make_shared<std::vector<PostedWork>>(m_table.takeAll());
    for (PostedWork &work : *works) {
        if (!work.answered)
            queueWithoutData(&work, Rdma::CompletionStatus::Flushed, true);
    }
    keepForEver(works);
    m_sendRefused = m_receiveRefused = false;
    forgetRoom();
}

// ---- posting ----

RdmaError RequestPipeline::check(WorkRequests requests, bool areLimitsKnown) const
{
    const WorkLimits unknown;
    const WorkLimits &limits = areLimitsKnown ? m_limits : unknown;
    const bool receives = RdmaWorkRequestData::of(requests.front()).opcode == Rdma::Opcode::Receive;
    if (RdmaError full = checkRoom(receives, qsizetype(requests.size())); full.isError())
        return full;
    const bool isBatch = requests.size() > 1;
    bool changesWindows = false;
    QSet<quint64> ids;
    for (const RdmaWorkRequest &request : requests) {
        const auto &data = RdmaWorkRequestData::of(request);
        if ((data.opcode == Rdma::Opcode::Receive) != receives)
            return usageError(tr("A batch is all sends or all receives"));
        RdmaError reason = checkId(data.wrId, m_table, isBatch ? &ids : nullptr);
        if (!reason.isError())
            reason = checkRequest(request, limits);
        if (reason.isError())
            return reason;
        if (isBatch && bindsType1(data))
            return usageError(tr("A type 1 window cannot be bound in a batch"));
        changesWindows = changesWindows || data.changesWindow();
    }
    return changesWindows ? checkWindows(requests) : RdmaError();
}

// The next key of a window follows from its last one, which is known when its binding has
// completed. So one binding of a window can be in flight.
RdmaError RequestPipeline::checkWindows(WorkRequests requests) const
{
    const auto keyOf = [](const RdmaWorkRequest &request) {
        const auto &data = RdmaWorkRequestData::of(request);
        return data.changesWindow() ? data.window.nativeHandle() : nullptr;
    };
    QSet<void *> changing;
    for (const RdmaWorkRequest &request : requests) {
        void *const window = keyOf(request);
        if (!window)
            continue;
        if (changing.isEmpty()) {
            for (const quint32 tag : m_table.tags())
                changing.insert(keyOf(m_table.find(tag)->request));
        }
        if (changing.contains(window)) {
            return usageError(tr("Another binding of the memory window is under way"),
                              tr("Wait until it has completed."));
        }
        changing.insert(window);
    }
    return {};
}

RdmaError RequestPipeline::checkRoom(bool receives, qsizetype count) const
{
    const int depth = receives ? m_receiveDepth : m_sendDepth;
    const int used = receives ? m_table.receives() : m_table.sends() - m_unsignalledSends;
    if (depth == 0 || used + count <= depth)
        return {};
    if (count > depth)
        return usageError(
                tr("%1 requests are more than the queue holds (%2)").arg(count).arg(depth));
    return queueFullError(used, depth);
}

RdmaError RequestPipeline::post(WorkRequests requests, WorkQueues *to, WorkIds *ids)
{
    const WorkTags tags = m_table.addAll(requests, ids);
    if (!to)
        return {}; // receives for the connection to come
    size_t posted = 0;
    RdmaError reason = postToDevice(to, tags, &posted);
    if (reason.isError()) {
        for (auto i = qsizetype(posted); i < tags.size(); ++i)
            m_table.take(tags[i]);
        ids->resize(qsizetype(posted));
    }
    return reason;
}

// Whether a send is signalled. An unsignalled request is signalled after all when there are too
// many in a row: a queue without a signal never gets room again. A request with a time-out needs a
// signal, too, and so does a read that completes late, because no other completion tells of it.
bool RequestPipeline::needsSignal(const PostedWork &work, bool readsAreLate) const
{
    return !work.silent || work.data().timeout >= 0 || m_unsignalledSends >= m_limits.spareSends
            || (readsAreLate && work.data().opcode == Rdma::Opcode::Read);
}

RdmaError RequestPipeline::postToDevice(WorkQueues *to, const WorkTags &tags, size_t *posted)
{
    Works works;
    for (const quint32 tag : tags) {
        PostedWork *work = m_table.find(tag);
        work->isInline = goesInline(work->data(), m_limits);
        if (RdmaError reason = takeSlot(work, m_pool.get(), m_limits.receiveHeader);
            reason.isError())
            return reason;
        works.push_back(work);
    }
    if (bindsType1(works.front()->data()))
        return bindType1(to, *works.front(), tags.front(), posted);
    PostChain chain(works);
    const bool readsAreLate = to->provider().completesReadsLate();
    QVarLengthArray<int, ShortBatch + 1> runs = { m_unsignalledSends }; // after each of them
    for (qsizetype i = 0; i < works.size(); ++i) {
        const quint64 id = to->workRequestId(tags[i]);
        PostedWork *work = works[i];
        if (work->isReceive()) {
            chain.addReceive(*work, id);
        } else {
            work->silent = work->data().flags.testFlag(Rdma::SendFlag::Unsignalled);
            work->signalled = needsSignal(*work, readsAreLate);
            m_unsignalledSends = work->signalled ? 0 : m_unsignalledSends + 1;
            chain.addSend(*work, id, work->signalled);
        }
        runs.push_back(m_unsignalledSends);
    }
    if (m_limits.type == Rdma::QueuePairType::UnreliableDatagram)
        chain.setDestination(m_destination);
    RdmaError reason = works.front()->isReceive()
            ? postReceives(to, &chain, size_t(works.size()), posted)
            : postSends(to, &chain, size_t(works.size()), posted);
    m_unsignalledSends = runs[qsizetype(*posted)];
    for (qsizetype i = 0; i < qsizetype(*posted); ++i)
        startTimeout(tags[i]);
    return reason;
}

// Type 1 windows have a call of their own, which changes the key at once.
RdmaError RequestPipeline::bindType1(WorkQueues *to, const PostedWork &work, quint32 tag,
                                     size_t *posted)
{
    const RdmaMemorySlice slice = work.request.slices().constFirst();
    ibv_mw_bind bind = {};
    bind.wr_id = to->workRequestId(tag);
    bind.send_flags = IBV_SEND_SIGNALED;
    if (work.request.flags().testFlag(Rdma::SendFlag::Fenced))
        bind.send_flags |= IBV_SEND_FENCE;
    bind.bind_info = { static_cast<ibv_mr *>(slice.region().nativeHandle()), slice.address(),
                       quint64(slice.length()), unsigned(int(work.request.access())) };
    if (isForkedChild())
        return forkedError();
    to->willSend();
    errno = 0;
    auto *window = static_cast<ibv_mw *>(work.request.memoryWindow().nativeHandle());
    const int result = verbsResult(ibv_bind_mw(to->queuePair(), window, &bind));
    if (result)
        return callError("ibv_bind_mw", result);
    *posted = 1;
    m_unsignalledSends = 0;
    startTimeout(tag);
    return {};
}

void RequestPipeline::startTimeout(quint32 tag)
{
    PostedWork *work = m_table.find(tag);
    if (work->data().timeout < 0)
        return;
    work->deadline =
            std::make_unique<Deadline>(m_engine->deadlines(), [this, tag] { timedOut(tag); });
    work->deadline->start(work->data().timeout);
}

// The program is told now. The device keeps the memory until it completes the request.
void RequestPipeline::timedOut(quint32 tag)
{
    m_table.answered(tag);
    queueWithoutData(m_table.find(tag), Rdma::CompletionStatus::TimedOut);
}

// ---- completing ----

bool RequestPipeline::workCompleted(quint32 tag, Completion done)
{
    PostedWork *work = m_table.find(tag);
    if (!work) {
        qCWarning(lcRdmaQueuePair) << "completion of an unknown work request" << tag;
        return false;
    }
    if (!work->isReceive()) {
        // A queue works in order: when a request has been carried out or has failed, the
        // unsignalled ones before it have succeeded. Signalled ones wait for a completion of their
        // own: siw completes a read later than requests that were posted after it.
        const ibv_wc before = done.wc.status == IBV_WC_WR_FLUSH_ERR ? done.wc : ibv_wc{};
        for (const quint32 earlier : m_table.unsignalledBefore(tag))
            complete(m_table.take(earlier), { before, done.ticks });
    }
    complete(m_table.take(tag), done);
    return true;
}

void RequestPipeline::complete(PostedWork &&work, Completion done)
{
    const ibv_wc &wc = done.wc;
    RdmaCompletion completion;
    completion.setWrId(work.userId);
    completion.setOpcode(work.data().opcode);
    completion.setStatus(Rdma::CompletionStatus(wc.status));
    completion.setVendorError(wc.vendor_err);
    const bool isSilent = work.silent && work.promises.isEmpty() && completion.isSuccess();
    const bool isTold = !work.answered && !isSilent;
    if (isTold && m_clock && done.ticks != NoTicks && wc.status != IBV_WC_WR_FLUSH_ERR)
        setTimes(&completion, done.ticks);
    if (completion.isSuccess()) {
        if (work.isReceive())
            takeReceived(work, wc, &completion);
        else
            takeResult(work, &completion);
    }
    count(completion, work.isReceive());
    bool &refused = work.isReceive() ? m_receiveRefused : m_sendRefused;
    bool &ready = work.isReceive() ? m_receiveReady : m_sendReady;
    ready = ready || std::exchange(refused, false);
    if (isTold)
        queue(std::move(completion), std::move(work.promises), work.silent && wc.status == 0);
    else if (ready)
        scheduleDelivery();
}

void RequestPipeline::setTimes(RdmaCompletion *completion, quint64 ticks) const
{
    completion->setTimestamp(m_clock->rate().nanoseconds(ticks));
    if (const std::optional<WallTime> time = m_clock->wallTime(ticks))
        completion->setWallClockTime(time->sinceEpoch, time->error);
}

void RequestPipeline::count(const RdmaCompletion &completion, bool isReceive)
{
    if (!completion.isSuccess())
        m_traffic.failed(int(completion.status()));
    else if (isReceive)
        m_traffic.received(completion.byteLength());
    else
        m_traffic.sent(completion.byteLength());
}

void RequestPipeline::takeReceived(const PostedWork &work, const ibv_wc &wc,
                                   RdmaCompletion *completion) const
{
    completion->setByteLength(wc.byte_len - quint32(qMin(work.header, int(wc.byte_len))));
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
    completion->setByteLength(quint32(request.length));
    switch (request.opcode) {
    case Rdma::Opcode::Read:
        if (work.slot)
            completion->setData(QByteArray(work.slot.data(), request.length));
        break;
    case Rdma::Opcode::CompareAndSwap:
    case Rdma::Opcode::FetchAndAdd:
        completion->setOriginalValue(qFromUnaligned<quint64>(work.slot.data()));
        break;
    case Rdma::Opcode::BindMemoryWindow:
        windowBound(work.request);
        break;
    case Rdma::Opcode::LocalInvalidate:
        windowOf(work.request)->setUnbound();
        break;
    default:
        break;
    }
}

void RequestPipeline::windowBound(const RdmaWorkRequest &request)
{
    const RdmaMemorySlice slice = request.slices().constFirst();
    const auto &window = windowOf(request);
    const quint32 key = request.memoryWindow().type() == RdmaMemoryWindow::Type::One
            ? window->remoteKey()
            : window->nextKey();
    const bool zeroBased = request.access().testFlag(Rdma::AccessFlag::ZeroBased);
    window->setBound(Access::data(slice.region())->memory, zeroBased ? 0 : slice.address(),
                     quint64(slice.length()), key);
}

// ---- delivering ----

void RequestPipeline::queueWithoutData(PostedWork *work, Rdma::CompletionStatus status, bool silent)
{
    RdmaCompletion completion;
    completion.setWrId(work->userId);
    completion.setOpcode(work->data().opcode);
    completion.setStatus(status);
    queue(std::move(completion), std::move(work->promises), silent);
}

void RequestPipeline::queue(RdmaCompletion &&completion, CompletionPromises &&promises, bool silent)
{
    m_undelivered.push_back({ std::move(completion), std::move(promises), silent });
    scheduleDelivery();
}

void RequestPipeline::scheduleDelivery()
{
    if (m_engine)
        m_engine->scheduleDelivery(m_owner);
}

RequestPipeline::Undelivered RequestPipeline::takeUndelivered()
{
    Undelivered one = std::move(m_undelivered.front());
    m_undelivered.pop_front();
    return one;
}

const RdmaCompletion *RequestPipeline::findUndelivered(quint64 wrId) const
{
    const auto newest =
            std::find_if(m_undelivered.crbegin(), m_undelivered.crend(),
                         [wrId](const Undelivered &one) { return one.completion.wrId() == wrId; });
    return newest == m_undelivered.crend() ? nullptr : &newest->completion;
}

void RequestPipeline::answerFutures()
{
    auto undelivered = std::exchange(m_undelivered, {});
    for (Undelivered &one : undelivered)
        one.promises.finish(one.completion);
}

} // namespace QtRdmaPrivate
