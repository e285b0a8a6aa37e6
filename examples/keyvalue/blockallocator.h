// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef BLOCKALLOCATOR_H
#define BLOCKALLOCATOR_H

#include <QtGlobal>

#include <optional>
#include <set>
#include <vector>

namespace KeyValue {

// A buddy allocator: hands out blocks of 2^n bytes of a range whose memory it never touches.
// Neighbours that are free again join, so that no order of requests can spoil the range for others.
class BlockAllocator
{
public:
    static constexpr int SmallestOrder = 6; // 64 bytes: a cache line

    explicit BlockAllocator(int order);

    static int orderFor(quint64 size);
    std::optional<quint64> allocate(int order);
    void release(quint64 offset, int order);
    quint64 freeBytes() const { return m_freeBytes; }

private:
    std::set<quint64> &freeBlocks(int order) { return m_free[size_t(order - SmallestOrder)]; }

    int m_order;
    quint64 m_freeBytes;
    std::vector<std::set<quint64>> m_free;
};

} // namespace KeyValue

#endif // BLOCKALLOCATOR_H
