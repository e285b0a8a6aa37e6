// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamconnection_p.h"

#include "../../base/logging_p.h"
#include "../../base/printable_p.h"
#include "../../base/translate_p.h"
#include "../../verbs/verbscall_p.h"

#include <QtCore/qrandom.h>

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

namespace {

constexpr int DataInFlight = 20; // frames; enough to fill the budget of 1 MiB with large ones
constexpr int CreditIdle = 1000; // ms without data until credit is given back

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

StreamConnection::StreamConnection(std::shared_ptr<Engine> engine, const RdmaStreamOptions &options)
    : StreamLink(std::move(engine), options, FrameHeader::Size, StreamStates::LastWord::Answered)
    , m_opening(handshakeOf(options))
    , m_slots({ options.window, options.slotSize + FrameHeader::Size,
                options.largeSlotSize + FrameHeader::Size })
    , m_creditIdle(this->engine()->deadlines(), [this] { returnIdleCredit(); })
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
    ConnectionSettings settings;
    settings.sendDepth = DataInFlight + controlQuotaSum();
    settings.receiveDepth = int(receivesFor(quint32(m_slots.widest())));
    settings.inlineSize = InlineWanted;
    settings.cm.retryCount = RetryCount;
    settings.timeout = m_options.connectTimeout;
    settings.privateData = m_opening.own().toPrivateData();
    settings.refusal = rejectData(RejectReason::OutOfResources);
    settings.cm.initiatorDepth = settings.cm.responderResources = 0; // a stream reads nothing
    if (m_sharedSlots) {
        settings.sharedReceives = m_sharedSlots->queue();
        settings.cm.minRnrTimer = PauseForShared;
        settings.cm.rnrRetryCount = ForEver;
    }
    return settings;
}

StreamHandshake StreamConnection::handshakeOf(const RdmaStreamOptions &options)
{
    StreamHandshake handshake;
    handshake.slotSize = options.slotSize + FrameHeader::Size;
    handshake.window = quint32(qMin(options.window, ReceiveBudget::FirstWindow));
    handshake.keepAlive = quint32(options.keepAliveInterval);
    handshake.features = options.preSharedKey ? StreamHandshake::Authentication : 0;
    handshake.nonce = QRandomGenerator::system()->generate64();
    return handshake;
}

RdmaError StreamConnection::examine(IncomingConnection *incoming) const
{
    const StreamOpening::Refusal refusal = m_opening.examine(incoming->privateData);
    if (refusal.isRefused()) {
        incoming->reject(rejectData(refusal.reason));
        return handshakeError(refusal.text);
    }
    if (RdmaError failure = checkOptions(m_options); failure.isError()) {
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
            m_opening.accept(incoming->privateData, std::exchange(m_options.preSharedKey, {}));
    Q_ASSERT(!refusal.isRefused()); // it has just been examined
    beginLedger();
    ConnectionSettings own = settings();
    own.timeout = acceptTimeout(m_options);
    return m_connection.accept(incoming, own);
}

void StreamConnection::shareSlots(std::shared_ptr<SharedSlots> slots,
                                  std::shared_ptr<SharedSlots::Share> share)
{
    m_sharedSlots = std::move(slots);
    m_share = std::move(share);
    m_slots.share();
}

void StreamConnection::beginLedger()
{
    CreditLedger::Setup setup;
    setup.ownWindow = m_opening.own().window;
    setup.ownSlotSize = m_opening.own().slotSize;
    setup.peerWindow = m_opening.peer().window;
    setup.peerSlotSize = m_opening.peer().slotSize;
    m_ledger.emplace(setup);
    m_firstAllowance = setup.peerWindow;
}

RdmaError StreamConnection::prepare()
{
    m_pool = m_connection.queues().pool();
    RdmaError error = reserveSending(m_slots.size());
    if (m_sharedSlots || error.isError())
        return error;
    const quint32 receives = receivesFor(m_opening.own().window);
    m_freed.reserve(receives);
    m_freeTags.reserve(receives);
    m_posted.reserve(receives);
    for (quint32 i = 0; i < receives; ++i) {
        PoolSlot slot = m_pool->take(m_slots.size(), &error);
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
            m_opening.established(privateData, std::exchange(m_options.preSharedKey, {}));
    if (refusal.isRefused()) {
        endWith(handshakeError(tr("After the connection: ") + refusal.text));
        return false;
    }
    beginLedger();
    return true;
}

void StreamConnection::established(const QByteArray &privateData)
{
    if (!m_ledger && !readReply(privateData))
        return;
    // RFC 5044, 7.1.2: who accepts sends only when something has come. A frame that overtakes the reply breaks the set-up.
    m_mayTalk = !m_connection.isIwarp() || m_connection.isInitiator();
    if (m_connection.isIwarp())
        m_control.setCompletion(StreamControl::Completion::IsOnItsWay);
    linked(m_opening.isProving());
    for (const auto &[tag, length] : std::exchange(m_early, {}))
        receiveCompleted(tag, length);
    if (m_connection.isIwarp() && m_connection.isInitiator() && !m_opening.isProving())
        sendPing();
    flushInTurn();
}

void StreamConnection::authenticate()
{
    if (!m_opening.isAuthDue() || !maySendControl(FrameType::Auth))
        return;
    const QByteArray message = m_opening.takeAuth();
    sendControl(FrameType::Auth, 0, reinterpret_cast<const uchar *>(message.constData()),
                quint32(message.size()));
    settleProofs();
}

void StreamConnection::proofReceived(const QByteArray &message)
{
    if (m_opening.authReceived(message) != StreamOpening::Proof::Denied)
        return settleProofs();
    m_error = RdmaError(RdmaError::Category::ConnectionRejected, {}, 0,
                        tr("The peer does not have the same pre-shared key"), {},
                        QAbstractSocket::ConnectionRefusedError,
                        RdmaError::Cause::AuthenticationFailed);
    resetPeer(ResetReason::Authentication, QStringLiteral("the pre-shared keys differ"));
}

void StreamConnection::settleProofs()
{
    if (m_states.isProving() && m_opening.stage() == StreamOpening::Stage::Agreed)
        proved();
}

// --- receiving ---

void StreamConnection::workCompleted(quint32 tag, const ibv_wc &completion)
{
    if (isEnded())
        return;
    if (completion.status != IBV_WC_SUCCESS)
        return workFailed(completion);
    if (sendCompleted(tag))
        return;
    if (!m_ledger)
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
void StreamConnection::sharedReceive(PostedWork &&work, const ibv_wc &completion)
{
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
    m_mayTalk = true;
    if (m_states.isFailing())
        return m_freed.push_back(std::move(slot));
    ParsedFrame frame;
    Violation wrong = parseFrame(reinterpret_cast<const uchar *>(slot.data()), length, &frame);
    const quint32 window = m_ledger->window();
    const quint32 allowance = m_ledger->dataAllowance();
    if (wrong.isEmpty())
        wrong = m_ledger->received(frame);
    m_progress = m_progress || m_ledger->dataAllowance() != allowance;
    if (m_share && m_ledger->window() < window) // by a credit return
        m_sharedSlots->release(m_share.get(), int(window - m_ledger->window()));
    if (!wrong.isEmpty()) {
        m_freed.push_back(std::move(slot));
        return protocolFailure(wrong);
    }
    if (!m_opening.admits(frame.header.type)) {
        m_freed.push_back(std::move(slot));
        return protocolFailure(QStringLiteral("sent something else than its proof"));
    }
    if (frame.header.type == FrameType::Data)
        return dataReceived(std::move(slot), frame);
    controlReceived(frame);
    m_freed.push_back(std::move(slot));
    m_slots.controlFreed();
}

void StreamConnection::dataReceived(PoolSlot slot, const ParsedFrame &frame)
{
    if (peerFinished()) {
        m_freed.push_back(std::move(slot));
        return protocolFailure(QStringLiteral("sent data after its end"));
    }
    m_slots.dataReceived(FrameHeader::Size + frame.length, *m_ledger);
    if (m_states.isClosed()) {
        m_freed.push_back(std::move(slot));
        return m_slots.dataFreed(1);
    }
    m_dataMoved = true;
    m_traffic.received(frame.length);
    m_received.append(std::move(slot), FrameHeader::Size, frame.length);
    changed();
}

void StreamConnection::controlReceived(const ParsedFrame &frame)
{
    switch (frame.header.type) {
    case FrameType::Fin:
        return finReceived(frame.header.flags & FinStillReading);
    case FrameType::CreditReturn:
        return m_slots.creditReturned();
    case FrameType::Ping:
        return m_control.pinged(frame.number());
    case FrameType::Pong:
        m_roundTrip = m_pingClock.nsecsElapsed();
        return;
    case FrameType::Auth:
        return proofReceived(QByteArray(reinterpret_cast<const char *>(frame.payload),
                                        qsizetype(frame.length)));
    case FrameType::Reset:
        if (!m_error.isError())
            m_error = resetError(frame);
        m_states.fail();
        m_connection.disconnect();
        m_finalizing.start(0);
        return;
    default:
        return; // the header of a credit frame says it all
    }
}

// Answered on receipt, whether the application has read or not: otherwise two closing sides could wait for each other.
void StreamConnection::finReceived(bool peerReads)
{
    if (peerClosed() || (peerFinished() && peerReads))
        return protocolFailure(QStringLiteral("ended twice"));
    m_control.finReceived(m_ledger->lastControlReceived());
    peerEnds(peerReads);
}

void StreamConnection::flushTurn()
{
    if (isEnded() || !m_ledger)
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

void StreamConnection::batchEnded()
{
    if (isEnded())
        return;
    if (m_opening.isProving())
        flushInTurn(); // the proof may be the last thing before the end
    else
        engine()->scheduleFlush(this);
    changed(); // room in the send budget
}

// What is full, in bytes, is left as it is: the peer may wait for more.
void StreamConnection::makeRoom()
{
    const bool full = m_readLimit > 0 && m_received.size() >= m_readLimit;
    const int tooMany = m_slots.slotsToEmpty(*m_ledger, m_received.slotsHeld());
    if (!full && tooMany > 0)
        copyOut(tooMany);
}

bool StreamConnection::mayGrowSlots() const
{
    return m_slots.wantsLarger(m_larger.empty()) && !peerFinished() && !m_states.isFailing()
            && m_connection.canPost() && maySendControl(FrameType::Resize);
}

// 0 when there is no memory for more than there is already.
quint32 StreamConnection::largestSlots() const
{
    const quint32 size = m_slots.sizeWithin(LockedMemory::share(), m_posted.size());
    return size > 0 && m_pool->hasForSpeed(size, m_posted.size()) ? size : 0;
}

// False when there are not enough, and all go back: small ones work too.
bool StreamConnection::takeLarger()
{
    if (m_slots.growingTo() == 0)
        m_slots.beginGrowing(largestSlots());
    const quint32 size = m_slots.growingTo();
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
    m_slots.giveUpGrowing();
    return false;
}

void StreamConnection::growSlots()
{
    if (!takeLarger() || m_larger.size() < m_posted.size())
        return;
    if (!postReceives()) // all that is posted is of the old size, all that follows of the new
        return;
    uchar payload[8];
    const quint32 first = m_ledger->nextFramePosted(m_receivesPosted);
    const quint32 large = m_slots.grown();
    encodeNumber(quint64(first) << 32 | large, payload);
    qCDebug(lcRdmaStream) << "receive slots grow to" << large << "bytes from frame" << first;
    sendControl(FrameType::Resize, 0, payload, sizeof(payload));
}

bool StreamConnection::replenishDue() const
{
    return m_states.isFinRequested() || m_slots.isPostingDue(*m_ledger);
}

// Posts what has become free, in one chain; only then may the peer be told.
bool StreamConnection::replenish()
{
    const int wider = widen(m_slots.windowWanted(*m_ledger));
    if (!postReceives())
        return false;
    m_slots.posted(&*m_ledger);
    if (m_sharedSlots)
        adjustSharedWindow();
    else if (wider > 0)
        m_ledger->widen(quint32(wider));
    return true;
}

// Finds slots for a window of that many, and returns by how many it may grow.
int StreamConnection::widen(int wanted)
{
    const int window = int(m_ledger->window());
    if (wanted <= window)
        return 0;
    const auto covered = [this] { return int(m_posted.size()) - controlQuotaSum(); };
    while (covered() < wanted) {
        PoolSlot slot = m_pool->takeForSpeed(m_slots.size(), m_slots.size());
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
    const quint32 slotSize = m_slots.size();
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
    const int surplus = m_sharedSlots->surplus(int(m_ledger->window()));
    if (const int count = m_slots.slotsToLeaveOut(*m_ledger, surplus); count > 0) {
        m_ledger->narrow(quint32(count));
        m_sharedSlots->release(m_share.get(), count);
        // What is unread may fill the window now, and nothing else would come to make room.
        engine()->scheduleFlush(this);
    } else if (const int wanted = m_slots.takeDemand(*m_ledger); wanted > 0) {
        m_ledger->widen(quint32(m_sharedSlots->grant(m_share.get(), wanted)));
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
    m_slots.dataFreed(count);
    if ((count > 0 || m_readLimit > 0) && !isEnded())
        engine()->scheduleFlush(this);
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
    m_slots.dataFreed(m_freed.size() - before);
}

// --- sending ---

qint64 StreamConnection::write(const char *data, qint64 size)
{
    if (!takesData())
        return 0;
    if (const qint64 sent = sendInline(data, size); sent > 0)
        return sent;
    return stage(data, size);
}

// A small message that nothing is waiting in front of goes as it is, without a slot.
qint64 StreamConnection::sendInline(const char *data, qint64 size)
{
    uchar frame[InlineWanted];
    const qint64 length = FrameHeader::Size + size;
    if (length > qMin<qint64>(m_connection.queues().inlineSize(), sizeof(frame))
        || !m_sendQueue.isEmpty() || quint32(size) > m_ledger->maxPayload()
        || sendSpace() <= controlQuotaSum() || (replenishDue() && !replenish())
        || !m_ledger->canSendData()) {
        return 0;
    }
    m_sentData = m_dataMoved = true;
    m_heldBack = false;
    encodeHeader(m_ledger->sending(FrameType::Data), frame);
    memcpy(frame + FrameHeader::Size, data, size_t(size));
    m_traffic.sent(quint64(size));
    post(frame, quint32(length), 0, m_sendQueue.launchOther({}), true);
    return size;
}

int StreamConnection::sendSpace() const
{
    return !m_mayTalk ? 0 : DataInFlight + controlQuotaSum() - m_sendQueue.inFlight();
}

void StreamConnection::send(Extent extent)
{
    if (!m_states.isLinked() || !m_connection.canPost())
        return;
    if (replenishDue() && !replenish())
        return;
    if (m_opening.isProving())
        authenticate();
    if (!m_states.isLive())
        return;
    if (!m_rest.isEmpty())
        stageRest();
    if (!m_sendQueue.isEmpty())
        sendStaged(extent);
    watchWriting();
    sendControlDue();
    if (!m_states.isLive())
        return;
    if (!m_creditIdle.isActive() && hasIdleCredit())
        m_creditIdle.start(CreditIdle);
    maybeDisconnect();
}

void StreamConnection::sendControlDue()
{
    const auto isDrained = [this] { return m_sendQueue.isEmpty() && m_rest.isEmpty(); };
    const auto hasRoom = [this](FrameType type) { return hasRoomFor(type); };
    while (m_states.isLive()) {
        switch (m_control.next(m_states, *m_ledger, isDrained, hasRoom)) {
        case StreamControl::Next::Nothing:
            return;
        case StreamControl::Next::SendPong:
            sendPong();
            break;
        case StreamControl::Next::SendFin:
            sendFin();
            break;
        case StreamControl::Next::SendAborted:
            return resetPeer(ResetReason::Closing, QStringLiteral("aborted"));
        case StreamControl::Next::SendCredit:
        case StreamControl::Next::SendAcknowledgement:
            sendControl(FrameType::Credit);
            break;
        }
    }
}

void StreamConnection::sendPong()
{
    uchar echo[8];
    encodeNumber(m_control.takeEcho(), echo);
    sendControl(FrameType::Pong, 0, echo, sizeof(echo));
}

// More than the peer gave at first: it has widened our window, from receives that could serve others.
bool StreamConnection::hasIdleCredit() const
{
    return m_states.state() == StreamStates::State::Open
            && m_ledger->dataAllowance() > m_firstAllowance;
}

void StreamConnection::returnIdleCredit()
{
    if (!hasIdleCredit())
        return;
    if (std::exchange(m_sentData, false) || !m_sendQueue.isEmpty()
        || !maySendControl(FrameType::CreditReturn)) {
        m_creditIdle.start(CreditIdle);
        return;
    }
    uchar payload[8];
    encodeNumber(m_ledger->returnCredit(m_ledger->dataAllowance() - m_firstAllowance), payload);
    sendControl(FrameType::CreditReturn, 0, payload, sizeof(payload));
}

void StreamConnection::sendStaged(Extent extent)
{
    while (!m_sendQueue.isEmpty() && m_ledger->canSendData() && !isEnded() && !m_states.isFlushed()
           && sendSpace() > controlQuotaSum() && !m_sendQueue.isFirstHeldUp()) {
        const quint32 most = m_ledger->maxPayload();
        const bool isWhole = m_sendQueue.limitFirst(m_pool.get(), most);
        const SendQueue::Staged &frame = m_sendQueue.first();
        uchar *bytes = reinterpret_cast<uchar *>(frame.frame());
        const quint32 length = isWhole ? frame.length : most;
        const quint32 key = frame.slot.localKey();
        m_traffic.sent(length);
        m_sentData = m_dataMoved = m_progress = true;
        encodeHeader(m_ledger->sending(FrameType::Data), bytes);
        const quint32 serial = isWhole ? m_sendQueue.launchFirst() : m_sendQueue.launchPart(length);
        const bool last = !isWhole || m_sendQueue.isEmpty() || !m_ledger->canSendData();
        post(bytes, FrameHeader::Size + length, key, serial, last);
        if (last || extent != Extent::ThisTurn)
            continue;
        if (engine()->isPhaseLong())
            return engine()->scheduleFlush(this);
        engine()->startPhaseClock();
    }
}

void StreamConnection::sendPing()
{
    const uchar echo[8] = {};
    if (!maySendControl(FrameType::Ping)) {
        if (sendSpace() > 0)
            touchPeer();
        return;
    }
    m_pingClock.start();
    m_unsignalled = SignalEvery; // that it completes tells of the peer's device
    sendControl(FrameType::Ping, 0, echo, sizeof(echo));
}

bool StreamConnection::maySendControl(FrameType type) const
{
    return m_ledger->canSendControl(type) && hasRoomFor(type);
}

// Where it does not go inline it may take the reserve; while that is in use its completion brings us back.
bool StreamConnection::hasRoomFor(FrameType type) const
{
    const int most = int(FrameHeader::Size + controlPayload(type));
    return sendSpace() > 0
            && (most <= m_connection.queues().inlineSize() || m_sendQueue.hasReserve());
}

void StreamConnection::sendControl(FrameType type, quint8 flags, const uchar *payload, quint32 size)
{
    const quint32 length = FrameHeader::Size + size;
    uchar inlined[FrameHeader::Size + 64];
    PoolSlot slot;
    uchar *bytes = inlined;
    if (int(length) > m_connection.queues().inlineSize()) {
        slot = m_pool->takeForSpeed(length, length);
        if (!slot)
            slot = m_sendQueue.takeReserve();
        bytes = reinterpret_cast<uchar *>(slot.data());
    }
    const bool holdsSlot = bool(slot);
    FrameHeader header = m_ledger->sending(type);
    header.flags = flags;
    encodeHeader(header, bytes);
    if (size > 0)
        memcpy(bytes + FrameHeader::Size, payload, size);
    const quint32 key = slot ? slot.localKey() : 0;
    const quint32 serial = m_sendQueue.launchOther(std::move(slot));
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
    const bool frees = last && (m_sendQueue.flyingBytes() > 0 || !isInline);
    if (++m_unsignalled >= SignalEvery || frees || m_states.isFinRequested()) {
        request.send_flags |= IBV_SEND_SIGNALED;
        m_unsignalled = 0;
    }
    ibv_send_wr *bad = nullptr;
    const int failure = m_connection.queues().postSend(&request, &bad);
    // siw, whose peer has just gone: its end is under way, behind what it has sent.
    if (failure == ENOTCONN)
        return flushed();
    if (failure != 0)
        endWith(callError("ibv_post_send", failure));
}

// --- the end ---

void StreamConnection::sendFin()
{
    m_states.finSent();
    sendControl(FrameType::Fin, m_states.isClosed() ? quint8(0) : FinStillReading);
    m_control.finSent(m_ledger->lastControlSent());
}

void StreamConnection::protocolFailure(const QString &text)
{
    if (m_states.isFailing())
        return;
    m_error = protocolError(tr("The peer broke the stream protocol: it ") + text);
    resetPeer(ResetReason::ProtocolViolation, text);
}

// Tells the peer why the connection ends; m_error says it on this side.
void StreamConnection::resetPeer(ResetReason why, const QString &text)
{
    qCDebug(lcRdmaStream) << m_error;
    const QByteArray reason = text.toUtf8().left(int(controlPayload(FrameType::Reset)));
    if (maySendControl(FrameType::Reset))
        sendControl(FrameType::Reset, quint8(why),
                    reinterpret_cast<const uchar *>(reason.constData()), quint32(reason.size()));
    m_states.fail();
    startBound(); // time for the reset to leave
    changed();
}

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
    if (!error.isError() && m_opening.isProving()) {
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
