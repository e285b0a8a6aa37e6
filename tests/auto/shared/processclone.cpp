// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <dlfcn.h>
#include <sched.h>

#include <cstdarg>

// For tests under the thread sanitizer. QProcess calls clone() so that the child borrows the memory of the parent until
// it runs its program. What the sanitizer does in a child, in a process with several threads, is to stop looking; done
// in borrowed memory that makes it blind to the calling thread of the parent for good, the locks it takes included. With
// memory of its own a child harms nobody.
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
