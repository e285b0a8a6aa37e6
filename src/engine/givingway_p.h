// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef GIVINGWAY_P_H
#define GIVINGWAY_P_H

#include <algorithm>
#include <chrono>

namespace QtRdmaPrivate {

// Whether a thread lets others run once before it arms its queues and sleeps. Where those are the peer, or do the work of a software
// device, what it waits for is there when it comes back: arming, sleeping and being woken up are saved. What came to nothing
// is left out the next time, and more often the more often it did; what took long, because others have work of their own, for
// a while. A success makes up for all failures: it saves more than twenty of them cost, and what was may be over.
class GivingWay
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    static constexpr int LongestPause = 63;
    // More than what a peer does for a message; less than the time slices of a processor that is shared.
    static constexpr std::chrono::milliseconds Long{ 1 };
    static constexpr std::chrono::milliseconds Rest{ 100 };

    // Asked once each time.
    bool isDue(TimePoint now) { return now >= m_restEnds && (m_leftOut == 0 || m_leftOut-- == 0); }
    void ended(bool found, TimePoint began, TimePoint now)
    {
        if (now - began >= Long)
            m_restEnds = now + Rest;
        m_pause = found ? 0 : std::min(2 * m_pause + 1, LongestPause);
        m_leftOut = m_pause;
    }

private:
    TimePoint m_restEnds;
    int m_pause = 0; // how often it was left out after the last failure
    int m_leftOut = 0; // how often it still is
};

} // namespace QtRdmaPrivate

#endif // GIVINGWAY_P_H
