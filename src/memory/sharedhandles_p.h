// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SHAREDHANDLES_P_H
#define SHAREDHANDLES_P_H

#include <QtRdma/rdmabufferpool.h>
#include <QtRdma/rdmamemoryregion.h>
#include <QtRdma/rdmamemorywindow.h>
#include <QtRdma/rdmaprotectiondomain.h>

#include "../base/valuedata_p.h"
#include "../verbs/memorywindow_p.h"
#include "../verbs/protectiondomain_p.h"
#include "../verbs/registeredmemory_p.h"
#include "../verbs/registeredpool_p.h"

#include <memory>
#include <utility>

namespace QtRdmaPrivate {

// What the copies of a handle share.
struct ProtectionDomainData : QSharedData
{
    explicit ProtectionDomainData(ProtectionDomainPtr pd) : domain(std::move(pd)) { }

    ProtectionDomainPtr domain;
};

struct MemoryRegionData : QSharedData
{
    MemoryRegionData(std::shared_ptr<RegisteredMemory> registered, qsizetype bytes)
        : memory(std::move(registered))
        , size(bytes)
    {
    }

    std::shared_ptr<RegisteredPool> pool; // of a region that is a buffer of it
    PoolSlot slot; // destroyed before the pool, to which it goes back
    std::shared_ptr<RegisteredMemory> memory;
    qsizetype begin = 0; // of the region in the registered memory
    qsizetype size;
};

struct MemoryWindowData : QSharedData
{
    explicit MemoryWindowData(std::shared_ptr<MemoryWindow> made) : window(std::move(made)) { }

    std::shared_ptr<MemoryWindow> window;
};

struct BufferPoolData : QSharedData
{
    explicit BufferPoolData(std::shared_ptr<RegisteredPool> made) : pool(std::move(made)) { }

    std::shared_ptr<RegisteredPool> pool;
};

// Null for an invalid handle, and the other way round.
ProtectionDomainPtr domainBehind(const RdmaProtectionDomain &handle);
RdmaProtectionDomain handleOf(const ProtectionDomainPtr &domain);

} // namespace QtRdmaPrivate

#endif // SHAREDHANDLES_P_H
