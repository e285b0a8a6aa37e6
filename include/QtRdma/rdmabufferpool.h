// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMABUFFERPOOL_H
#define RDMABUFFERPOOL_H

#include <QtRdma/rdmamemoryregion.h>

namespace QtRdmaPrivate {
struct Access;
struct BufferPoolData;
} // namespace QtRdmaPrivate

/// A pool of registered buffers, which saves the tens of microseconds of each registration.
class Q_RDMA_EXPORT RdmaBufferPool
{
public:
    static constexpr qsizetype LargestBuffer = 1024 * 1024;

    RdmaBufferPool() noexcept;
    explicit RdmaBufferPool(const RdmaProtectionDomain &domain,
                            qsizetype maxBytes = 64 * 1024 * 1024);
    RdmaBufferPool(const RdmaBufferPool &other);
    RdmaBufferPool(RdmaBufferPool &&other) noexcept;
    RdmaBufferPool &operator=(const RdmaBufferPool &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaBufferPool)
    ~RdmaBufferPool();
    void swap(RdmaBufferPool &other) noexcept { d.swap(other.d); }

    /// Returns whether there is a pool behind this handle.
    bool isValid() const noexcept { return bool(d); }
    /// Returns a buffer of at least `size` bytes (1 to LargestBuffer); its size() is `size`.
    RdmaMemoryRegion take(qsizetype size, RdmaError *error = nullptr);
    /// Returns how many bytes are registered now, whether in use or idle.
    qsizetype registeredBytes() const;
    /// Returns the most bytes that the pool registers; 0 for a handle that is not valid.
    qsizetype maxBytes() const;
    /// Returns the domain that the pool registers its memory in.
    RdmaProtectionDomain protectionDomain() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaBufferPool &a, const RdmaBufferPool &b) noexcept
    {
        return a.d == b.d;
    }
    friend bool operator!=(const RdmaBufferPool &a, const RdmaBufferPool &b) noexcept
    {
        return !(a == b);
    }
    friend size_t qHash(const RdmaBufferPool &pool, size_t seed = 0) noexcept
    {
        return ::qHash(static_cast<const void *>(pool.d.data()), seed);
    }

    QExplicitlySharedDataPointer<QtRdmaPrivate::BufferPoolData> d; // null: invalid
};

Q_DECLARE_SHARED(RdmaBufferPool)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaBufferPool &pool);
#endif

#endif // RDMABUFFERPOOL_H
