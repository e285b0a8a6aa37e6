// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAMEMORYSLICE_H
#define RDMAMEMORYSLICE_H

#include <QtRdma/rdmamemoryregion.h>

#include <utility>

// Each work request has some of them. To save the allocation, the values are members of the class,
// and there is room for more of them.
/// A part of a memory region: one element of a scatter/gather list.
class Q_RDMA_EXPORT RdmaMemorySlice
{
public:
    RdmaMemorySlice() noexcept = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a region converts to the slice of all of it
    RdmaMemorySlice(const RdmaMemoryRegion &whole) : m_region(whole), m_length(whole.size()) { }
    RdmaMemorySlice(const RdmaMemoryRegion &part, qsizetype from, qsizetype size)
        : m_region(part)
        , m_offset(from)
        , m_length(size)
    {
    }
    void swap(RdmaMemorySlice &other) noexcept { std::swap(*this, other); }

    /// Returns whether the slice lies in a region.
    bool isValid() const
    {
        return m_region.isValid() && m_offset >= 0 && m_length >= 0
                && m_length <= m_region.size() - m_offset;
    }
    /// Returns where the slice begins for the device.
    quint64 address() const { return m_region.address() + quint64(m_offset); }
    /// Returns a pointer to the length() bytes of the slice; null where it is not valid, or where
    /// the program cannot reach the memory.
    char *data() { return isValid() && m_region.data() ? m_region.data() + m_offset : nullptr; }
    /// Returns a pointer to the length() bytes of the slice; null where it is not valid, or where
    /// the program cannot reach the memory.
    const char *data() const
    {
        return isValid() && m_region.data() ? m_region.data() + m_offset : nullptr;
    }
    /// Returns what data() returns, for a slice that is not const.
    const char *constData() const { return data(); }

    /// Returns the region that the slice is a part of.
    const RdmaMemoryRegion &region() const noexcept { return m_region; }
    /// Makes the slice a part of `region`, with the same offset and length.
    void setRegion(const RdmaMemoryRegion &region) { m_region = region; }
    /// Returns where the slice begins, in bytes from the beginning of the region; 0 by default.
    qsizetype offset() const noexcept { return m_offset; }
    /// Sets the `offset` in bytes.
    void setOffset(qsizetype offset) noexcept { m_offset = offset; }
    /// Returns the length in bytes; 0 by default.
    qsizetype length() const noexcept { return m_length; }
    /// Sets the `length` in bytes.
    void setLength(qsizetype length) noexcept { m_length = length; }

private:
    friend bool operator==(const RdmaMemorySlice &a, const RdmaMemorySlice &b) noexcept
    {
        return a.m_region == b.m_region && a.m_offset == b.m_offset && a.m_length == b.m_length;
    }
    friend bool operator!=(const RdmaMemorySlice &a, const RdmaMemorySlice &b) noexcept
    {
        return !(a == b);
    }

    RdmaMemoryRegion m_region;
    qsizetype m_offset = 0;
    qsizetype m_length = 0;
    [[maybe_unused]] quint64 m_reserved = 0;
};

Q_DECLARE_SHARED(RdmaMemorySlice)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaMemorySlice &slice);
#endif

#endif // RDMAMEMORYSLICE_H
