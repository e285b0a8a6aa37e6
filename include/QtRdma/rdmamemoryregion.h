// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAMEMORYREGION_H
#define RDMAMEMORYREGION_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdma.h>
#include <QtRdma/rdmaprotectiondomain.h>
#include <QtRdma/rdmaremotememory.h>

#include <QtCore/qmetatype.h>

#include <memory>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
class RegisteredMemory;
class RequestPipeline;
} // namespace QtRdmaPrivate

class Q_RDMA_EXPORT RdmaMemoryRegion
{
public:
    RdmaMemoryRegion();
    RdmaMemoryRegion(const RdmaMemoryRegion &other);
    RdmaMemoryRegion &operator=(const RdmaMemoryRegion &other);
    ~RdmaMemoryRegion();

    static RdmaMemoryRegion allocate(const RdmaProtectionDomain &domain, qsizetype size,
                                     Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                     RdmaError *error = nullptr);
    static RdmaMemoryRegion borrow(const RdmaProtectionDomain &domain, void *data, qsizetype size,
                                   Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                   RdmaError *error = nullptr,
                                   const std::shared_ptr<void> &owner = {});

    static RdmaMemoryRegion allocateOnDevice(const RdmaProtectionDomain &domain, qsizetype size,
                                             Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                             RdmaError *error = nullptr);
    static RdmaMemoryRegion fromDmaBuf(const RdmaProtectionDomain &domain, int fd, quint64 offset,
                                       qsizetype size,
                                       Rdma::Access access = Rdma::AccessFlag::LocalWrite,
                                       RdmaError *error = nullptr);

    bool isValid() const;
    char *data() const;
    quint64 address() const;
    qsizetype size() const;
    Rdma::Access access() const;
    quint32 localKey() const;
    quint32 remoteKey() const;
    RdmaRemoteMemory remoteMemory(qsizetype offset = 0, qsizetype length = -1) const;
    RdmaProtectionDomain protectionDomain() const;
    void *nativeHandle() const;

private:
    friend class RdmaBufferPool;
    friend class RdmaQueuePair;
    friend class QtRdmaPrivate::RequestPipeline;
    Q_DECL_HIDDEN static RdmaMemoryRegion
    made(const std::shared_ptr<QtRdmaPrivate::RegisteredMemory> &memory, qsizetype size,
         const RdmaError &failure, RdmaError *error);

    std::shared_ptr<QtRdmaPrivate::RegisteredMemory> memory;
    qsizetype begin = 0; // of this region in the registered memory
    qsizetype requested = 0;
};

Q_DECLARE_METATYPE(RdmaMemoryRegion)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaMemoryRegion &region);
#endif

#endif // RDMAMEMORYREGION_H
