// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICECLOCK_P_H
#define DEVICECLOCK_P_H

#include "../base/rdmaglobal_p.h"

#include <QtCore/qglobal.h>

#include <optional>

struct ibv_context;

namespace QtRdmaPrivate {

class Provider;

// A time of the system's clock, and how far it may be off; both in nanoseconds.
struct WallTime
{
    qint64 sinceEpoch = 0;
    qint64 error = 0;
};

// How a device counts time: the ticks of a second, and the bits of the counter, which begins again
// at 0 after them.
struct Q_RDMA_AUTOTEST_EXPORT ClockRate
{
    quint64 kiloHertz = 0; // 0: there is no clock
    quint64 mask = 0;

    // From the start of the counter.
    qint64 nanoseconds(quint64 ticks) const;
    // From one value of the counter to another that is less than half of its range away, before or
    // after it.
    qint64 nanosecondsBetween(quint64 from, quint64 to) const;
};

// One moment by both clocks.
struct Q_RDMA_AUTOTEST_EXPORT ClockReading
{
    quint64 ticks = 0;
    WallTime time;

    // The clocks run apart by a thousandth at most: an oscillator of Ethernet or InfiniBand is
    // right to 1/10,000, and NTP makes the system's clock slower or faster by up to 5/10,000.
    WallTime at(quint64 ticks, const ClockRate &rate) const;
};

// The clock that a device stamps completions with, in one thread.
class DeviceClock
{
public:
    DeviceClock(ibv_context *context, const Provider &provider);

    const ClockRate &rate() const { return m_rate; }
    // The time of a stamp. None where the device stamps completions, but does not tell what its
    // clock shows now.
    std::optional<WallTime> wallTime(quint64 ticks);

private:
    bool isNear(quint64 ticks) const; // the last reading is, so that it serves
    bool read();

    ibv_context *m_context;
    ClockRate m_rate;
    std::optional<ClockReading> m_last;
    bool m_isReadable = true;
};

} // namespace QtRdmaPrivate

#endif // DEVICECLOCK_P_H
