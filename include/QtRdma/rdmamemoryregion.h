// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAMEMORYREGION_H
#define RDMAMEMORYREGION_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmaprotectiondomain.h>

#include <QtCore/qmetatype.h>

#include <memory>

namespace QtRdmaPrivate {
class RegisteredMemory;
}

class Q_RDMA_EXPORT RdmaMemoryRegion
{
public:
    RdmaMemoryRegion();
    RdmaMemoryRegion(const RdmaMemoryRegion &other);
    RdmaMemoryRegion &operator=(const RdmaMemoryRegion &other);
    ~RdmaMemoryRegion();

    static RdmaMemoryRegion allocate(const RdmaProtectionDomain &domain, qsizetype size,
                                     RdmaError *error = nullptr);

    bool isValid() const;
    char *data() const;
    qsizetype size() const;
    quint32 localKey() const;
    RdmaProtectionDomain protectionDomain() const;
    void *nativeHandle() const;

private:
    friend class RdmaQueuePair;
    friend class RdmaQueuePairPrivate;
    std::shared_ptr<QtRdmaPrivate::RegisteredMemory> memory;
    qsizetype requested = 0;
};

Q_DECLARE_METATYPE(RdmaMemoryRegion)

#endif // RDMAMEMORYREGION_H
