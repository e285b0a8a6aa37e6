// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamconnection_p.h"

#include "../../base/logging_p.h"
#include "../../base/printable_p.h"
#include "../../base/translate_p.h"
#include "../../verbs/verbscall_p.h"

#include <QtRdma/rdmaconnectionoptions.h>

#include <QtCore/qrandom.h>

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

namespace {

constexpr int DataInFlight = 20; // frames; enough to fill the budget of 1 MiB with large ones

RdmaError resetError(const ParsedFrame &frame)
{
    const QString text = tr("The peer reset the connection: ") + printable(frame.reason());
    if (frame.resetReason() == ResetReason::Closing) {
        return RdmaError(RdmaError::Category::ConnectionManager, {}, 0,
                         tr("The remote host aborted the connection"), {},
                         QAbstractSocket::RemoteHostClosedError, RdmaError::Cause::RemoteClosed);
    }
    return frame.resetReason() == ResetReason::Authentication
            ? RdmaError(RdmaError::Category::ConnectionRejected, {}, 0, text, {},
                        QAbstractSocket::ConnectionRefusedError,
                        RdmaError::Cause::AuthenticationFailed)
            : protocolError(text);
}

} // namespace

StreamConnection::StreamConnection(std::shared_ptr<Engine> engine, const StreamOptionsData &options)
    : StreamLink(std::move(engine), options, FrameHeader::Size, StreamStates::LastWord::Answered)
    , m_protocol(&m_states, setupOf(options))
    , m_creditIdle(this->engine()->deadlines(), [this] { creditIdle(); })
{
}

StreamConnection::~StreamConnection()
{
    finalize();
}

// --- set-up ---

// A peer that sends more than it may takes receives of the others, until it is disconnected: they try again as long as it takes, each
// 20 ms (the verbs' codes for that). A server that stands still is found by the keepalive, where that is on.
static constexpr int PauseForShared = 22;
static constexpr int ForEver = 7;

ConnectionSettings StreamConnection::settings() const
{
    ConnectionSettings settings{ RdmaConnectionOptions() };
    settings.sendSges = settings.receiveSges = 1;
    settings.sendDepth = DataInFlight + controlQuotaSum();
    settings.receiveDepth = int(receivesFor(quint32(m_protocol.slots().widest())));
    settings.inlineSize = InlineWanted;
    settings.retryCount = RetryCount;
    settings.timeout = m_options.connectTimeout;
    settings.privateData = m_protocol.own().toPrivateData();
    settings.refusal = rejectData(RejectReason::OutOfResources);
    settings.initiatorDepth = settings.responderResources = 0; // a stream reads nothing
    if (m_sharedSlots) {
        settings.sharedReceives = m_sharedSlots->queue();
        settings.minRnrTimer = PauseForShared;
        settings.rnrRetryCount = ForEver;
    }
    return settings;
}

StreamProtocol::Setup StreamConnection::setupOf(const StreamOptionsData &options)
{
    StreamProtocol::Setup setup;
    setup.own.slotSize = options.slotSize + FrameHeader::Size;
    setup.own.window = quint32(qMin(options.window, ReceiveBudget::FirstWindow));
    setup.own.keepAlive = quint32(options.keepAliveInterval);
    setup.own.features = options.preSharedKey ? StreamHandshake::Authentication : 0;
    setup.own.nonce = QRandomGenerator::system()->generate64();
    setup.slots = { options.window, setup.own.slotSize, options.largeSlotSize + FrameHeader::Size };
    return setup;
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
    const auto refusal =
            m_protocol.accept(incoming->privateData, std::exchange(m_options.preSharedKey, {}));
    Q_ASSERT(!refusal.isRefused()); // it has just been examined
    return acceptAs(incoming);
}

void StreamConnection::shareSlots(std::shared_ptr<SharedSlots> slots,
                                  std::shared_ptr<SharedSlots::Share> share)
{
    m_sharedSlots = std::move(slots);
    m_share = std::move(share);
    m_protocol.shareSlots();
}

RdmaError StreamConnection::prepare()
{
    m_pool = m_connection.queues().pool();
    RdmaError error = reserveSending(m_protocol.slots().size());
    if (m_sharedSlots || error.isError())
        return error;
    const quint32 receives = receivesFor(m_protocol.own().window);
    m_freed.reserve(receives);
    m_freeTags.reserve(receives);
    m_posted.reserve(receives);
    for (quint32 i = 0; i < receives; ++i) {
        PoolSlot slot = m_pool->take(m_protocol.slots().size(), &error);
        if (!slot)
            return error;
        addSlot(std::move(slot));
    }
    return postReceives() ? RdmaError() : m_error;
}

// To those that are posted next.
void StreamConnection::addSlot(PoolSlot slot)
{
    m_freed.push_back(std::move(slot));
    m_freeTags.push_back(quint32(m_posted.size()));
    m_posted.emplace_back();
}

bool StreamConnection::readReply(const QByteArray &privateData)
{
    const auto refusal =
            m_protocol.established(privateData, std::exchange(m_options.preSharedKey, {}));
    if (refusal.isRefused()) {
        endWith(handshakeError(tr("After the connection: ") + refusal.text));
        return false;
    }
    return true;
}

void StreamConnection::established(const QByteArray &privateData)
{
    if (!m_protocol.isAgreed() && !readReply(privateData))
        return;
    const bool isClient = m_connection.isInitiator();
    m_protocol.begin(m_connection.isIwarp() ? StreamProtocol::Transport::Iwarp
                                            : StreamProtocol::Transport::Acknowledging,
                     isClient ? StreamAuthentication::Role::Client
                              : StreamAuthentication::Role::Server);
    linked(m_protocol.isProving());
    for (const auto &[tag, length] : std::exchange(m_early, {}))
        receiveCompleted(tag, length);
    if (m_connection.isIwarp() && isClient && !m_protocol.isProving())
        sendPing();
    flushInTurn();
}

// --- receiving ---

void StreamConnection::workCompleted(quint32 tag, Completion done)
{
    const ibv_wc &completion = done.wc;
    if (settled(tag, completion))
        return;
    if (!m_protocol.isAgreed())
        m_early.emplace_back(tag, completion.byte_len);
    else
        receiveCompleted(tag, completion.byte_len);
}

void StreamConnection::receiveCompleted(quint32 index, quint32 length)
{
    PoolSlot slot = std::move(m_posted[index]);
    m_freeTags.push_back(index);
    --m_receivesPosted;
    messageReceived(std::move(slot), length);
}

// The batch that this belongs to is that of the shared queue: the rest of the work is done at the end of the turn.
void StreamConnection::sharedReceive(PostedWork &&work, Completion done)
{
    const ibv_wc &completion = done.wc;
    if (isEnded())
        return;
    if (completion.status != IBV_WC_SUCCESS)
        return workFailed(completion);
    m_sharedSlots->takenOut();
    ++m_sharedHeld;
    messageReceived(std::move(work.slot), completion.byte_len);
    engine()->scheduleFlush(this);
}

void StreamConnection::messageReceived(PoolSlot slot, quint32 length)
{
    heard();
    const quint32 allowance = m_protocol.dataAllowance();
    const StreamProtocol::Arrival arrival =
            m_protocol.received(reinterpret_cast<const uchar *>(slot.data()), length);
    m_progress = m_progress || m_protocol.dataAllowance() != allowance;
    if (arrival == StreamProtocol::Arrival::Data)
        return dataReceived(std::move(slot));
    controlReceived(arrival);
    m_freed.push_back(std::move(slot));
}

void StreamConnection::dataReceived(PoolSlot slot)
{
    const quint32 length = m_protocol.frame().length;
    m_dataMoved = true;
    m_traffic.received(length);
    m_received.append(std::move(slot), FrameHeader::Size, length);
    changed();
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
        if (m_share)
            m_sharedSlots->release(m_share.get(), int(m_protocol.creditReturned()));
        return;
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
    m_connection.disconnect();
    m_finalizing.start(0);
}

// The peer is told why, if there is room for that.
void StreamConnection::failed()
{
    const StreamProtocol::Failure &failure = m_protocol.failure();
    m_error = failure.reason == ResetReason::Authentication
            ? RdmaError(RdmaError::Category::ConnectionRejected, {}, 0,
                        tr("The peer does not have the same pre-shared key"), {},
                        QAbstractSocket::ConnectionRefusedError,
                        RdmaError::Cause::AuthenticationFailed)
            : protocolError(tr("The peer broke the stream protocol: it ") + failure.text);
    qCDebug(lcRdmaStream) << m_error;
    sendControlDue();
    startBound(); // time for the reset to leave
    changed();
}

void StreamConnection::serve()
{
    if (isEnded() || !m_protocol.isAgreed())
        return;
    makeRoom();
    if (mayGrowSlots()) {
        engine()->startPhaseClock(); // registering takes long: the next turn goes on
        growSlots();
        if (engine()->isPhaseLong())
            return engine()->scheduleFlush(this);
    }
    send(Extent::ThisTurn);
}

// What is full, in bytes, is left as it is: the peer may wait for more.
void StreamConnection::makeRoom()
{
    const int tooMany = m_protocol.slotsToEmpty(m_received.slotsHeld());
    if (tooMany > 0 && !isReadFull())
        copyOut(tooMany);
}

bool StreamConnection::mayGrowSlots() const
{
    return m_protocol.wantsLargerSlots(m_larger.empty()) && !peerFinished() && !m_states.isFailing()
            && m_connection.canPost() && maySendControl(FrameType::Resize);
}

// 0 when there is no memory for more than there is already.
quint32 StreamConnection::largestSlots() const
{
    const quint32 size = m_protocol.slots().sizeWithin(LockedMemory::share(), m_posted.size());
    return size > 0 && m_pool->hasForSpeed(size, m_posted.size()) ? size : 0;
}

// False when there are not enough, and all go back: small ones work too.
bool StreamConnection::takeLarger()
{
    if (m_protocol.slots().growingTo() == 0)
        m_protocol.beginGrowing(largestSlots());
    const quint32 size = m_protocol.slots().growingTo();
    while (size > 0 && m_larger.size() < m_posted.size()) {
        PoolSlot slot = m_pool->takeForSpeed(size, size);
        if (!slot)
            break;
        m_larger.push_back(std::move(slot));
        if (engine()->isPhaseLong())
            return true;
    }
    if (size > 0 && m_larger.size() >= m_posted.size())
        return true;
    m_larger.clear();
    m_protocol.giveUpGrowing();
    return false;
}

void StreamConnection::growSlots()
{
    if (!takeLarger() || m_larger.size() < m_posted.size())
        return;
    if (!postReceives()) // all that is posted is of the old size, all that follows of the new
        return;
    uchar frame[StreamProtocol::MaxControlSize];
    const quint32 length = m_protocol.putResize(m_receivesPosted, frame);
    qCDebug(lcRdmaStream) << "receive slots grow to" << m_protocol.slots().size() << "bytes";
    sendFrame(frame, length);
}

// Posts what has become free, in one chain; only then may the peer be told.
bool StreamConnection::replenish()
{
    const int wider = widen(m_protocol.windowWanted());
    if (!postReceives())
        return false;
    m_protocol.posted(wider);
    if (m_sharedSlots)
        adjustSharedWindow();
    return true;
}

// Finds slots for a window of that many, and returns by how many it may grow.
int StreamConnection::widen(int wanted)
{
    const int window = m_protocol.window();
    if (wanted <= window)
        return 0;
    const quint32 slotSize = m_protocol.slots().size();
    const auto covered = [this] { return int(m_posted.size()) - controlQuotaSum(); };
    while (covered() < wanted) {
        PoolSlot slot = m_pool->takeForSpeed(slotSize, slotSize);
        if (!slot) // less works too
            break;
        addSlot(std::move(slot));
        if (engine()->isPhaseLong()) // registering takes long
            break;
        engine()->startPhaseClock();
    }
    return qMin(wanted, covered()) - window; // after a credit return, slots that are still there
}

bool StreamConnection::postReceives()
{
    if (m_freed.empty())
        return true;
    if (m_sharedSlots)
        return giveBackShared();
    auto &chain = m_receiveChain;
    auto &sges = m_receiveSges;
    const quint32 slotSize = m_protocol.slots().size();
    chain.resize(m_freed.size());
    sges.resize(m_freed.size());
    for (size_t i = 0; i < m_freed.size(); ++i) {
        PoolSlot slot = std::move(m_freed[i]);
        if (slot.size() < slotSize && !m_larger.empty()) {
            slot = std::move(m_larger.back());
            m_larger.pop_back();
        }
        const quint32 tag = m_freeTags.back();
        m_freeTags.pop_back();
        sges[i] = { quintptr(slot.data()), qMin(slotSize, slot.size()), slot.localKey() };
        chain[i] = { m_connection.queues().workRequestId(tag),
                     i + 1 < chain.size() ? &chain[i + 1] : nullptr, &sges[i], 1 };
        m_posted[tag] = std::move(slot);
    }
    m_freed.clear();
    m_receivesPosted += int(chain.size());
    ibv_recv_wr *bad = nullptr;
    const int failure = m_connection.queues().postReceive(chain.data(), &bad);
    if (failure == 0)
        return true;
    // A window that shrinks in silence would stall the peer for ever.
    endWith(callError("ibv_post_recv", failure));
    return false;
}

bool StreamConnection::giveBackShared()
{
    const int count = int(m_freed.size());
    m_sharedHeld -= count;
    const RdmaError failure = m_sharedSlots->giveBack(count, &m_freed);
    if (failure.isError())
        endWith(failure);
    return !failure.isError();
}

void StreamConnection::adjustSharedWindow()
{
    const int surplus = m_sharedSlots->surplus(m_protocol.window());
    if (const int count = m_protocol.leaveOut(surplus); count > 0) {
        m_sharedSlots->release(m_share.get(), count);
        // What is unread may fill the window now, and nothing else would come to make room.
        engine()->scheduleFlush(this);
    } else if (const int wanted = m_protocol.takeDemand(); wanted > 0) {
        m_protocol.widen(m_sharedSlots->grant(m_share.get(), wanted));
    }
}

void StreamConnection::read(char *data, qint64 size)
{
    const size_t before = m_freed.size();
    m_received.read(data, size, &m_freed);
    slotsFreed(m_freed.size() - before);
}

void StreamConnection::discardBehind(qint64 size)
{
    const size_t before = m_freed.size();
    m_received.truncate(size, &m_freed);
    slotsFreed(m_freed.size() - before);
}

void StreamConnection::slotsFreed(size_t count)
{
    m_protocol.dataFreed(count);
    roomMade(count > 0);
}

ReceiveQueue StreamConnection::takeReceived()
{
    copyOut(m_received.slotsHeld());
    if (!isEnded())
        engine()->scheduleFlush(this);
    return std::exchange(m_received, {});
}

void StreamConnection::copyOut(int slotCount)
{
    const size_t before = m_freed.size();
    m_received.copyOut(slotCount, &m_freed);
    m_protocol.dataFreed(m_freed.size() - before);
}

// --- sending ---

bool StreamConnection::sendInline(const char *data, qint64 size)
{
    uchar frame[InlineWanted];
    const qint64 length = FrameHeader::Size + size;
    if (length > qMin<qint64>(m_connection.queues().inlineSize(), sizeof(frame))
        || quint32(size) > m_protocol.maxPayload() || sendSpace() <= controlQuotaSum()
        || (m_protocol.isPostingDue() && !replenish()) || !m_protocol.maySendData()) {
        return false;
    }
    m_protocol.putData(frame);
    memcpy(frame + FrameHeader::Size, data, size_t(size));
    m_traffic.sent(quint64(size));
    post(frame, quint32(length), 0, sendSlots().launchOther({}), true);
    return true;
}

int StreamConnection::sendSpace() const
{
    return !m_protocol.mayTalk() ? 0 : DataInFlight + controlQuotaSum() - sendSlots().inFlight();
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
    takeWritten();
    if (!sendSlots().isEmpty())
        sendStaged(extent);
    watchWriting();
    sendControlDue();
    if (!m_states.isLive())
        return;
    if (!m_creditIdle.isActive() && m_protocol.hasIdleCredit())
        m_creditIdle.start(StreamProtocol::CreditIdle);
    maybeDisconnect();
}

void StreamConnection::sendControlDue()
{
    const auto drained = [this] { return m_outgoing.isDrained(); };
    const auto hasRoom = [this](FrameType type) { return hasRoomFor(type); };
    for (;;) {
        const Next next = m_protocol.next(drained, hasRoom);
        if (next == Next::Nothing || isEnded())
            return;
        sendControl(next);
    }
}

void StreamConnection::creditIdle()
{
    switch (m_protocol.creditIdle(sendSlots().isEmpty(), hasRoomFor(FrameType::CreditReturn))) {
    case StreamProtocol::Idle::Stop:
        return;
    case StreamProtocol::Idle::AskAgain:
        return m_creditIdle.start(StreamProtocol::CreditIdle);
    case StreamProtocol::Idle::ReturnCredit:
        return sendControl(Next::SendCreditReturn);
    }
}

void StreamConnection::sendStaged(Extent extent)
{
    while (!sendSlots().isEmpty() && m_protocol.maySendData() && !isEnded() && !m_states.isFlushed()
           && sendSpace() > controlQuotaSum() && !sendSlots().isFirstHeldUp()) {
        const quint32 most = m_protocol.maxPayload();
        const bool isWhole = sendSlots().limitFirst(m_pool.get(), most);
        const SendQueue::Staged &frame = sendSlots().first();
        uchar *bytes = reinterpret_cast<uchar *>(frame.frame());
        const quint32 length = isWhole ? frame.length : most;
        const quint32 key = frame.slot.localKey();
        m_traffic.sent(length);
        m_dataMoved = m_progress = true;
        m_protocol.putData(bytes);
        const quint32 serial = isWhole ? sendSlots().launchFirst() : sendSlots().launchPart(length);
        const bool last = !isWhole || sendSlots().isEmpty() || !m_protocol.maySendData();
        post(bytes, FrameHeader::Size + length, key, serial, last);
        if (!last && !goesOn(extent))
            return;
    }
}

void StreamConnection::sendPing()
{
    if (!maySendControl(FrameType::Ping)) {
        if (sendSpace() > 0)
            touchPeer();
        return;
    }
    m_pingClock.start();
    m_unsignalled = SignalEvery; // that it completes tells of the peer's device
    sendControl(Next::SendPing);
}

bool StreamConnection::maySendControl(FrameType type) const
{
    return m_protocol.maySendControl(type) && hasRoomFor(type);
}

// Where it does not go inline it may take the reserve; while that is in use its completion brings us back.
bool StreamConnection::hasRoomFor(FrameType type) const
{
    const int most = int(FrameHeader::Size + controlPayload(type));
    return sendSpace() > 0
            && (most <= m_connection.queues().inlineSize() || sendSlots().hasReserve());
}

void StreamConnection::sendControl(Next next)
{
    uchar frame[StreamProtocol::MaxControlSize];
    const bool hasRoom = next != Next::SendAborted || hasRoomFor(FrameType::Reset);
    const quint32 length = m_protocol.put(next, frame);
    if (hasRoom)
        sendFrame(frame, length);
    if (next == Next::SendAuth && m_states.isProving() && !m_protocol.isProving())
        proved();
    if (next == Next::SendAborted) {
        startBound(); // time for the reset to leave
        changed();
    }
}

void StreamConnection::sendFrame(uchar *frame, quint32 length)
{
    const auto type = FrameType(*frame);
    PoolSlot slot;
    uchar *bytes = frame;
    if (int(length) > m_connection.queues().inlineSize()) {
        slot = m_pool->takeForSpeed(length, length);
        if (!slot)
            slot = sendSlots().takeReserve();
        bytes = reinterpret_cast<uchar *>(slot.data());
        memcpy(bytes, frame, length);
    }
    const bool holdsSlot = bool(slot);
    const quint32 key = slot ? slot.localKey() : 0;
    const quint32 serial = sendSlots().launchOther(std::move(slot));
    if (type == FrameType::Fin)
        m_finSerial = serial;
    post(bytes, length, key, serial,
         holdsSlot || type == FrameType::Fin || type == FrameType::Reset);
}

// Small frames go inline; completions are asked for often enough to keep the queue moving, and for the last of a burst
// that holds memory, so that an idle stream holds none.
void StreamConnection::post(uchar *bytes, quint32 length, quint32 key, quint32 serial, bool last)
{
    const bool isInline = int(length) <= m_connection.queues().inlineSize();
    ibv_sge sge = { quintptr(bytes), length, key };
    ibv_send_wr request = {};
    request.wr_id = m_connection.queues().workRequestId(SendTag | serial);
    request.sg_list = &sge;
    request.num_sge = 1;
    request.opcode = IBV_WR_SEND;
    request.send_flags = isInline ? IBV_SEND_INLINE : 0;
    // The last of what holds slots gives them back, inline or not: the next data may wait for them.
    const bool frees = last && (sendSlots().flyingBytes() > 0 || !isInline);
    if (++m_unsignalled >= SignalEvery || frees || m_states.isFinRequested()) {
        request.send_flags |= IBV_SEND_SIGNALED;
        m_unsignalled = 0;
    }
    ibv_send_wr *bad = nullptr;
    posted(m_connection.queues().postSend(&request, &bad));
}

// --- the end ---

RdmaError StreamConnection::endError(const RdmaError &error, const QByteArray &privateData) const
{
    const QString reason = error.isError() ? rejectText(privateData) : QString();
    if (!reason.isEmpty()) {
        return RdmaError(
                RdmaError::Category::ConnectionRejected, error.call(), error.code(), reason, {},
                rejectsHandshake(privateData) ? QAbstractSocket::UnsupportedSocketOperationError
                                              : QAbstractSocket::ConnectionRefusedError,
                RdmaError::Cause::Refused);
    }
    if (!error.isError() && m_protocol.isProving()) {
        return RdmaError(RdmaError::Category::ConnectionManager, {}, 0,
                         tr("The peer ended the connection instead of proving that it has the "
                            "pre-shared key"),
                         {}, QAbstractSocket::RemoteHostClosedError,
                         RdmaError::Cause::RemoteClosed);
    }
    return error;
}

void StreamConnection::release(std::vector<PoolSlot> *slots,
                               std::vector<std::shared_ptr<void>> *memory)
{
    m_creditIdle.cancel();
    if (m_sharedSlots) { // what nobody has read yet may stay unread for long
        m_received.copyOut(m_received.slotsHeld(), &m_freed);
        if (const RdmaError failure =
                    m_sharedSlots->giveBack(std::exchange(m_sharedHeld, 0), &m_freed);
            failure.isError()) {
            qCWarning(lcRdmaStream) << failure;
        }
    }
    for (auto *list : { &m_posted, &m_freed, &m_larger }) {
        for (PoolSlot &slot : *list) {
            if (slot)
                slots->push_back(std::move(slot));
        }
        list->clear();
    }
    memory->push_back(std::move(m_share));
}

} // namespace QtRdmaPrivate
