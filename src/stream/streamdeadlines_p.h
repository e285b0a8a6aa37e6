// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMDEADLINES_P_H
#define STREAMDEADLINES_P_H

#include "rdmastreamoptions_p.h"
#include "silence_p.h"
#include "streamstates_p.h"

#include <QtRdma/rdmaerror.h>

#include <array>
#include <limits>
#include <optional>

namespace QtRdmaPrivate {

// All deadlines of one connection, in either wire format: which of them runs in which state, how
// long, and what happens when it has passed. doc/stream.md draws the same table. The class has no
// clock: time is an argument, in ms since any point. Its owner reports what happens, and asks for
// the deadlines that have passed.
class Q_RDMA_AUTOTEST_EXPORT StreamDeadlines
{
public:
    enum class Name : quint8 {
        // The time-outs of states: one at a time.
        Proof,
        Linger,
        Parting,
        FlushGrace,
        // Beside them:
        KeepAlive,
        FirstTouch,
        Answer,
        Writing,
        Idle,
        CreditIdle
    };
    static constexpr int Names = int(Name::CreditIdle) + 1;

    // A deadline begins when
    enum class Start : quint8 {
        State, // the connection enters one of its states,
        Opening, // the connection becomes open, and anew after each interval,
        Demand // or there is something to wait for
    };

    // When it has passed it
    enum class Effect : quint8 {
        Ends, // the connection; 2 s later, once, where something has moved
        Asks, // the peer, after an interval of silence; after two the connection ends
        Touches, // the peer, where nothing has been heard of it
        EndsWhenStill, // the connection, where nothing has moved meanwhile
        ReturnsCredit // to the peer
    };

    struct Rule
    {
        Name name;
        quint16 states; // in which it runs, a bit each
        Start start;
        int StreamOptionsData::*option; // names its length in ms; null: that is fixed
        int length;
        Effect effect;
        RdmaError::Cause cause; // of the end
        const char *text; // of the same; %1 is the length
    };
    using Rules = std::array<Rule, Names>;
    static const Rules &rules(); // by name

    static constexpr int Off = -1; // a length that never passes
    static constexpr int EndStep = 2000; // ms for the peer's answer to each step of the end
    static constexpr qint64 Never = std::numeric_limits<qint64>::max();

    explicit StreamDeadlines(const StreamOptionsData &options);

    static bool runsIn(Name name, const StreamStates &states);
    // The time-out of that state; nothing bounds the others.
    static std::optional<Name> boundOf(const StreamStates &states);
    static bool isBound(Name name) { return name <= Name::FlushGrace; }

    int length(Name name) const { return m_lengths[size_t(name)]; }
    void setLength(Name name, int msecs) { m_lengths[size_t(name)] = msecs; }
    bool isOn(Name name) const { return length(name) >= 0; }
    RdmaError error(Name name) const; // with which the connection ends

    // --- they begin and end ---

    void opened(qint64 now);
    // The time-out of the present state begins anew. Those that do not run in it end.
    void entered(const StreamStates &states, qint64 now);
    void begin(Name name, qint64 now) { beginFor(name, length(name), now); }
    void end(Name name) { m_ends[size_t(name)] = Never; }
    void endAll() { m_ends.fill(Never); }
    bool isRunning(Name name) const { return m_ends[size_t(name)] != Never; }
    bool isBoundRunning() const;
    // Something is to be sent, or on its way: that is watched, anew after each progress.
    void watchWriting(qint64 now);

    // --- remembered until one has passed ---

    void heard() // something came from the peer's program
    {
        m_host.heard();
        m_program.heard();
    }
    void hostHeard() { m_host.heard(); }
    // Ends FirstTouch if its question has an answer already. Returns whether it has ended it.
    bool endFirstTouchIfHeard()
    {
        const bool ends = isRunning(Name::FirstTouch) && m_host.isBroken();
        if (ends)
            end(Name::FirstTouch);
        return ends;
    }
    bool isHostAnswerDue() const { return m_host.isAnswerDue(); }
    void dataMoved() { m_dataMoved = true; } // either way
    void dataSent() { m_dataMoved = m_progress = true; }
    void progress() { m_progress = true; } // of what is to be sent, by the peer
    void forgetProgress() { m_progress = false; }

    // --- they pass ---

    // The time of the next one; or Never.
    qint64 first() const;
    // One that has passed. It runs no more.
    std::optional<Name> takePassed(qint64 now);

    enum class Verdict : quint8 { GoOn, Ask, Touch, ReturnCredit, End };
    // The answer to one that has passed. It is to be asked when all that had arrived has been
    // taken: the thread may have stood still.
    Verdict judge(Name name, const StreamStates &states, qint64 now);

private:
    static constexpr quint16 bit(StreamStates::State state)
    {
        return quint16(1U << unsigned(state));
    }
    void beginFor(Name name, int msecs, qint64 now)
    {
        m_ends[size_t(name)] = msecs < 0 ? Never : now + msecs;
    }
    static bool runsIn(const Rule &rule, StreamStates::State state, std::optional<Name> bound);
    Verdict judgeEnd(Name name, const StreamStates &states, qint64 now);
    Verdict judgeSilence(Name name, qint64 now);
    Verdict judgeMotion(Name name, qint64 now);

    std::array<int, Names> m_lengths;
    std::array<qint64, Names> m_ends;
    Silence m_host;
    Silence m_program;
    bool m_dataMoved = false; // since Idle began
    bool m_progress = false; // since Writing began, or its owner began to look
    bool m_wasExtended = false; // the time-out of a state, once
};

} // namespace QtRdmaPrivate

#endif // STREAMDEADLINES_P_H
