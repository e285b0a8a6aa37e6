// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "registeredmemory_p.h"

#include "forkedchild_p.h"
#include "lockedmemory_p.h"
#include "../base/logging_p.h"
#include "verbscall_p.h"

#include <infiniband/verbs.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

namespace QtRdmaPrivate {

namespace {

size_t roundedToPages(size_t size)
{
    const size_t page = size_t(sysconf(_SC_PAGESIZE));
    return (qMax<size_t>(size, 1) + page - 1) / page * page;
}

// Remote rights without local ones are forbidden: the device writes here for the peer.
int withLocalWrite(int access)
{
    const bool isWritten = (access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC)) != 0;
    return isWritten ? access | IBV_ACCESS_LOCAL_WRITE : access;
}

} // namespace

const int RegisteredMemory::SlotAccess = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_RELAXED_ORDERING;

std::shared_ptr<RegisteredMemory> RegisteredMemory::make(const ProtectionDomainPtr &domain,
                                                         size_t size, int access, RdmaError *error)
{
    std::shared_ptr<RegisteredMemory> memory(new RegisteredMemory);
    const size_t pages = roundedToPages(size);
    void *data = mmap(nullptr, pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) {
        *error = callError("mmap", errno, qint64(size));
        return {};
    }
    memory->m_domain = domain;
    memory->m_data = static_cast<char *>(data);
    memory->m_size = pages;
    memory->m_mapped = true;
    if (!domain)
        return memory;
    memory->registerMemory(access, error);
    return memory->m_mr ? memory : nullptr;
}

std::shared_ptr<RegisteredMemory> RegisteredMemory::borrow(const ProtectionDomainPtr &domain,
                                                           void *data, size_t size, int access,
                                                           std::shared_ptr<void> owner,
                                                           RdmaError *error)
{
    std::shared_ptr<RegisteredMemory> memory(new RegisteredMemory);
    memory->m_domain = domain;
    memory->m_owner = std::move(owner);
    memory->m_data = static_cast<char *>(data);
    memory->m_size = size;
    memory->registerMemory(access, error);
    return memory->m_mr ? memory : nullptr;
}

// Optional rights are left out if the device refuses the memory with them. libibverbs leaves them
// out for kernels that do not know them.
template <typename Register>
bool RegisteredMemory::registerBy(const Register &call)
{
    errno = 0;
    m_mr = call(m_access);
    const int optional = m_access & IBV_ACCESS_OPTIONAL_RANGE;
    if (m_mr || optional == 0 || (errno != EINVAL && errno != EOPNOTSUPP))
        return m_mr;
    m_access &= ~optional;
    errno = 0;
    m_mr = call(m_access);
    return m_mr;
}

void RegisteredMemory::registerMemory(int access, RdmaError *error)
{
    m_access = withLocalWrite(access);
    const bool isZeroBased = (access & IBV_ACCESS_ZERO_BASED) != 0;
    m_deviceAddress = isZeroBased ? 0 : quintptr(m_data);
    const auto call = [this, isZeroBased](int rights) {
        // With the flag alone drivers count the addresses as the program does.
        return isZeroBased ? ibv_reg_mr_iova(m_domain.get(), m_data, m_size, 0,
                                             rights & ~IBV_ACCESS_ZERO_BASED)
                           : ibv_reg_mr(m_domain.get(), m_data, m_size, rights);
    };
    if (!registerBy(call)) {
        *error = callError("ibv_reg_mr", pointerResult(nullptr), qint64(m_size));
        return;
    }
    m_locked = (access & IBV_ACCESS_ON_DEMAND) ? 0 : m_size;
    LockedMemory::registered(m_locked);
}

std::shared_ptr<RegisteredMemory> RegisteredMemory::onDevice(const ProtectionDomainPtr &domain,
                                                             size_t size, int access,
                                                             RdmaError *error)
{
    std::shared_ptr<RegisteredMemory> memory(new RegisteredMemory);
    memory->m_domain = domain;
    memory->m_size = size;
    memory->m_access = withLocalWrite(access) | IBV_ACCESS_ZERO_BASED;
    ibv_alloc_dm_attr attributes = {};
    attributes.length = size;
    errno = 0;
    memory->m_deviceMemory = ibv_alloc_dm(domain->context, &attributes);
    if (!memory->m_deviceMemory) {
        *error = callError("ibv_alloc_dm", pointerResult(nullptr));
        return {};
    }
    const auto call = [&memory](int rights) {
        return ibv_reg_dm_mr(memory->m_domain.get(), memory->m_deviceMemory, 0, memory->m_size,
                             unsigned(rights));
    };
    if (memory->registerBy(call))
        return memory;
    *error = callError("ibv_reg_dm_mr", pointerResult(nullptr));
    return {};
}

std::shared_ptr<RegisteredMemory> RegisteredMemory::dmaBuf(const ProtectionDomainPtr &domain,
                                                           int fd, quint64 offset, size_t size,
                                                           int access, RdmaError *error)
{
    std::shared_ptr<RegisteredMemory> memory(new RegisteredMemory);
    memory->m_domain = domain;
    memory->m_size = size;
    memory->m_access = withLocalWrite(access & ~IBV_ACCESS_ZERO_BASED);
    // The kernel wants the address to be as far into its page as the memory is.
    memory->m_deviceAddress = offset % quint64(sysconf(_SC_PAGESIZE));
    const auto call = [&memory, offset, fd](int rights) {
        return ibv_reg_dmabuf_mr(memory->m_domain.get(), offset, memory->m_size,
                                 memory->m_deviceAddress, fd, rights);
    };
    if (memory->registerBy(call))
        return memory;
    *error = callError("ibv_reg_dmabuf_mr", pointerResult(nullptr));
    return {};
}

RegisteredMemory::~RegisteredMemory()
{
    if (isForkedChild())
        return;
    if (m_mr) {
        // Memory the device may still write to must not be given back to the system: better a leak
        // than that.
        if (const int failure = verbsResult(ibv_dereg_mr(m_mr))) {
            qCWarning(lcRdmaMemory) << callError("ibv_dereg_mr", failure);
            if (m_owner)
                static_cast<void>(
                        std::make_unique<std::shared_ptr<void>>(std::move(m_owner)).release());
            return;
        }
    }
    LockedMemory::ended(m_locked);
    if (m_mapped)
        munmap(m_data, m_size);
    if (m_deviceMemory) {
        if (const int failure = verbsResult(ibv_free_dm(m_deviceMemory)))
            qCWarning(lcRdmaMemory) << callError("ibv_free_dm", failure);
    }
}

quint32 RegisteredMemory::localKey() const
{
    return m_mr ? m_mr->lkey : 0;
}

quint32 RegisteredMemory::remoteKey() const
{
    return m_mr->rkey;
}

} // namespace QtRdmaPrivate
