// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TURNCLOCK_P_H
#define TURNCLOCK_P_H

#include <QtCore/qscopedvaluerollback.h>

#include <chrono>

namespace QtRdmaPrivate {

// The time that a turn of the engine has taken, and the phase of it that is going on. Each phase has
// PhaseTime, so that none is kept from its work by another. The clock of a phase runs only from when
// something waits for something else: a message to and fro would ask it ten times.
template <typename Clock>
class BasicTurnClock
{
public:
    using TimePoint = typename Clock::time_point;

    static constexpr std::chrono::microseconds PhaseTime{ 500 };

    BasicTurnClock() = default; // not bounded: no phase of it is ever long
    static BasicTurnClock bounded()
    {
        BasicTurnClock clock;
        clock.m_isBounded = true;
        return clock;
    }
    bool isBounded() const { return m_isBounded; }

    // Another phase, with a clock that runs or one that may be started.
    void beginPhase(bool isTimed)
    {
        noteIfLong();
        m_phaseStart = {};
        if (isTimed)
            startPhaseClock();
    }
    // A phase of its own inside the present one.
    template <typename Function>
    void runPhase(Function function)
    {
        const QScopedValueRollback<TimePoint> outer(m_phaseStart, TimePoint());
        function();
        noteIfLong();
    }
    // Does nothing where it runs already.
    void startPhaseClock()
    {
        if (m_isBounded && m_phaseStart == TimePoint())
            m_phaseStart = Clock::now();
    }
    // Whether what can wait is to be left to the next turn. False while the clock of the phase does not run.
    bool isPhaseLong() const
    {
        return m_phaseStart != TimePoint() && Clock::now() - m_phaseStart > PhaseTime;
    }

    // Whether a phase of this turn was long when it ended, or when this was noted.
    bool hadLongPhase() const { return m_hadLongPhase; }
    void noteIfLong() { m_hadLongPhase = m_hadLongPhase || isPhaseLong(); }

    // The time now. The turn has lasted from the first look to the last.
    TimePoint look()
    {
        const TimePoint now = Clock::now();
        if (m_start == TimePoint())
            m_start = now;
        m_lasted = now - m_start;
        return now;
    }
    std::chrono::nanoseconds lasted() const { return m_lasted; }

private:
    TimePoint m_start{};
    TimePoint m_phaseStart{}; // the epoch: its clock does not run
    std::chrono::nanoseconds m_lasted{ 0 };
    bool m_isBounded = false;
    bool m_hadLongPhase = false;
};

using TurnClock = BasicTurnClock<std::chrono::steady_clock>;

} // namespace QtRdmaPrivate

#endif // TURNCLOCK_P_H
