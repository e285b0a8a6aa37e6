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
// some times at once.
class GivingWay
{
public:
    static constexpr int LongestPause = 1023;
    static constexpr int PauseOfLong = 15;
    // More than what a peer does for a message; less than the time slices of a processor that is shared.
    static constexpr std::chrono::milliseconds Long{ 1 };

    // Asked once each time.
    bool isDue() { return m_leftOut == 0 || m_leftOut-- == 0; }
    void ended(bool found, std::chrono::nanoseconds time)
    {
        if (found && time < Long) {
            m_pause = std::max(m_pause - 1, 0);
            return;
        }
        m_pause = std::min(std::max(2 * m_pause + 1, time < Long ? 1 : PauseOfLong), LongestPause);
        m_leftOut = m_pause;
    }

private:
    int m_pause = 0; // how often it is left out after the next failure
    int m_leftOut = 0;
};

} // namespace QtRdmaPrivate

#endif // GIVINGWAY_P_H
