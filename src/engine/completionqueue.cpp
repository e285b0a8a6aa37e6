// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "completionqueue_p.h"

#include "../verbs/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <fcntl.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <utility>

namespace QtRdmaPrivate {

namespace {
// Each acknowledgement takes a mutex; many at once cost one.
constexpr unsigned AcknowledgeBatch = 64;
} // namespace

CompletionChannelPtr makeCompletionChannel(ibv_context *context, RdmaError *error)
{
    errno = 0;
    ibv_comp_channel *channel = ibv_create_comp_channel(context);
    if (!channel) {
        *error = callError("ibv_create_comp_channel", pointerResult(channel));
        return {};
    }
    const auto destroy = [](ibv_comp_channel *c) {
        if (const int failure = verbsResult(ibv_destroy_comp_channel(c)))
            qCWarning(lcRdmaCompletion) << callError("ibv_destroy_comp_channel", failure);
    };
    if (fcntl(channel->fd, F_SETFL, fcntl(channel->fd, F_GETFL) | O_NONBLOCK) != 0) {
        *error = callError("fcntl", errno);
        destroy(channel);
        return {};
    }
    return CompletionChannelPtr(channel, destroy);
}

std::shared_ptr<CompletionQueue> CompletionQueue::make(const CompletionChannelPtr &channel,
                                                       ibv_context *context, int entries,
                                                       RdmaError *error)
{
    std::shared_ptr<CompletionQueue> queue(new CompletionQueue);
    queue->m_channel = channel;
    errno = 0;
    queue->m_cq = ibv_create_cq(context, entries, queue.get(), channel.get(), 0);
    if (!queue->m_cq) {
        *error = callError("ibv_create_cq", pointerResult(nullptr));
        return {};
    }
    queue->m_capacity = queue->m_cq->cqe;
    *error = queue->arm();
    return error->isError() ? nullptr : queue;
}

CompletionQueue::~CompletionQueue()
{
    if (!m_cq)
        return;
    acknowledge(); // ibv_destroy_cq() waits for every event that was taken
    if (const int failure = verbsResult(ibv_destroy_cq(m_cq)))
        qCWarning(lcRdmaCompletion) << callError("ibv_destroy_cq", failure);
}

bool CompletionQueue::reserve(int entries)
{
    if (m_reserved + entries > m_capacity)
        return false;
    m_reserved += entries;
    return true;
}

int CompletionQueue::poll(ibv_wc *completions, int count)
{
    return ibv_poll_cq(m_cq, count, completions);
}

RdmaError CompletionQueue::arm()
{
    if (const int failure = verbsResult(ibv_req_notify_cq(m_cq, 0)))
        return callError("ibv_req_notify_cq", failure);
    m_armed = true;
    return {};
}

void CompletionQueue::eventTaken()
{
    pollDue = true;
    m_armed = false;
    if (++m_unacknowledged >= AcknowledgeBatch)
        acknowledge();
}

void CompletionQueue::pollBegins()
{
    m_retiredSeen = m_retired.load(std::memory_order_acquire);
}

void CompletionQueue::pollEndedEmpty()
{
    if (m_retiredSeen == 0)
        return;
    m_reserved -= m_retiredSeen;
    m_retired.fetch_sub(std::exchange(m_retiredSeen, 0));
}

void CompletionQueue::acknowledge()
{
    if (const unsigned count = std::exchange(m_unacknowledged, 0))
        ibv_ack_cq_events(m_cq, count);
}

} // namespace QtRdmaPrivate
