// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamconnection_p.h"

#include "streamerrors_p.h"

#include "../../base/logging_p.h"
#include "../../base/translate_p.h"
#include "../../verbs/verbscall_p.h"

#include <infiniband/verbs.h>

#include <cstring>

namespace QtRdmaPrivate {

StreamConnection::StreamConnection(std::shared_ptr<Engine> engine, const StreamOptionsData &options,
                                   Receives receives)
    : RdmaLink(std::move(engine), options, FrameHeader::Size, StreamStates::LastWord::Answered)
    , m_protocol(&m_states, protocolSetup(options, receives))
    , m_receives(&m_connection, &m_protocol, &m_received)
    , m_sender(&m_protocol, &m_states, &m_poster)
{
}

StreamConnection::~StreamConnection()
{
    finalize();
}

// --- set-up ---

ConnectionSettings StreamConnection::settings() const
{
    ConnectionSettings settings = commonSettings();
    addStreamSettings(m_protocol, &settings);
    if (m_receives.isShared())
        addSharedReceives(m_receives.sharedQueue(), &settings);
    return settings;
}

RdmaError StreamConnection::examine(IncomingConnection *incoming) const
{
    const StreamOpening::Refusal refusal = m_protocol.examine(incoming->privateData);
    if (refusal.isRefused()) {
        incoming->reject(rejectData(refusal.reason));
        return handshakeError(refusal.text);
    }
    if (RdmaError failure = m_options.refused.first(); failure.isError()) {
        incoming->reject(rejectData(RejectReason::OutOfResources));
        return failure;
    }
    return {};
}

RdmaError StreamConnection::accept(IncomingConnection *incoming)
{
    if (RdmaError failure = examine(incoming); failure.isError())
        return failure;
    const auto refusal = m_protocol.accept(incoming->privateData, m_options.preSharedKey);
    m_options.preSharedKey.reset(); // the connection needs it no more
    Q_ASSERT(!refusal.isRefused()); // it has just been examined
    return acceptAs(incoming);
}

void StreamConnection::shareSlots(std::shared_ptr<SharedSlots> slots,
                                  std::shared_ptr<SharedSlots::Share> share)
{
    m_receives.share(std::move(slots), std::move(share));
}

RdmaError StreamConnection::prepare()
{
    m_pool = m_connection.queues().pool();
    m_sender.setPool(m_pool.get());
    // No slot of the peer is smaller.
    m_mostInline = qMin(m_poster.inlineSize(), int(MinSlotSize)) - int(FrameHeader::Size);
    const RdmaError error = reserveSending(m_protocol.slots().size());
    return m_receives.isShared() || error.isError() ? error : m_receives.prepare(m_pool);
}

bool StreamConnection::readReply(const QByteArray &privateData)
{
    const auto refusal = m_protocol.established(privateData, m_options.preSharedKey);
    m_options.preSharedKey.reset();
    if (refusal.isRefused()) {
        endWith(handshakeError(Words::tr("After the connection: ") + refusal.text));
        return false;
    }
    return true;
}

void StreamConnection::established(const QByteArray &privateData)
{
    if (!m_protocol.isAgreed() && !readReply(privateData))
        return;
    const bool isClient = m_connection.isInitiator();
    m_protocol.begin(m_connection.provider().completionsProveArrival()
                             ? StreamProtocol::Transport::Acknowledging
                             : StreamProtocol::Transport::Iwarp,
                     isClient ? StreamAuthentication::Role::Client
                              : StreamAuthentication::Role::Server);
    linked(m_protocol.isProving());
    for (const auto &[slot, length] : std::exchange(m_early, {}))
        messageReceived(slot, length);
    const bool beginsWithPing =
            m_connection.provider().needsFirstMessageFromClient() || m_protocol.isConfirmationDue();
    if (isClient && beginsWithPing && !m_protocol.isProving())
        sendPing();
    flushInTurn();
}

// --- receiving ---

const ibv_wc *StreamConnection::runCompleted(const ibv_wc *first, const ibv_wc *end)
{
    takeCompletion(this, *first, first + 1 == end ? Polled::Last : Polled::WithMore);
    return first + 1;
}

inline void StreamConnection::receiveCompleted(quint32 tag, const ibv_wc &completion)
{
    if (Q_UNLIKELY(!m_protocol.isAgreed()))
        keepEarly(tag, completion.byte_len);
    else if (Q_UNLIKELY(!dataReceived(tag, completion.byte_len)))
        messageReceived(tag, completion.byte_len);
}

Q_NEVER_INLINE void StreamConnection::keepEarly(quint32 tag, quint32 length)
{
    m_early.emplace_back(tag, length);
}

// The shared queue hands out its completions, so nothing is posted to it before the end of the
// turn.
void StreamConnection::sharedReceive(PostedWork &&work, Completion done)
{
    const ibv_wc &completion = done.wc;
    if (isEnded())
        return;
    if (completion.status != IBV_WC_SUCCESS)
        return workFailed(completion);
    messageReceived(m_receives.sharedTaken(std::move(work.slot)), completion.byte_len);
    engine()->scheduleFlush(this);
    changed();
}

// The data frames that are most messages. False: messageReceived() takes the message.
Q_ALWAYS_INLINE bool StreamConnection::dataReceived(quint32 slot, quint32 length)
{
    const quint32 allowance = m_protocol.dataAllowance();
    const char *const message = m_receives.message(slot);
    if (!m_protocol.receivedPlain(reinterpret_cast<const uchar *>(message), length))
        return false;
    m_deadlines.heard();
    if (m_protocol.dataAllowance() != allowance)
        m_deadlines.progress();
    keep(slot, message, length);
    return true;
}

// Bytes that are to be read.
Q_ALWAYS_INLINE void StreamConnection::keep(quint32 slot, const char *message, quint32 length)
{
    m_received.append(slot, message + FrameHeader::Size, length - FrameHeader::Size);
    dataArrived(length - FrameHeader::Size);
}

Q_NEVER_INLINE void StreamConnection::messageReceived(quint32 slot, quint32 length)
{
    m_deadlines.heard();
    const quint32 allowance = m_protocol.dataAllowance();
    const char *const message = m_receives.message(slot);
    const StreamProtocol::Arrival arrival =
            m_protocol.received(reinterpret_cast<const uchar *>(message), length);
    if (m_protocol.dataAllowance() != allowance)
        m_deadlines.progress();
    if (arrival != StreamProtocol::Arrival::Data)
        return takeControl(arrival, slot);
    keep(slot, message, length);
}

Q_NEVER_INLINE void StreamConnection::takeControl(StreamProtocol::Arrival arrival, quint32 slot)
{
    controlReceived(arrival);
    m_receives.free(slot);
}

void StreamConnection::controlReceived(StreamProtocol::Arrival arrival)
{
    using Arrival = StreamProtocol::Arrival;
    switch (arrival) {
    case Arrival::Dropped:
    case Arrival::Data:
    case Arrival::Unread:
    case Arrival::Control:
        return;
    case Arrival::CreditReturned:
        return m_receives.creditReturned(int(m_protocol.creditReturned()));
    case Arrival::PingAnswered:
        m_roundTrip = m_pingClock.nsecsElapsed();
        return;
    case Arrival::Proved:
        return proved();
    case Arrival::PeerFinished:
    case Arrival::PeerClosed:
        return peerHasEnded();
    case Arrival::Reset:
        return peerHasReset();
    case Arrival::Failed:
        return failed();
    }
}

void StreamConnection::peerHasReset()
{
    if (!m_error.isError())
        m_error = resetError(m_protocol.frame());
    endSoon();
}

// The peer is told why, if there is room for that.
void StreamConnection::failed()
{
    m_error = violationError(m_protocol.failure());
    qCDebug(lcRdmaStream) << m_error;
    sendControlDue();
    stateEntered(); // time for the reset to leave
    changed();
}

void StreamConnection::serve()
{
    if (!isEnded() && m_protocol.isAgreed() && !(m_outgoing.isDrained() && isQuiet()))
        serveDue();
}

Q_NEVER_INLINE void StreamConnection::serveDue()
{
    makeRoom();
    if (mayGrowSlots()) {
        engine()->startPhaseClock(); // registering takes long: the next turn goes on
        growSlots();
        if (engine()->isPhaseLong())
            return engine()->scheduleFlush(this);
    }
    send(Extent::ThisTurn);
}

// Whether there is nothing to do at the end of a turn but to send.
Q_ALWAYS_INLINE bool StreamConnection::isQuiet() const
{
    return m_received.slotsHeld() == 0 && m_protocol.isQuiet()
            && !m_deadlines.isOn(StreamDeadlines::Name::Writing);
}

// A queue that has as many bytes as it may have is left as it is, and the peer waits.
void StreamConnection::makeRoom()
{
    const int tooMany = m_protocol.slotsToEmpty(m_received.slotsHeld());
    if (tooMany > 0 && !isReadFull())
        m_receives.copyOut(tooMany);
}

bool StreamConnection::mayGrowSlots() const
{
    return m_protocol.wantsLargerSlots(m_receives.isSettled()) && !peerFinished()
            && !m_states.isFailing() && m_connection.canPost() && maySendControl(FrameType::Resize);
}

// All that is posted is of the old size, all that follows of the new.
void StreamConnection::growSlots()
{
    if (m_receives.takeLarger() != ReceiveMemory::Larger::All || !postReceives())
        return;
    uchar frame[StreamProtocol::MaxControlSize];
    const quint32 length = m_protocol.putResize(m_receives.posted(), frame);
    qCDebug(lcRdmaStream) << "receive slots grow to" << m_protocol.slots().size() << "bytes";
    sendFrame(frame, length);
}

// Without receives the window would shrink in silence, and the peer wait for ever.
bool StreamConnection::postReceives()
{
    if (m_receives.post())
        return true;
    endWith(m_receives.error());
    return false;
}

// Posts what has become free; only then may the peer be told. After a message that was read that is
// one slot.
Q_ALWAYS_INLINE bool StreamConnection::replenishOne()
{
    const bool isOne = m_receives.isOneFree() && m_protocol.windowWanted() <= m_protocol.window();
    if (Q_UNLIKELY(!isOne))
        return replenish();
    if (Q_UNLIKELY(!m_receives.postOne())) {
        endWith(m_receives.error());
        return false;
    }
    m_protocol.posted();
    return true;
}

// The same of any number.
Q_NEVER_INLINE bool StreamConnection::replenish()
{
    const int wider = m_receives.widen(m_protocol.windowWanted());
    if (!postReceives())
        return false;
    m_protocol.posted(wider);
    // Slots that are unread may fill a window that has shrunk, and nothing else would make room.
    if (m_receives.isShared() && m_receives.adjustShared())
        engine()->scheduleFlush(this);
    return true;
}

// Copying is the last step, because most messages have no other.
void StreamConnection::read(char *data, qint64 size)
{
    const char *message = nullptr;
    if (Q_UNLIKELY(!data || !m_receives.takeMessage(size, &message)))
        return readOther(data, size);
    roomMade(true);
    std::memcpy(data, message, size_t(size));
}

Q_NEVER_INLINE void StreamConnection::readOther(char *data, qint64 size)
{
    roomMade(m_receives.read(data, size));
}

void StreamConnection::discardBehind(qint64 size)
{
    roomMade(m_receives.discardBehind(size));
}

ReceiveQueue StreamConnection::takeReceived()
{
    m_receives.copyOut(m_received.slotsHeld());
    if (!isEnded())
        engine()->scheduleFlush(this);
    return std::exchange(m_received, {});
}

// --- sending ---

bool StreamConnection::sendInline(const char *, qint64 size)
{
    char *const frame = m_outgoing.header();
    return frame && sendFrameInline(frame, size);
}

// All else that is due is done at once, too, and the end of the turn has nothing to do.
bool StreamConnection::sendLittle()
{
    char *const frame = m_outgoing.onlyFrame();
    if (Q_UNLIKELY(!frame || !m_states.isLive() || m_states.isFinSent()
                   || !sendFrameInline(frame, m_outgoing.waitingSize())))
        return false;
    m_deadlines.dataMoved();
    m_outgoing.onlyFrameTaken();
    if (Q_UNLIKELY(sendSlots().slices().hasUnused())) {
        flushSoon();
    } else {
        engine()->cancelFlush(this);
        if (Q_UNLIKELY(!isQuiet() && !isEnded()))
            serveDue();
    }
    return true;
}

// The header goes in front of the bytes where they are: the device copies both.
Q_ALWAYS_INLINE bool StreamConnection::sendFrameInline(char *frame, qint64 size)
{
    static_assert(WriteBuffer::HeaderRoom == FrameHeader::Size);
    if (Q_UNLIKELY(size > m_mostInline || !m_protocol.mayTalk()
                   || sendSlots().inFlight() >= FrameSender::DataInFlight
                   || (m_protocol.isPostingDue() && !replenishOne()) || !m_protocol.maySendData()))
        return false;
    m_traffic.sent(size);
    m_sender.sendDataInline(frame, quint32(size), sendSlots().launchInline());
    return true;
}

void StreamConnection::send(Extent extent)
{
    if (!m_states.isLinked() || !m_connection.canPost())
        return;
    if (m_protocol.isPostingDue() && !replenish())
        return;
    if (m_protocol.isProving())
        sendControlDue();
    if (!m_states.isLive())
        return;
    sendData(m_sender, extent);
    sendControlDue();
    if (!m_states.isLive())
        return;
    if (!m_deadlines.isRunning(StreamDeadlines::Name::CreditIdle) && m_protocol.hasIdleCredit())
        begin(StreamDeadlines::Name::CreditIdle);
    if (m_states.state() != StreamStates::State::Open)
        maybeDisconnect();
}

void StreamConnection::sendControlDue()
{
    const auto drained = [this] { return m_outgoing.isDrained(); };
    const auto hasRoom = [this](FrameType type) { return m_sender.hasRoomFor(type); };
    for (;;) {
        const Next next = m_protocol.next(drained, hasRoom);
        if (next == Next::Nothing || isEnded())
            return;
        sendControl(next);
    }
}

void StreamConnection::creditIdle()
{
    switch (m_protocol.creditIdle(sendSlots().isEmpty(),
                                  m_sender.hasRoomFor(FrameType::CreditReturn))) {
    case StreamProtocol::Idle::Stop:
        return;
    case StreamProtocol::Idle::AskAgain:
        return begin(StreamDeadlines::Name::CreditIdle);
    case StreamProtocol::Idle::ReturnCredit:
        return sendControl(Next::SendCreditReturn);
    }
}

void StreamConnection::sendPing()
{
    if (!maySendControl(FrameType::Ping)) {
        if (m_sender.space() > 0)
            m_poster.touchPeer();
        return;
    }
    m_pingClock.start();
    m_poster.signalNext(); // its completion tells that the peer's device is there
    sendControl(Next::SendPing);
}

bool StreamConnection::maySendControl(FrameType type) const
{
    return m_protocol.maySendControl(type) && m_sender.hasRoomFor(type);
}

void StreamConnection::sendControl(Next next)
{
    uchar frame[StreamProtocol::MaxControlSize];
    const bool hasRoom = next != Next::SendAborted || m_sender.hasRoomFor(FrameType::Reset);
    const quint32 length = m_protocol.put(next, frame);
    if (hasRoom)
        sendFrame(frame, length);
    if (next == Next::SendAuth && m_states.isProving() && !m_protocol.isProving())
        proved();
    if (next == Next::SendAborted) {
        stateEntered(); // time for the reset to leave
        changed();
    }
}

void StreamConnection::sendFrame(uchar *frame, quint32 length)
{
    const quint32 serial = m_sender.sendControl(frame, length);
    if (FrameType(*frame) == FrameType::Fin)
        m_finSerial = serial;
}

// --- the end ---

RdmaError StreamConnection::endError(const RdmaError &error, const QByteArray &privateData) const
{
    if (!error.isError())
        return m_protocol.isProving() ? unprovedError() : error;
    const RdmaError rejection = rejectionError(error, privateData);
    return rejection.isError() ? rejection : error;
}

void StreamConnection::release(std::vector<PoolSlot> *slots,
                               std::vector<std::shared_ptr<void>> *memory)
{
    RdmaLink::release(slots, memory);
    m_receives.release(slots, memory);
}

} // namespace QtRdmaPrivate
