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

// The private data that the copies of a handle share.
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

    std::shared_ptr<RegisteredPool> pool; // set when the region is a buffer of this pool
    PoolSlot slot; // declared after the pool, to which its destructor returns it
    std::shared_ptr<RegisteredMemory> memory;
    qsizetype begin = 0; // offset of the region in the registered memory
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

// These two functions turn an invalid handle into a null pointer, and a null pointer into an
// invalid handle.
ProtectionDomainPtr domainBehind(const RdmaProtectionDomain &handle);
RdmaProtectionDomain handleOf(const ProtectionDomainPtr &domain);

} // namespace QtRdmaPrivate

#endif // SHAREDHANDLES_P_H
