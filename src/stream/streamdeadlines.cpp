// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamdeadlines_p.h"

#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <algorithm>
#include <utility>

namespace QtRdmaPrivate {

// Connecting has no time-out here: the connection manager's side has its own. While both directions
// are half-closed the device bounds the wait for a completion of our FIN (boundOf()).
const StreamDeadlines::Rules &StreamDeadlines::rules()
{
    using State = StreamStates::State;
    using Options = StreamOptionsData;
    using Cause = RdmaError::Cause;
    constexpr quint16 whileOpen = bit(State::Open) | bit(State::HalfClosedByPeer)
            | bit(State::HalfClosedByUs) | bit(State::HalfClosedByBoth);
    constexpr quint16 whileLive = whileOpen | bit(State::Closing) | bit(State::Disconnecting);
    static constexpr Rules table = { {
            { Name::Proof, bit(State::Proving), Start::State, &Options::connectTimeout, 0,
              Effect::Ends, Cause::ConnectTimeout,
              "The peer has not proved within %1 ms that it has the pre-shared key" },
            { Name::Linger, bit(State::Closing), Start::State, &Options::lingerTimeout, 0,
              Effect::Ends, Cause::CloseTimeout,
              "The peer did not take what was left to send within %1 ms" },
            { Name::Parting, bit(State::Disconnecting), Start::State, nullptr, EndStep,
              Effect::Ends, Cause::Other, nullptr },
            { Name::FlushGrace, bit(State::Failing), Start::State, nullptr, 500, Effect::Ends,
              Cause::Other, nullptr },
            { Name::KeepAlive, whileLive, Start::Opening, &Options::keepAliveInterval, 0,
              Effect::Asks, Cause::KeepAliveTimeout,
              "The peer's host has acknowledged nothing for twice %1 ms" },
            { Name::FirstTouch, whileLive, Start::Opening, nullptr, 1000, Effect::Touches,
              Cause::Other, nullptr },
            { Name::Answer, whileLive, Start::Opening, &Options::answerTimeout, 0, Effect::Asks,
              Cause::AnswerTimeout, "The peer's program has not answered for %1 ms" },
            { Name::Writing, whileLive, Start::Demand, &Options::writeTimeout, 0,
              Effect::EndsWhenStill, Cause::WriteTimeout, "The peer has taken no data for %1 ms" },
            { Name::Idle, whileOpen, Start::Opening, &Options::idleTimeout, 0,
              Effect::EndsWhenStill, Cause::IdleTimeout, "No data for %1 ms" },
            { Name::CreditIdle, bit(State::Open), Start::Demand, nullptr, 1000,
              Effect::ReturnsCredit, Cause::Other, nullptr },
    } };
    return table;
}

// An option of 0 turns off what runs beside the time-outs of states.
StreamDeadlines::StreamDeadlines(const StreamOptionsData &options)
{
    for (const Rule &rule : rules()) {
        const int length = rule.option ? options.*rule.option : rule.length;
        setLength(rule.name, length == 0 && !isBound(rule.name) ? Off : length);
    }
    endAll();
}

std::optional<StreamDeadlines::Name> StreamDeadlines::boundOf(const StreamStates &states)
{
    if (states.isFlushed() && !states.isEnded())
        return Name::FlushGrace;
    const bool isOnItsWay = states.state() == StreamStates::State::HalfClosedByBoth
            && states.own() == StreamStates::Own::Completed;
    if (isOnItsWay) // our FIN, on iWARP: as a full close is bounded
        return Name::Linger;
    for (const Rule &rule : rules()) {
        if (isBound(rule.name) && (rule.states & bit(states.state())))
            return rule.name;
    }
    return {};
}

bool StreamDeadlines::runsIn(const Rule &rule, StreamStates::State state, std::optional<Name> bound)
{
    return isBound(rule.name) ? bound == rule.name : rule.states & bit(state);
}

bool StreamDeadlines::runsIn(Name name, const StreamStates &states)
{
    return runsIn(rules()[size_t(name)], states.state(), boundOf(states));
}

RdmaError StreamDeadlines::error(Name name) const
{
    const Rule &rule = rules()[size_t(name)];
    return timeoutError(rule.cause, Words::tr(rule.text).arg(length(name)));
}

void StreamDeadlines::opened(qint64 now)
{
    m_wasExtended = false;
    for (const Rule &rule : rules()) {
        if (rule.start == Start::Opening)
            begin(rule.name, now);
    }
}

void StreamDeadlines::entered(const StreamStates &states, qint64 now)
{
    const StreamStates::State state = states.state();
    const std::optional<Name> bound = boundOf(states);
    for (const Rule &rule : rules()) {
        if (!runsIn(rule, state, bound))
            end(rule.name);
    }
    if (bound)
        begin(*bound, now);
}

bool StreamDeadlines::isBoundRunning() const
{
    return isRunning(Name::Proof) || isRunning(Name::Linger) || isRunning(Name::Parting)
            || isRunning(Name::FlushGrace);
}

void StreamDeadlines::watchWriting(qint64 now)
{
    if (std::exchange(m_progress, false) || !isRunning(Name::Writing))
        begin(Name::Writing, now);
}

qint64 StreamDeadlines::first() const
{
    return *std::min_element(m_ends.begin(), m_ends.end());
}

std::optional<StreamDeadlines::Name> StreamDeadlines::takePassed(qint64 now)
{
    const auto first = std::min_element(m_ends.begin(), m_ends.end());
    if (*first > now)
        return {};
    *first = Never;
    return Name(first - m_ends.begin());
}

StreamDeadlines::Verdict StreamDeadlines::judge(Name name, const StreamStates &states, qint64 now)
{
    if (!runsIn(name, states) || isRunning(name)) // what arrived has ended it, or begun it anew
        return Verdict::GoOn;
    switch (rules()[size_t(name)].effect) {
    case Effect::Ends:
        return judgeEnd(name, states, now);
    case Effect::Asks:
        return judgeSilence(name, now);
    case Effect::Touches:
        return m_host.isBroken() ? Verdict::GoOn : Verdict::Touch;
    case Effect::EndsWhenStill:
        return judgeMotion(name, now);
    case Effect::ReturnsCredit:
        return Verdict::ReturnCredit;
    }
    return Verdict::GoOn;
}

StreamDeadlines::Verdict StreamDeadlines::judgeEnd(Name name, const StreamStates &states,
                                                   qint64 now)
{
    if (std::exchange(m_wasExtended, true) || !m_progress || !states.isLinked())
        return Verdict::End;
    beginFor(name, EndStep, now);
    return Verdict::GoOn;
}

StreamDeadlines::Verdict StreamDeadlines::judgeSilence(Name name, qint64 now)
{
    Silence &silence = name == Name::KeepAlive ? m_host : m_program;
    const Silence::Verdict verdict = silence.intervalOver();
    if (verdict == Silence::Verdict::TooLong)
        return Verdict::End;
    begin(name, now);
    return verdict == Silence::Verdict::Ask ? Verdict::Ask : Verdict::GoOn;
}

StreamDeadlines::Verdict StreamDeadlines::judgeMotion(Name name, qint64 now)
{
    bool &hasMoved = name == Name::Idle ? m_dataMoved : m_progress;
    if (!std::exchange(hasMoved, false))
        return Verdict::End;
    begin(name, now);
    return Verdict::GoOn;
}

} // namespace QtRdmaPrivate
