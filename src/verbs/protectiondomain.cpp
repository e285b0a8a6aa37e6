// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "protectiondomain_p.h"

#include "devicecontext_p.h"
#include "forkedchild_p.h"
#include "../base/logging_p.h"
#include "verbscall_p.h"

#include <infiniband/verbs.h>

#include <cerrno>
#include <mutex>

namespace QtRdmaPrivate {

namespace {

// Must come before the first registration of the process; newer kernels copy pinned pages at fork()
// and need nothing.
void prepareForFork()
{
    static std::once_flag once;
    std::call_once(once, [] {
        if (ibv_is_fork_initialized() == IBV_FORK_UNNEEDED)
            return;
        if (const int error = verbsResult(ibv_fork_init()))
            qCWarning(lcRdmaMemory) << callError("ibv_fork_init", error);
    });
}

} // namespace

ProtectionDomainPtr makeProtectionDomain(ibv_context *context, RdmaError *error)
{
    prepareForFork();
    errno = 0;
    ibv_pd *domain = ibv_alloc_pd(context);
    if (!domain) {
        *error = callError("ibv_alloc_pd", pointerResult(domain));
        return {};
    }
    return ProtectionDomainPtr(domain, [hold = holdContext(context)](ibv_pd *pd) {
        if (isForkedChild())
            return;
        if (const int failure = verbsResult(ibv_dealloc_pd(pd)))
            qCWarning(lcRdmaMemory) << callError("ibv_dealloc_pd", failure);
    });
}

} // namespace QtRdmaPrivate
