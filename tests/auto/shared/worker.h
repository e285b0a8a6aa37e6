// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKER_H
#define WORKER_H

#include <QtCore/qthread.h>

#include <atomic>
#include <thread>
#include <utility>

// Runs a function in a thread of its own, without an event loop. It is not a QThread, because the
// thread sanitizer does not see how a QThread is waited for.
class Worker
{
public:
    template <typename Function>
    explicit Worker(Function function)
        : m_thread([this, function = std::move(function)] {
            function();
            m_finished = true;
        })
    {
    }
    ~Worker() { m_thread.join(); }
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;

    // When this is true, everything that the function has written can be read.
    bool isFinished() const { return m_finished; }

private:
    std::atomic<bool> m_finished = false;
    std::thread m_thread;
};

// A thread with an event loop. As with Worker, everything that its objects have done can be read
// when it is finished: an atomic flag tells that to the thread sanitizer, too.
class LoopThread : public QThread
{
public:
    LoopThread()
    {
        connect(
                this, &QThread::finished, this, [this] { m_loopEnded = true; },
                Qt::DirectConnection);
    }
    bool isFinished() const { return m_loopEnded && QThread::isFinished(); }

private:
    std::atomic<bool> m_loopEnded = false;
};

#endif // WORKER_H
