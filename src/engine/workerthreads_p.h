// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKERTHREADS_P_H
#define WORKERTHREADS_P_H

#include "../verbs/rdmaglobal_p.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>

namespace QtRdmaPrivate {

// Threads for calls that can block for minutes, and hardly ever do. While work is queued a thread is on its way to it: one that
// takes work and leaves some makes another first, if none is free. So a call that blocks holds up no other, and
// fifty that do not block are done by two threads. Never to be destroyed: the threads may outlive the static
// objects of the program.
class Q_RDMA_AUTOTEST_EXPORT WorkerThreads
{
public:
    explicit WorkerThreads(int most = std::numeric_limits<int>::max()) : m_most(most) { }

    // An errno when there is no thread and none can be had. The work then waits for more work that has one.
    [[nodiscard]] int run(std::function<void()> work);
    // Until everything given so far is done; false when the time ran out first.
    bool wait(int msecs);

private:
    int startThread();
    void serve();

    const int m_most;
    std::mutex m_mutex;
    std::condition_variable m_queued;
    std::condition_variable m_done;
    std::deque<std::function<void()>> m_queue;
    int m_threads = 0;
    int m_free = 0; // of these: wait for work, or begin
};

} // namespace QtRdmaPrivate

#endif // WORKERTHREADS_P_H
