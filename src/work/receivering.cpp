// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "receivering_p.h"

#include "workring_p.h"

#include "../verbs/registeredmemory_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qendian.h>

#include <algorithm>
#include <utility>

namespace QtRdmaPrivate {

std::shared_ptr<ReceiveRing> ReceiveRing::make(WorkQueues *to, int slots, quint32 slotSize,
                                               int header, RdmaError *error)
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
    ring->m_atOnce = std::clamp(slots / 4, 1, MostAtOnce);
    ring->m_elements.resize(size_t(slots));
    ring->m_requests.resize(size_t(slots));
    ring->m_messages = std::make_unique<RdmaReceived[]>(size_t(slots));
    for (size_t i = 0; i < size_t(slots); ++i) {
        ring->m_elements[i] = { quintptr(ring->m_memory->data()) + i * size, size,
                                ring->m_memory->localKey() };
        ring->m_requests[i] = {};
        ring->m_requests[i].wr_id =
                to->workRequestId(quint32(WorkRing::Kind::Receives) | quint32(i));
        ring->m_requests[i].sg_list = &ring->m_elements[i];
        ring->m_requests[i].num_sge = 1;
    }
    return ring;
}

RdmaError ReceiveRing::start()
{
    for (quint32 slot = 0; slot < m_requests.size(); ++slot)
        repostLater(slot);
    return repost();
}

void ReceiveRing::arrived(quint32 slot, const ibv_wc &completion, unsigned invalidatedFlag)
{
    --m_posted;
    RdmaReceived &message = m_messages[size_t(m_arrived++)];
    message = { reinterpret_cast<const char *>(m_elements[slot].addr) + m_header,
                completion.byte_len - std::min(m_header, completion.byte_len),
                0,
                0,
                quint16(slot),
                false,
                false };
    if (completion.opcode == IBV_WC_RECV_RDMA_WITH_IMM)
        message.byteLength = 0; // the bytes are where the peer has written them
    if ((completion.wc_flags & IBV_WC_WITH_IMM) != 0) {
        message.hasImmediate = true;
        message.immediate = qFromBigEndian(completion.imm_data);
    } else if ((completion.wc_flags & invalidatedFlag) != 0) {
        message.hasInvalidatedKey = true;
        message.invalidatedKey = completion.invalidated_rkey;
    }
}

// The handler may wait for more messages, which need places of their own.
ReceiveRing::Telling::Telling(ReceiveRing *ring)
    : m_ring(ring)
    , m_messages(std::exchange(ring->m_messages, std::move(ring->m_spare)))
    , m_count(std::exchange(ring->m_arrived, 0))
    , m_outer(std::exchange(ring->m_innermost, this))
{
    if (!ring->m_messages)
        ring->m_messages = std::make_unique<RdmaReceived[]>(ring->m_requests.size());
}

ReceiveRing::~ReceiveRing()
{
    for (Telling *telling = m_innermost; telling; telling = telling->m_outer)
        telling->m_ring = nullptr;
}

ReceiveRing::Telling::~Telling()
{
    if (!m_ring)
        return;
    m_ring->m_innermost = m_outer;
    m_ring->m_spare = std::move(m_messages);
}

RdmaError ReceiveRing::Telling::giveBack()
{
    if (!m_ring)
        return {};
    for (const RdmaReceived &message : *this) {
        if (message.slot != NoSlot)
            m_ring->repostLater(message.slot);
    }
    return m_ring->repostIfMany();
}

bool ReceiveRing::keep(quint32 slot)
{
    for (Telling *telling = m_innermost; telling; telling = telling->m_outer) {
        for (RdmaReceived &message : *telling) {
            if (message.slot == slot) {
                message.slot = NoSlot; // nobody keeps it twice
                return slot != NoSlot;
            }
        }
    }
    return false;
}

RdmaError ReceiveRing::giveBack(quint32 slot)
{
    repostLater(slot);
    return repostIfMany();
}

RdmaError ReceiveRing::repost()
{
    if (!m_to || !m_first)
        return {};
    *m_end = nullptr;
    ibv_recv_wr *bad = nullptr;
    const int result = m_to->postReceive(m_first, &bad);
    m_posted += m_waiting;
    m_first = nullptr;
    m_end = &m_first;
    m_waiting = 0;
    return result ? callError("ibv_post_recv", result) : RdmaError();
}

} // namespace QtRdmaPrivate
