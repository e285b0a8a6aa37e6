// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SPINWINDOW_P_H
#define SPINWINDOW_P_H

#include <QtCore/qdeadlinetimer.h>

#include <chrono>

namespace QtRdmaPrivate {

// The time after a completion in which its queue is polled for the next one, before the queue is
// armed and the thread sleeps.
class SpinWindow
{
public:
    SpinWindow() = default;
    SpinWindow(std::chrono::nanoseconds length, bool isAdaptive)
        : m_length(length)
        , m_isAdaptive(isAdaptive)
    {
    }

    std::chrono::nanoseconds length() const { return m_length; }
    bool isAdaptive() const { return m_isAdaptive; }

    // An adaptive window opens only if the last completions also came within its length of each
    // other. Where completions are rare nothing is polled in vain.
    void arrived()
    {
        if (m_length.count() == 0)
            return;
        m_isOpen = !m_isAdaptive || !m_end.hasExpired();
        m_end = QDeadlineTimer(m_length, Qt::PreciseTimer);
    }
    bool isOpen() const { return m_isOpen && !m_end.hasExpired(); }

private:
    std::chrono::nanoseconds m_length{ 0 };
    QDeadlineTimer m_end;
    bool m_isAdaptive = false;
    bool m_isOpen = false;
};

} // namespace QtRdmaPrivate

#endif // SPINWINDOW_P_H
