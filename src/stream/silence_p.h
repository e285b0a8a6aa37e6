// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SILENCE_P_H
#define SILENCE_P_H

#include <utility>

namespace QtRdmaPrivate {

// What is to be done at the end of each interval: silence for one asks, silence for two ends.
class Silence
{
public:
    enum class Verdict { Broken, Ask, TooLong };

    void heard() { m_heard = true; }
    // Nothing has come yet, and the next verdict would be TooLong.
    bool isAnswerDue() const { return m_asked && !m_heard; }

    Verdict intervalOver()
    {
        if (std::exchange(m_heard, false)) {
            m_asked = false;
            return Verdict::Broken;
        }
        return std::exchange(m_asked, true) ? Verdict::TooLong : Verdict::Ask;
    }

private:
    bool m_heard = false;
    bool m_asked = false;
};

} // namespace QtRdmaPrivate

#endif // SILENCE_P_H
