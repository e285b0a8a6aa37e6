// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "lockedmemory_p.h"

#include "forkedchild_p.h"
#include "lockedbudget_p.h"

#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>

namespace QtRdmaPrivate {

namespace {

using Clock = std::chrono::steady_clock;

// A process with this capability may lock any amount. The capability of a container may not count;
// a refusal tells that.
bool hasLockingCapability()
{
    __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
    return syscall(SYS_capget, &header, data) == 0
            && (data[CAP_TO_INDEX(CAP_IPC_LOCK)].effective & CAP_TO_MASK(CAP_IPC_LOCK)) != 0;
}

// Other numbers say that something is wrong, not that it is too much. Some devices call too much
// memory invalid.
bool isShortage(int errorNumber)
{
    switch (errorNumber) {
    case ENOMEM:
    case EPERM:
    case ENOSPC:
    case EAGAIN:
    case EINVAL:
        return true;
    default:
        return false;
    }
}

qint64 limitOfProcess()
{
    rlimit limit = {};
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur > rlim_t(LockedBudget::Unlimited)
        || hasLockingCapability())
        return LockedBudget::Unlimited;
    return qint64(limit.rlim_cur);
}

// The answers that every frame needs are kept where they can be read without a lock and without the
// kernel.
struct Account
{
    void look()
    {
        budget.look(limitOfProcess(), Clock::now());
        publish();
    }
    void publish()
    {
        room = budget.room();
        share = budget.share();
        isRefused = budget.isRefused();
        lookAgainAt = budget.lookAgainAt();
    }
    bool isOutdated() const { return Clock::now() >= lookAgainAt.load(std::memory_order_relaxed); }

    ProcessMutex mutex;
    LockedBudget budget;
    std::atomic<qint64> room = LockedBudget::Unlimited;
    std::atomic<qint64> share = LockedBudget::Unlimited;
    std::atomic<bool> isRefused = false;
    std::atomic<LockedBudget::Time> lookAgainAt = LockedBudget::Time();
};

// Has no destructor, because the reaper's threads may outlive static objects.
Account &account()
{
    static constinit Account instance;
    return instance;
}

void addToAccount(qint64 bytes)
{
    Account &all = account();
    const std::lock_guard lock(all.mutex);
    all.budget.add(bytes);
    all.publish();
}

} // namespace

void LockedMemory::registered(size_t bytes)
{
    addToAccount(qint64(bytes));
}

void LockedMemory::ended(size_t bytes)
{
    addToAccount(-qint64(bytes));
}

void LockedMemory::refused(int errorNumber)
{
    if (!isShortage(errorNumber))
        return;
    Account &all = account();
    const std::lock_guard lock(all.mutex);
    all.budget.refuse(Clock::now());
    all.look();
}

bool LockedMemory::hasRoomForSpeed(size_t bytes)
{
    Account &all = account();
    if (qint64(bytes) > all.room.load(std::memory_order_relaxed) && !all.isOutdated())
        return false;
    const std::lock_guard lock(all.mutex);
    all.look();
    return qint64(bytes) <= all.budget.room();
}

qint64 LockedMemory::share()
{
    Account &all = account();
    if (all.isRefused.load(std::memory_order_relaxed) && all.isOutdated()) {
        const std::lock_guard lock(all.mutex);
        all.look();
    }
    return all.share.load(std::memory_order_relaxed);
}

LockedMemory::Holder LockedMemory::joinStreams()
{
    Account &all = account();
    {
        const std::lock_guard lock(all.mutex);
        all.budget.addStreams(1);
        all.look();
    }
    return { &all, [](Account *left) {
                const std::lock_guard lock(left->mutex);
                left->budget.addStreams(-1);
                left->publish();
            } };
}

} // namespace QtRdmaPrivate
