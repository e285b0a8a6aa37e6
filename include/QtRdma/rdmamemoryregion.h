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

    static RdmaMemoryRegion allocate(const RdmaProtectionDomain &domain, qsizetype size,
                                     Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                     RdmaError *error = nullptr);
    static RdmaMemoryRegion borrow(const RdmaProtectionDomain &domain, void *data, qsizetype size,
                                   Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                   RdmaError *error = nullptr);
    static RdmaMemoryRegion borrow(const RdmaProtectionDomain &domain, void *data, qsizetype size,
                                   const std::shared_ptr<void> &owner,
                                   Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                   RdmaError *error = nullptr);
    static RdmaMemoryRegion allocateOnDevice(const RdmaProtectionDomain &domain, qsizetype size,
                                             Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                             RdmaError *error = nullptr);
    static RdmaMemoryRegion fromDmaBuf(const RdmaProtectionDomain &domain, int fd, quint64 offset,
                                       qsizetype size,
                                       Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                       RdmaError *error = nullptr);

    bool isValid() const noexcept { return bool(d); }
    char *data();
    const char *data() const;
    const char *constData() const;
    quint64 address() const;
    qsizetype size() const;
    Rdma::Access access() const;
    quint32 localKey() const;
    quint32 remoteKey() const;
    RdmaRemoteMemory remoteMemory(qsizetype offset = 0, qsizetype length = -1) const;
    RdmaProtectionDomain protectionDomain() const;
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
