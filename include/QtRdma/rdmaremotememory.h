// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAREMOTEMEMORY_H
#define RDMAREMOTEMEMORY_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qobjectdefs.h>
#include <QtCore/qtypeinfo.h>

#include <utility>

QT_BEGIN_NAMESPACE
class QDataStream;
class QDebug;
QT_END_NAMESPACE

// Each work request has one. To save the allocation, the values are members of the class.
/// Names memory of another machine by its address there, its length in bytes and its remote key.
class Q_RDMA_EXPORT RdmaRemoteMemory
{
    Q_GADGET
    Q_PROPERTY(quint64 address READ address WRITE setAddress)
    Q_PROPERTY(quint64 length READ length WRITE setLength)
    Q_PROPERTY(quint32 key READ key WRITE setKey)

public:
    constexpr RdmaRemoteMemory() noexcept = default;
    constexpr RdmaRemoteMemory(quint64 address, quint64 length, quint32 key) noexcept
        : m_address(address)
        , m_length(length)
        , m_key(key)
    {
    }
    void swap(RdmaRemoteMemory &other) noexcept { std::swap(*this, other); }

    /// Returns whether this names any memory: the length is not 0 and the range does not wrap
    /// around.
    bool isValid() const noexcept;
    /// Returns the `size` bytes from `offset` on, or an invalid value if they do not lie within
    /// this memory.
    RdmaRemoteMemory slice(quint64 offset, quint64 size) const noexcept;

    /// The address at which the memory begins for its owner's device; 0 by default.
    constexpr quint64 address() const noexcept { return m_address; }
    void setAddress(quint64 address) noexcept { m_address = address; }
    /// The size of the memory in bytes; 0 by default.
    constexpr quint64 length() const noexcept { return m_length; }
    void setLength(quint64 length) noexcept { m_length = length; }
    /// The remote key that opens the memory; 0 by default.
    constexpr quint32 key() const noexcept { return m_key; }
    void setKey(quint32 key) noexcept { m_key = key; }

private:
    friend constexpr bool operator==(const RdmaRemoteMemory &a, const RdmaRemoteMemory &b) noexcept
    {
        return a.m_address == b.m_address && a.m_length == b.m_length && a.m_key == b.m_key;
    }
    friend constexpr bool operator!=(const RdmaRemoteMemory &a, const RdmaRemoteMemory &b) noexcept
    {
        return !(a == b);
    }

    quint64 m_address = 0;
    quint64 m_length = 0;
    quint32 m_key = 0;
    [[maybe_unused]] quint32 m_reserved = 0;
};

Q_DECLARE_TYPEINFO(RdmaRemoteMemory, Q_PRIMITIVE_TYPE);

Q_RDMA_EXPORT size_t qHash(const RdmaRemoteMemory &memory, size_t seed = 0) noexcept;

Q_RDMA_EXPORT QDataStream &operator<<(QDataStream &stream, const RdmaRemoteMemory &memory);
Q_RDMA_EXPORT QDataStream &operator>>(QDataStream &stream, RdmaRemoteMemory &memory);
#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaRemoteMemory &memory);
#endif

#endif // RDMAREMOTEMEMORY_H
