// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamlink_p.h"

#include "../base/logging_p.h"

namespace QtRdmaPrivate {

StreamLink::StreamLink(std::shared_ptr<Engine> engine, const StreamOptionsData &options,
                       quint32 headerSize, StreamStates::LastWord lastWord)
    : StreamLifetime(std::move(engine), options, lastWord)
    , m_outgoing(headerSize, options.sendBudget)
{
}

StreamLink::~StreamLink()
{
    engine()->cancelFlush(this);
}

void StreamLink::describe(RdmaConnectionStatus *status) const
{
    addTraffic(m_traffic, status);
    ConnectionStatusData &values = Access::write(*status);
    values.inFlight = sendSlots().inFlight();
    values.credit = m_states.isLinked() ? int(dataAllowance()) : 0;
    values.roundTrip = m_roundTrip;
}

// --- the turn ---

// Room is made at the end of this turn, because a full window cannot wait for something to arrive.
void StreamLink::changeReadLimit(qint64 limit)
{
    if (!isEnded())
        flushSoon();
    m_readLimit = limit;
}

// Software devices do their work within the call that posts. So data leaves at the end of a turn,
// frame by frame until the turn has had its time. The next turn goes on with the connections that
// were not served. Registering memory takes as long as sending.
void StreamLink::flushInTurn()
{
    if ((hasLongWork() && engine()->isTurnBounded()) || engine()->isPhaseLong())
        flushSoon();
    else
        serve();
}

// Inside the waitFor…() of another object the observer is told after that call.
// Memory of the program that is not used any more is let go at last: its owner may do anything.
void StreamLink::flushTurn(Signals signals)
{
    if (sendSlots().slices().hasUnused()) {
        const auto unused = sendSlots().slices().takeUnused();
        return flushTurn(signals);
    }
    serve();
    const bool isTold = m_tellsFlushed || m_outgoing.mayAnnounce() || m_outgoing.isFileEndDue();
    m_tellsFlushed = false;
    if (!m_observer || !isTold)
        return;
    if (signals == Signals::Allowed)
        m_observer->streamFlushed();
    else
        changed();
}

void StreamLink::workTaken(Polled polled)
{
    if (Q_UNLIKELY(isEnded()))
        return;
    if (Q_UNLIKELY(m_deadlines.endFirstTouchIfHeard()))
        setTimer(); // a loop with a timer takes longer to sleep
    if (Q_UNLIKELY(m_states.isProving()))
        prove();
    else
        flushSoon();
    // Bytes have come, or there is room in the send budget.
    if (polled == Polled::Last)
        changedAtLast();
    else
        changed();
}

// At once, because the proof may be the last thing before the end.
Q_NEVER_INLINE void StreamLink::prove()
{
    engine()->startPhaseClock(); // many connections may do so in one turn
    flushInTurn();
}

void StreamLink::flush()
{
    send(Extent::Everything);
}

bool StreamLink::goesOn(Extent extent)
{
    if (extent != Extent::ThisTurn)
        return true;
    if (engine()->isPhaseLong()) {
        flushSoon();
        return false;
    }
    engine()->startPhaseClock();
    return true;
}

// With a limit, the next bytes may be waited for, whatever has become free.
void StreamLink::roomMade(bool any)
{
    if ((any || m_readLimit > 0) && !isEnded())
        flushSoon();
}

// Data that no credit lets go, or that have left and are not taken: the peer reads nothing, or is
// not there any more.
void StreamLink::watchWriting()
{
    if (!m_deadlines.isOn(StreamDeadlines::Name::Writing))
        return;
    if (isSending())
        m_deadlines.watchWriting(DeadlineList::now());
    else
        m_deadlines.end(StreamDeadlines::Name::Writing);
    setTimer();
}

// --- writing ---

void StreamLink::append(const char *data, qint64 size)
{
    scheduleFlush();
    if (!takesData())
        m_outgoing.appendLost(size);
    else if (!m_outgoing.writeLittle(data, size))
        appendMuch(data, size);
}

Q_NEVER_INLINE void StreamLink::appendMuch(const char *data, qint64 size)
{
    m_outgoing.write(frames(), data, size);
}

void StreamLink::append(const QByteArray &array, qint64 size)
{
    scheduleFlush();
    if (!takesData())
        m_outgoing.appendLost(size);
    else if (!m_outgoing.writeLittle(array.constData(), size))
        m_outgoing.write(frames(), array, size);
}

void StreamLink::append(const RdmaMemorySlice &slice)
{
    scheduleFlush();
    if (takesData())
        m_outgoing.write(frames(), slice);
    else
        m_outgoing.appendLost(slice.length());
}

void StreamLink::append(std::unique_ptr<FileReader> file)
{
    scheduleFlush();
    if (takesData())
        m_outgoing.write(std::move(file));
    else
        m_outgoing.appendLost(file->left());
}

void StreamLink::append(WriteBuffer &&written)
{
    if (takesData())
        m_outgoing.append(std::move(written));
    else
        m_outgoing.appendLost(written.size());
}

void StreamLink::scheduleFlush()
{
    m_tellsFlushed = true;
    flushSoon();
}

// When everything has left, what else is due is done at once, and the end of the turn has nothing
// to do.
Q_NEVER_INLINE void StreamLink::takeMuch()
{
    if (!takeWaiting())
        return;
    if (!m_outgoing.isDrained() || sendSlots().slices().hasUnused())
        return flushSoon();
    engine()->cancelFlush(this);
    serve();
}

bool StreamLink::takeWaiting()
{
    if (!m_states.isLive() || m_states.isFinSent())
        return false;
    bool any = false;
    do {
        if (!(m_outgoing.isFileNext() ? takeFile() : takeBytes()))
            break;
        any = true;
    } while (m_outgoing.isWaiting());
    return any;
}

bool StreamLink::takeBytes()
{
    const qint64 size = m_outgoing.contiguousSize();
    if (!sendSlots().isEmpty() || !sendInline(m_outgoing.data(), size))
        return stageBytes(size);
    m_deadlines.dataMoved();
    m_outgoing.taken(size);
    return true;
}

Q_NEVER_INLINE bool StreamLink::stageBytes(qint64 size)
{
    const qint64 count = m_outgoing.stage(frames(), m_outgoing.data(), size);
    if (count > 0)
        m_outgoing.taken(count);
    return count > 0;
}

// A disk may take its time, so what is read is bounded by the time of the turn, too. A file that
// could not be sent to its end must not look complete to the peer when nobody can tell it.
Q_NEVER_INLINE bool StreamLink::takeFile()
{
    if (!goesOn(Extent::ThisTurn) || !m_outgoing.stageFile(frames()))
        return false;
    if (m_outgoing.hasFailedUntold())
        finish(StreamStates::Finish::Truncated);
    return true;
}

qint64 StreamLink::announce()
{
    m_tellsFlushed = false;
    return m_outgoing.announce();
}

// --- completions ---

void StreamLink::sendCompleted(quint32 serial)
{
    const qint64 flying = sendSlots().flyingBytes();
    if (!sendSlots().completed(serial))
        qCWarning(lcRdmaStream) << "completion of an unknown send";
    if (m_states.own() == StreamStates::Own::Sent && sendSlots().isLanded(m_finSerial))
        m_states.finCompleted();
    if (sendSlots().flyingBytes() != flying) // answers to its pings are no progress
        m_deadlines.progress();
}

// --- the end ---

void StreamLink::finish(StreamStates::Finish how)
{
    if (!m_states.finish(how))
        return;
    if (m_states.isClosed())
        stateEntered();
    flushInTurn();
}

void StreamLink::finishUntold()
{
    m_outgoing.forgetWriter();
    finish(false);
}

void StreamLink::peerHasEnded()
{
    if (peerClosed()) {
        m_outgoing.lose();
        stateEntered(); // our end has its time: nobody might let it go
    }
    changed();
}

void StreamLink::abort()
{
    m_observer = nullptr;
    if (m_states.isLive()) {
        const bool drops = !m_outgoing.isDrained();
        m_outgoing.lose();
        finish(drops ? StreamStates::Finish::Truncated : StreamStates::Finish::Full);
        linger();
    } else {
        finalize();
    }
}

void StreamLink::leaveThread()
{
    if (isLingering())
        return;
    if (wasEstablished() && !isEnded()) {
        finishUntold();
        linger();
    } else {
        finalize();
    }
}

} // namespace QtRdmaPrivate
