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
    ring->makeSlots(slots, size);
    ring->setKept(0);
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

// Where the program keeps many slots, few are left to wait for others.
void ReceiveRing::setKept(quint32 count)
{
    constexpr quint32 MostAtOnce = 16;
    m_kept = count;
    m_atOnce = std::clamp((quint32(m_requests.size()) - count) / 4, 1U, MostAtOnce);
}

int ReceiveRing::start()
{
    m_waiting = { 0, quint32(m_requests.size()) };
    return postWaiting();
}

void ReceiveRing::end(const std::shared_ptr<ReceiveRing> &ring)
{
    ring->m_to = nullptr;
    if (ring->m_telling.run.count == 0)
        return;
    ring->m_self = ring;
    ring->m_needsCare = true;
}

// The message begins a run, or brings more than bytes.
void ReceiveRing::arrivedOtherwise(const ibv_wc &completion)
{
    const auto slot = quint32(completion.wr_id - m_firstId);
    if (slot != m_arrived.end())
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
    ++m_arrived.count;
}

void ReceiveRing::beginRun(quint32 slot)
{
    if (hasMessages())
        m_earlier.push_back(m_arrived);
    m_arrived = { slot, 0 };
}

void ReceiveRing::takeEarlier()
{
    m_telling.run = m_earlier.front();
    m_earlier.pop_front();
}

Q_NEVER_INLINE void ReceiveRing::beginWithin()
{
    m_outer.push_back(std::exchange(m_telling, {}));
    m_needsCare = true;
}

Q_NEVER_INLINE int ReceiveRing::endWithCare()
{
    const Telling told = std::exchange(m_telling, {});
    if (!m_outer.empty()) {
        m_telling = m_outer.back();
        m_outer.pop_back();
    }
    m_needsCare = m_self || m_telling.keeps || !m_outer.empty();
    if (!m_self)
        return told.keeps ? giveBackOthers(told.run) : repost(told.run.first, told.run.count);
    if (m_telling.run.count == 0)
        std::exchange(m_self, nullptr).reset(); // nobody may have this object any more
    return Ended;
}

int ReceiveRing::giveBackOthers(const Run &run)
{
    int result = 0;
    for (quint32 slot = run.first; slot < run.end() && result == 0; ++slot) {
        if (m_messages[slot].slot != NoSlot)
            result = repost(slot, 1);
    }
    return result ? result : postIfMany();
}

bool ReceiveRing::keep(quint32 slot)
{
    Telling *const telling = tellingOf(slot);
    if (!telling || m_messages[slot].slot == NoSlot)
        return false; // nobody keeps it twice
    m_messages[slot].slot = NoSlot;
    telling->keeps = m_needsCare = true;
    setKept(m_kept + 1);
    return true;
}

ReceiveRing::Telling *ReceiveRing::tellingOf(quint32 slot)
{
    if (m_telling.run.has(slot))
        return &m_telling;
    const auto found = std::find_if(m_outer.rbegin(), m_outer.rend(),
                                    [slot](const Telling &outer) { return outer.run.has(slot); });
    return found == m_outer.rend() ? nullptr : &*found;
}

int ReceiveRing::giveBack(quint32 slot)
{
    m_messages[slot].slot = quint16(slot);
    setKept(m_kept - 1);
    return tellingOf(slot) ? 0 : repost(slot, 1); // all of a run go back together
}

// The slots that wait are elsewhere.
int ReceiveRing::postApart(Run run)
{
    const int result = postWaiting();
    m_waiting = run;
    return result ? result : postIfMany();
}

int ReceiveRing::postWaiting()
{
    const Run run = std::exchange(m_waiting, { m_waiting.end(), 0 });
    if (!m_to || run.count == 0)
        return 0;
    ibv_recv_wr &last = m_requests[run.end() - 1];
    ibv_recv_wr *const behind = std::exchange(last.next, nullptr);
    ibv_recv_wr *bad = nullptr;
    const int result = m_to->postReceive(&m_requests[run.first], &bad);
    last.next = behind;
    return result;
}

} // namespace QtRdmaPrivate
