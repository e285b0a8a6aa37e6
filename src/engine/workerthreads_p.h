// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKERTHREADS_P_H
#define WORKERTHREADS_P_H

#include "../base/rdmaglobal_p.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>

namespace QtRdmaPrivate {

// Threads for calls that can block for minutes, but hardly ever do. While work is queued a thread
// is on its way to it: a thread that takes work and leaves some behind first starts another one, if
// none is free. So a call that blocks does not hold up others, and fifty calls that do not block
// are made by a few threads. A thread ends after 10 ms without work, because each use of a file
// descriptor costs a little more in a process of several threads. A thread keeps this object alive.
class Q_RDMA_AUTOTEST_EXPORT WorkerThreads : public std::enable_shared_from_this<WorkerThreads>
{
public:
    using Work = std::function<void()>;

    explicit WorkerThreads(int most = std::numeric_limits<int>::max()) : m_most(most) { }

    // Returns an errno if there can be no thread for the work. The work is not taken then.
    [[nodiscard]] int run(const Work &work);
    // The work is done together with the next that is run, or when a busy thread has time.
    void runLater(const Work &work);
    // For those who wait: tries again to start a thread for queued work, if that has failed before.
    void help();
    // Waits until everything given so far is done. Returns false when the time is over before.
    bool wait(int msecs);

private:
    int provideThread();
    void serve();

    const int m_most;
    std::mutex m_mutex;
    std::condition_variable m_queued;
    std::condition_variable m_done;
    std::deque<Work> m_queue;
    int m_threads = 0;
    int m_free = 0; // these wait for work, or begin to
};

} // namespace QtRdmaPrivate

#endif // WORKERTHREADS_P_H
