// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Work requests of RdmaQueuePair: from the post to the completion.

#include "../work/postchain_p.h"
#include "rdmaqueuepair_p.h"

#include "../verbs/forkedchild_p.h"
#include "../base/logging_p.h"
#include "../verbs/memorywindow_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qendian.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qset.h>
#include <QtCore/qthread.h>

#include <infiniband/verbs.h>

#include <algorithm>
#include <cstring>

using namespace QtRdmaPrivate;

namespace {

bool bindsType1(const RdmaWorkRequestData &request)
{
    return request.opcode == Rdma::Opcode::BindMemoryWindow
            && request.window.type() == RdmaMemoryWindow::Type::One;
}

// Memory of a device has no address here.
bool isInProcess(const RdmaMemorySlice &slice)
{
    return slice.region.data() != nullptr;
}

// What is read at once needs no registered copy, and the device need not fetch it. siw must not: when its thread takes over a
// request from a post that has not returned it reads up to 24 bytes from that process's addresses, fails, and ends the queue pair.
bool goesInline(const RdmaWorkRequestData &request, const WorkLimits &limits)
{
    const bool readsMemory = request.opcode <= Rdma::Opcode::WriteWithImmediate;
    const auto &slices = request.slices;
    return request.flags.testFlag(Rdma::SendFlag::Inline)
            || (readsMemory && request.length <= limits.inlineSize
                && std::all_of(slices.cbegin(), slices.cend(), isInProcess));
}

// The verbs name the first request that was not taken.
RdmaError postSends(WorkQueues *to, PostChain *chain, size_t count, size_t *posted)
{
    ibv_send_wr *bad = chain->sends();
    const int result = to->postSend(chain->sends(), &bad);
    *posted = result ? chain->indexOf(bad) : count;
    return result ? callError("ibv_post_send", result) : RdmaError();
}

RdmaError postReceives(WorkQueues *to, PostChain *chain, size_t count, size_t *posted)
{
    ibv_recv_wr *bad = chain->receives();
    const int result = to->postReceive(chain->receives(), &bad);
    *posted = result ? chain->indexOf(bad) : count;
    return result ? callError("ibv_post_recv", result) : RdmaError();
}

} // namespace

// Keeps what q->error() tells; a post that succeeds leaves the last one there.
bool RdmaQueuePairPrivate::isRefused(const RdmaError &reason)
{
    if (reason.isError())
        error = reason;
    return reason.isError();
}

quint64 RdmaQueuePairPrivate::post(RdmaWorkRequest &&request, quint64 wrId)
{
    request.setWrId(wrId);
    return q->post(request);
}

WorkIds RdmaQueuePairPrivate::post(WorkRequests requests)
{
    if (isRefused(check(requests)))
        return {};
    WorkIds ids;
    const WorkTags tags = table.addAll(requests, &ids);
    WorkQueues *const to = queues();
    if (!to)
        return ids; // receives for the connection to come
    size_t posted = 0;
    if (isRefused(postToDevice(to, tags, &posted))) {
        for (auto i = qsizetype(posted); i < tags.size(); ++i)
            table.take(tags[i]);
        ids.resize(qsizetype(posted));
    }
    return ids;
}

RdmaError RdmaQueuePairPrivate::check(WorkRequests requests)
{
    if (isBeingDeleted)
        return usageError(RdmaQueuePair::tr("The queue pair is being deleted"));
    if (q->thread() != QThread::currentThread())
        return usageError(RdmaQueuePair::tr("A queue pair is used in its own thread only"));
    if (requests.empty())
        return usageError(RdmaQueuePair::tr("There is nothing to post"));
    const bool receives = RdmaWorkRequestData::of(requests.front()).opcode == Rdma::Opcode::Receive;
    const bool isKnown = queues() != nullptr;
    // The end is known before it is told: what is posted meanwhile would belong to the next connection.
    if (!receives && (state != QAbstractSocket::ConnectedState || !isKnown))
        return usageError(RdmaQueuePair::tr("%1 needs a connected queue pair")
                                  .arg(QLatin1String(QMetaEnum::fromType<Rdma::Opcode>().valueToKey(
                                          int(requests.front().opcode())))));
    if (receives && shared)
        return usageError(RdmaQueuePair::tr("Receives are posted to the shared receive queue"));
    if (RdmaError full = checkRoom(receives, qsizetype(requests.size())); full.isError())
        return full;
    const WorkLimits unknown;
    return checkAll(requests, receives, isKnown ? limits : unknown);
}

RdmaError RdmaQueuePairPrivate::checkAll(WorkRequests requests, bool receives,
                                         const WorkLimits &known)
{
    const bool isBatch = requests.size() > 1;
    bool changesWindows = false;
    QSet<quint64> ids;
    for (const RdmaWorkRequest &request : requests) {
        const auto &data = RdmaWorkRequestData::of(request);
        if ((data.opcode == Rdma::Opcode::Receive) != receives)
            return usageError(RdmaQueuePair::tr("A batch is all sends or all receives"));
        RdmaError reason = checkId(data.wrId, &table, isBatch ? &ids : nullptr);
        if (!reason.isError())
            reason = checkRequest(request, known);
        if (reason.isError())
            return reason;
        if (isBatch && bindsType1(data))
            return usageError(RdmaQueuePair::tr("A type 1 window cannot be bound in a batch"));
        changesWindows = changesWindows || data.changesWindow();
    }
    return changesWindows ? checkWindows(requests) : RdmaError();
}

// The next key of a window follows from its last one, which is known when its binding has completed.
RdmaError RdmaQueuePairPrivate::checkWindows(WorkRequests requests)
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
            for (const quint32 tag : table.tags())
                changing.insert(keyOf(table.find(tag)->request));
        }
        if (changing.contains(window)) {
            return usageError(
                    RdmaQueuePair::tr("Another binding of the memory window is under way"),
                    RdmaQueuePair::tr("Wait until it has completed."));
        }
        changing.insert(window);
    }
    return {};
}

RdmaError RdmaQueuePairPrivate::checkRoom(bool receives, qsizetype count)
{
    const int depth = receives ? receiveDepth : sendDepth;
    const int used = receives ? table.receives() : table.sends() - silentRun;
    if (depth == 0 || used + count <= depth)
        return {};
    if (count > depth)
        return usageError(RdmaQueuePair::tr("%1 requests are more than the queue holds (%2)")
                                  .arg(count)
                                  .arg(depth));
    (receives ? receiveRefused : sendRefused) = true;
    return queueFullError(used, depth);
}

// How often an unsignalled request is signalled after all: a queue without a signal never gets room again. A time-out needs to
// know, too, and no other completion tells of a read that comes late.
bool RdmaQueuePairPrivate::needsSignal(const PostedWork &work, bool readsAreLate)
{
    const bool wanted = !work.silent || work.data().timeout >= 0
            || (readsAreLate && work.data().opcode == Rdma::Opcode::Read);
    silentRun = wanted || silentRun >= limits.spareSends ? 0 : silentRun + 1;
    return silentRun == 0;
}

RdmaError RdmaQueuePairPrivate::postToDevice(WorkQueues *to, const WorkTags &tags, size_t *posted)
{
    Works works;
    for (const quint32 tag : tags) {
        PostedWork *work = table.find(tag);
        work->isInline = goesInline(work->data(), limits);
        if (RdmaError reason = takeSlot(work, pool.get(), limits.receiveHeader); reason.isError())
            return reason;
        works.push_back(work);
    }
    if (bindsType1(works.front()->data()))
        return bindType1(*works.front(), tags.front(), posted);
    PostChain chain(works);
    QVarLengthArray<int, ShortBatch + 1> runs = { silentRun }; // after each of them
    for (qsizetype i = 0; i < works.size(); ++i) {
        const quint64 id = to->workRequestId(tags[i]);
        PostedWork *work = works[i];
        if (work->isReceive()) {
            chain.addReceive(*work, id);
        } else {
            work->silent = work->data().flags.testFlag(Rdma::SendFlag::Unsignalled);
            work->signalled = needsSignal(*work, to->provider().completesReadsLate());
            chain.addSend(*work, id, work->signalled);
        }
        runs.push_back(silentRun);
    }
    if (limits.type == Rdma::QueuePairType::UnreliableDatagram)
        chain.setDestination(destination);
    RdmaError reason = works.front()->isReceive()
            ? postReceives(to, &chain, size_t(works.size()), posted)
            : postSends(to, &chain, size_t(works.size()), posted);
    silentRun = runs[qsizetype(*posted)];
    for (qsizetype i = 0; i < qsizetype(*posted); ++i)
        startTimeout(tags[i]);
    return reason;
}

// Type 1 windows have a call of their own; it changes the key at once.
RdmaError RdmaQueuePairPrivate::bindType1(const PostedWork &work, quint32 tag, size_t *posted)
{
    const RdmaMemorySlice slice = work.request.slices().constFirst();
    ibv_mw_bind bind = {};
    bind.wr_id = queues()->workRequestId(tag);
    bind.send_flags = IBV_SEND_SIGNALED;
    if (work.request.flags().testFlag(Rdma::SendFlag::Fenced))
        bind.send_flags |= IBV_SEND_FENCE;
    bind.bind_info = { static_cast<ibv_mr *>(slice.region.nativeHandle()), slice.address(),
                       quint64(slice.length), unsigned(int(work.request.access())) };
    if (isForkedChild())
        return forkedError();
    queues()->willSend();
    errno = 0;
    auto *window = static_cast<ibv_mw *>(work.request.memoryWindow().nativeHandle());
    const int result = verbsResult(ibv_bind_mw(queues()->queuePair(), window, &bind));
    if (result)
        return callError("ibv_bind_mw", result);
    *posted = 1;
    silentRun = 0;
    startTimeout(tag);
    return {};
}

void RdmaQueuePairPrivate::startTimeout(quint32 tag)
{
    PostedWork *work = table.find(tag);
    if (work->data().timeout < 0)
        return;
    work->deadline =
            std::make_unique<Deadline>(engine->deadlines(), [this, tag] { timedOut(tag); });
    work->deadline->start(work->data().timeout);
}

// The program gets its answer; the device keeps the memory until it has given its own.
void RdmaQueuePairPrivate::timedOut(quint32 tag)
{
    table.answered(tag);
    tellWithoutData(table.find(tag), Rdma::CompletionStatus::TimedOut);
}

void RdmaQueuePairPrivate::tellWithoutData(PostedWork *work, Rdma::CompletionStatus status,
                                           bool silent)
{
    RdmaCompletion completion;
    completion.wrId = work->userId;
    completion.opcode = work->request.opcode();
    completion.status = status;
    tell(std::move(completion), std::move(work->promises), silent);
}

void RdmaQueuePairPrivate::workCompleted(quint32 tag, const ibv_wc &completion)
{
    PostedWork *work = table.find(tag);
    if (!work) {
        qCWarning(lcRdmaQueuePair) << "completion of an unknown work request" << tag;
        return;
    }
    if (!work->isReceive()) {
        // A queue keeps its order: what stood before a request that was carried out, or failed, has succeeded. What has a
        // completion of its own waits for it: siw's reads come later than what was posted behind them.
        const ibv_wc before = completion.status == IBV_WC_WR_FLUSH_ERR ? completion : ibv_wc{};
        for (const quint32 earlier : table.unsignalledBefore(tag))
            complete(table.take(earlier), before);
    }
    complete(table.take(tag), completion);
    endIfFailed(completion);
}

void RdmaQueuePairPrivate::sharedReceive(PostedWork &&work, const ibv_wc &completion)
{
    complete(std::move(work), completion);
    endIfFailed(completion);
}

void RdmaQueuePairPrivate::endIfFailed(const ibv_wc &wc)
{
    // The first failure is the cause; flushes only follow it, or a disconnect whose event is under way.
    if (wc.status == IBV_WC_SUCCESS || wc.status == IBV_WC_WR_FLUSH_ERR || failure.isError())
        return;
    setFailure(completionError(wc.status, wc.vendor_err));
    transport->disconnect();
}

void RdmaQueuePairPrivate::complete(PostedWork &&work, const ibv_wc &wc)
{
    RdmaCompletion completion;
    completion.wrId = work.userId;
    completion.opcode = work.data().opcode;
    completion.status = Rdma::CompletionStatus(wc.status);
    completion.vendorError = wc.vendor_err;
    if (engine && wc.status != IBV_WC_WR_FLUSH_ERR)
        completion.timestamp = engine->completionTime();
    if (completion.isSuccess()) {
        if (work.isReceive())
            takeReceived(work, wc, &completion);
        else
            takeResult(work, &completion);
    }
    count(completion, work.isReceive());
    bool &refused = work.isReceive() ? receiveRefused : sendRefused;
    bool &ready = work.isReceive() ? receiveReadyPending : sendReadyPending;
    ready = ready || std::exchange(refused, false);
    const bool isSilent = work.silent && work.promises.isEmpty() && completion.isSuccess();
    if (!work.answered && !isSilent)
        tell(std::move(completion), std::move(work.promises), work.silent && wc.status == 0);
    else if (ready && engine)
        engine->scheduleDelivery(this);
}

void RdmaQueuePairPrivate::count(const RdmaCompletion &completion, bool isReceive)
{
    if (!completion.isSuccess())
        traffic.failed(int(completion.status));
    else if (isReceive)
        traffic.received(completion.byteLength);
    else
        traffic.sent(completion.byteLength);
}

void RdmaQueuePairPrivate::takeReceived(const PostedWork &work, const ibv_wc &wc,
                                        RdmaCompletion *completion) const
{
    completion->byteLength = wc.byte_len - quint32(qMin(work.header, int(wc.byte_len)));
    if (wc.opcode == IBV_WC_RECV_RDMA_WITH_IMM)
        completion->opcode =
                Rdma::Opcode::ReceiveWithImmediate; // the bytes went to where the peer wrote
    else if (work.slot)
        completion->data = QByteArray(work.slot.data() + work.header, completion->byteLength);
    // Bits, not words: rxe sets others beside them.
    if ((wc.wc_flags & IBV_WC_WITH_IMM) != 0) {
        completion->hasImmediate = true;
        completion->immediate = qFromBigEndian(wc.imm_data);
    } else if ((wc.wc_flags & limits.invalidatedFlag) != 0) {
        completion->hasInvalidatedKey = true;
        completion->invalidatedKey = wc.invalidated_rkey;
    }
}

void RdmaQueuePairPrivate::takeResult(const PostedWork &work, RdmaCompletion *completion)
{
    const RdmaWorkRequest &request = work.request;
    completion->byteLength = quint32(request.length());
    switch (request.opcode()) {
    case Rdma::Opcode::Read:
        if (work.slot)
            completion->data = QByteArray(work.slot.data(), request.length());
        break;
    case Rdma::Opcode::CompareAndSwap:
    case Rdma::Opcode::FetchAndAdd:
        std::memcpy(&completion->originalValue, work.slot.data(), sizeof(quint64));
        break;
    case Rdma::Opcode::BindMemoryWindow:
        windowBound(request);
        break;
    case Rdma::Opcode::LocalInvalidate:
        request.memoryWindow().window->setUnbound();
        break;
    default:
        break;
    }
}

void RdmaQueuePairPrivate::windowBound(const RdmaWorkRequest &request)
{
    const RdmaMemorySlice slice = request.slices().constFirst();
    const auto &window = request.memoryWindow().window;
    const quint32 key = request.memoryWindow().type() == RdmaMemoryWindow::Type::One
            ? window->remoteKey()
            : window->nextKey();
    const bool zeroBased = request.access().testFlag(Rdma::AccessFlag::ZeroBased);
    window->setBound(slice.region.memory, zeroBased ? 0 : slice.address(), quint64(slice.length),
                     key);
}

void RdmaQueuePairPrivate::tell(RdmaCompletion &&completion, CompletionPromises &&promises,
                                bool silent)
{
    completions.push_back({ std::move(completion), std::move(promises), silent });
    if (engine)
        engine->scheduleDelivery(this);
}

// Each emission may delete the object, or move it: false then.
bool RdmaQueuePairPrivate::deliverCompletions(const StillHere &alive)
{
    while (!completions.empty()) {
        Told told = std::move(completions.front());
        completions.pop_front();
        if (!told.promises.isEmpty()) {
            told.promises.finish(told.completion);
            if (!alive)
                return false;
        }
        if (told.silent)
            continue;
        ++completionsDelivered;
        Q_EMIT q->completed(told.completion.wrId, told.completion);
        if (!alive)
            return false;
    }
    if (std::exchange(sendReadyPending, false)) {
        Q_EMIT q->sendQueueReady();
        if (!alive)
            return false;
    }
    if (std::exchange(receiveReadyPending, false)) {
        Q_EMIT q->receiveQueueReady();
        return bool(alive);
    }
    return true;
}

// Where nothing is told any more. May delete the object.
void RdmaQueuePairPrivate::answerFutures()
{
    auto untold = std::exchange(completions, {});
    for (Told &told : untold)
        told.promises.finish(told.completion);
}

// A request that is not in flight: it has completed and is not told yet, was refused, or is not known.
RdmaCompletion RdmaQueuePairPrivate::whatBecameOf(quint64 wrId) const
{
    RdmaCompletion completion;
    completion.wrId = wrId;
    completion.status =
            wrId == 0 ? Rdma::CompletionStatus::NotPosted : Rdma::CompletionStatus::UnknownRequest;
    if (q->thread() != QThread::currentThread()) {
        completion.refusal =
                usageError(RdmaQueuePair::tr("A queue pair is used in its own thread only"));
        return completion;
    }
    const auto newest =
            std::find_if(completions.crbegin(), completions.crend(),
                         [wrId](const Told &told) { return told.completion.wrId == wrId; });
    if (newest != completions.crend())
        return newest->completion;
    completion.refusal = wrId == 0 && error.isError()
            ? error
            : usageError(RdmaQueuePair::tr("No request with the id %1 is in flight").arg(wrId),
                         Rdma::explainCompletion(Rdma::CompletionStatus::UnknownRequest).hint);
    return completion;
}
