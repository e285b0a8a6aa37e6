// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qtrdmafault.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int asked = 0;

int qtrdmafault_limits_asked(void)
{
    return __atomic_load_n(&asked, __ATOMIC_RELAXED);
}

// Sanitizers call this before they are ready. So nothing in here may need them, nor look for the
// next symbol.
extern "C" __attribute__((no_sanitize("address", "thread", "undefined"))) int
getrlimit(__rlimit_resource_t resource, rlimit *limit) noexcept
{
    __atomic_fetch_add(&asked, 1, __ATOMIC_RELAXED);
    return int(syscall(SYS_prlimit64, 0, resource, nullptr, limit));
}
