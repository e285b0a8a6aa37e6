// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SPINWINDOW_P_H
#define SPINWINDOW_P_H

#include <chrono>
#include <utility>

namespace QtRdmaPrivate {

// The time after a completion in which its queue is polled for the next one, before the queue is
// armed and the thread sleeps.
class SpinWindow
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    SpinWindow() = default;
    SpinWindow(std::chrono::nanoseconds length, bool isAdaptive)
        : m_length(length)
        , m_isAdaptive(isAdaptive)
    {
    }

    std::chrono::nanoseconds length() const { return m_length; }
    bool isAdaptive() const { return m_isAdaptive; }

    // A completion has come since the last look.
    void arrived() { m_hasArrived = true; }
    // Notes what the time is. An adaptive window opens only if the last completions also came
    // within its length of each other: where completions are rare nothing is polled in vain.
    void look(TimePoint now)
    {
        if (std::exchange(m_hasArrived, false) && m_length.count() > 0) {
            m_isOpen = !m_isAdaptive || now < m_end;
            m_end = now + m_length;
        } else if (now >= m_end) {
            m_isOpen = false;
        }
    }
    bool isOpen() const { return m_isOpen; } // at the last look

private:
    std::chrono::nanoseconds m_length{ 0 };
    TimePoint m_end;
    bool m_isAdaptive = false;
    bool m_hasArrived = false;
    bool m_isOpen = false;
};

} // namespace QtRdmaPrivate

#endif // SPINWINDOW_P_H
