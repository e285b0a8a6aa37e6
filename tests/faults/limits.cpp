// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "nextsymbol_p.h"
#include "qtrdmafault.h"

#include <sys/resource.h>

#include <atomic>

static std::atomic<int> asked = 0;

int qtrdmafault_limits_asked(void)
{
    return asked;
}

extern "C" int getrlimit(__rlimit_resource_t resource, rlimit *limit) noexcept
{
    ++asked;
    static const auto real = nextSymbol<decltype(getrlimit)>("getrlimit");
    return real(resource, limit);
}
