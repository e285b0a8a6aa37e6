// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "completionqueue_p.h"

#include "engineclient_p.h"

#include "../verbs/forkedchild_p.h"
#include "../base/logging_p.h"
#include "../verbs/provider_p.h"
#include "../verbs/verbscall_p.h"

#include <fcntl.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace QtRdmaPrivate {

namespace {
// Each acknowledgement takes a mutex, so many are acknowledged at once.
constexpr unsigned AcknowledgeBatch = 64;

bool isReceive(const ibv_wc &completion)
{
    return completion.status == IBV_WC_SUCCESS && (completion.opcode & IBV_WC_RECV) != 0;
}

// Copies what the extended queue shows field by field into the form of the plain one. Most fields
// mean nothing for a failure.
void readCurrent(ibv_cq_ex *queue, ibv_wc *completion)
{
    *completion = {};
    completion->wr_id = queue->wr_id;
    completion->status = queue->status;
    completion->vendor_err = ibv_wc_read_vendor_err(queue);
    completion->qp_num = ibv_wc_read_qp_num(queue);
    if (completion->status != IBV_WC_SUCCESS)
        return;
    completion->opcode = ibv_wc_read_opcode(queue);
    completion->byte_len = ibv_wc_read_byte_len(queue);
    completion->wc_flags = ibv_wc_read_wc_flags(queue);
    if ((completion->wc_flags & IBV_WC_WITH_INV) != 0)
        completion->invalidated_rkey = ibv_wc_read_invalidated_rkey(queue);
    else
        completion->imm_data = ibv_wc_read_imm_data(queue);
    completion->src_qp = ibv_wc_read_src_qp(queue);
    completion->slid = uint16_t(ibv_wc_read_slid(queue));
    completion->sl = ibv_wc_read_sl(queue);
    completion->dlid_path_bits = ibv_wc_read_dlid_path_bits(queue);
}
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
        if (isForkedChild())
            return;
        unfence(c->fd);
        if (const int failure = verbsResult(ibv_destroy_comp_channel(c)))
            qCWarning(lcRdmaCompletion) << callError("ibv_destroy_comp_channel", failure);
    };
    if (fcntl(channel->fd, F_SETFL, fcntl(channel->fd, F_GETFL) | O_NONBLOCK) != 0) {
        *error = callError("fcntl", errno);
        destroy(channel);
        return {};
    }
    fenceInChildren(channel->fd);
    return CompletionChannelPtr(channel, destroy);
}

QueueKind QueueKind::of(const Provider &provider, bool stamps)
{
    QueueKind kind;
    kind.stamps = stamps && provider.completionClock() != 0;
    kind.isExtended = kind.stamps || qEnvironmentVariableIsSet("QTRDMA_EXTENDED_QUEUES");
    return kind;
}

std::shared_ptr<CompletionQueue> CompletionQueue::make(const CompletionChannelPtr &channel,
                                                       ibv_context *context, int entries,
                                                       QueueKind kind, RdmaError *error)
{
    std::shared_ptr<CompletionQueue> queue(new CompletionQueue);
    queue->m_channel = channel;
    queue->m_kind = kind;
    *error = queue->create(context, entries);
    if (error->isError())
        return {};
    queue->m_capacity = queue->m_cq->cqe;
    *error = queue->arm();
    return error->isError() ? nullptr : queue;
}

RdmaError CompletionQueue::create(ibv_context *context, int entries)
{
    errno = 0;
    if (!m_kind.isExtended) {
        m_cq = ibv_create_cq(context, entries, this, m_channel.get(), m_kind.vector);
        return m_cq ? RdmaError() : callError("ibv_create_cq", pointerResult(nullptr));
    }
    ibv_cq_init_attr_ex attributes = {};
    attributes.cqe = uint32_t(entries);
    attributes.cq_context = this;
    attributes.channel = m_channel.get();
    attributes.comp_vector = uint32_t(m_kind.vector);
    attributes.wc_flags = IBV_WC_STANDARD_FLAGS;
    if (m_kind.stamps)
        attributes.wc_flags |= IBV_WC_EX_WITH_COMPLETION_TIMESTAMP;
    m_extended = ibv_create_cq_ex(context, &attributes);
    if (!m_extended && errno == EOPNOTSUPP) { // the provider has plain queues only
        m_kind.isExtended = m_kind.stamps = false;
        return create(context, entries);
    }
    if (!m_extended)
        return callError("ibv_create_cq_ex", pointerResult(nullptr));
    m_cq = ibv_cq_ex_to_cq(m_extended);
    return {};
}

CompletionQueue::~CompletionQueue()
{
    if (!m_cq || isForkedChild())
        return;
    acknowledge(); // ibv_destroy_cq() waits until every event that was taken is acknowledged
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

Q_NEVER_INLINE void CompletionQueue::noteReceives(const ibv_wc *completions, int count)
{
    if (std::any_of(completions, completions + count, isReceive))
        received();
}

// Takes one completion for each start and end: rxe's provider (rdma-core 44) loses one when
// ibv_next_poll() finds nothing.
Q_NEVER_INLINE int CompletionQueue::pollExtended(ibv_wc *completions, quint64 *ticks, int count)
{
    for (int polled = 0; polled < count; ++polled) {
        ibv_poll_cq_attr attributes = {};
        const int result = ibv_start_poll(m_extended, &attributes);
        if (result != 0)
            return result == ENOENT || polled > 0 ? polled : -result;
        readCurrent(m_extended, &completions[polled]);
        ticks[polled] = m_kind.stamps ? ibv_wc_read_completion_ts(m_extended) : NoTicks;
        ibv_end_poll(m_extended);
    }
    return count;
}

RdmaError CompletionQueue::arm()
{
    if (isForkedChild())
        return {};
    if (const int failure = verbsResult(ibv_req_notify_cq(m_cq, 0)))
        return callError("ibv_req_notify_cq", failure);
    armed();
    return {};
}

void CompletionQueue::eventTaken()
{
    told();
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
