// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "forkedchild_p.h"

#include "verbscall_p.h"

#include "../base/translate_p.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

bool forkedFromUser = false;
int forkGeneration = 0;

namespace {

// Never destroyed, because the process may fork while it ends.
struct Fences
{
    // All mutexes are held while the process forks, and locked in this order.
    std::mutex mutexOfMutexes;
    std::vector<std::mutex *> mutexes;
    std::mutex mutex; // of the members below

    std::vector<int> descriptors;
    std::vector<void (*)()> functions;
    bool isUser = false; // the process uses the connection manager
};

Fences &fences();

void lockAll()
{
    fences().mutexOfMutexes.lock();
    for (std::mutex *const each : fences().mutexes)
        each->lock();
    fences().mutex.lock();
}

void unlockAll()
{
    fences().mutex.unlock();
    for (std::mutex *const each : fences().mutexes)
        each->unlock();
    fences().mutexOfMutexes.unlock();
}

// The fence is the end of a pipe from which nothing ever comes, because its other end stays open.
// When no descriptor can be had, the kernel's own checks remain.
void putUpFences()
{
    int ends[2] = { -1, -1 };
    if (fences().descriptors.empty() || ::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    for (const int fd : fences().descriptors)
        static_cast<void>(::dup3(ends[0], fd, O_CLOEXEC));
    static_cast<void>(::close(ends[0]));
}

void becomeChild()
{
    putUpFences();
    ++forkGeneration;
    forkedFromUser = fences().isUser;
    unlockAll();
    for (const auto function : fences().functions)
        function();
}

Fences &fences()
{
    static auto *instance = [] {
        pthread_atfork(lockAll, unlockAll, becomeChild); // fails only without memory
        return new Fences;
    }();
    return *instance;
}

// Called when the library is loaded, so that no other thread does it while the process forks.
[[gnu::constructor]] void makeFences()
{
    static_cast<void>(fences());
}

} // namespace

void ProcessMutex::makeKnown()
{
    const std::lock_guard lock(fences().mutexOfMutexes);
    if (m_isKnown)
        return;
    fences().mutexes.push_back(&m_mutex);
    m_isKnown = true;
}

RdmaError forkedError()
{
    return RdmaError(RdmaError::Category::Usage, QString(), EINVAL,
                     Words::tr("This process was forked from one that had used RDMA already"),
                     Words::tr("Fork before the first use of RDMA, or start a program in the child "
                               "(exec, QProcess)."),
                     QAbstractSocket::OperationError);
}

void fenceInChildren(int fd)
{
    const std::lock_guard lock(fences().mutex);
    fences().descriptors.push_back(fd);
}

void unfence(int fd)
{
    const std::lock_guard lock(fences().mutex);
    auto &descriptors = fences().descriptors;
    const auto found = std::find(descriptors.begin(), descriptors.end(), fd);
    if (found != descriptors.end()) // one of several entries if it has several
        descriptors.erase(found);
}

void markUse()
{
    const std::lock_guard lock(fences().mutex);
    fences().isUser = true;
}

void callInChildren(void (*function)())
{
    const std::lock_guard lock(fences().mutex);
    fences().functions.push_back(function);
}

void keepForEver(std::shared_ptr<void> object)
{
    struct Kept
    {
        std::shared_ptr<void> object;
        Kept *next;
    };
    static constinit std::atomic<Kept *> last = nullptr;
    auto *const kept = new Kept{ std::move(object), nullptr };
    kept->next = last.exchange(kept);
}

} // namespace QtRdmaPrivate
