// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "deviceclock_p.h"

#include "provider_p.h"
#include "verbscall_p.h"

#include "../base/logging_p.h"

#include <infiniband/verbs.h>

#include <chrono>
#include <cstdlib>

namespace QtRdmaPrivate {

namespace {

// A reading costs an access to the card, about a microsecond. At this age it adds a microsecond to
// the error.
constexpr qint64 LongestUse = 1000000;

// The counter does not begin again within this time.
constexpr qint64 LongestMemory = 1000000000;

qint64 systemTime()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

} // namespace

qint64 ClockRate::nanoseconds(quint64 ticks) const
{
    return qint64(ticks / kiloHertz * 1000000 + ticks % kiloHertz * 1000000 / kiloHertz);
}

qint64 ClockRate::nanosecondsBetween(quint64 from, quint64 to) const
{
    const quint64 forwards = (to - from) & mask;
    const quint64 backwards = (from - to) & mask;
    return forwards <= backwards ? nanoseconds(forwards) : -nanoseconds(backwards);
}

WallTime ClockReading::at(quint64 moment, const ClockRate &rate) const
{
    constexpr qint64 Apart = 1000;
    const qint64 distance = rate.nanosecondsBetween(ticks, moment);
    const qint64 rounding = rate.nanoseconds(1) + 1;
    return { time.sinceEpoch + distance, time.error + std::abs(distance) / Apart + rounding };
}

DeviceClock::DeviceClock(ibv_context *context, const Provider &provider)
    : m_context(context)
    , m_rate{ provider.completionClock(), provider.completionClockMask() }
{
}

std::optional<WallTime> DeviceClock::wallTime(quint64 ticks)
{
    if (!isNear(ticks) && !read())
        return std::nullopt;
    return m_last->at(ticks, m_rate);
}

// A late thread finds stamps that are older than the last reading. A new reading would be further
// away from them.
bool DeviceClock::isNear(quint64 ticks) const
{
    return m_last && systemTime() - m_last->time.sinceEpoch <= LongestMemory
            && m_rate.nanosecondsBetween(m_last->ticks, ticks) <= LongestUse;
}

// The device's clock is read between two looks at the system's.
bool DeviceClock::read()
{
    m_last.reset();
    if (!m_isReadable)
        return false;
    ibv_values_ex values = {};
    values.comp_mask = IBV_VALUES_MASK_RAW_CLOCK;
    const qint64 before = systemTime();
    const int failure = verbsResult(ibv_query_rt_values_ex(m_context, &values));
    const qint64 after = systemTime();
    m_isReadable = failure == 0 && (values.comp_mask & IBV_VALUES_MASK_RAW_CLOCK) != 0;
    if (!m_isReadable) {
        qCDebug(lcRdmaCompletion) << callError("ibv_query_rt_values_ex", failure);
        return false;
    }
    const qint64 half = (after - before) / 2;
    // Drivers give the counter as a number of nanoseconds, whatever its rate.
    m_last = ClockReading{ quint64(values.raw_clock.tv_nsec) & m_rate.mask,
                           { before + half, std::abs(half) + 1 } };
    return true;
}

} // namespace QtRdmaPrivate
