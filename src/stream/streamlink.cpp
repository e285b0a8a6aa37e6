// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamlink_p.h"

#include "../base/logging_p.h"
#include "../verbs/tcpstate_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

static constexpr qint64 StagedAtOnce = 4096;

StreamLink::StreamLink(std::shared_ptr<Engine> engine, const StreamOptionsData &options,
                       quint32 headerSize, StreamStates::LastWord lastWord)
    : m_connection(std::move(engine), this)
    , m_options(options)
    , m_outgoing(headerSize, options.sendBudget)
    , m_finalizing(m_connection.engine()->deadlines(), [this] { finalizeWhenEmpty(); })
    , m_closing(m_connection.engine()->deadlines(), [this] { closingTimedOut(); })
    , m_keepAlive(m_connection.engine()->deadlines(), [this] { keepAliveExpired(); })
    , m_answer(m_connection.engine()->deadlines(), [this] { answerExpired(); })
    , m_writing(m_connection.engine()->deadlines(), [this] { writingStalled(); })
    , m_idle(m_connection.engine()->deadlines(), [this] { idleExpired(); })
    , m_states(lastWord)
{
}

StreamLink::~StreamLink()
{
    engine()->cancelFlush(this);
}

RdmaError StreamLink::connectTo(const QHostAddress &address, quint16 port,
                                const QHostAddress &source, quint16 sourcePort, int timeLeft)
{
    if (RdmaError wrong = checkFormat(); wrong.isError())
        return wrong;
    ConnectionSettings wanted = settings();
    wanted.sourceAddress = source;
    wanted.sourcePort = sourcePort;
    wanted.timeLeft = timeLeft;
    return m_connection.connectTo(address, port, wanted);
}

void StreamLink::linked(bool proving)
{
    m_states.linked(proving);
    startBound();
    if (wasEstablished())
        open();
}

void StreamLink::proved()
{
    m_states.proved();
    startBound();
    m_closingExtended = false;
    open();
}

void StreamLink::open()
{
    m_ends.peer = m_connection.peerAddress(&m_ends.peerPort);
    m_ends.local = m_connection.localAddress(&m_ends.localPort);
    m_ends.device = m_connection.deviceName();
    if (m_options.keepAliveInterval > 0)
        m_keepAlive.start(m_options.keepAliveInterval);
    else if (mayBeAlone())
        m_keepAlive.start(FirstTouch);
    if (m_options.answerTimeout > 0)
        m_answer.start(m_options.answerTimeout);
    if (m_options.idleTimeout > 0)
        m_idle.start(m_options.idleTimeout);
    changed();
}

int StreamLink::proofTimeout() const
{
    return m_connection.isInitiator() ? m_options.connectTimeout : acceptTimeout(m_options);
}

void StreamLink::describe(RdmaConnectionStatus *status) const
{
    addTraffic(m_traffic, status);
    ConnectionStatusData &values = Access::write(*status);
    values.inFlight = sendSlots().inFlight();
    values.credit = m_states.isLinked() ? int(dataAllowance()) : 0;
    values.roundTrip = m_roundTrip;
}

void StreamLink::changed()
{
    if (m_observer)
        m_observer->streamChanged();
}

RdmaError StreamLink::acceptAs(IncomingConnection *incoming)
{
    ConnectionSettings own = settings();
    own.timeout = acceptTimeout(m_options);
    return m_connection.accept(incoming, own);
}

bool StreamLink::settled(quint32 tag, const ibv_wc &completion)
{
    const bool isSend = tag & SendTag;
    if (isEnded())
        return true;
    if (completion.status != IBV_WC_SUCCESS)
        workFailed(completion);
    else if (isSend)
        sendCompleted(tag & ~SendTag);
    return isSend || completion.status != IBV_WC_SUCCESS;
}

void StreamLink::sendCompleted(quint32 serial)
{
    if (!m_connection.isIwarp())
        m_silence.heard(); // what has completed the peer's device has acknowledged
    const qint64 flying = sendSlots().flyingBytes();
    if (!sendSlots().completed(serial))
        qCWarning(lcRdmaStream) << "completion of an unknown send";
    if (m_states.own() == StreamStates::Own::Sent && sendSlots().isLanded(m_finSerial))
        m_states.finCompleted();
    m_progress = m_progress || sendSlots().flyingBytes() != flying; // answers to its pings are none
}

// The first failure is the cause. A flush alone means that the connection has ended: its event is under way.
void StreamLink::workFailed(const ibv_wc &completion)
{
    qCDebug(lcRdmaStream) << (completion.wr_id & SendTag ? "send" : "receive")
                          << completionError(completion.status, completion.vendor_err);
    m_traffic.failed(completion.status);
    if (completion.status == IBV_WC_WR_FLUSH_ERR)
        return flushed();
    if (!m_error.isError())
        m_error = completionError(completion.status, completion.vendor_err);
    m_connection.disconnect();
    m_finalizing.start(0);
}

void StreamLink::flushed()
{
    if (m_states.flushed())
        startBound();
}

// Room is made at the end of this turn, because a full window cannot wait for something to arrive.
void StreamLink::setReadLimit(qint64 limit)
{
    if (limit != m_readLimit && !isEnded())
        engine()->scheduleFlush(this);
    m_readLimit = limit;
}

// Software devices do their work within the call that posts. So data leave at the end of a turn, frame by frame until it has had
// its time: the next one goes on with those that were not served. Registering memory takes as long.
void StreamLink::flushInTurn()
{
    if ((hasLongWork() && engine()->isTurnBounded()) || engine()->isPhaseLong())
        engine()->scheduleFlush(this);
    else
        serve();
}

// Inside the waitFor…() of another object the observer is told after that call.
void StreamLink::flushTurn(Signals signals)
{
    serve();
    const bool isTold = m_tellsFlushed || m_outgoing.mayAnnounce();
    m_tellsFlushed = false;
    if (!m_observer || !isTold)
        return;
    if (signals == Signals::Allowed)
        m_observer->streamFlushed();
    else
        changed();
}

void StreamLink::batchEnded()
{
    if (isEnded())
        return;
    if (m_states.isProving())
        flushInTurn(); // the proof may be the last thing before the end
    else
        engine()->scheduleFlush(this);
    changed(); // there is room in the send budget
}

void StreamLink::flush()
{
    send(Extent::Everything);
}

void StreamLink::finish(StreamStates::Finish how)
{
    if (!m_states.finish(how))
        return;
    if (m_states.isClosed()) {
        m_idle.cancel();
        startBound();
    }
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
        startBound(); // for our end, which nobody might let go
    }
    changed();
}

void StreamLink::noteArrival()
{
    if (m_states.own() == StreamStates::Own::Completed && isFinAcknowledged())
        m_states.finArrived();
}

// Both ends have said all they had to say. The side that knows that its own has arrived disconnects,
// the other one waits for that.
void StreamLink::maybeDisconnect()
{
    noteArrival();
    if (m_states.mayDisconnect()) {
        m_states.disconnect();
        startBound();
        part();
    } else if (m_states.state() == StreamStates::State::HalfClosedByBoth && !m_closing.isActive()) {
        startBound(); // where what has completed is still on its way
    }
}

// Anew, with the time-out of the present state.
void StreamLink::startBound()
{
    switch (m_states.bound()) {
    case StreamStates::Bound::None:
        return m_closing.cancel();
    case StreamStates::Bound::Proof:
        return m_closing.start(proofTimeout());
    case StreamStates::Bound::Linger:
        return m_closing.start(m_options.lingerTimeout);
    case StreamStates::Bound::Parting:
        return m_closing.start(partingTime());
    case StreamStates::Bound::FlushGrace:
        return m_closing.start(FlushGrace);
    }
}

// Small writes are gathered: they may go inline, as one frame. What is large is copied once, to where
// the device takes it from.
void StreamLink::append(const char *data, qint64 size)
{
    scheduleFlush();
    if (!takesData())
        return m_outgoing.appendLost(size);
    qint64 staged = 0;
    if (size >= StagedAtOnce && !m_outgoing.isWaiting()) {
        staged = m_outgoing.stage(frames(), data, size);
        m_outgoing.staged(staged);
    }
    if (staged < size)
        m_outgoing.append(data + staged, size - staged);
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
    engine()->scheduleFlush(this);
}

bool StreamLink::takeWaiting()
{
    if (!m_states.isLive() || m_states.isFinSent())
        return false;
    bool any = false;
    while (m_outgoing.isWaiting()) {
        const char *data = m_outgoing.data();
        const qint64 size = m_outgoing.contiguousSize();
        const bool isSent = sendSlots().isEmpty() && sendInline(data, size);
        const qint64 count = isSent ? size : m_outgoing.stage(frames(), data, size);
        if (count <= 0)
            break;
        m_dataMoved = m_dataMoved || isSent;
        m_outgoing.taken(count);
        any = true;
    }
    return any;
}

qint64 StreamLink::announce()
{
    m_tellsFlushed = false;
    return m_outgoing.announce();
}

char *StreamLink::reserve(qint64 *size)
{
    if (!takesData() || !m_outgoing.stageWaiting(frames()))
        return nullptr;
    return m_outgoing.reserve(frames(), size);
}

bool StreamLink::commit(qint64 size)
{
    if (!takesData() || !m_outgoing.canCommit(size))
        return false;
    m_outgoing.commit(frames(), size);
    return true;
}

// What a stream needs to send, whatever others take.
RdmaError StreamLink::reserveSending(quint32 size)
{
    RdmaError error;
    sendSlots().setReserve(m_pool->take(size, &error));
    if (!error.isError())
        m_memoryShare = LockedMemory::joinStreams();
    return error;
}

void StreamLink::ended(const RdmaError &error, const QByteArray &privateData)
{
    if (!m_error.isError())
        m_error = endError(error, privateData);
    // Not at once: what arrived before the end may still sit in the completion queue.
    m_finalizing.start(0);
}

void StreamLink::endWith(const RdmaError &error)
{
    qCDebug(lcRdmaStream) << "ends with" << error;
    if (!m_error.isError())
        m_error = error;
    m_states.fail();
    m_connection.disconnect();
    m_finalizing.start(0);
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

void StreamLink::linger()
{
    if (m_lingering || isEnded())
        return;
    m_lingering = true;
    engine()->linger(shared_from_this());
}

// A thread that stood still finds the answer and the time-out at once.
bool StreamLink::closingGoesOn()
{
    const bool proving = m_states.isProving();
    m_progress = false;
    takeWhatArrived();
    flush();
    if (proving && m_states.wasOpen())
        return true; // proved: nothing is closing
    if (m_progress && m_states.isLinked() && !m_closing.isActive())
        m_closing.start(EndStep);
    return isEnded() || m_closing.isActive();
}

void StreamLink::closingTimedOut()
{
    const auto self = weak_from_this().lock();
    if (!std::exchange(m_closingExtended, true) && closingGoesOn())
        return;
    noteArrival();
    // Flushed, the peer has hung up, and only the event of it is late.
    const bool isLost = m_states.isFinRequested() && !m_states.isOver()
            && !(peerFinished() && m_states.isFlushed());
    if (!m_states.isFailing() && !m_error.isError() && isLost)
        m_error = timeoutError(RdmaError::Cause::CloseTimeout,
                               tr("The peer did not take what was left to send within %1 ms")
                                       .arg(m_options.lingerTimeout));
    if (!m_error.isError() && m_states.isProving())
        m_error = timeoutError(RdmaError::Cause::ConnectTimeout,
                               tr("The peer has not proved within %1 ms that it has the "
                                  "pre-shared key")
                                       .arg(proofTimeout()));
    m_connection.disconnect();
    finalize();
}

void StreamLink::setKeepAlive(bool on)
{
    if (on && m_options.keepAliveInterval <= 0)
        m_options.keepAliveInterval = 15000;
    if (!on)
        m_keepAlive.cancel();
    else if (m_states.isLive())
        m_keepAlive.start(m_options.keepAliveInterval);
}

// Before a time-out is believed: what it waits for may be in the completion queue, behind what others have received.
void StreamLink::takeWhatArrived()
{
    m_connection.queues().drain();
}

void StreamLink::heard()
{
    m_silence.heard();
    m_programSilence.heard();
}

void StreamLink::touchPeer()
{
    ibv_send_wr write = {};
    write.wr_id = m_connection.queues().workRequestId(SendTag | sendSlots().launchOther({}));
    write.opcode =
            IBV_WR_RDMA_WRITE; // takes no receive there and needs no key (RFC 5040, 5.1; InfiniBand, C9-88)
    write.send_flags = IBV_SEND_SIGNALED;
    ibv_send_wr *bad = nullptr;
    posted(m_connection.queues().postSend(&write, &bad));
}

bool StreamLink::goesOn(Extent extent)
{
    if (extent != Extent::ThisTurn)
        return true;
    if (engine()->isPhaseLong()) {
        engine()->scheduleFlush(this);
        return false;
    }
    engine()->startPhaseClock();
    return true;
}

// With a limit the next bytes may be waited for, whatever became free.
void StreamLink::roomMade(bool any)
{
    if ((any || m_readLimit > 0) && !isEnded())
        engine()->scheduleFlush(this);
}

void StreamLink::posted(int failure)
{
    if (failure == 0)
        return;
    // siw, whose peer has just gone: its end is under way, behind what it has sent.
    if (failure == ENOTCONN)
        flushed();
    else
        endWith(callError("ibv_post_send", failure));
}

// As with TCP's keepalive it is the host that has to be there, its program may be busy. On InfiniBand and RoCE each completed send is
// its word. On iWARP it is TCP's, of which the kernel knows where it is the kernel's own; a device's ends the connection by itself
// when the last question stays unacknowledged.
bool StreamLink::isHostAlive() const
{
    return m_connection.isIwarp()
            && tcpState(m_ends.local, m_ends.localPort, m_ends.peer, m_ends.peerPort)
            != TcpState::Waiting;
}

// InfiniBand and RoCE: a server that ends after its answer and before it has heard that this side is connected rejects the
// connection, once. The kernel's ib_cm drops a rejection that it takes up before the answer: then this side is connected to
// nobody, and hears of it only when it sends.
bool StreamLink::mayBeAlone() const
{
    return m_connection.isInitiator() && !m_connection.isIwarp();
}

void StreamLink::touchSilentPeer()
{
    if (m_states.isLive() && sendSlots().inFlight() == 0
        && m_silence.intervalOver() == Silence::Verdict::Ask) {
        touchPeer();
    }
}

void StreamLink::keepAliveExpired()
{
    if (m_options.keepAliveInterval <= 0)
        return touchSilentPeer();
    const auto self = weak_from_this().lock(); // what has arrived may end a lingering one
    if (m_states.isLive() && m_silence.isAnswerDue())
        takeWhatArrived();
    if (!m_states.isLive())
        return;
    if (m_silence.isAnswerDue() && isHostAlive())
        m_silence.heard();
    switch (m_silence.intervalOver()) {
    case Silence::Verdict::TooLong:
        return endWith(timeoutError(RdmaError::Cause::KeepAliveTimeout,
                                    tr("The peer's host has acknowledged nothing for twice %1 ms")
                                            .arg(m_options.keepAliveInterval)));
    case Silence::Verdict::Ask:
        sendPing();
        break;
    case Silence::Verdict::Broken:
        break;
    }
    m_keepAlive.start(m_options.keepAliveInterval);
}

void StreamLink::answerExpired()
{
    const auto self = weak_from_this().lock();
    if (m_states.isLive() && m_programSilence.isAnswerDue())
        takeWhatArrived();
    if (!m_states.isLive())
        return;
    switch (m_programSilence.intervalOver()) {
    case Silence::Verdict::TooLong:
        return endWith(timeoutError(
                RdmaError::Cause::AnswerTimeout,
                tr("The peer's program has not answered for %1 ms").arg(m_options.answerTimeout)));
    case Silence::Verdict::Ask:
        sendPing();
        break;
    case Silence::Verdict::Broken:
        break;
    }
    m_answer.start(m_options.answerTimeout);
}

// Data that no credit lets go, or that has left and is not taken: the peer reads nothing, or is not there any more.
void StreamLink::watchWriting()
{
    if (!m_outgoing.isBusy())
        m_writing.cancel();
    else if (m_options.writeTimeout > 0
             && (std::exchange(m_progress, false) || !m_writing.isActive()))
        m_writing.start(m_options.writeTimeout);
}

void StreamLink::writingStalled()
{
    const auto self = weak_from_this().lock();
    takeWhatArrived();
    if (!m_states.isLive())
        return;
    if (m_progress || !m_outgoing.isBusy())
        return flushInTurn(); // which watches on
    endWith(timeoutError(RdmaError::Cause::WriteTimeout,
                         tr("The peer has taken no data for %1 ms").arg(m_options.writeTimeout)));
}

void StreamLink::idleExpired()
{
    const auto self = weak_from_this().lock();
    if (std::exchange(m_dataMoved, false))
        return m_idle.start(m_options.idleTimeout);
    takeWhatArrived();
    if (isEnded())
        return;
    if (std::exchange(m_dataMoved, false))
        return m_idle.start(m_options.idleTimeout);
    endWith(timeoutError(RdmaError::Cause::IdleTimeout,
                         tr("No data for %1 ms").arg(m_options.idleTimeout)));
}

void StreamLink::threadEnded()
{
    if (m_lingering)
        return;
    if (wasEstablished() && !isEnded()) {
        finishUntold();
        linger();
    } else {
        finalize();
    }
}

// What arrived before the end may still sit in the completion queue, more than one turn takes.
void StreamLink::finalizeWhenEmpty()
{
    if (engine()->workIsDue())
        m_finalizing.start(0);
    else
        finalize();
}

void StreamLink::finalize()
{
    const auto self = weak_from_this().lock(); // lingering may be all that keeps this alive
    if (!m_states.end())
        return;
    m_finalizing.cancel();
    m_closing.cancel();
    m_keepAlive.cancel();
    m_answer.cancel();
    m_writing.cancel();
    m_idle.cancel();
    std::vector<PoolSlot> slots;
    std::vector<std::shared_ptr<void>> memory;
    sendSlots().takeSlots(&slots);
    m_memoryShare.reset();
    release(&slots, &memory);
    m_connection.close(std::move(slots), std::move(memory));
    changed();
    engine()->stopLingering(this);
}

} // namespace QtRdmaPrivate
