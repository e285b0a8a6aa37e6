// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SILENCE_P_H
#define SILENCE_P_H

#include <utility>

namespace QtRdmaPrivate {

// Judges a peer at the end of each interval: after one of silence it is asked, after two it is
// gone.
class Silence
{
public:
    enum class Verdict { Broken, Ask, TooLong };

    void heard() { m_stage = Stage::Heard; }
    // Whether nothing has come yet, so that the next verdict would be TooLong.
    bool isAnswerDue() const { return m_stage == Stage::Asked; }
    // Something has come since the last verdict.
    bool isBroken() const { return m_stage == Stage::Heard; }

    Verdict intervalOver()
    {
        const Stage before = m_stage;
        m_stage = before == Stage::Heard ? Stage::Quiet : Stage::Asked;
        return before == Stage::Heard    ? Verdict::Broken
                : before == Stage::Quiet ? Verdict::Ask
                                         : Verdict::TooLong;
    }

private:
    enum class Stage : unsigned char { Quiet, Heard, Asked };
    Stage m_stage = Stage::Quiet;
};

} // namespace QtRdmaPrivate

#endif // SILENCE_P_H
