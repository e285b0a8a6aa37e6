// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MODERATION_P_H
#define MODERATION_P_H

#include <chrono>
#include <utility>

namespace QtRdmaPrivate {

// How long a queue rests after something was received. It is neither polled nor armed then, so that
// the next messages are taken together. A queue whose thread has sent something since does not
// rest, because an answer may come.
class Moderation
{
public:
    Moderation() = default;
    explicit Moderation(std::chrono::nanoseconds period) : m_period(period) { }

    std::chrono::nanoseconds period() const { return m_period; }
    bool isOn() const { return m_period.count() > 0; }

    void received() { m_hasReceived = true; }
    void sent() { m_hasSent = true; }
    bool isDue() const { return isOn() && m_hasReceived && !m_hasSent; }

    void restBegins()
    {
        forget();
        m_isResting = true;
    }
    bool isResting() const { return m_isResting; }
    bool endRest() { return std::exchange(m_isResting, false); } // whether it was resting
    void forget() { m_hasReceived = m_hasSent = false; }

private:
    std::chrono::nanoseconds m_period{ 0 };
    bool m_hasReceived = false;
    bool m_hasSent = false;
    bool m_isResting = false;
};

} // namespace QtRdmaPrivate

#endif // MODERATION_P_H
