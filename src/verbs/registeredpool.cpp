// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "registeredpool_p.h"

#include "forkedchild_p.h"
#include "lockedmemory_p.h"
#include "../base/logging_p.h"

#include <algorithm>
#include <bit>

namespace QtRdmaPrivate {

static_assert(RegisteredPool::SmallestSlot << 11 == RegisteredPool::LargestSlot);

int RegisteredPool::classOf(quint32 size) const
{
    const quint32 content = std::max(size, SmallestSlot + m_headerRoom) - m_headerRoom;
    return std::countr_zero(std::bit_ceil(content)) - std::countr_zero(SmallestSlot);
}

std::shared_ptr<RegisteredPool> RegisteredPool::makeForFew(ProtectionDomainPtr domain)
{
    return std::make_shared<RegisteredPool>(
            std::move(domain), HeaderRoom, std::numeric_limits<size_t>::max(), SlabSize, SmallSlab);
}

void PoolSlot::giveBack()
{
    m_slab->pool->giveBack({ data(), m_slab });
    m_element = {};
}

bool RegisteredPool::refuses(quint32 size, RdmaError *error) const
{
    if (isForkedChild()) {
        *error = forkedError();
        return true;
    }
    if (size > LargestSlot + m_headerRoom) {
        *error = RdmaError(RdmaError::Category::Usage, {}, EINVAL,
                           QStringLiteral("A buffer of %1 bytes is larger than %2")
                                   .arg(size)
                                   .arg(LargestSlot));
        return true;
    }
    return false;
}

PoolSlot RegisteredPool::take(quint32 size, RdmaError *error)
{
    if (refuses(size, error))
        return {};
    const std::lock_guard lock(m_mutex);
    return takeOne(classOf(size), error);
}

RdmaError RegisteredPool::take(quint32 size, size_t count, std::vector<PoolSlot> *slots)
{
    RdmaError error;
    if (refuses(size, &error))
        return error;
    const std::lock_guard lock(m_mutex);
    const int sizeClass = classOf(size);
    slots->reserve(slots->size() + count);
    for (; count > 0; --count) {
        PoolSlot slot = takeOne(sizeClass, &error);
        if (!slot)
            return error;
        slots->push_back(std::move(slot));
    }
    return {};
}

PoolSlot RegisteredPool::takeOne(int sizeClass, RdmaError *error)
{
    if (!m_free[sizeClass].empty() || addSlab(sizeClass, error))
        return takeFree(sizeClass);
    if (error->category() == RdmaError::Category::QueueFull)
        return {};
    PoolSlot slot = takeLarger(sizeClass);
    if (slot)
        *error = {};
    return slot;
}

PoolSlot RegisteredPool::takeForSpeed(quint32 size, quint32 least)
{
    if (isForkedChild())
        return {};
    const std::lock_guard lock(m_mutex);
    const int wanted = classOf(std::min(size, LargestSlot + m_headerRoom));
    if (!m_free[wanted].empty() || addSlabForSpeed(wanted))
        return takeFree(wanted);
    for (int smaller = wanted - 1; smaller >= classOf(least); --smaller) {
        if (!m_free[smaller].empty())
            return takeFree(smaller);
    }
    return takeLarger(wanted);
}

PoolSlot RegisteredPool::takeLarger(int sizeClass)
{
    const auto larger = std::find_if(m_free.begin() + sizeClass, m_free.end(),
                                     [](const auto &free) { return !free.empty(); });
    return larger == m_free.end() ? PoolSlot() : takeFree(int(larger - m_free.begin()));
}

// Whether there are as many slots, without those that others may give back.
bool RegisteredPool::hasForSpeed(quint32 size, size_t count) const
{
    if (isForkedChild())
        return false;
    const std::lock_guard lock(m_mutex);
    const int sizeClass = classOf(size);
    const size_t free = m_free[sizeClass].size();
    if (count <= free)
        return true;
    size_t empty = 0; // bytes of slabs that go first
    for (const PoolSlab &slab : m_slabs) {
        if (slab.inUse == 0 && slab.sizeClass != sizeClass)
            empty += slab.memory->size();
    }
    const size_t perSlab = slabBytes(sizeClass) / sizeOfClass(sizeClass);
    const size_t needed = (count - free + perSlab - 1) / perSlab * slabBytes(sizeClass);
    return hasRoomForSpeed(needed - std::min(needed, empty));
}

PoolSlot RegisteredPool::takeFree(int sizeClass)
{
    const FreeSlot free = m_free[sizeClass].back();
    m_free[sizeClass].pop_back();
    ++free.slab->inUse;
    PoolSlot slot;
    slot.m_slab = free.slab;
    slot.m_element = { quintptr(free.data), quint32(sizeOfClass(sizeClass)),
                       free.slab->memory->localKey() };
    return slot;
}

// A new slab has as many bytes as there are of that size already, within bounds.
size_t RegisteredPool::slabBytes(int sizeClass) const
{
    size_t content = SlabSize;
    if (m_firstSlab < SlabSize) {
        size_t present = 0;
        for (const PoolSlab &slab : m_slabs)
            present += slab.sizeClass == sizeClass ? slab.memory->size() : 0;
        content = std::clamp<size_t>(present, m_firstSlab, SlabSize);
    }
    const quint32 size = sizeOfClass(sizeClass);
    return std::max<size_t>(content / (size - m_headerRoom), 1) * size;
}

// Empty slabs have another size; they were kept for later.
bool RegisteredPool::addSlab(int sizeClass, RdmaError *error)
{
    const size_t needed = slabBytes(sizeClass);
    while (bytes() + needed > m_mostBytes) {
        if (dropEmpty())
            continue;
        *error = RdmaError(
                RdmaError::Category::QueueFull, {}, ENOMEM,
                QStringLiteral("The buffer pool holds its %1 bytes, all in use").arg(m_mostBytes),
                QStringLiteral("Wait until buffers come back."),
                QAbstractSocket::SocketResourceError);
        return false;
    }
    auto memory = RegisteredMemory::make(m_domain, needed, m_access, error);
    while (!memory && dropEmpty())
        memory = RegisteredMemory::make(m_domain, needed, m_access, error);
    if (!memory) {
        LockedMemory::refused(error->code());
        return false;
    }
    *error = {};
    m_access = memory->access();
    PoolSlab &slab = m_slabs.emplace_back(PoolSlab{ this, std::move(memory), sizeClass });
    const quint32 size = sizeOfClass(sizeClass);
    for (size_t offset = 0; offset + size <= slab.memory->size(); offset += size)
        m_free[sizeClass].push_back({ slab.memory->data() + offset, &slab });
    return true;
}

bool RegisteredPool::hasRoomForSpeed(size_t bytes) const
{
    return !m_domain || LockedMemory::hasRoomForSpeed(bytes);
}

bool RegisteredPool::addSlabForSpeed(int sizeClass)
{
    while (!hasRoomForSpeed(slabBytes(sizeClass))) {
        if (!dropEmpty())
            return false;
    }
    RdmaError error;
    const bool added = addSlab(sizeClass, &error);
    if (!added)
        qCDebug(lcRdmaMemory) << "goes on with less:" << error;
    return added;
}

bool RegisteredPool::dropEmpty()
{
    const auto empty = std::find_if(m_slabs.cbegin(), m_slabs.cend(),
                                    [](const PoolSlab &slab) { return slab.inUse == 0; });
    if (empty == m_slabs.cend())
        return false;
    drop(empty);
    return true;
}

void RegisteredPool::giveBack(FreeSlot slot)
{
    if (isForkedChild()) // another thread may have held the mutex, here and elsewhere
        return;
    const std::lock_guard lock(m_mutex);
    m_free[slot.slab->sizeClass].push_back(slot);
    if (--slot.slab->inUse > 0 || !isSpare(*slot.slab))
        return;
    drop(std::find_if(m_slabs.cbegin(), m_slabs.cend(),
                      [&slot](const PoolSlab &slab) { return &slab == slot.slab; }));
}

// Empty slabs are kept to save registering again: up to a number of bytes, and one of each size.
// The rest goes back to the system.
bool RegisteredPool::isSpare(const PoolSlab &slab) const
{
    size_t empty = 0;
    bool isOnly = true;
    for (const PoolSlab &other : m_slabs) {
        if (other.inUse != 0)
            continue;
        empty += other.memory->size();
        isOnly = isOnly && (&other == &slab || other.sizeClass != slab.sizeClass);
    }
    return !isOnly && empty > m_spareBytes;
}

void RegisteredPool::drop(Slabs::const_iterator slab)
{
    std::erase_if(m_free[slab->sizeClass],
                  [&slab](const FreeSlot &free) { return free.slab == &*slab; });
    m_slabs.erase(slab);
}

size_t RegisteredPool::registeredBytes() const
{
    if (isForkedChild()) // all of it is the parent's
        return 0;
    const std::lock_guard lock(m_mutex);
    return bytes();
}

size_t RegisteredPool::bytes() const
{
    size_t sum = 0;
    for (const PoolSlab &slab : m_slabs)
        sum += slab.memory->size();
    return sum;
}

} // namespace QtRdmaPrivate
