// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "completionqueue_p.h"

#include "asyncevents_p.h"
#include "completionchannel_p.h"
#include "counts_p.h"
#include "device_p.h"
#include "timeouts_p.h"
#include "wire_p.h"

#include <bit>
#include <ctime>
#include <utility>

namespace NullNic {

namespace {

void arrive(CompletionQueue &queue)
{
    queue.arrived = queue.tail;
}

CompletionQueue *makeQueue(ibv_context *context, uint32_t entries, void *programs,
                           ibv_comp_channel *channel, int vector)
{
    if (entries < 1 || entries > uint32_t(DeviceLimits.max_cqe) || vector < 0 || vector >= Vectors)
        return refuse<CompletionQueue>(EINVAL);
    auto *queue = new CompletionQueue{};
    queue->context = context;
    queue->channel = channel;
    queue->cq_context = programs;
    queue->cqe = int(entries);
    const uint32_t size = std::bit_ceil(entries);
    queue->entries.reset(new CompletionQueue::Entry[size]); // not touched before it is used
    queue->mask = size - 1;
    pthread_mutex_init(&queue->mutex, nullptr);
    pthread_cond_init(&queue->cond, nullptr);
    const Lock lock;
    queue->handle = nextHandle();
    queue->vector = vector;
    ++counts().completionQueues;
    ++counts().queuesOfVector[size_t(vector)];
    if (channel)
        ++channel->refcnt;
    return queue;
}

// ---- the extended interface ----

const CompletionQueue::Entry &current(ibv_cq_ex *handle)
{
    auto *queue = static_cast<CompletionQueue *>(handle);
    return queue->at(queue->head);
}

const ibv_wc &completionOf(ibv_cq_ex *queue)
{
    return current(queue).completion;
}

int show(CompletionQueue &queue)
{
    if (queue.head == queue.arrived) {
        arrive(queue);
        return ENOENT;
    }
    queue.wr_id = queue.at(queue.head).completion.wr_id;
    queue.status = queue.at(queue.head).completion.status;
    return 0;
}

int startPoll(ibv_cq_ex *handle, ibv_poll_cq_attr *attributes)
{
    Lock lock;
    if (attributes->comp_mask != 0)
        return EINVAL;
    receiveFrames();
    runTimeouts();
    const int result = show(*static_cast<CompletionQueue *>(handle));
    if (result != 0)
        yieldToPeers(&lock);
    return result;
}

// Steps back when there is no more, because the end of the poll steps over the last one.
int nextPoll(ibv_cq_ex *handle)
{
    const Lock lock;
    auto *queue = static_cast<CompletionQueue *>(handle);
    ++queue->head;
    const int result = show(*queue);
    if (result != 0)
        --queue->head;
    return result;
}

void endPoll(ibv_cq_ex *handle)
{
    const Lock lock;
    ++static_cast<CompletionQueue *>(handle)->head;
}

void setReaders(CompletionQueue *queue)
{
    queue->start_poll = startPoll;
    queue->next_poll = nextPoll;
    queue->end_poll = endPoll;
    queue->read_opcode = [](ibv_cq_ex *q) { return completionOf(q).opcode; };
    queue->read_vendor_err = [](ibv_cq_ex *q) { return completionOf(q).vendor_err; };
    queue->read_byte_len = [](ibv_cq_ex *q) { return completionOf(q).byte_len; };
    queue->read_imm_data = [](ibv_cq_ex *q) { return completionOf(q).imm_data; };
    queue->read_qp_num = [](ibv_cq_ex *q) { return completionOf(q).qp_num; };
    queue->read_src_qp = [](ibv_cq_ex *q) { return completionOf(q).src_qp; };
    queue->read_wc_flags = [](ibv_cq_ex *q) { return completionOf(q).wc_flags; };
    queue->read_slid = [](ibv_cq_ex *q) { return uint32_t(completionOf(q).slid); };
    queue->read_sl = [](ibv_cq_ex *q) { return completionOf(q).sl; };
    queue->read_dlid_path_bits = [](ibv_cq_ex *q) { return completionOf(q).dlid_path_bits; };
    queue->read_completion_ts = [](ibv_cq_ex *q) { return current(q).ticks; };
}

} // namespace

uint64_t clockTicks()
{
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return uint64_t(now.tv_sec) * 1000000000 + uint64_t(now.tv_nsec);
}

void complete(ibv_cq *handle, const ibv_wc &completion, bool isSolicited)
{
    CompletionQueue &queue = queueOf(handle);
    if (queue.tail - queue.head == uint32_t(queue.cqe)) {
        if (!std::exchange(queue.isOverrun, true))
            raise(IBV_EVENT_CQ_ERR, handle);
        return;
    }
    const bool hasReaders = queue.start_poll != nullptr;
    queue.at(queue.tail++) = { completion, hasReaders ? clockTicks() : 0 };
    const bool isUrgent = isSolicited || completion.status != IBV_WC_SUCCESS;
    if (queue.armed == CompletionQueue::Armed::ForAll
        || (queue.armed == CompletionQueue::Armed::ForSolicited && isUrgent)) {
        arrive(queue);
        queue.armed = CompletionQueue::Armed::No;
        if (queue.channel)
            tell(&queue);
    }
}

ibv_cq_ex *createExtendedQueue(ibv_context *context, ibv_cq_init_attr_ex *attributes)
{
    constexpr uint64_t Known =
            uint64_t(IBV_WC_STANDARD_FLAGS) | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP;
    constexpr uint32_t KnownFlags = IBV_CREATE_CQ_ATTR_SINGLE_THREADED;
    const bool hasFlags = (attributes->comp_mask & IBV_CQ_INIT_ATTR_MASK_FLAGS) != 0;
    if ((attributes->wc_flags & ~Known) != 0
        || (attributes->comp_mask & ~uint32_t(IBV_CQ_INIT_ATTR_MASK_FLAGS)) != 0
        || (hasFlags && (attributes->flags & ~KnownFlags) != 0))
        return refuse<ibv_cq_ex>(EOPNOTSUPP);
    CompletionQueue *queue = makeQueue(context, attributes->cqe, attributes->cq_context,
                                       attributes->channel, int(attributes->comp_vector));
    if (queue)
        setReaders(queue);
    return queue;
}

int pollQueue(ibv_cq *handle, int count, ibv_wc *completions)
{
    Lock lock;
    CompletionQueue &queue = queueOf(handle);
    receiveFrames();
    runTimeouts();
    int polled = 0;
    while (polled < count && queue.head != queue.arrived)
        completions[polled++] = queue.at(queue.head++).completion;
    if (polled < count)
        arrive(queue);
    if (polled == 0)
        yieldToPeers(&lock);
    return polled;
}

// Completions that are on their way arrive now, and make the event.
int armQueue(ibv_cq *handle, int solicitedOnly)
{
    const Lock lock;
    CompletionQueue &queue = queueOf(handle);
    const bool isOnItsWay = queue.arrived != queue.tail;
    if (!isOnItsWay || solicitedOnly) {
        if (!solicitedOnly)
            queue.armed = CompletionQueue::Armed::ForAll;
        else if (queue.armed == CompletionQueue::Armed::No)
            queue.armed = CompletionQueue::Armed::ForSolicited;
        arrive(queue);
        return 0;
    }
    arrive(queue);
    if (queue.channel)
        tell(&queue);
    return 0;
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

ibv_cq *ibv_create_cq(ibv_context *context, int entries, void *programs, ibv_comp_channel *channel,
                      int vector)
{
    if (entries < 1)
        return refuse<ibv_cq>(EINVAL);
    return reinterpret_cast<ibv_cq *>(
            makeQueue(context, uint32_t(entries), programs, channel, vector));
}

int ibv_resize_cq(ibv_cq *handle, int entries)
{
    const Lock lock;
    CompletionQueue &queue = queueOf(handle);
    const uint32_t held = queue.tail - queue.head;
    if (entries < 1 || entries > DeviceLimits.max_cqe || uint32_t(entries) < held)
        return EINVAL;
    const uint32_t size = std::bit_ceil(uint32_t(entries));
    std::unique_ptr<CompletionQueue::Entry[]> larger(new CompletionQueue::Entry[size]);
    for (uint32_t index = queue.head; index != queue.tail; ++index)
        larger[index & (size - 1)] = queue.at(index);
    queue.entries = std::move(larger);
    queue.mask = size - 1;
    queue.cqe = entries;
    return 0;
}

int ibv_destroy_cq(ibv_cq *handle)
{
    Lock lock;
    CompletionQueue &queue = queueOf(handle);
    if (queue.users > 0)
        return EBUSY;
    forgetCompletionEvents(&queue);
    const uint32_t asyncTaken = forgetAsyncEvents(handle->context, handle);
    acknowledged().wait(lock, [&] {
        return queue.comp_events_completed == queue.eventsTaken
                && queue.async_events_completed == asyncTaken;
    });
    if (queue.channel)
        --queue.channel->refcnt;
    --counts().completionQueues;
    --counts().queuesOfVector[size_t(queue.vector)];
    delete &queue;
    return 0;
}

void ibv_ack_cq_events(ibv_cq *handle, unsigned count)
{
    const Lock lock;
    queueOf(handle).comp_events_completed += count;
    acknowledged().notify_all();
}

} // extern "C"
