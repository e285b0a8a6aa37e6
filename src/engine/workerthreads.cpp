// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "workerthreads_p.h"

#include "detachedthread_p.h"

#include <chrono>
#include <utility>

namespace QtRdmaPrivate {

static constexpr auto IdleTime = std::chrono::seconds(2);

int WorkerThreads::run(std::function<void()> work)
{
    const std::lock_guard lock(m_mutex);
    m_queue.push_back(std::move(work));
    const int failure = m_free == 0 ? startThread() : 0;
    m_queued.notify_one();
    return m_threads == 0 ? failure : 0;
}

int WorkerThreads::startThread()
{
    if (m_threads == m_most)
        return 0;
    const int failure = startDetached([this] { serve(); });
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
        const auto work = std::move(m_queue.front());
        m_queue.pop_front();
        --m_free;
        if (!m_queue.empty() && m_free == 0)
            static_cast<void>(startThread()); // without one this thread goes on with it
        lock.unlock();
        work();
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
