// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "receivememory_p.h"

#include "../receivechain_p.h"

#include "../../base/logging_p.h"
#include "../../verbs/lockedmemory_p.h"

#include <infiniband/verbs.h>

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
    if (RdmaError error = m_pool->take(m_protocol.slots().size(), receives, &m_freed);
        error.isError())
        return error;
    m_byTag.resize(receives);
    m_freeTags.resize(receives);
    std::iota(m_freeTags.begin(), m_freeTags.end(), 0);
    m_freeCount = receives;
    return post() ? RdmaError() : m_error;
}

// Adds the slot to those that are posted next.
void ReceiveMemory::add(PoolSlot slot)
{
    m_freed.push_back(std::move(slot));
    m_freeTags.emplace_back();
    m_freeTags[m_freeCount++] = quint32(m_byTag.size());
    m_byTag.emplace_back();
}

// --- receives ---

void ReceiveMemory::sharedTaken()
{
    m_shared->takenOut();
    ++m_sharedHeld;
}

bool ReceiveMemory::read(char *data, qint64 size)
{
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

bool ReceiveMemory::post()
{
    if (m_freed.empty())
        return true;
    if (m_shared)
        return postShared();
    return m_freed.size() == 1 ? postOne() : postSeveral();
}

Q_NEVER_INLINE bool ReceiveMemory::postShared()
{
    const int count = int(m_freed.size());
    m_sharedHeld -= count;
    m_error = m_shared->giveBack(count, &m_freed);
    return !m_error.isError();
}

// Returns the slot that is posted now, and the id of its receive: the one that has become free, or
// a larger one in its place.
Q_ALWAYS_INLINE const PoolSlot &ReceiveMemory::place(PoolSlot *freed, quint64 *id)
{
    if (freed->size() < m_protocol.slots().size() && !m_larger.empty()) {
        *freed = std::move(m_larger.back());
        m_larger.pop_back();
    }
    const quint32 tag = m_freeTags[--m_freeCount];
    *id = m_connection.queues().workRequestId(tag);
    return m_byTag[tag] = std::move(*freed);
}

bool ReceiveMemory::postOne()
{
    quint64 id = 0;
    const PoolSlot &slot = place(&m_freed.front(), &id);
    m_freed.pop_back();
    m_element = { quintptr(slot.data()), qMin(m_protocol.slots().size(), slot.size()),
                  slot.localKey() };
    m_request.wr_id = id;
    const int failure = m_connection.queues().postReceive(&m_request, &m_refused);
    return failure == 0 || refused(failure);
}

Q_NEVER_INLINE bool ReceiveMemory::refused(int failure)
{
    m_error = callError("ibv_post_recv", failure);
    return false;
}

Q_NEVER_INLINE bool ReceiveMemory::postSeveral()
{
    ReceiveChain chain(&m_connection.queues());
    for (PoolSlot &freed : m_freed) {
        quint64 id = 0;
        const PoolSlot &slot = place(&freed, &id);
        chain.add(id, slot.data(), qMin(m_protocol.slots().size(), slot.size()), slot.localKey());
    }
    m_freed.clear();
    return chain.post(&m_error);
}

// --- the window ---

Q_NEVER_INLINE int ReceiveMemory::widenTo(int wanted)
{
    const int window = m_protocol.window();
    const quint32 slotSize = m_protocol.slots().size();
    const auto covered = [this] { return int(m_byTag.size()) - controlQuotaSum(); };
    while (covered() < wanted) {
        PoolSlot slot = m_pool->takeForSpeed(slotSize, slotSize);
        if (!slot) // fewer work, too
            break;
        add(std::move(slot));
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
    const quint32 size = m_protocol.slots().sizeWithin(LockedMemory::share(), m_byTag.size());
    return size > 0 && m_pool->hasForSpeed(size, m_byTag.size()) ? size : 0;
}

// If there are not enough larger slots, all of them go back: small ones work, too.
ReceiveMemory::Larger ReceiveMemory::takeLarger()
{
    if (m_protocol.slots().growingTo() == 0)
        m_protocol.beginGrowing(largest());
    const quint32 size = m_protocol.slots().growingTo();
    while (size > 0 && m_larger.size() < m_byTag.size()) {
        PoolSlot slot = m_pool->takeForSpeed(size, size);
        if (!slot)
            break;
        m_larger.push_back(std::move(slot));
        if (m_connection.engine()->isPhaseLong())
            return m_larger.size() < m_byTag.size() ? Larger::Some : Larger::All;
    }
    if (size > 0 && m_larger.size() >= m_byTag.size())
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
        const RdmaError failure = m_shared->giveBack(std::exchange(m_sharedHeld, 0), &m_freed);
        if (failure.isError())
            qCWarning(lcRdmaStream) << failure;
    }
    for (auto *list : { &m_byTag, &m_freed, &m_larger }) {
        for (PoolSlot &slot : *list) {
            if (slot)
                slots->push_back(std::move(slot));
        }
        list->clear();
    }
    memory->push_back(std::move(m_share));
}

} // namespace QtRdmaPrivate
