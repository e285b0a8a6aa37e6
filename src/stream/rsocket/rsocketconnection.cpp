// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rsocketconnection_p.h"

#include "../../base/logging_p.h"
#include "../../base/translate_p.h"
#include "../../verbs/verbscall_p.h"

#include <QtRdma/rdmaconnectionoptions.h>

#include <QtCore/qendian.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace QtRdmaPrivate {

namespace {

constexpr quint32 OwnEntries = RsocketProtocol::OwnEntries;
// Two grants and two limits in each direction of a window, and the end.
constexpr int Receives = RsocketProtocol::OwnCredits + 8;
constexpr size_t FewestBlocks = 2;
constexpr size_t MostBlocks = 4;
constexpr qint64 SmallestBlock = 4096;
constexpr qint64 LargestBlock = 16 * 1024 * 1024;
constexpr int LargeMessagesToGrow = 16;
constexpr int MessagesInFlight = 48; // on iWARP two requests each
constexpr size_t ControlsInFlight = 4;
constexpr int ControlSends = 2 * int(ControlsInFlight) + 2; // and a ping
constexpr int SendDepth = 2 * MessagesInFlight + ControlSends;

} // namespace

RsocketConnection::RsocketConnection(std::shared_ptr<Engine> engine,
                                     const StreamOptionsData &options)
    : StreamLink(std::move(engine), options, 0, StreamStates::LastWord::Final)
    , m_protocol(&m_states)
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
        return usageError(tr("rsockets has no place for a pre-shared key"));
    if (m_options.answerTimeout != 0)
        return usageError(tr("A program that uses rsockets answers no questions: answerTimeout"));
    return m_options.refused.first();
}

ConnectionSettings RsocketConnection::settings() const
{
    ConnectionSettings settings{ RdmaConnectionOptions() };
    settings.sendSges = settings.receiveSges = 1;
    settings.sendDepth = SendDepth;
    settings.receiveDepth = Receives;
    settings.inlineSize = InlineWanted;
    settings.retryCount = RetryCount;
    settings.timeout = m_options.connectTimeout;
    settings.ownDomain = true;
    // The peer takes over the first two: it repeats for as long as our receives need. iWARP wants a read to begin with.
    settings.rnrRetryCount = 7;
    settings.retryCount = 7;
    settings.initiatorDepth = settings.responderResources = 1;
    return settings;
}

RdmaError RsocketConnection::accept(IncomingConnection *incoming)
{
    QString wrong = m_protocol.peerOffers(incoming->privateData);
    if (wrong.isEmpty() && m_options.preSharedKey)
        wrong = tr("this side has a pre-shared key, and rsockets no place for one");
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

// What the handshake names must be there before it leaves.
RdmaError RsocketConnection::prepare()
{
    m_pool = m_connection.queues().pool();
    if (m_connection.queues().inlineSize() < int(RsocketGrant::Size)) {
        return RdmaError(RdmaError::Category::System, QStringLiteral("ibv_create_qp"), EOPNOTSUPP,
                         tr("The device takes no inline data, which rsockets needs"), {},
                         QAbstractSocket::UnsupportedSocketOperationError);
    }
    if (RdmaError error = registerMemory(); error.isError())
        return error;
    if (RdmaError error = reserveSending(quint32(m_options.slotSize)); error.isError())
        return error;
    m_connection.setPrivateData(ownHandshake().toPrivateData());
    if (!m_connection.isInitiator())
        beginLedger();
    for (int i = 0; i < Receives; ++i)
        m_freeReceives.push_back(quint32(i));
    return postReceives() ? RdmaError() : m_error;
}

RdmaError RsocketConnection::registerMemory()
{
    RdmaError error;
    const ProtectionDomainPtr &domain = m_connection.queues().domain();
    m_targetList = RegisteredMemory::make(domain, OwnEntries * RsocketGrant::Size,
                                          IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE, &error);
    if (m_targetList && m_connection.isIwarp()) {
        m_messages = RegisteredMemory::make(domain, Receives * RsocketMessage::Size,
                                            IBV_ACCESS_LOCAL_WRITE, &error);
    }
    if (error.isError())
        return error;
    m_blocks.push_back(RegisteredMemory::make(
            domain, blockSize(), IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE, &error));
    return error;
}

RsocketHandshake RsocketConnection::ownHandshake() const
{
    RsocketHandshake own;
    own.credits = RsocketProtocol::OwnCredits;
    own.targetList = { m_targetList->deviceAddress(), m_targetList->remoteKey(), OwnEntries };
    const Memory &block = m_blocks.front();
    own.firstGrant = { block->deviceAddress(), block->remoteKey(), quint32(block->size()) };
    return own;
}

void RsocketConnection::beginLedger()
{
    m_protocol.begin(m_messages ? RsocketProtocol::Transport::Iwarp
                                : RsocketProtocol::Transport::Immediate,
                     quint32(m_blocks.front()->size()));
}

void RsocketConnection::established(const QByteArray &privateData)
{
    if (!m_protocol.isAgreed()) {
        const QString wrong = m_protocol.peerOffers(privateData);
        if (!wrong.isEmpty())
            return endWith(handshakeError(tr("After the connection: ") + wrong));
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

void RsocketConnection::workCompleted(quint32 tag, Completion done)
{
    const ibv_wc &completion = done.wc;
    if (settled(tag, completion))
        return;
    quint32 encoded = 0;
    if (m_messages) {
        const char *bytes = m_messages->data() + tag * RsocketMessage::Size;
        const auto *in = reinterpret_cast<const uchar *>(bytes);
        encoded = m_protocol.peer().bigEndian ? qFromBigEndian<quint32>(in)
                                              : qFromLittleEndian<quint32>(in);
    } else {
        encoded = qFromBigEndian(completion.imm_data);
    }
    m_freeReceives.push_back(tag);
    const bool carries = m_messages ? completion.byte_len == RsocketMessage::Size
                                    : completion.opcode == IBV_WC_RECV_RDMA_WITH_IMM;
    if (!carries) {
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
    heard();
    auto *list = reinterpret_cast<uchar *>(m_targetList->data());
    const Arrival arrival = m_protocol.received(encoded, written, list);
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
        m_progress = true;
        return;
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
    m_dataMoved = true;
    m_traffic.received(m_protocol.length());
    m_received.append(m_blocks[place.grant]->data() + place.offset, m_protocol.length());
    changed();
}

void RsocketConnection::failed()
{
    endWith(protocolError(tr("The peer broke the rsockets protocol: it ") + m_protocol.failure()));
}

// Those of data before the peer is allowed more of them, many at once; the others, which it may send uncounted, in the same turn.
bool RsocketConnection::postReceives()
{
    m_receivesDue = false;
    if (m_freeReceives.empty())
        return true;
    std::array<ibv_recv_wr, Receives> chain;
    std::array<ibv_sge, Receives> sges;
    const size_t count = m_freeReceives.size();
    for (size_t i = 0; i < count; ++i) {
        const quint32 tag = m_freeReceives[i];
        if (m_messages) {
            sges[i] = { quintptr(m_messages->data()) + tag * RsocketMessage::Size,
                        RsocketMessage::Size, m_messages->localKey() };
        }
        chain[i] = { m_connection.queues().workRequestId(tag),
                     i + 1 < count ? &chain[i + 1] : nullptr, m_messages ? &sges[i] : nullptr,
                     m_messages ? 1 : 0 };
    }
    m_freeReceives.clear();
    ibv_recv_wr *bad = nullptr;
    const int failure = m_connection.queues().postReceive(chain.data(), &bad);
    if (failure == 0)
        return true;
    endWith(callError("ibv_post_recv", failure));
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
    const size_t unused = m_blocks.size() - m_protocol.blockAtWork();
    if (!isReadFull() && m_blocks.size() >= blocksWanted() && unused * 2 <= m_blocks.size())
        copyOut();
}

void RsocketConnection::copyOut()
{
    const qint64 before = m_received.lentSize();
    m_received.copyLent();
    giveBack(before);
}

// Of what was lent before.
void RsocketConnection::giveBack(qint64 lentBefore)
{
    if (!m_protocol.isAgreed() || isEnded())
        return;
    m_protocol.consumed(quint64(qMax<qint64>(0, lentBefore - m_received.lentSize())));
    const size_t finished = m_protocol.takeFinished();
    for (size_t i = 0; i < finished; ++i) {
        m_spare.push_back(std::move(m_blocks.front()));
        m_blocks.pop_front();
    }
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

// --- blocks ---

quint32 RsocketConnection::blockSize() const
{
    const qint64 small = qint64(m_options.slotSize) * m_options.window / 2;
    const qint64 large = qint64(m_options.largeSlotSize) * m_options.window / 4;
    const qint64 size =
            m_grown ? qMax(small, qMin<qint64>(large, LockedMemory::share() / MostBlocks)) : small;
    return quint32(qBound(SmallestBlock, size, LargestBlock));
}

size_t RsocketConnection::blocksWanted() const
{
    return m_grown ? qMin<size_t>(MostBlocks, m_protocol.peer().targetList.length) : FewestBlocks;
}

bool RsocketConnection::mayGrant() const
{
    return m_protocol.mayGrant() && m_blocks.size() < blocksWanted();
}

// Null: memory cannot be had now, and the peer has a block. A spare one that is smaller goes when there is a larger one.
RsocketConnection::Memory RsocketConnection::takeBlock()
{
    const auto isLarge = [size = blockSize()](const Memory &block) {
        return block->size() >= size;
    };
    auto spare = std::find_if(m_spare.begin(), m_spare.end(), isLarge);
    if (spare == m_spare.end()) {
        if (Memory block = makeBlock()) {
            m_spare.clear();
            return block;
        }
        spare = m_spare.begin();
    }
    if (spare == m_spare.end())
        return {};
    Memory block = std::move(*spare);
    m_spare.erase(spare);
    return block;
}

// For speed: one that was there from the beginning is with the peer, or spare.
RsocketConnection::Memory RsocketConnection::makeBlock() const
{
    if (!LockedMemory::hasRoomForSpeed(blockSize()))
        return {};
    RdmaError error;
    Memory block = RegisteredMemory::make(m_connection.queues().domain(), blockSize(),
                                          IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE, &error);
    if (error.isError()) {
        LockedMemory::refused(error.code());
        qCDebug(lcRdmaStream) << "goes on with less:" << error;
    }
    return block;
}

void RsocketConnection::grantBlocks()
{
    if (m_protocol.largeMessages() >= LargeMessagesToGrow)
        m_grown = true;
    while (!m_states.isFailing() && mayGrant() && maySendControl()) {
        Memory block = postReceives() ? takeBlock() : nullptr;
        if (!block)
            return;
        const auto length = quint32(block->size());
        const RsocketGrant grant = { block->deviceAddress(), block->remoteKey(), length };
        m_blocks.push_back(std::move(block));
        uchar entry[RsocketGrant::Size];
        grant.encode(m_protocol.peer().bigEndian, entry);
        const RsocketGrant target = m_protocol.granting(length);
        sendControl(m_protocol.limit(), entry, target);
    }
}

// --- sending ---

// One message: what is written, where to, and the word for it.
struct RsocketConnection::Outgoing
{
    const char *bytes = nullptr;
    quint32 key = 0;
    RsocketGrant target; // its length is that of the bytes
    RsocketMessage message;
    quint32 serial = 0;
    bool isSignalled = false;
};

quint32 RsocketConnection::maxPayload() const
{
    return SendQueue::LargePayload;
}

int RsocketConnection::sendSpace() const
{
    return m_protocol.mayTalk() ? SendDepth - sendSlots().inFlight() : 0;
}

bool RsocketConnection::sendInline(const char *data, qint64 size)
{
    if (size > m_connection.queues().inlineSize() || sendSpace() <= ControlSends + 1
        || !m_protocol.maySendData() || size > m_protocol.maxPayload()
        || (m_receivesDue && !postReceives())) {
        return false;
    }
    sendData(data, quint32(size), 0, sendSlots().launchOther({}), true);
    return true;
}

void RsocketConnection::send(Extent extent)
{
    if (!m_states.isLive() || !m_connection.canPost() || (m_receivesDue && !postReceives()))
        return;
    grantBlocks();
    if (m_states.isFailing())
        return;
    takeWritten();
    if (!sendSlots().isEmpty())
        sendStaged(extent);
    watchWriting();
    if (!m_states.isLive())
        return;
    sendControlDue();
    maybeDisconnect();
}

void RsocketConnection::sendControlDue()
{
    using Next = RsocketProtocol::Next;
    const auto isDrained = [this] { return m_outgoing.isDrained(); };
    const auto hasRoom = [this] { return maySendControl(); };
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
            sendControl(m_protocol.put(next));
            break;
        case Next::SendShutdown:
        case Next::SendDisconnect:
            m_finSerial = sendControl(m_protocol.put(next));
            break;
        }
    }
}

void RsocketConnection::sendStaged(Extent extent)
{
    while (!sendSlots().isEmpty() && m_protocol.maySendData() && !isEnded() && !m_states.isFlushed()
           && sendSpace() > ControlSends + 1) {
        const SendQueue::Staged &first = sendSlots().first();
        const char *bytes = first.frame();
        const quint32 key = first.slot.localKey();
        const quint32 length = qMin(first.length, m_protocol.maxPayload());
        m_dataMoved = m_progress = true;
        const quint32 serial =
                length == first.length ? sendSlots().launchFirst() : sendSlots().launchPart(length);
        sendData(bytes, length, key, serial, sendSlots().isEmpty());
        if (!sendSlots().isEmpty() && !goesOn(extent))
            return;
    }
}

// Completions are asked for often enough to keep the queue moving, and for the last of a burst that holds memory.
void RsocketConnection::sendData(const char *bytes, quint32 length, quint32 key, quint32 serial,
                                 bool last)
{
    Outgoing outgoing;
    m_traffic.sent(length);
    outgoing.bytes = bytes;
    outgoing.key = key;
    outgoing.message = RsocketMessage::data(length);
    outgoing.target = m_protocol.sending(length);
    outgoing.serial = serial;
    last = last || !m_protocol.maySendData();
    outgoing.isSignalled = ++m_unsignalled >= SignalEvery || (last && sendSlots().flyingBytes() > 0)
            || m_states.isFinRequested();
    post(outgoing);
}

bool RsocketConnection::maySendControl()
{
    while (!m_controls.empty() && sendSlots().isLanded(m_controls.front()))
        m_controls.pop_front();
    return m_controls.size() < ControlsInFlight && sendSpace() > 1;
}

quint32 RsocketConnection::sendControl(const RsocketMessage &message, const uchar *payload,
                                       const RsocketGrant &target)
{
    Outgoing outgoing;
    outgoing.bytes = reinterpret_cast<const char *>(payload);
    outgoing.target = target;
    outgoing.message = message;
    outgoing.serial = sendSlots().launchOther({});
    outgoing.isSignalled = true;
    m_controls.push_back(outgoing.serial);
    post(outgoing);
    return outgoing.serial;
}

// iWARP knows no immediate data: the word follows in a message of its own, which has a serial number, too.
void RsocketConnection::post(const Outgoing &outgoing)
{
    WorkQueues &queues = m_connection.queues();
    const quint32 length = outgoing.target.length;
    const quint32 encoded = outgoing.message.encoded();
    const bool isInline = int(length) <= queues.inlineSize();
    ibv_sge data = { quintptr(outgoing.bytes), length, outgoing.key };
    ibv_send_wr write = {};
    write.wr_id = queues.workRequestId(SendTag | outgoing.serial);
    write.sg_list = &data;
    write.num_sge = length > 0 ? 1 : 0;
    write.send_flags = isInline ? IBV_SEND_INLINE : 0;
    write.wr.rdma.remote_addr = outgoing.target.address;
    write.wr.rdma.rkey = outgoing.target.key;
    ibv_sge word = { quintptr(&encoded), RsocketMessage::Size, 0 };
    ibv_send_wr tell = {};
    ibv_send_wr *last = &write;
    if (!m_messages) {
        write.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
        write.imm_data = qToBigEndian(encoded);
    } else {
        write.opcode = IBV_WR_RDMA_WRITE;
        const quint32 serial = length > 0 ? sendSlots().launchOther({}) : outgoing.serial;
        tell.wr_id = queues.workRequestId(SendTag | serial);
        tell.opcode = IBV_WR_SEND;
        tell.sg_list = &word;
        tell.num_sge = 1;
        tell.send_flags = IBV_SEND_INLINE;
        write.next = last = &tell;
    }
    if (outgoing.isSignalled) {
        last->send_flags |= IBV_SEND_SIGNALED;
        m_unsignalled = 0;
    }
    ibv_send_wr *bad = nullptr;
    posted(queues.postSend(length > 0 ? &write : last, &bad));
}

// Writes nothing, which takes no receive there and needs no key. Only the peer's device answers.
void RsocketConnection::sendPing()
{
    if (sendSpace() > 0)
        touchPeer();
}

// --- the end ---

void RsocketConnection::release(std::vector<PoolSlot> *, std::vector<std::shared_ptr<void>> *memory)
{
    m_received.copyLent();
    for (Memory &block : m_blocks)
        memory->push_back(std::move(block));
    for (Memory &block : m_spare)
        memory->push_back(std::move(block));
    m_blocks.clear();
    m_spare.clear();
    memory->push_back(std::move(m_targetList));
    memory->push_back(std::move(m_messages));
}

} // namespace QtRdmaPrivate
