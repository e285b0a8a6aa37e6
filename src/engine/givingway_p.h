// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef GIVINGWAY_P_H
#define GIVINGWAY_P_H

#include <algorithm>
#include <chrono>

namespace QtRdmaPrivate {

// Decides whether a thread lets others run once before it arms its queues and sleeps. If these
// others are the peer, or do the work of a software device, the completion is there when the thread
// runs again; that saves arming, sleeping and being woken up. A yield that found nothing makes the
// thread leave out the next one, and more of them the more often it happens. A yield that took
// long, because others have work of their own, makes it leave out all for a while, which gets
// longer each time. After a yield that is quick and finds something everything begins anew.
class GivingWay
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    static constexpr int LongestPause = 63;
    static constexpr std::chrono::milliseconds ShortestRest{ 5 };
    static constexpr std::chrono::milliseconds LongestRest{ 160 };

    // The default is more than a peer needs for a message, and less than the time slices of a
    // shared processor.
    explicit GivingWay(std::chrono::milliseconds isLong = std::chrono::milliseconds(1))
        : m_long(isLong)
    {
    }

    // Returns whether the thread is to yield this time. False counts as one time that was left out.
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
    int m_pause = 0; // how many are left out after the last failure
    int m_leftOut = 0; // how many of these are still to be left out
};

} // namespace QtRdmaPrivate

#endif // GIVINGWAY_P_H
