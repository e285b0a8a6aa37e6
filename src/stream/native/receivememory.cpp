// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "receivememory_p.h"

#include "../receivechain_p.h"

#include "../../base/logging_p.h"
#include "../../verbs/lockedmemory_p.h"

#include <infiniband/verbs.h>

#include <iterator>
#include <numeric>
#include <utility>

namespace QtRdmaPrivate {

void ReceiveMemory::share(std::shared_ptr<SharedSlots> slots,
                          std::shared_ptr<SharedSlots::Share> share)
{
    m_shared = std::move(slots);
    m_share = std::move(share);
    m_protocol.shareSlots();
}

RdmaError ReceiveMemory::prepare(std::shared_ptr<RegisteredPool> pool)
{
    m_pool = std::move(pool);
    const quint32 receives = receivesFor(m_protocol.own().window);
    if (RdmaError error = m_pool->take(m_protocol.slots().size(), receives, &m_slots);
        error.isError())
        return error;
    m_freed.resize(receives);
    std::iota(m_freed.begin(), m_freed.end(), 0);
    return post() ? RdmaError() : m_error;
}

// --- receives ---

quint32 ReceiveMemory::sharedTaken(PoolSlot &&slot)
{
    m_shared->takenOut();
    if (m_unused.empty()) {
        m_slots.push_back(std::move(slot));
        return quint32(m_slots.size() - 1);
    }
    const quint32 number = m_unused.back();
    m_unused.pop_back();
    m_slots[number] = std::move(slot);
    return number;
}

bool ReceiveMemory::read(char *data, qint64 size)
{
    if (data && m_received.readPart(data, size))
        return false;
    const int before = m_received.slotsHeld();
    m_received.read(data, size, &m_freed);
    return dataFreed(before);
}

bool ReceiveMemory::discardBehind(qint64 size)
{
    const int before = m_received.slotsHeld();
    m_received.truncate(size, &m_freed);
    return dataFreed(before);
}

bool ReceiveMemory::copyOut(int slotCount)
{
    const int before = m_received.slotsHeld();
    m_received.copyOut(slotCount, &m_freed);
    return dataFreed(before);
}

bool ReceiveMemory::dataFreed(int before)
{
    const int count = before - m_received.slotsHeld();
    m_protocol.dataFreed(size_t(count));
    return count > 0;
}

RdmaError ReceiveMemory::giveBackShared()
{
    std::vector<PoolSlot> freed;
    for (const quint32 slot : m_freed) {
        freed.push_back(std::move(m_slots[slot]));
        m_unused.push_back(slot);
    }
    m_freed.clear();
    return m_shared->giveBack(int(freed.size()), &freed);
}

// The peer was promised larger slots. They are posted in the place of those that become free.
Q_NEVER_INLINE void ReceiveMemory::enlarge(PoolSlot *slot)
{
    if (m_larger.empty())
        return;
    *slot = std::move(m_larger.back());
    m_larger.pop_back();
}

// Makes the slot that long, if it can be.
Q_NEVER_INLINE void ReceiveMemory::fit(PoolSlot *slot, quint32 size)
{
    if (slot->size() < size)
        enlarge(slot);
    slot->shorten(size);
}

Q_NEVER_INLINE bool ReceiveMemory::refused(int failure)
{
    m_error = callError("ibv_post_recv", failure);
    return false;
}

Q_NEVER_INLINE bool ReceiveMemory::postSeveral()
{
    if (m_shared) {
        m_error = giveBackShared();
        return !m_error.isError();
    }
    const quint32 size = m_protocol.slots().size();
    ReceiveChain chain(&m_connection.queues());
    for (const quint32 number : m_freed) {
        PoolSlot &slot = m_slots[number];
        if (slot.size() != size)
            fit(&slot, size);
        chain.add(m_connection.queues().workRequestId(number), slot.data(), slot.size(),
                  slot.localKey());
    }
    m_freed.clear();
    return chain.post(&m_error);
}

// --- the window ---

Q_NEVER_INLINE int ReceiveMemory::widenTo(int wanted)
{
    const int window = m_protocol.window();
    const quint32 slotSize = m_protocol.slots().size();
    const auto covered = [this] { return int(m_slots.size()) - controlQuotaSum(); };
    while (covered() < wanted) {
        PoolSlot slot = m_pool->takeForSpeed(slotSize, slotSize);
        if (!slot) // fewer work, too
            break;
        m_freed.push_back(quint32(m_slots.size()));
        m_slots.push_back(std::move(slot));
        if (m_connection.engine()->isPhaseLong()) // registering takes long
            break;
        m_connection.engine()->startPhaseClock();
    }
    return qMin(wanted, covered()) - window; // after a credit return slots may still be there
}

Q_NEVER_INLINE bool ReceiveMemory::adjustShared()
{
    const int surplus = m_shared->surplus(m_protocol.window());
    if (const int count = m_protocol.leaveOut(surplus); count > 0) {
        m_shared->release(m_share.get(), count);
        return true;
    }
    if (const int wanted = m_protocol.takeDemand(); wanted > 0)
        m_protocol.widen(m_shared->grant(m_share.get(), wanted));
    return false;
}

void ReceiveMemory::creditReturned(int count)
{
    if (m_shared)
        m_shared->release(m_share.get(), count);
}

// --- larger slots ---

// 0 if there is no memory for slots larger than the present ones.
quint32 ReceiveMemory::largest() const
{
    const quint32 size = m_protocol.slots().sizeWithin(LockedMemory::share(), m_slots.size());
    return size > 0 && m_pool->hasForSpeed(size, m_slots.size()) ? size : 0;
}

// If there are not enough larger slots, all of them go back: small ones work, too.
ReceiveMemory::Larger ReceiveMemory::takeLarger()
{
    if (m_protocol.slots().growingTo() == 0)
        m_protocol.beginGrowing(largest());
    const quint32 size = m_protocol.slots().growingTo();
    while (size > 0 && m_larger.size() < m_slots.size()) {
        PoolSlot slot = m_pool->takeForSpeed(size, size);
        if (!slot)
            break;
        m_larger.push_back(std::move(slot));
        if (m_connection.engine()->isPhaseLong())
            return m_larger.size() < m_slots.size() ? Larger::Some : Larger::All;
    }
    if (size > 0 && m_larger.size() >= m_slots.size())
        return Larger::All;
    m_larger.clear();
    m_protocol.giveUpGrowing();
    return Larger::None;
}

// --- the end ---

void ReceiveMemory::release(std::vector<PoolSlot> *slots,
                            std::vector<std::shared_ptr<void>> *memory)
{
    if (m_shared) { // what is unread may stay so for long
        m_received.copyOut(m_received.slotsHeld(), &m_freed);
        if (RdmaError failure = giveBackShared(); failure.isError())
            qCWarning(lcRdmaStream) << failure;
    }
    for (quint32 number = 0; number < m_slots.size(); ++number) {
        if (m_slots[number] && !m_received.holds(number))
            slots->push_back(std::move(m_slots[number]));
    }
    std::move(m_larger.begin(), m_larger.end(), std::back_inserter(*slots));
    m_larger.clear();
    memory->push_back(std::move(m_share));
}

} // namespace QtRdmaPrivate
