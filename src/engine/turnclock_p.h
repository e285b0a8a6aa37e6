// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TURNCLOCK_P_H
#define TURNCLOCK_P_H

#include <QtCore/qscopedvaluerollback.h>

#include <chrono>

namespace QtRdmaPrivate {

// Measures how long a turn of the engine has taken, and its present phase. Each phase has
// PhaseTime, so that no phase keeps another from its work. The clock of a phase starts only when
// something waits for something else, because otherwise a single message and its answer would read
// the clock ten times.
template <typename Clock>
class BasicTurnClock
{
public:
    using TimePoint = typename Clock::time_point;

    static constexpr std::chrono::microseconds PhaseTime{ 500 };

    BasicTurnClock() = default; // not bounded: no phase is ever long
    static BasicTurnClock bounded()
    {
        BasicTurnClock clock;
        clock.m_isBounded = true;
        return clock;
    }
    bool isBounded() const { return m_isBounded; }

    // Begins another phase. Its clock runs at once if 'isTimed' is true; otherwise it may be
    // started later.
    void beginPhase(bool isTimed)
    {
        if (m_phaseStart != TimePoint())
            endPhase();
        if (isTimed)
            startPhaseClock();
    }
    // Runs a phase inside the present one.
    template <typename Function>
    void runPhase(Function function)
    {
        const QScopedValueRollback<TimePoint> outer(m_phaseStart, TimePoint());
        function();
        noteIfLong();
    }
    // Does nothing if the clock runs already.
    void startPhaseClock()
    {
        if (m_isBounded && m_phaseStart == TimePoint())
            m_phaseStart = Clock::now();
    }
    // Whether work that can wait is to be left to the next turn. False while the clock of the phase
    // does not run.
    bool isPhaseLong() const
    {
        return m_phaseStart != TimePoint() && Clock::now() - m_phaseStart > PhaseTime;
    }

    // Whether a phase of this turn was long when it ended or when noteIfLong() was called.
    bool hadLongPhase() const { return m_hadLongPhase; }
    void noteIfLong() { m_hadLongPhase = m_hadLongPhase || isPhaseLong(); }

    // Returns the time now. The duration of the turn is that between the first look and the last.
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
    void endPhase()
    {
        noteIfLong();
        m_phaseStart = {};
    }

    TimePoint m_start{};
    TimePoint m_phaseStart{}; // the epoch: the clock of the phase does not run
    std::chrono::nanoseconds m_lasted{ 0 };
    bool m_isBounded = false;
    bool m_hadLongPhase = false;
};

using TurnClock = BasicTurnClock<std::chrono::steady_clock>;

} // namespace QtRdmaPrivate

#endif // TURNCLOCK_P_H
