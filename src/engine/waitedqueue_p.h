// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WAITEDQUEUE_P_H
#define WAITEDQUEUE_P_H

#include "moderation_p.h"
#include "spinwindow_p.h"

#include <utility>

namespace QtRdmaPrivate {

// How a completion queue is waited for. It is due when something may have completed in it that no event
// will tell of; else it is armed, or rests, or what comes next is to be done before the thread sleeps.
class WaitedQueue
{
public:
    enum class Next : unsigned char {
        Nothing, // an event will tell, the timer of those that rest, or the next poll
        Spin, // it is polled again
        Rest, // it is left alone for a while, and then polled
        Arm // it is armed, and polled once more: what came before that raises no event
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
    // It was polled, until it was empty or for as much as a turn takes.
    void polled(bool isEmpty) { m_isDue = !isEmpty; }

    bool isArmed() const { return m_isArmed; }
    void armed()
    {
        m_isArmed = true;
        m_moderation.forget();
    }
    // An event has told of something in it.
    void told()
    {
        m_isDue = true;
        m_isArmed = false;
    }

    // An attempt to poll or to arm it has failed. True for the first one.
    bool failed() { return !std::exchange(m_hasFailed, true); }

    std::chrono::nanoseconds spinTime() const { return m_spin.length(); }
    void setSpin(const SpinWindow &spin) { m_spin = spin; }
    std::chrono::nanoseconds restTime() const { return m_moderation.period(); }
    void setModeration(const Moderation &moderation) { m_moderation = moderation; }
    bool isModerated() const { return m_moderation.isOn(); }

    // Something was found in it; whether that was a message matters to one that is moderated.
    void arrived() { m_spin.arrived(); }
    void received() { m_moderation.received(); }

    void beginRest() { m_moderation.restBegins(); }
    void endRest() { m_isDue = m_moderation.endRest() || m_isDue; }
    // Something is about to be sent whose answer may come in it. True when that has ended its rest.
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
