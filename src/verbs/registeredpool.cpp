// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "registeredpool_p.h"

#include <infiniband/verbs.h>

#include <algorithm>
#include <bit>

namespace QtRdmaPrivate {

static_assert(RegisteredPool::SmallestSlot << 11 == RegisteredPool::LargestSlot);

int RegisteredPool::classOf(quint32 size) const
{
    const quint32 content = std::max(size, SmallestSlot + m_headerRoom) - m_headerRoom;
    return std::countr_zero(std::bit_ceil(content)) - std::countr_zero(SmallestSlot);
}

void PoolSlot::giveBack()
{
    m_pool->giveBack(std::exchange(m_data, nullptr), m_size);
}

PoolSlot RegisteredPool::take(quint32 size, RdmaError *error)
{
    PoolSlot slot;
    if (size > LargestSlot + m_headerRoom) {
        *error = RdmaError(RdmaError::UsageError, {}, EINVAL,
                           QStringLiteral("A buffer of %1 bytes is larger than %2")
                                   .arg(size)
                                   .arg(LargestSlot));
        return slot;
    }
    const std::lock_guard lock(m_mutex);
    const int sizeClass = classOf(size);
    if (m_free[sizeClass].empty() && !addSlab(sizeClass, error))
        return slot;
    slot.m_data = m_free[sizeClass].back();
    m_free[sizeClass].pop_back();
    const auto slab = std::prev(m_slabs.upper_bound(slot.m_data));
    ++slab->second.inUse;
    slot.m_pool = this;
    slot.m_size = sizeOfClass(sizeClass);
    slot.m_key = slab->second.memory->localKey();
    return slot;
}

bool RegisteredPool::addSlab(int sizeClass, RdmaError *error)
{
    const quint32 size = sizeOfClass(sizeClass);
    const size_t needed = std::max(SlabSize / (size - m_headerRoom), 1u) * size_t(size);
    for (auto slab = m_slabs.begin(); slab != m_slabs.end() && bytes() + needed > m_mostBytes;) {
        const auto next = std::next(slab);
        if (slab->second.inUse == 0) // of another size, kept for later
            drop(slab);
        slab = next;
    }
    if (bytes() + needed > m_mostBytes) {
        *error = RdmaError(
                RdmaError::QueueFull, {}, ENOMEM,
                QStringLiteral("The buffer pool holds its %1 bytes, all in use").arg(m_mostBytes),
                QStringLiteral("Wait until buffers come back."),
                QAbstractSocket::SocketResourceError);
        return false;
    }
    auto memory = RegisteredMemory::make(m_domain, needed, IBV_ACCESS_LOCAL_WRITE, error);
    if (!memory)
        return false;
    for (size_t offset = 0; offset + size <= memory->size(); offset += size)
        m_free[sizeClass].push_back(memory->data() + offset);
    char *first = memory->data();
    m_slabs.emplace(first, Slab{ std::move(memory), sizeClass, 0 });
    return true;
}

void RegisteredPool::giveBack(char *data, quint32 size)
{
    const std::lock_guard lock(m_mutex);
    m_free[classOf(size)].push_back(data);
    const auto slab = std::prev(m_slabs.upper_bound(data));
    if (--slab->second.inUse == 0)
        dropIfSpare(slab);
}

// What is empty is kept against registering again, up to so many bytes and one of each size; the rest goes back to the system.
void RegisteredPool::dropIfSpare(std::map<char *, Slab>::iterator slab)
{
    size_t empty = 0;
    bool isOnly = true;
    for (auto other = m_slabs.begin(); other != m_slabs.end(); ++other) {
        if (other->second.inUse != 0)
            continue;
        empty += other->second.memory->size();
        isOnly = isOnly && (other == slab || other->second.sizeClass != slab->second.sizeClass);
    }
    if (!isOnly && empty > m_spareBytes)
        drop(slab);
}

void RegisteredPool::drop(std::map<char *, Slab>::iterator slab)
{
    const char *first = slab->second.memory->data();
    const char *end = first + slab->second.memory->size();
    std::erase_if(m_free[slab->second.sizeClass],
                  [&](const char *p) { return p >= first && p < end; });
    m_slabs.erase(slab);
}

std::shared_ptr<RegisteredMemory> RegisteredPool::memoryOf(const PoolSlot &slot) const
{
    const std::lock_guard lock(m_mutex);
    return std::prev(m_slabs.upper_bound(slot.data()))->second.memory;
}

size_t RegisteredPool::registeredBytes() const
{
    const std::lock_guard lock(m_mutex);
    return bytes();
}

size_t RegisteredPool::bytes() const
{
    size_t sum = 0;
    for (const auto &[first, slab] : m_slabs)
        sum += slab.memory->size();
    return sum;
}

} // namespace QtRdmaPrivate
