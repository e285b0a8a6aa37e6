// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MODERATION_P_H
#define MODERATION_P_H

#include <chrono>
#include <utility>

namespace QtRdmaPrivate {

// For how long a queue rests after its completions, neither polled nor armed, so that those that follow are taken together. Who has
// sent something since may be waiting for an answer, and does not rest.
class Moderation
{
public:
    Moderation() = default;
    explicit Moderation(std::chrono::nanoseconds period) : m_period(period) { }

    std::chrono::nanoseconds period() const { return m_period; }

    void arrived() { m_hasArrived = true; }
    void sent() { m_hasSent = true; }
    bool isDue() const { return m_period.count() > 0 && m_hasArrived && !m_hasSent; }

    void restBegins()
    {
        forget();
        m_isResting = true;
    }
    bool isResting() const { return m_isResting; }
    bool restEnds() { return std::exchange(m_isResting, false); } // whether it was resting
    void forget() { m_hasArrived = m_hasSent = false; }

private:
    std::chrono::nanoseconds m_period{ 0 };
    bool m_hasArrived = false;
    bool m_hasSent = false;
    bool m_isResting = false;
};

} // namespace QtRdmaPrivate

#endif // MODERATION_P_H
