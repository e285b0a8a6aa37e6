// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "nextsymbol_p.h"
#include "qtrdmafault.h"

#include <pthread.h>

#include <atomic>

namespace {

std::atomic<bool> refusing = false;
std::atomic<int> refused = 0;

} // namespace

void qtrdmafault_refuse_threads(int refuse)
{
    refusing = refuse != 0;
}

int qtrdmafault_threads_refused(void)
{
    return refused;
}

extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                              void *(*function)(void *), void *argument) noexcept
{
    if (refusing) {
        ++refused;
        return EAGAIN;
    }
    static const auto real = nextSymbol<decltype(pthread_create)>("pthread_create");
    return real(thread, attributes, function, argument);
}
