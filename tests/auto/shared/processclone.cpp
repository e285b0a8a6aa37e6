// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <dlfcn.h>
#include <sched.h>

#include <cstdarg>

// For tests under the thread sanitizer. QProcess calls clone() so that the child uses the memory of
// the parent until it runs its program. In a child of a process with several threads the sanitizer
// stops looking. In memory that is shared this would make it blind to the calling thread of the
// parent for good, including the locks that the thread takes. A child with memory of its own does
// no harm.
extern "C" __attribute__((visibility("default"))) int clone(int (*function)(void *), void *stack,
                                                            int flags, void *argument, ...) noexcept
{
    using Clone = int (*)(int (*)(void *), void *, int, void *, void *, void *, void *);
    static const auto next = reinterpret_cast<Clone>(dlsym(RTLD_NEXT, "clone"));

    va_list rest;
    va_start(rest, argument);
    void *parentThread = va_arg(rest, void *);
    void *threadStorage = va_arg(rest, void *);
    void *childThread = va_arg(rest, void *);
    va_end(rest);
    return next(function, stack, flags & ~(CLONE_VM | CLONE_VFORK), argument, parentThread,
                threadStorage, childThread);
}
