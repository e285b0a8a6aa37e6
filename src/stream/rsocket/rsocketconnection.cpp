// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rsocketconnection_p.h"

#include "../../base/translate_p.h"
#include "../../verbs/verbscall_p.h"

namespace QtRdmaPrivate {

static constexpr int LargeMessagesToGrow = 16;

RsocketConnection::RsocketConnection(std::shared_ptr<Engine> engine,
                                     const StreamOptionsData &options)
    : RdmaLink(std::move(engine), options, 0, StreamStates::LastWord::Final)
    , m_protocol(&m_states)
    , m_memory(&m_connection, &m_options)
    , m_sender(&m_protocol, &m_states, &m_poster)
{
}

RsocketConnection::~RsocketConnection()
{
    finalize();
}

// --- set-up ---

RdmaError RsocketConnection::checkFormat() const
{
    if (m_options.preSharedKey)
        return usageError(Words::tr("rsockets has no place for a pre-shared key"));
    if (m_options.answerTimeout != 0)
        return usageError(
                Words::tr("A program that uses rsockets answers no questions: answerTimeout"));
    return m_options.refused.first();
}

// The peer takes over the counts of retries: it repeats for as long as our receives need. iWARP
// wants a read to begin with.
ConnectionSettings RsocketConnection::settings() const
{
    ConnectionSettings settings = commonSettings();
    settings.sendDepth = RsocketSender::SendDepth;
    settings.receiveDepth = RsocketMemory::Receives;
    settings.ownDomain = true;
    settings.rnrRetryCount = 7;
    settings.retryCount = 7;
    settings.initiatorDepth = settings.responderResources = 1;
    return settings;
}

RdmaError RsocketConnection::accept(IncomingConnection *incoming)
{
    QString wrong = m_protocol.peerOffers(incoming->privateData);
    if (wrong.isEmpty() && m_options.preSharedKey)
        wrong = Words::tr("this side has a pre-shared key, and rsockets no place for one");
    if (!wrong.isEmpty()) {
        incoming->reject({});
        return handshakeError(wrong);
    }
    if (RdmaError failure = checkFormat(); failure.isError()) {
        incoming->reject({});
        return failure;
    }
    return acceptAs(incoming);
}

RdmaError RsocketConnection::prepare()
{
    m_pool = m_connection.queues().pool();
    if (m_connection.queues().inlineSize() < int(RsocketGrant::Size)) {
        return RdmaError(RdmaError::Category::System, QStringLiteral("ibv_create_qp"), EOPNOTSUPP,
                         Words::tr("The device takes no inline data, which rsockets needs"), {},
                         QAbstractSocket::UnsupportedSocketOperationError);
    }
    if (RdmaError error = m_memory.prepare(); error.isError())
        return error;
    if (RdmaError error = reserveSending(quint32(m_options.slotSize)); error.isError())
        return error;
    m_connection.setPrivateData(m_memory.handshake().toPrivateData());
    if (!m_connection.isInitiator())
        beginLedger();
    return postReceives() ? RdmaError() : m_error;
}

void RsocketConnection::beginLedger()
{
    m_protocol.begin(m_memory.hasImmediateData() ? RsocketProtocol::Transport::Immediate
                                                 : RsocketProtocol::Transport::Iwarp,
                     m_memory.firstBlockSize());
}

void RsocketConnection::established(const QByteArray &privateData)
{
    if (!m_protocol.isAgreed()) {
        const QString wrong = m_protocol.peerOffers(privateData);
        if (!wrong.isEmpty())
            return endWith(handshakeError(Words::tr("After the connection: ") + wrong));
        beginLedger();
    }
    m_protocol.established(m_connection.isInitiator());
    linked(false);
    for (const auto &[encoded, written] : std::exchange(m_early, {}))
        messageReceived(encoded, written);
    flushInTurn();
}

RdmaError RsocketConnection::endError(const RdmaError &error, const QByteArray &) const
{
    return error;
}

// --- receiving ---

void RsocketConnection::receiveCompleted(quint32 tag, const ibv_wc &completion)
{
    const quint32 encoded = m_memory.takeMessage(tag, completion, m_protocol.peer().bigEndian);
    if (!m_memory.isMessage(completion)) {
        const auto arrival = m_protocol.fail(QStringLiteral("sent what is no message"));
        return arrival == RsocketProtocol::Arrival::Failed ? failed() : void();
    }
    if (m_protocol.isAgreed())
        messageReceived(encoded, completion.byte_len);
    else
        m_early.emplace_back(encoded, completion.byte_len);
}

// With immediate data, 'written' is how many bytes came with the message.
void RsocketConnection::messageReceived(quint32 encoded, quint32 written)
{
    using Arrival = RsocketProtocol::Arrival;
    m_deadlines.heard();
    const Arrival arrival = m_protocol.received(encoded, written, m_memory.targetList());
    const bool isData =
            arrival == Arrival::Data || arrival == Arrival::Unread || arrival == Arrival::Ignored;
    m_receivesDue = m_receivesDue || !isData;
    switch (arrival) {
    case Arrival::Data:
        return dataReceived();
    case Arrival::Unread:
        copyOut();
        m_protocol.consumed(m_protocol.length());
        return giveBack(0);
    case Arrival::Granted:
        return m_deadlines.progress();
    case Arrival::PeerFinished:
    case Arrival::PeerClosed:
        return peerHasEnded();
    case Arrival::Failed:
        return failed();
    case Arrival::Dropped:
    case Arrival::Ignored:
    case Arrival::Control:
        return;
    }
}

void RsocketConnection::dataReceived()
{
    const RsocketLedger::Place &place = m_protocol.place();
    m_received.append(m_memory.block(place.grant) + place.offset, m_protocol.length());
    dataArrived(m_protocol.length());
}

void RsocketConnection::failed()
{
    endWith(protocolError(Words::tr("The peer broke the rsockets protocol: it ")
                          + m_protocol.failure()));
}

// The receives of data are posted before the peer is allowed more of them, many at once. The
// others, which it may send uncounted, are posted in the same turn.
bool RsocketConnection::postReceives()
{
    m_receivesDue = false;
    RdmaError error;
    if (m_memory.post(&error))
        return true;
    endWith(error);
    return false;
}

void RsocketConnection::serve()
{
    if (isEnded() || !m_protocol.isAgreed())
        return;
    makeRoom();
    send(Extent::ThisTurn);
}

// While an application is slow to read the peer goes on writing, up to its limit.
void RsocketConnection::makeRoom()
{
    const size_t blocks = m_memory.blocks();
    const size_t unused = blocks - m_protocol.blockAtWork();
    const bool isShort = unused * 2 <= blocks;
    if (isShort && !isReadFull() && blocks >= m_memory.blocksWanted(m_protocol.peerEntries()))
        copyOut();
}

void RsocketConnection::copyOut()
{
    const qint64 before = m_received.lentSize();
    m_received.copyLent();
    giveBack(before);
}

// Blocks that were lent before, and are not any more.
void RsocketConnection::giveBack(qint64 lentBefore)
{
    if (!m_protocol.isAgreed() || isEnded())
        return;
    m_protocol.consumed(quint64(qMax<qint64>(0, lentBefore - m_received.lentSize())));
    const size_t finished = m_protocol.takeFinished();
    m_memory.blocksFinished(finished);
    roomMade(finished > 0);
}

void RsocketConnection::read(char *data, qint64 size)
{
    const qint64 before = m_received.lentSize();
    m_received.read(data, size);
    giveBack(before);
}

// Blocks are given back in order, so those in front must not be lent any more.
void RsocketConnection::discardBehind(qint64 size)
{
    copyOut();
    m_received.truncate(size, nullptr);
}

ReceiveQueue RsocketConnection::takeReceived()
{
    copyOut();
    return std::exchange(m_received, {});
}

// A grant leaves after the receives for what may come of it.
void RsocketConnection::grantBlocks()
{
    if (m_protocol.largeMessages() >= LargeMessagesToGrow)
        m_memory.grow();
    const size_t wanted = m_memory.blocksWanted(m_protocol.peerEntries());
    while (!m_states.isFailing() && m_protocol.mayGrant() && m_memory.blocks() < wanted
           && m_sender.maySendControl() && postReceives()) {
        const std::optional<RsocketGrant> grant = m_memory.addBlock();
        if (!grant)
            return;
        uchar entry[RsocketGrant::Size];
        grant->encode(m_protocol.peer().bigEndian, entry);
        const RsocketGrant target = m_protocol.granting(grant->length);
        m_sender.sendControl(m_protocol.limit(), entry, target);
    }
}

// --- sending ---

// Frames are cut to what the peer has granted when they leave.
quint32 RsocketConnection::maxPayload() const
{
    return SendQueue::LargePayload;
}

bool RsocketConnection::sendInline(const char *data, qint64 size)
{
    if (size > m_poster.inlineSize() || !m_sender.mayBegin() || size > m_protocol.maxPayload()
        || (m_receivesDue && !postReceives())) {
        return false;
    }
    m_traffic.sent(size);
    m_sender.sendData(data, quint32(size), 0, sendSlots().launchInline(), true);
    return true;
}

void RsocketConnection::send(Extent extent)
{
    if (!m_states.isLive() || !m_connection.canPost() || (m_receivesDue && !postReceives()))
        return;
    grantBlocks();
    if (m_states.isFailing())
        return;
    sendData(m_sender, extent);
    if (!m_states.isLive())
        return;
    sendControlDue();
    maybeDisconnect();
}

void RsocketConnection::sendControlDue()
{
    using Next = RsocketProtocol::Next;
    const auto isDrained = [this] { return m_outgoing.isDrained(); };
    const auto hasRoom = [this] { return m_sender.maySendControl(); };
    for (;;) {
        const Next next = m_protocol.next(isDrained, hasRoom);
        switch (next) {
        case Next::Nothing:
            return;
        case Next::SkipDisconnect:
            m_protocol.skipDisconnect();
            break;
        case Next::SendLimit:
            if (!postReceives())
                return;
            m_sender.sendControl(m_protocol.put(next));
            break;
        case Next::SendShutdown:
        case Next::SendDisconnect:
            m_finSerial = m_sender.sendControl(m_protocol.put(next));
            break;
        }
    }
}

// Only the peer's device answers.
void RsocketConnection::sendPing()
{
    if (m_sender.space() > 0)
        m_poster.touchPeer();
}

// --- the end ---

void RsocketConnection::release(std::vector<PoolSlot> *slots,
                                std::vector<std::shared_ptr<void>> *memory)
{
    RdmaLink::release(slots, memory);
    m_received.copyLent();
    m_memory.release(memory);
}

} // namespace QtRdmaPrivate
