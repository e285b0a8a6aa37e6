// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "blockallocator.h"

#include <bit>

namespace KeyValue {

BlockAllocator::BlockAllocator(int order)
    : m_order(order)
    , m_freeBytes(quint64(1) << order)
    , m_free(size_t(order - SmallestOrder + 1))
{
    freeBlocks(order).insert(0);
}

int BlockAllocator::orderFor(quint64 size)
{
    return qMax(SmallestOrder, int(std::bit_width(size - 1)));
}

std::optional<quint64> BlockAllocator::allocate(int order)
{
    int from = order;
    while (from <= m_order && freeBlocks(from).empty())
        ++from;
    if (from > m_order)
        return {};
    const quint64 offset = *freeBlocks(from).begin();
    freeBlocks(from).erase(freeBlocks(from).begin());
    while (from > order) {
        --from;
        freeBlocks(from).insert(offset + (quint64(1) << from));
    }
    m_freeBytes -= quint64(1) << order;
    return offset;
}

void BlockAllocator::release(quint64 offset, int order)
{
    m_freeBytes += quint64(1) << order;
    while (order < m_order) {
        const quint64 buddy = offset ^ (quint64(1) << order);
        if (freeBlocks(order).erase(buddy) == 0)
            break;
        offset = qMin(offset, buddy);
        ++order;
    }
    freeBlocks(order).insert(offset);
}

} // namespace KeyValue
