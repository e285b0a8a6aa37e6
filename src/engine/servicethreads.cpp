// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "servicethreads_p.h"

#include "engine_p.h"

#include <QtRdma/rdma.h>

#include <QtCore/qdeadlinetimer.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace QtRdmaPrivate {

namespace {

constexpr int ServiceLimit = 120000; // each lingering connection has a shorter deadline of its own

std::atomic<int> lingerAtExit{ 2000 };

// Never destroyed: a service thread may outlive the static objects of the program.
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

bool isMainThread()
{
    return ::gettid() == ::getpid();
}

void serve(std::shared_ptr<Engine> engine)
{
    engine->finishLingering(ServiceLimit);
    engine.reset();
    const std::lock_guard lock(services().mutex);
    --services().running;
    services().finished.notify_all();
}

void waitForServices(QDeadlineTimer deadline)
{
    std::unique_lock lock(services().mutex);
    services().finished.wait_for(lock, std::chrono::milliseconds(deadline.remainingTime()),
                                 [] { return services().running == 0; });
}

} // namespace

void finishInServiceThread(std::shared_ptr<Engine> engine)
{
    {
        const std::lock_guard lock(services().mutex);
        ++services().running;
    }
    std::thread(serve, std::move(engine)).detach();
    if (isMainThread())
        waitForServices(QDeadlineTimer(lingerAtExit.load()));
}

} // namespace QtRdmaPrivate

int Rdma::exitLingerTime()
{
    return QtRdmaPrivate::lingerAtExit;
}

void Rdma::setExitLingerTime(int msecs)
{
    QtRdmaPrivate::lingerAtExit = msecs;
}
