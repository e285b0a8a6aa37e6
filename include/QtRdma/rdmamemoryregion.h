// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAMEMORYREGION_H
#define RDMAMEMORYREGION_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdma.h>
#include <QtRdma/rdmaprotectiondomain.h>
#include <QtRdma/rdmaremotememory.h>

#include <QtCore/qhashfunctions.h>
#include <QtCore/qshareddata.h>

#include <memory>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct MemoryRegionData;
} // namespace QtRdmaPrivate

/// A shared handle of registered memory: what the device may read and write.
class Q_RDMA_EXPORT RdmaMemoryRegion
{
public:
    RdmaMemoryRegion() noexcept;
    RdmaMemoryRegion(const RdmaMemoryRegion &other);
    RdmaMemoryRegion(RdmaMemoryRegion &&other) noexcept;
    RdmaMemoryRegion &operator=(const RdmaMemoryRegion &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaMemoryRegion)
    ~RdmaMemoryRegion();
    void swap(RdmaMemoryRegion &other) noexcept { d.swap(other.d); }

    /// Allocates and registers `size` bytes in `domain` with the rights `access`.
    static RdmaMemoryRegion allocate(const RdmaProtectionDomain &domain, qsizetype size,
                                     Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                     RdmaError *error = nullptr);
    /// Registers the `size` bytes at `data` in `domain` with the rights `access`.
    static RdmaMemoryRegion borrow(const RdmaProtectionDomain &domain, void *data, qsizetype size,
                                   Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                   RdmaError *error = nullptr);
    static RdmaMemoryRegion borrow(const RdmaProtectionDomain &domain, void *data, qsizetype size,
                                   const std::shared_ptr<void> &owner,
                                   Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                   RdmaError *error = nullptr);
    /// Allocates `size` bytes of the device's own memory in `domain`, with the rights `access`.
    static RdmaMemoryRegion allocateOnDevice(const RdmaProtectionDomain &domain, qsizetype size,
                                             Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                             RdmaError *error = nullptr);
    /// Registers `size` bytes, beginning at `offset`, of the dma-buf `fd` in `domain`, with the
    /// rights `access`.
    static RdmaMemoryRegion fromDmaBuf(const RdmaProtectionDomain &domain, int fd, quint64 offset,
                                       qsizetype size,
                                       Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                       RdmaError *error = nullptr);

    /// Returns whether there is memory behind this handle.
    bool isValid() const noexcept { return bool(d); }
    /// Returns a pointer to the memory, which has size() bytes.
    char *data();
    /// Returns a pointer to the memory, which has size() bytes.
    const char *data() const;
    /// Returns what data() returns, for a handle that is not const.
    const char *constData() const;
    /// Returns the address at which the memory begins for the device.
    quint64 address() const;
    /// Returns the size in bytes; 0 for a handle that is not valid.
    qsizetype size() const;
    /// Returns the rights with which the memory was registered.
    Rdma::Access access() const;
    /// Returns the key of the region for work requests of this side (`lkey`); the library uses it
    /// by itself.
    quint32 localKey() const;
    /// Returns the key of the region for peers (`rkey`).
    quint32 remoteKey() const;
    /// Returns the value by which a peer uses `length` bytes from `offset` on; -1 means all that
    /// follow.
    RdmaRemoteMemory remoteMemory(qsizetype offset = 0, qsizetype length = -1) const;
    /// Returns the domain that the memory is registered in.
    RdmaProtectionDomain protectionDomain() const;
    /// Returns the `ibv_mr *` behind this handle, or null.
    void *nativeHandle() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaMemoryRegion &a, const RdmaMemoryRegion &b) noexcept
    {
        return a.d == b.d;
    }
    friend bool operator!=(const RdmaMemoryRegion &a, const RdmaMemoryRegion &b) noexcept
    {
        return !(a == b);
    }
    friend size_t qHash(const RdmaMemoryRegion &region, size_t seed = 0) noexcept
    {
        return ::qHash(static_cast<const void *>(region.d.data()), seed);
    }

    QExplicitlySharedDataPointer<QtRdmaPrivate::MemoryRegionData> d; // null: invalid
};

Q_DECLARE_SHARED(RdmaMemoryRegion)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaMemoryRegion &region);
#endif

#endif // RDMAMEMORYREGION_H
