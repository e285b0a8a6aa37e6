// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "servicethreads_p.h"

#include "detachedthread_p.h"
#include "engine_p.h"

#include "../base/logging_p.h"
#include "../base/msecs_p.h"
#include "../verbs/verbscall_p.h"

#include <QtRdma/rdma.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace QtRdmaPrivate {

namespace {

constexpr int ServiceLimit = 120000; // each lingering connection has a shorter deadline of its own

std::atomic<int> lingerAtExit{ 2000 };

// Never destroyed, because a service thread may outlive the static objects of the program.
struct Services
{
    std::mutex mutex;
    std::condition_variable finished;
    int running = 0;
};

Services &services()
{
    static auto *instance = new Services;
    return *instance;
}

void serve(std::shared_ptr<Engine> engine, int msecs)
{
    engine->finishLingering(msecs);
    engine.reset();
    const std::lock_guard lock(services().mutex);
    --services().running;
    services().finished.notify_all();
}

} // namespace

void finishInServiceThread(std::shared_ptr<Engine> engine)
{
    {
        const std::lock_guard lock(services().mutex);
        ++services().running;
    }
    // If there can be no thread this one does the work, but not for long.
    const auto run = [engine]() mutable { serve(std::move(engine), ServiceLimit); };
    if (const int failure = startDetached(run)) {
        qCWarning(lcRdmaStream) << callError("pthread_create", failure);
        serve(std::move(engine), lingerAtExit);
    }
}

void waitForServiceThreads()
{
    std::unique_lock lock(services().mutex);
    services().finished.wait_for(lock, std::chrono::milliseconds(lingerAtExit.load()),
                                 [] { return services().running == 0; });
}

} // namespace QtRdmaPrivate

/*! Returns the time in milliseconds for which the end of the program may wait for data that was
    written to streams and has not been sent; 2000 by default.

    This function may be called in any thread.
*/
int Rdma::exitLingerTime()
{
    return QtRdmaPrivate::lingerAtExit;
}

/*! Lets the end of the program wait for up to \a msecs milliseconds for data that was written to
    streams and has not been sent. With 0 or less it does not wait.

    This function may be called in any thread.
*/
void Rdma::setExitLingerTime(int msecs)
{
    QtRdmaPrivate::lingerAtExit = std::max(msecs, 0);
}

/*! Returns exitLingerTime() as a duration. */
std::chrono::milliseconds Rdma::exitLingerTimeAsDuration()
{
    return std::chrono::milliseconds(exitLingerTime());
}

/*! \overload
    Sets exitLingerTime() to \a time; more than an int holds is as much as that.
*/
void Rdma::setExitLingerTime(std::chrono::milliseconds time)
{
    setExitLingerTime(QtRdmaPrivate::toMsecs(time));
}
