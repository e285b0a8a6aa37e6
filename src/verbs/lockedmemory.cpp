// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "lockedmemory_p.h"

#include "forkedchild_p.h"

#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>

namespace QtRdmaPrivate {

namespace {

using Clock = std::chrono::steady_clock;

constexpr qint64 Unlimited = std::numeric_limits<qint64>::max();
constexpr qint64 Minimum = 32 * 1024; // that a stream has in any case
constexpr std::chrono::milliseconds FirstPause{ 10 };
constexpr std::chrono::milliseconds LongestPause{ 1000 };

// Who has it may lock any amount; a container's may be one that does not count, which a refusal tells.
bool hasLockingCapability()
{
    __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
    return syscall(SYS_capget, &header, data) == 0
            && (data[CAP_TO_INDEX(CAP_IPC_LOCK)].effective & CAP_TO_MASK(CAP_IPC_LOCK)) != 0;
}

qint64 limitOfProcess()
{
    rlimit limit = {};
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur > rlim_t(Unlimited)
        || hasLockingCapability())
        return Unlimited;
    return qint64(limit.rlim_cur);
}

qint64 forSpeed(qint64 limit)
{
    return limit - limit / 4;
}

struct Account
{
    void divide();

    std::mutex mutex;
    qint64 bytes = 0;
    qint64 ceiling = Unlimited; // what there was when more was refused
    Clock::time_point retryAt;
    std::chrono::milliseconds pause = FirstPause;
    int streams = 0;
    std::atomic<qint64> share = Unlimited;
};

void Account::divide()
{
    const qint64 limit = std::min(limitOfProcess(), ceiling);
    share = limit == Unlimited || streams == 0
            ? Unlimited
            : std::max<qint64>(0, forSpeed(limit) - streams * Minimum) / streams / 2;
}

std::mutex &accountMutex();

// Never destroyed: the reaper's threads may outlive static objects.
Account &account()
{
    static auto *instance = [] {
        freeInChildren<accountMutex>();
        return new Account;
    }();
    return *instance;
}

std::mutex &accountMutex()
{
    return account().mutex;
}

} // namespace

void LockedMemory::registered(size_t bytes)
{
    Account &all = account();
    const std::lock_guard lock(all.mutex);
    all.bytes += qint64(bytes);
    if (all.bytes <= all.ceiling)
        return;
    all.ceiling = Unlimited;
    all.pause = FirstPause;
    all.divide();
}

void LockedMemory::ended(size_t bytes)
{
    Account &all = account();
    const std::lock_guard lock(all.mutex);
    all.bytes -= qint64(bytes);
}

void LockedMemory::refused()
{
    Account &all = account();
    const std::lock_guard lock(all.mutex);
    all.ceiling = all.bytes;
    all.retryAt = Clock::now() + all.pause;
    all.pause = std::min(2 * all.pause, LongestPause);
    all.divide();
}

bool LockedMemory::hasRoomForSpeed(size_t bytes)
{
    Account &all = account();
    const std::lock_guard lock(all.mutex);
    const qint64 wanted = all.bytes + qint64(bytes);
    return wanted <= forSpeed(limitOfProcess())
            && (all.ceiling == Unlimited || wanted <= forSpeed(all.ceiling)
                || Clock::now() >= all.retryAt);
}

qint64 LockedMemory::share()
{
    return account().share.load(std::memory_order_relaxed);
}

LockedMemory::Holder LockedMemory::joinStreams()
{
    const auto add = [](int streams) {
        Account &all = account();
        const std::lock_guard lock(all.mutex);
        all.streams += streams;
        all.divide();
    };
    add(1);
    return { &account(), [add](void *) { add(-1); } };
}

} // namespace QtRdmaPrivate
