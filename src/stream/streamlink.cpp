// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamlink_p.h"

#include "../base/logging_p.h"
#include "../verbs/tcpstate_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

StreamLink::StreamLink(std::shared_ptr<Engine> engine, const RdmaStreamOptions &options,
                       quint32 headerSize, StreamStates::LastWord lastWord)
    : m_connection(std::move(engine), this)
    , m_options(options)
    , m_sendQueue(headerSize)
    , m_finalizing(m_connection.engine()->deadlines(), [this] { finalizeWhenEmpty(); })
    , m_closing(m_connection.engine()->deadlines(), [this] { closingTimedOut(); })
    , m_keepAlive(m_connection.engine()->deadlines(), [this] { keepAliveExpired(); })
    , m_answer(m_connection.engine()->deadlines(), [this] { answerExpired(); })
    , m_writing(m_connection.engine()->deadlines(), [this] { writingStalled(); })
    , m_idle(m_connection.engine()->deadlines(), [this] { idleExpired(); })
    , m_states(lastWord)
{
    m_sendQueue.setBudget(options.sendBudget);
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
    m_traffic.addTo(status);
    status->inFlight = m_sendQueue.inFlight();
    status->credit = m_states.isLinked() ? int(dataAllowance()) : 0;
    status->roundTrip = m_roundTrip;
}

void StreamLink::changed()
{
    if (m_observer)
        m_observer->streamChanged();
}

// False: the tag is not that of a send.
bool StreamLink::sendCompleted(quint32 tag)
{
    if (!(tag & SendTag))
        return false;
    if (!m_connection.isIwarp())
        m_silence.heard(); // what has completed the peer's device has acknowledged
    const qint64 flying = m_sendQueue.flyingBytes();
    if (!m_sendQueue.completed(tag & ~SendTag))
        qCWarning(lcRdmaStream) << "completion of an unknown send";
    if (m_states.own() == StreamStates::Own::Sent && m_sendQueue.isLanded(m_finSerial))
        m_states.finCompleted();
    m_progress = m_progress || m_sendQueue.flyingBytes() != flying; // answers to its pings are none
    return true;
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

// A full window waits for nothing that arrives: the room is made at the end of this turn.
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
        flushTurn();
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

void StreamLink::finishWith(WriteBuffer rest)
{
    if (takesData())
        m_rest = std::move(rest);
    finish(false);
}

void StreamLink::peerHasEnded()
{
    if (peerClosed()) {
        m_sendQueue.clearStaged();
        m_rest.clear();
        m_heldBack = false;
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

qint64 StreamLink::stage(const char *data, qint64 size)
{
    return takesData() ? copyToSlots(data, size) : 0;
}

char *StreamLink::reserve(qint64 *size)
{
    m_sendQueue.dropReserved();
    if (!takesData() || stagingRoom() == 0)
        return nullptr;
    char *place = m_sendQueue.reserve(m_pool.get(), qMin(*size, stagingRoom()), maxPayload(),
                                      dataAllowance());
    *size = m_sendQueue.reservedSize();
    return place;
}

bool StreamLink::canCommit(qint64 size) const
{
    return takesData() && m_sendQueue.reservedData() && size >= 0
            && size <= m_sendQueue.reservedSize();
}

// As much again as the budget: what leaves next is in slots already when the budget lets it go. A write that begins within that is not
// divided where it fits into a frame: the rest of it would be copied twice. Where locked memory is limited all have the same share of it.
qint64 StreamLink::stagingRoom() const
{
    const qint64 used = m_sendQueue.stagedBytes() + m_sendQueue.flyingBytes();
    const qint64 most = qMin<qint64>(2 * qint64(m_options.sendBudget),
                                     qMax<qint64>(LockedMemory::share(), SmallestShare));
    return used < most ? qMax<qint64>(most - used, SendQueue::LargePayload) : 0;
}

// Nothing only while a completion of ours, or credit, is to come.
qint64 StreamLink::copyToSlots(const char *data, qint64 size)
{
    const qint64 written = m_sendQueue.write(m_pool.get(), data, qMin(size, stagingRoom()),
                                             maxPayload(), dataAllowance());
    m_heldBack = written == 0 && size > 0;
    return written;
}

// What a stream needs to send, whatever others take.
RdmaError StreamLink::reserveSending(quint32 size)
{
    RdmaError error;
    m_sendQueue.setReserve(m_pool->take(size, &error));
    if (!error.isError())
        m_memoryShare = LockedMemory::joinStreams();
    return error;
}

// Of the last so many bytes that were staged.
qint64 StreamLink::withinBudget(qint64 size) const
{
    return qBound<qint64>(0, size + m_sendQueue.room(), size);
}

void StreamLink::stageRest()
{
    while (!m_rest.isEmpty()) {
        const qint64 taken = copyToSlots(m_rest.data(), m_rest.contiguousSize());
        if (taken <= 0)
            break;
        m_rest.remove(taken);
    }
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
        const bool drops = !m_sendQueue.isEmpty() || !m_rest.isEmpty();
        m_sendQueue.clearStaged();
        m_rest.clear();
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
    write.wr_id = m_connection.queues().workRequestId(SendTag | m_sendQueue.launchOther({}));
    write.opcode =
            IBV_WR_RDMA_WRITE; // takes no receive there and needs no key (RFC 5040, 5.1; InfiniBand, C9-88)
    write.send_flags = IBV_SEND_SIGNALED;
    ibv_send_wr *bad = nullptr;
    const int failure = m_connection.queues().postSend(&write, &bad);
    if (failure == ENOTCONN) // siw, whose peer has just gone
        flushed();
    else if (failure != 0)
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
    if (m_states.isLive() && m_sendQueue.inFlight() == 0
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

bool StreamLink::isWriting() const
{
    return !m_sendQueue.isEmpty() || m_sendQueue.flyingBytes() > 0 || m_heldBack;
}

// Data that no credit lets go, or that has left and is not taken: the peer reads nothing, or is not there any more.
void StreamLink::watchWriting()
{
    if (!isWriting())
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
    if (m_progress || !isWriting())
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
        finishWith(m_observer ? m_observer->takeUnsent() : WriteBuffer());
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
    m_sendQueue.takeSlots(&slots);
    m_memoryShare.reset();
    release(&slots, &memory);
    m_connection.close(std::move(slots), std::move(memory));
    changed();
    engine()->stopLingering(this);
}

} // namespace QtRdmaPrivate
