// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "deviceclock_p.h"
#include "qtrdmafault.h"

#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace {

std::mutex clockMutex;
qtrdmafault_clock clockNow = {};
long long beginning = 0; // ns; the counter was at 0
std::vector<long long> stamps;
int readings = 0;

long long systemTime()
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

uint64_t mask()
{
    return clockNow.bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << clockNow.bits) - 1;
}

uint64_t ticksAt(long long time)
{
    return uint64_t((time - beginning) * clockNow.kilohertz / 1000000) & mask();
}

uint64_t completionStamp(ibv_cq_ex *)
{
    const std::lock_guard lock(clockMutex);
    stamps.push_back(systemTime() - clockNow.delay);
    return ticksAt(stamps.back());
}

} // namespace

namespace DeviceClock {

bool isOn()
{
    const std::lock_guard lock(clockMutex);
    return clockNow.kilohertz != 0;
}

void describe(ibv_device_attr_ex *attributes)
{
    const std::lock_guard lock(clockMutex);
    attributes->hca_core_clock = uint64_t(clockNow.kilohertz);
    attributes->completion_timestamp_mask = mask();
}

void withoutStamps(ibv_cq_init_attr_ex *attributes)
{
    attributes->wc_flags &= ~uint64_t(IBV_WC_EX_WITH_COMPLETION_TIMESTAMP);
}

void stamp(ibv_cq_ex *queue)
{
    queue->read_completion_ts = completionStamp;
}

int read(ibv_values_ex *values)
{
    const std::lock_guard lock(clockMutex);
    if (!clockNow.readable)
        return EOPNOTSUPP;
    ++readings;
    values->comp_mask = IBV_VALUES_MASK_RAW_CLOCK;
    values->raw_clock = { 0, long(ticksAt(systemTime())) };
    return 0;
}

} // namespace DeviceClock

void qtrdmafault_set_clock(const qtrdmafault_clock *clock)
{
    const std::lock_guard lock(clockMutex);
    clockNow = clock ? *clock : qtrdmafault_clock{};
    beginning = systemTime();
    stamps.clear();
    readings = 0;
}

int qtrdmafault_clock_readings(void)
{
    const std::lock_guard lock(clockMutex);
    return readings;
}

long long qtrdmafault_nearest_stamp(long long time)
{
    const std::lock_guard lock(clockMutex);
    const auto nearest =
            std::min_element(stamps.cbegin(), stamps.cend(), [time](long long a, long long b) {
                return std::llabs(a - time) < std::llabs(b - time);
            });
    return nearest == stamps.cend() ? 0 : *nearest;
}
