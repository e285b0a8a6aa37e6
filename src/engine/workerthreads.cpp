// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "workerthreads_p.h"

#include "detachedthread_p.h"

#include <chrono>
#include <utility>

namespace QtRdmaPrivate {

static constexpr auto IdleTime = std::chrono::milliseconds(10);

int WorkerThreads::run(const Work &work)
{
    const std::lock_guard lock(m_mutex);
    if (const int failure = provideThread())
        return failure;
    m_queue.push_back(work);
    m_queued.notify_one();
    return 0;
}

void WorkerThreads::runLater(const Work &work)
{
    const std::lock_guard lock(m_mutex);
    m_queue.push_back(work);
    m_queued.notify_one();
}

void WorkerThreads::help()
{
    const std::lock_guard lock(m_mutex);
    if (!m_queue.empty())
        static_cast<void>(provideThread());
}

// If as many threads are busy as are permitted, the first one that is free takes the work.
int WorkerThreads::provideThread()
{
    if (m_free > 0 || m_threads == m_most)
        return 0;
    const int failure = startDetached([self = shared_from_this()] { self->serve(); });
    if (failure == 0) {
        ++m_threads;
        ++m_free;
    }
    return failure;
}

void WorkerThreads::serve()
{
    std::unique_lock lock(m_mutex);
    while (m_queued.wait_for(lock, IdleTime, [this] { return !m_queue.empty(); })) {
        auto work = std::exchange(m_queue.front(), nullptr);
        m_queue.pop_front();
        --m_free;
        if (!m_queue.empty())
            static_cast<void>(provideThread()); // if there can be none this thread goes on with it
        lock.unlock();
        work();
        work = nullptr;
        lock.lock();
        ++m_free;
        m_done.notify_all();
    }
    --m_free;
    --m_threads;
}

bool WorkerThreads::wait(int msecs)
{
    std::unique_lock lock(m_mutex);
    return m_done.wait_for(lock, std::chrono::milliseconds(msecs),
                           [this] { return m_queue.empty() && m_free == m_threads; });
}

} // namespace QtRdmaPrivate
