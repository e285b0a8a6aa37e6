// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WAITEDQUEUE_P_H
#define WAITEDQUEUE_P_H

#include "moderation_p.h"
#include "spinwindow_p.h"

#include <utility>

namespace QtRdmaPrivate {

// How a completion queue is waited for. The queue is due if something may have completed in it of
// which no event will tell. Otherwise it is armed, or rests, or next() says what must be done
// before the thread sleeps.
class WaitedQueue
{
public:
    enum class Next : unsigned char {
        Nothing, // an event tells of completions, or the timer of the rest, or the next poll
        Spin, // poll it again
        Rest, // leave it alone for a while, then poll it
        Arm // arm it, and poll it once more: completions from before raise no event
    };
    Next next() const
    {
        if (m_isArmed || m_isDue || m_moderation.isResting())
            return Next::Nothing;
        if (m_spin.isOpen())
            return Next::Spin;
        return isToRest() ? Next::Rest : Next::Arm;
    }

    bool isDue() const { return m_isDue; }
    void pollSoon() { m_isDue = true; }
    // The queue was polled, until it was empty or as much was taken as a turn permits.
    void polled(bool isEmpty) { m_isDue = !isEmpty; }

    bool isArmed() const { return m_isArmed; }
    void armed()
    {
        m_isArmed = true;
        m_moderation.forget();
    }
    // An event tells that something has completed.
    void told()
    {
        m_isDue = true;
        m_isArmed = false;
    }

    // An attempt to poll or to arm the queue has failed. Returns true for the first failure.
    bool failed() { return !std::exchange(m_hasFailed, true); }

    std::chrono::nanoseconds spinTime() const { return m_spin.length(); }
    void setSpin(const SpinWindow &spin) { m_spin = spin; }
    std::chrono::nanoseconds restTime() const { return m_moderation.period(); }
    void setModeration(const Moderation &moderation) { m_moderation = moderation; }
    bool isModerated() const { return m_moderation.isOn(); }

    // Notes what the time is, by which next() decides whether to spin.
    void look(SpinWindow::TimePoint now) { m_spin.look(now); }
    // The turn goes on polling the queue.
    bool isSpinning() const { return m_isDue && m_spin.isOpen(); }

    // A completion was found; received() is for those of messages, which matter for moderation.
    void arrived() { m_spin.arrived(); }
    void received() { m_moderation.received(); }

    void beginRest() { m_moderation.restBegins(); }
    void endRest() { m_isDue = m_moderation.endRest() || m_isDue; }
    // Something is about to be sent whose answer may complete in the queue. Returns true if that
    // has ended the rest of the queue.
    bool willSend()
    {
        m_moderation.sent();
        if (!m_moderation.endRest())
            return false;
        m_isDue = true;
        return true;
    }

private:
    bool isToRest() const { return m_spin.length().count() == 0 && m_moderation.isDue(); }

    SpinWindow m_spin;
    Moderation m_moderation;
    bool m_isDue = true;
    bool m_isArmed = false;
    bool m_hasFailed = false;
};

} // namespace QtRdmaPrivate

#endif // WAITEDQUEUE_P_H
