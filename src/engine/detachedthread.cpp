// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "detachedthread_p.h"

#include <pthread.h>

#include <memory>

namespace QtRdmaPrivate {

namespace {

// Room for what these threads do and for a message handler of the program. The usual 8 MiB have the kernel clear a huge page for
// each stack.
constexpr size_t StackSize = 512 * 1024;

void *run(void *function)
{
    const std::unique_ptr<std::function<void()>> owned(
            static_cast<std::function<void()> *>(function));
    (*owned)();
    return nullptr;
}

} // namespace

int startDetached(const std::function<void()> &function)
{
    pthread_attr_t attributes;
    if (const int failure = pthread_attr_init(&attributes))
        return failure;
    pthread_attr_setstacksize(&attributes, StackSize);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    auto owned = std::make_unique<std::function<void()>>(function);
    pthread_t thread;
    const int failure = pthread_create(&thread, &attributes, run, owned.get());
    if (failure == 0)
        static_cast<void>(owned.release());
    pthread_attr_destroy(&attributes);
    return failure;
}

} // namespace QtRdmaPrivate
