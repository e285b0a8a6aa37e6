// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "memory_p.h"

#include "counts_p.h"
#include "device_p.h"
#include "queuepair_p.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#undef ibv_reg_mr
#undef ibv_reg_mr_iova

namespace NullNic {

namespace {

// The upper bits of a key are the place of its object in a table. The lowest 8 change with each
// use of the place, so that an old key opens nothing.
class KeyTable
{
public:
    struct Entry
    {
        Region *region = nullptr;
        Window *window = nullptr;
        uint8_t uses = 0;
    };

    uint32_t add(Region *region, Window *window)
    {
        if (m_free.empty()) {
            m_free.push_back(uint32_t(m_entries.size()));
            m_entries.emplace_back();
        }
        const uint32_t index = m_free.back();
        m_free.pop_back();
        Entry &entry = m_entries[index];
        entry.region = region;
        entry.window = window;
        return index << KeyBits | ++entry.uses;
    }

    void remove(uint32_t key)
    {
        const uint32_t index = key >> KeyBits;
        m_entries[index].region = nullptr;
        m_entries[index].window = nullptr;
        m_free.push_back(index);
    }

    Region *region(uint32_t key) const
    {
        const Entry *found = entry(key);
        return found && found->region && found->region->lkey == key ? found->region : nullptr;
    }

    Window *window(uint32_t key) const
    {
        const Entry *found = entry(key);
        return found && found->window && found->window->key == key ? found->window : nullptr;
    }

    template <typename Visit>
    void forEachWindow(const Visit &visit) const
    {
        for (const Entry &entry : m_entries) {
            if (entry.window)
                visit(entry.window);
        }
    }

private:
    static constexpr int KeyBits = 8;

    const Entry *entry(uint32_t key) const
    {
        const size_t index = key >> KeyBits;
        return index < m_entries.size() ? &m_entries[index] : nullptr;
    }

    std::vector<Entry> m_entries{ 1 }; // none has the key 0
    std::vector<uint32_t> m_free;
};

KeyTable &keys()
{
    static auto *table = new KeyTable;
    return *table;
}

bool isWithin(uint64_t address, uint64_t length, uint64_t start, uint64_t size)
{
    return address >= start && length <= size && address - start <= size - length;
}

char *bytesOf(const Region &region, uint64_t address)
{
    return static_cast<char *>(region.addr) + (address - region.start);
}

// Whether all pages are there. Some of them may be written to by nobody, which is not found out.
bool isMapped(const void *address, size_t length)
{
    constexpr size_t PagesAtOnce = 4096;
    const auto page = size_t(sysconf(_SC_PAGESIZE));
    unsigned char residence[PagesAtOnce];
    const auto end = uintptr_t(address) + length;
    for (uintptr_t at = uintptr_t(address) & ~(page - 1); at < end; at += page * PagesAtOnce) {
        const size_t size = std::min<size_t>(end - at, page * PagesAtOnce);
        if (mincore(reinterpret_cast<void *>(at), size, residence) != 0)
            return false;
    }
    return true;
}

// The pages that the kernel would pin.
int64_t pagesOf(const ibv_mr &region)
{
    const auto page = uintptr_t(sysconf(_SC_PAGESIZE));
    const auto begin = uintptr_t(region.addr) & ~(page - 1);
    const auto end = (uintptr_t(region.addr) + region.length + page - 1) & ~(page - 1);
    return int64_t(end - begin);
}

bool isRelaxed(const Region &region)
{
    return (region.access & IBV_ACCESS_RELAXED_ORDERING) != 0;
}

int checkAccess(unsigned access)
{
    constexpr unsigned Known = (IBV_ACCESS_HUGETLB << 1) - 1;
    constexpr unsigned NeedLocalWrite = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;
    if ((access & ~unsigned(IBV_ACCESS_OPTIONAL_RANGE) & ~Known) != 0)
        return EINVAL;
    if ((access & IBV_ACCESS_ON_DEMAND) != 0)
        return EOPNOTSUPP;
    const bool isWritable = (access & IBV_ACCESS_LOCAL_WRITE) != 0;
    return (access & NeedLocalWrite) != 0 && !isWritable ? EINVAL : 0;
}

ibv_mr *registerMemory(ibv_pd *domain, void *address, size_t length, uint64_t start,
                       unsigned access)
{
    if (const int error = checkAccess(access))
        return refuse<ibv_mr>(error);
    if (length == 0 || uintptr_t(address) + length < uintptr_t(address))
        return refuse<ibv_mr>(EINVAL);
    if (!isMapped(address, length))
        return refuse<ibv_mr>(EFAULT);
    auto *region = new Region{};
    region->context = domain->context;
    region->pd = domain;
    region->addr = address;
    region->length = length;
    region->start = start;
    region->access = access;
    const Lock lock;
    region->handle = nextHandle();
    region->lkey = region->rkey = keys().add(region, nullptr);
    ++counts().regions;
    counts().relaxed += isRelaxed(*region) ? 1 : 0;
    counts().pinned += pagesOf(*region);
    ++domainOf(domain).users;
    return region;
}

// The rules of the InfiniBand specification, C10-72 and what follows.
bool mayBind(const QueuePair &queuePair, const Window &window, uint32_t key,
             const ibv_mw_bind_info &what)
{
    const bool isTypeTwo = window.type == IBV_MW_TYPE_2;
    if (window.pd != queuePair.qp_base.pd || (key & 0xff) == (window.key & 0xff))
        return false;
    if (isTypeTwo && (window.region || what.length == 0))
        return false;
    if (what.length == 0) // it is closed
        return true;
    const Region *region = what.mr ? keys().region(what.mr->lkey) : nullptr;
    constexpr unsigned Writes = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;
    return region && region->pd == window.pd && (region->access & IBV_ACCESS_MW_BIND) != 0
            && ((what.mw_access_flags & Writes) == 0
                || (region->access & IBV_ACCESS_LOCAL_WRITE) != 0)
            && isWithin(what.addr, what.length, region->start, region->length);
}

void release(Window *window)
{
    if (window->region)
        --window->region->windows;
    window->region = nullptr;
    window->owner = nullptr;
}

} // namespace

bool isLocalKey(const ibv_pd *domain, uint32_t key)
{
    const Region *region = keys().region(key);
    return region && region->pd == domain;
}

char *localBytes(const ibv_pd *domain, uint32_t key, uint64_t address, uint64_t length,
                 unsigned access)
{
    const Region *region = keys().region(key);
    const bool isOpen = isLocalKey(domain, key) && (region->access & access) == access
            && isWithin(address, length, region->start, region->length);
    return isOpen ? bytesOf(*region, address) : nullptr;
}

char *remoteBytes(const QueuePair &queuePair, uint32_t key, uint64_t address, uint64_t length,
                  unsigned access)
{
    const Window *window = keys().window(key);
    if (!window)
        return localBytes(queuePair.qp_base.pd, key, address, length, access);
    const bool isOurs = window->type == IBV_MW_TYPE_2 ? window->owner == &queuePair
                                                      : window->pd == queuePair.qp_base.pd;
    const bool isOpen = window->region && isOurs && (window->access & access) == access
            && isWithin(address, length, window->start, window->length);
    return isOpen ? window->bytes + (address - window->start) : nullptr;
}

bool bind(const QueuePair &queuePair, Window *window, uint32_t key, const ibv_mw_bind_info &what)
{
    constexpr uint32_t KeyOfProgram = 0xff;
    if (!mayBind(queuePair, *window, key, what))
        return false;
    release(window);
    window->key = (window->key & ~KeyOfProgram) | (key & KeyOfProgram);
    if (what.length == 0)
        return true;
    window->region = static_cast<Region *>(what.mr);
    window->owner = window->type == IBV_MW_TYPE_2 ? &queuePair : nullptr;
    window->start = (what.mw_access_flags & IBV_ACCESS_ZERO_BASED) != 0 ? 0 : what.addr;
    window->bytes = bytesOf(*window->region, what.addr);
    window->length = what.length;
    window->access = what.mw_access_flags;
    ++window->region->windows;
    return true;
}

bool invalidate(const QueuePair &queuePair, uint32_t key)
{
    Window *window = keys().window(key);
    if (!window || window->type != IBV_MW_TYPE_2 || window->owner != &queuePair)
        return false;
    release(window);
    return true;
}

void invalidateAll(const QueuePair &queuePair)
{
    keys().forEachWindow([&queuePair](Window *window) {
        if (window->owner == &queuePair)
            release(window);
    });
}

ibv_mw *allocateWindow(ibv_pd *domain, ibv_mw_type type)
{
    if (type != IBV_MW_TYPE_1 && type != IBV_MW_TYPE_2)
        return refuse<ibv_mw>(EINVAL);
    auto *window = new Window{};
    window->context = domain->context;
    window->pd = domain;
    window->type = type;
    const Lock lock;
    window->handle = nextHandle();
    window->rkey = window->key = keys().add(nullptr, window);
    ++domainOf(domain).users;
    return window;
}

int freeWindow(ibv_mw *handle)
{
    const Lock lock;
    auto *window = static_cast<Window *>(handle);
    release(window);
    keys().remove(window->key);
    --domainOf(window->pd).users;
    delete window;
    return 0;
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

ibv_pd *ibv_alloc_pd(ibv_context *context)
{
    auto *domain = new ProtectionDomain{};
    domain->context = context;
    const Lock lock;
    domain->handle = nextHandle();
    ++counts().domains;
    return domain;
}

int ibv_dealloc_pd(ibv_pd *domain)
{
    const Lock lock;
    if (domainOf(domain).users > 0)
        return EBUSY;
    --counts().domains;
    delete &domainOf(domain);
    return 0;
}

ibv_mr *ibv_reg_mr(ibv_pd *domain, void *address, size_t length, int access)
{
    return registerMemory(domain, address, length, uintptr_t(address), unsigned(access));
}

ibv_mr *ibv_reg_mr_iova(ibv_pd *domain, void *address, size_t length, uint64_t start, int access)
{
    return registerMemory(domain, address, length, start, unsigned(access));
}

ibv_mr *ibv_reg_mr_iova2(ibv_pd *domain, void *address, size_t length, uint64_t start,
                         unsigned access)
{
    return registerMemory(domain, address, length, start, access);
}

ibv_mr *ibv_reg_dmabuf_mr(ibv_pd *, uint64_t, size_t, uint64_t, int, int)
{
    return refuse<ibv_mr>(EOPNOTSUPP);
}

int ibv_rereg_mr(ibv_mr *, int, ibv_pd *, void *, size_t, int)
{
    errno = EOPNOTSUPP;
    return IBV_REREG_MR_ERR_CMD;
}

int ibv_dereg_mr(ibv_mr *handle)
{
    const Lock lock;
    auto *region = static_cast<Region *>(handle);
    if (region->windows > 0)
        return EINVAL;
    keys().remove(region->lkey);
    --counts().regions;
    counts().relaxed -= isRelaxed(*region) ? 1 : 0;
    counts().pinned -= pagesOf(*region);
    --domainOf(region->pd).users;
    delete region;
    return 0;
}

} // extern "C"
