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
// a while, and for longer when it did so again. A success that was quick makes up for all: what was is over.
class GivingWay
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    static constexpr int LongestPause = 63;
    static constexpr std::chrono::milliseconds ShortestRest{ 5 };
    static constexpr std::chrono::milliseconds LongestRest{ 160 };

    // The default is more than what a peer does for a message, and less than the time slices of a processor that is shared.
    explicit GivingWay(std::chrono::milliseconds isLong = std::chrono::milliseconds(1))
        : m_long(isLong)
    {
    }

    // Whether it is to be done this time. False counts as one time that it was left out.
    bool takeTurn(TimePoint now)
    {
        return now >= m_restEnds && (m_leftOut == 0 || m_leftOut-- == 0);
    }
    void ended(bool found, TimePoint began, TimePoint now)
    {
        if (now - began >= m_long) {
            m_rest = std::clamp(2 * m_rest, ShortestRest, LongestRest);
            m_restEnds = now + m_rest;
        } else if (found) {
            m_rest = {};
        }
        m_pause = found ? 0 : std::min(2 * m_pause + 1, LongestPause);
        m_leftOut = m_pause;
    }

private:
    std::chrono::milliseconds m_long;
    TimePoint m_restEnds;
    std::chrono::milliseconds m_rest{ 0 }; // the last one
    int m_pause = 0; // how often it was left out after the last failure
    int m_leftOut = 0; // how often it still is
};

} // namespace QtRdmaPrivate

#endif // GIVINGWAY_P_H
