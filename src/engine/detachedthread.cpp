// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "detachedthread_p.h"

#include <QtCore/qglobal.h>

#include <pthread.h>

#include <csignal>
#include <memory>

namespace QtRdmaPrivate {

namespace {

// Enough for these threads and for a message handler of the program. With the usual 8 MiB the
// kernel would clear a huge page for each stack.
constexpr size_t StackSize = 512 * 1024;

void *run(void *function)
{
    const std::unique_ptr<std::function<void()>> owned(
            static_cast<std::function<void()> *>(function));
    (*owned)();
    return nullptr;
}

// A program that takes its signals in threads of its own (sigwait(), signalfd()) must not get them
// in one of these threads. Signals that the processor raises are let through, for a handler that
// reports crashes.
class SignalsBlocked
{
public:
    SignalsBlocked()
    {
        sigset_t blocked;
        sigfillset(&blocked);
        for (const int own : { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT })
            sigdelset(&blocked, own);
        m_failure = pthread_sigmask(SIG_SETMASK, &blocked, &m_before);
    }
    ~SignalsBlocked()
    {
        if (m_failure == 0)
            pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    Q_DISABLE_COPY_MOVE(SignalsBlocked)

private:
    sigset_t m_before = {};
    int m_failure = 0;
};

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
    const SignalsBlocked inherited; // the new thread inherits the mask
    const int failure = pthread_create(&thread, &attributes, run, owned.get());
    if (failure == 0)
        static_cast<void>(owned.release());
    pthread_attr_destroy(&attributes);
    return failure;
}

} // namespace QtRdmaPrivate
