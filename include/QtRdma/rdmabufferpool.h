// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMABUFFERPOOL_H
#define RDMABUFFERPOOL_H

#include <QtRdma/rdmamemoryregion.h>

namespace QtRdmaPrivate {
class RegisteredPool;
}

class Q_RDMA_EXPORT RdmaBufferPool
{
public:
    static constexpr qsizetype LargestBuffer = 1024 * 1024;

    RdmaBufferPool();
    explicit RdmaBufferPool(const RdmaProtectionDomain &domain,
                            qsizetype maximumBytes = 64 * 1024 * 1024);
    RdmaBufferPool(const RdmaBufferPool &other);
    RdmaBufferPool &operator=(const RdmaBufferPool &other);
    ~RdmaBufferPool();

    bool isValid() const;
    RdmaMemoryRegion take(qsizetype size, RdmaError *error = nullptr) const;
    qsizetype registeredBytes() const;
    qsizetype maximumBytes() const;
    RdmaProtectionDomain protectionDomain() const;

private:
    std::shared_ptr<QtRdmaPrivate::RegisteredPool> pool;
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaBufferPool &pool);
#endif

#endif // RDMABUFFERPOOL_H
