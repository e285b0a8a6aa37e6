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

// Threads for calls that can block for minutes, and hardly ever do. While work is queued a thread is on its way to it: one that
// takes work and leaves some makes another first, if none is free. So a call that blocks holds up no other, and
// fifty that do not block are done by a few. A thread ends after 10 ms without work, for while there is one each use of a file
// descriptor of the process costs a little more. It keeps the object until then.
class Q_RDMA_AUTOTEST_EXPORT WorkerThreads : public std::enable_shared_from_this<WorkerThreads>
{
public:
    using Work = std::function<void()>;

    explicit WorkerThreads(int most = std::numeric_limits<int>::max()) : m_most(most) { }

    // An errno when there can be no thread for the work; it is not taken then.
    [[nodiscard]] int run(const Work &work);
    // With what is run next, or when a thread that is busy has time.
    void runLater(const Work &work);
    // For who waits: tries again to have a thread for what is queued, where that failed.
    void help();
    // Until everything given so far is done; false when the time ran out first.
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
    int m_free = 0; // of these: wait for work, or begin
};

} // namespace QtRdmaPrivate

#endif // WORKERTHREADS_P_H
