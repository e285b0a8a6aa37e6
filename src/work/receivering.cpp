// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "receivering_p.h"

#include "workring_p.h"

#include "../verbs/registeredmemory_p.h"

#include <QtCore/qendian.h>

#include <algorithm>
#include <utility>

namespace QtRdmaPrivate {

std::shared_ptr<ReceiveRing> ReceiveRing::make(WorkQueues *to, int slots, quint32 slotSize,
                                               int header, unsigned invalidatedFlag,
                                               RdmaError *error)
{
    constexpr int MostAtOnce = 16;
    std::shared_ptr<ReceiveRing> ring(new ReceiveRing);
    const quint32 size = slotSize + quint32(header);
    ring->m_memory = RegisteredMemory::make(to->domain(), size_t(slots) * size,
                                            RegisteredMemory::SlotAccess, error);
    if (!ring->m_memory)
        return {};
    ring->m_to = to;
    ring->m_header = quint32(header);
    ring->m_invalidatedFlag = invalidatedFlag;
    ring->m_extras = invalidatedFlag | IBV_WC_WITH_IMM;
    ring->m_atOnce = quint32(std::clamp(slots / 4, 1, MostAtOnce));
    ring->makeSlots(slots, size);
    return ring;
}

void ReceiveRing::makeSlots(int slots, quint32 size)
{
    m_firstId = m_to->workRequestId(quint32(WorkRing::Kind::Receives));
    m_elements.resize(size_t(slots));
    m_requests.resize(size_t(slots));
    m_messages = std::make_unique<RdmaReceived[]>(size_t(slots));
    for (size_t i = 0; i < size_t(slots); ++i) {
        char *const data = m_memory->data() + i * size;
        m_elements[i] = { quintptr(data), size, m_memory->localKey() };
        m_requests[i] = {};
        m_requests[i].wr_id = m_firstId + i;
        m_requests[i].next = i + 1 < size_t(slots) ? &m_requests[i + 1] : nullptr;
        m_requests[i].sg_list = &m_elements[i];
        m_requests[i].num_sge = 1;
        m_messages[i].data = data + m_header;
        m_messages[i].slot = quint16(i);
    }
}

int ReceiveRing::start()
{
    m_waiting = { 0, quint32(m_requests.size()) };
    return postWaiting();
}

void ReceiveRing::end(const std::shared_ptr<ReceiveRing> &ring)
{
    ring->m_to = nullptr;
    for (Telling *telling = ring->m_innermost; telling; telling = telling->m_outer)
        telling->m_ended = ring;
}

// The message begins a run, or brings more than bytes.
void ReceiveRing::arrivedOtherwise(const ibv_wc &completion)
{
    const auto slot = quint32(completion.wr_id - m_firstId);
    if (slot != m_arrived.end)
        beginRun(slot);
    RdmaReceived &message = m_messages[slot];
    // A write has put its bytes elsewhere.
    message.byteLength = completion.opcode == IBV_WC_RECV_RDMA_WITH_IMM
            ? 0
            : completion.byte_len - std::min(m_header, completion.byte_len);
    message.hasImmediate = (completion.wc_flags & IBV_WC_WITH_IMM) != 0;
    message.hasInvalidatedKey =
            !message.hasImmediate && (completion.wc_flags & m_invalidatedFlag) != 0;
    if (message.hasImmediate)
        message.immediate = qFromBigEndian(completion.imm_data);
    else if (message.hasInvalidatedKey)
        message.invalidatedKey = completion.invalidated_rkey;
    ++m_arrived.end;
}

void ReceiveRing::beginRun(quint32 slot)
{
    if (hasMessages())
        m_earlier.push_back(m_arrived);
    m_arrived = { slot, slot };
}

ReceiveRing::Run ReceiveRing::takeOldest()
{
    Run oldest = m_arrived;
    if (m_earlier.empty()) {
        m_arrived.first = m_arrived.end; // the next one may be at its end
    } else {
        oldest = m_earlier.front();
        m_earlier.pop_front();
    }
    m_posted -= oldest.size();
    return oldest;
}

int ReceiveRing::Telling::giveBackOthers()
{
    int result = 0;
    for (quint32 slot = m_run.first; slot < m_run.end && result == 0; ++slot) {
        if (m_ring->m_messages[slot].slot != NoSlot)
            result = m_ring->repost({ slot, slot + 1 });
    }
    return result ? result : m_ring->postIfMany();
}

bool ReceiveRing::keep(quint32 slot)
{
    for (Telling *telling = m_innermost; telling; telling = telling->m_outer) {
        if (slot < telling->m_run.first || slot >= telling->m_run.end)
            continue;
        telling->m_keeps = true;
        return std::exchange(m_messages[slot].slot, NoSlot) != NoSlot; // nobody keeps it twice
    }
    return false;
}

int ReceiveRing::giveBack(quint32 slot)
{
    m_messages[slot].slot = quint16(slot);
    return repost({ slot, slot + 1 });
}

int ReceiveRing::postWaiting()
{
    const Run run = std::exchange(m_waiting, {});
    if (!m_to || run.size() == 0)
        return 0;
    ibv_recv_wr &last = m_requests[run.end - 1];
    ibv_recv_wr *const behind = std::exchange(last.next, nullptr);
    ibv_recv_wr *bad = nullptr;
    const int result = m_to->postReceive(&m_requests[run.first], &bad);
    last.next = behind;
    m_posted += run.size();
    return result;
}

} // namespace QtRdmaPrivate
