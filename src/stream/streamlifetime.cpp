// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamlifetime_p.h"

#include "../base/logging_p.h"

namespace QtRdmaPrivate {

static constexpr int StandardKeepAlive = 15000; // ms

StreamLifetime::StreamLifetime(std::shared_ptr<Engine> engine, const StreamOptionsData &options,
                               StreamStates::LastWord lastWord)
    : m_options(options)
    , m_states(lastWord)
    , m_deadlines(options)
    , m_engine(std::move(engine))
    , m_timer(m_engine->deadlines(), [this] { deadlinesPassed(); })
    , m_finalizing(m_engine->deadlines(), [this] { finalizeWhenEmpty(); })
{
}

// --- the beginning ---

void StreamLifetime::linked(bool proving)
{
    m_states.linked(proving);
    m_deadlines.setLength(StreamDeadlines::Name::Proof, proofTimeout());
    stateEntered();
    if (wasEstablished())
        open();
}

void StreamLifetime::proved()
{
    m_states.proved();
    stateEntered();
    open();
}

void StreamLifetime::open()
{
    using Name = StreamDeadlines::Name;
    m_ends = findEnds();
    if (m_deadlines.isOn(Name::KeepAlive) || !mayBeAlone())
        m_deadlines.setLength(Name::FirstTouch, StreamDeadlines::Off);
    if (m_deadlines.isOn(Name::KeepAlive))
        keepAliveChanged();
    m_deadlines.opened(DeadlineList::now());
    setTimer();
    changed();
}

int StreamLifetime::proofTimeout() const
{
    return isInitiator() ? m_options.connectTimeout : acceptTimeout(m_options);
}

void StreamLifetime::changed()
{
    if (m_observer)
        m_observer->streamChanged();
}

void StreamLifetime::changedAtLast()
{
    if (m_observer)
        m_observer->streamChangedAtLast();
}

// --- deadlines ---

void StreamLifetime::stateEntered()
{
    // Most states have no time-out: the clock is read for the others only.
    const bool isBounded = StreamDeadlines::boundOf(m_states).has_value();
    m_deadlines.entered(m_states, isBounded ? DeadlineList::now() : 0);
    setTimer();
}

void StreamLifetime::begin(StreamDeadlines::Name name)
{
    m_deadlines.begin(name, DeadlineList::now());
    setTimer();
}

// It may fire early for nothing: that is cheaper than moving it.
void StreamLifetime::setTimer()
{
    const qint64 first = m_deadlines.first();
    if (first == StreamDeadlines::Never)
        return m_timer.cancel();
    if (m_timer.isActive() && m_timerEnd <= first)
        return;
    m_timerEnd = first;
    m_timer.start(int(qMax<qint64>(0, first - DeadlineList::now())));
}

int StreamLifetime::keepAliveInterval() const
{
    return m_options.keepAliveInterval > 0 ? m_options.keepAliveInterval : StandardKeepAlive;
}

void StreamLifetime::setKeepAlive(bool on, int interval)
{
    constexpr auto keepAlive = StreamDeadlines::Name::KeepAlive;
    if (interval > 0)
        m_options.keepAliveInterval = interval;
    m_deadlines.end(keepAlive);
    m_deadlines.setLength(keepAlive, on ? keepAliveInterval() : StreamDeadlines::Off);
    keepAliveChanged();
    if (!on)
        return;
    m_deadlines.end(StreamDeadlines::Name::FirstTouch);
    if (m_states.isLive())
        begin(keepAlive);
}

void StreamLifetime::deadlinesPassed()
{
    const auto self = weak_from_this().lock(); // what has arrived may end a link that lingers
    while (const auto passed = m_deadlines.takePassed(DeadlineList::now()))
        actOn(*passed);
    setTimer();
}

// A thread that stood still finds the answer and the time-out at once: the answer may be in the
// completion queue, behind what others have received.
void StreamLifetime::actOn(StreamDeadlines::Name passed)
{
    using Name = StreamDeadlines::Name;
    using Verdict = StreamDeadlines::Verdict;
    const bool isBound = StreamDeadlines::isBound(passed);
    if (isBound)
        m_deadlines.forgetProgress();
    takeArrived();
    if (isBound)
        sendAgain();
    if (passed == Name::Writing && !isSending())
        return;
    if (passed == Name::KeepAlive && m_deadlines.isHostAnswerDue() && isHostAlive())
        m_deadlines.hostHeard();
    switch (m_deadlines.judge(passed, m_states, DeadlineList::now())) {
    case Verdict::GoOn:
        return;
    case Verdict::Ask:
        return sendPing();
    case Verdict::Touch:
        return touchIdlePeer();
    case Verdict::ReturnCredit:
        return creditIdle();
    case Verdict::End:
        return isBound ? timedOut() : endWith(m_deadlines.error(passed));
    }
}

// The time of a state is over.
void StreamLifetime::timedOut()
{
    noteArrival();
    if (!m_error.isError())
        m_error = causeOfTimeout();
    halt();
    finalize();
}

// None if the end was in order.
RdmaError StreamLifetime::causeOfTimeout() const
{
    if (m_states.isFlushed() && !m_states.isOver()) {
        if (RdmaError cause = flushError(); cause.isError())
            return cause;
    }
    // Over iWARP a flush after the peer's end means that it has hung up, and the event is late.
    const bool isLost = m_states.isFinRequested() && !m_states.isOver() && !m_states.isFailing()
            && !(peerFinished() && m_states.isFlushed());
    if (isLost)
        return m_deadlines.error(StreamDeadlines::Name::Linger);
    return m_states.isProving() ? m_deadlines.error(StreamDeadlines::Name::Proof) : RdmaError();
}

// --- the end ---

void StreamLifetime::noteArrival()
{
    if (m_states.own() == StreamStates::Own::Completed && isFinAcknowledged())
        m_states.finArrived();
}

// Both ends have said all they had to say. The side that knows that its own end has arrived
// disconnects; the other side waits for that.
void StreamLifetime::maybeDisconnect()
{
    noteArrival();
    if (m_states.mayDisconnect()) {
        m_states.disconnect();
        m_deadlines.setLength(StreamDeadlines::Name::Parting, partingTime());
        stateEntered();
        part();
    } else if (m_states.state() == StreamStates::State::HalfClosedByBoth
               && !m_deadlines.isBoundRunning()) {
        stateEntered(); // what has completed may still be on its way
    }
}

void StreamLifetime::flushed()
{
    if (m_states.flushed())
        stateEntered();
}

void StreamLifetime::endWith(const RdmaError &error)
{
    qCDebug(lcRdmaStream) << "ends with" << error;
    if (!m_error.isError())
        m_error = error;
    m_states.fail();
    endSoon();
}

// Not at once, because messages that arrived before the end may still be in the completion queue.
void StreamLifetime::endSoon()
{
    halt();
    m_finalizing.start(0);
}

void StreamLifetime::hasEnded(const RdmaError &error)
{
    if (!m_error.isError())
        m_error = error;
    m_finalizing.start(0);
}

void StreamLifetime::linger()
{
    if (m_lingering || isEnded())
        return;
    m_lingering = true;
    engine()->linger(shared_from_this());
}

// The completion queue may have more than one turn takes.
void StreamLifetime::finalizeWhenEmpty()
{
    if (engine()->workIsDue())
        m_finalizing.start(0);
    else
        finalize();
}

void StreamLifetime::finalize()
{
    // the engine's list of lingering objects may be all that keeps this alive
    const auto self = weak_from_this().lock();
    if (!m_states.end())
        return;
    m_finalizing.cancel();
    m_deadlines.endAll();
    m_timer.cancel();
    close();
    changed();
    engine()->stopLingering(this);
}

} // namespace QtRdmaPrivate
