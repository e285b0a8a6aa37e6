// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streampair.h"

#include <algorithm>

using namespace QtRdmaPrivate;

using Arrival = StreamProtocol::Arrival;
using Next = StreamProtocol::Next;
using Own = StreamStates::Own;

namespace {

constexpr quint32 SlotSize = 2048 + FrameHeader::Size;
constexpr quint32 LargeSlotSize = 65472 + FrameHeader::Size;

const uchar *bytesOf(const QByteArray &message)
{
    return reinterpret_cast<const uchar *>(message.constData());
}

FrameType typeOf(const QByteArray &message)
{
    return FrameType(message.at(0));
}

bool contains(const std::vector<Finish> &ends, Finish how)
{
    return std::find(ends.begin(), ends.end(), how) != ends.end();
}

} // namespace

StreamProtocol::Setup StreamPair::setupOf(const PairSetup &setup, int i)
{
    StreamProtocol::Setup result;
    result.own.slotSize = SlotSize;
    result.own.window = 2;
    result.own.nonce = quint64(i + 1);
    if (i == 0 ? setup.clientKey : setup.serverKey)
        result.own.features = StreamHandshake::Authentication;
    if (i == 0 && setup.confirms)
        result.own.features |= StreamHandshake::Confirmation;
    result.slots = { setup.widest, SlotSize, SlotSize, LargeSlotSize };
    result.firstSerial = setup.firstSerial;
    return result;
}

StreamPair::StreamPair(const PairSetup &setup, quint32 seed)
    : m_setup(setup)
    , m_random(seed)
    , m_sides{ Side(setupOf(setup, 0)), Side(setupOf(setup, 1)) }
{
    for (size_t i = 0; i < m_sides.size(); ++i) {
        m_sides[i].toWrite = setup.frames[i];
        m_sides[i].extras = setup.extras;
    }
}

void StreamPair::wrong(const QString &text)
{
    if (m_failure.isEmpty())
        m_failure = text;
}

// --- running ---

QString StreamPair::run()
{
    if (!connect(m_setup))
        return m_failure;
    std::vector<std::pair<Side *, Action>> enabled;
    while (m_failure.isEmpty()) {
        enabled.clear();
        for (Side &side : m_sides) {
            for (int action = 0; action < Actions; ++action) {
                if (isEnabled(side, Action(action)))
                    enabled.emplace_back(&side, Action(action));
            }
        }
        if (enabled.empty())
            break;
        const auto &[side, action] = enabled[chance(quint32(enabled.size()))];
        perform(side, action);
        for (const Side &each : m_sides) {
            const auto posted = quint32(each.posted.size() + each.completions.size());
            if (each.states.isLive() && posted < each.protocol.receivesNeeded())
                wrong(QStringLiteral("too few receives are posted"));
        }
    }
    if (m_failure.isEmpty())
        checkEnd();
    return m_failure;
}

// False: the two do not come together.
bool StreamPair::connect(const PairSetup &setup)
{
    StreamProtocol &client = m_sides[0].protocol;
    StreamProtocol &server = m_sides[1].protocol;
    const QByteArray padding(16, '\0');
    if (server.accept(client.own().toPrivateData() + padding, setup.serverKey).isRefused())
        return false;
    if (client.established(server.own().toPrivateData() + padding, setup.clientKey).isRefused())
        return false;
    client.begin(setup.transport, StreamAuthentication::Role::Client);
    server.begin(setup.transport, StreamAuthentication::Role::Server);
    for (Side &side : m_sides) {
        side.states.linked(side.protocol.isProving());
        side.slotCount = int(receivesFor(side.protocol.own().window));
        postReceives(&side, side.slotCount);
    }
    const bool hasFirstWord = setup.transport == Transport::Iwarp || client.isConfirmationDue();
    if (hasFirstWord && !client.isProving()) {
        uchar frame[StreamProtocol::MaxControlSize];
        const quint32 length = client.put(Next::SendPing, frame);
        send(&m_sides[0], QByteArray(reinterpret_cast<char *>(frame), int(length)));
    }
    return true;
}

bool StreamPair::isEnabled(const Side &side, Action action) const
{
    const StreamStates &states = side.states;
    const StreamProtocol &protocol = side.protocol;
    const Side &peer = m_sides[size_t(1 - indexOf(side))];
    if (states.isEnded())
        return action == Action::Arrive && !m_isDown && !side.wire.empty();
    const bool sends = states.isLive() && !m_isDown && protocol.mayTalk();
    switch (action) {
    case Action::Arrive:
        return !m_isDown && !side.wire.empty();
    case Action::Receive:
        return !side.completions.empty();
    case Action::Complete: // an acknowledging device completes what has arrived
        return m_setup.transport == Transport::Iwarp ? !side.flying.empty()
                                                     : side.flying.size() > peer.wire.size();
    case Action::Flush:
        return side.isDirty && states.isLinked() && !m_isDown;
    case Action::Write:
        return side.toWrite > 0 && side.staged < 3 && states.takesData();
    case Action::Read:
        return side.unread > 0;
    case Action::Close:
        if (!states.isLive() || states.isClosed())
            return false;
        if (const auto &ends = m_setup.ends[size_t(indexOf(side))]; side.nextEnd < ends.size())
            return side.toWrite == 0 || ends[side.nextEnd] == Finish::Truncated;
        return states.hasPeerFinished() && states.own() == Own::Open && side.unread == 0
                && side.toWrite == 0;
    case Action::Ping:
        return sends && side.extras > 0 && protocol.maySendControl(FrameType::Ping);
    case Action::ReturnCredit:
        return sends && side.extras > 0 && side.staged == 0 && protocol.hasIdleCredit()
                && protocol.maySendControl(FrameType::CreditReturn);
    case Action::Grow:
        return sends && side.extras > 0 && !states.hasPeerFinished()
                && protocol.slots().size() < LargeSlotSize
                && protocol.maySendControl(FrameType::Resize);
    case Action::GraceOver:
        return states.isFailing() && !m_isDown && peer.wire.empty();
    case Action::End:
        return m_isDown && side.completions.empty() && side.flying.empty();
    case Action::Lose:
        return m_setup.isLost && !m_isDown;
    }
    return false;
}

void StreamPair::perform(Side *side, Action action)
{
    uchar frame[StreamProtocol::MaxControlSize];
    quint32 length = 0;
    if (action != Action::Flush)
        side->isDirty = true;
    switch (action) {
    case Action::Arrive:
        return arrive(side);
    case Action::Receive:
        return receive(side);
    case Action::Complete:
        return complete(side);
    case Action::Flush:
        return flush(side);
    case Action::Write:
        --side->toWrite;
        ++side->staged;
        return;
    case Action::Read:
        --side->unread;
        ++side->free;
        return side->protocol.dataFreed(1);
    case Action::Close:
        return close(side);
    case Action::Ping:
        --side->extras;
        length = side->protocol.put(Next::SendPing, frame);
        break;
    case Action::ReturnCredit:
        if (side->protocol.creditIdle(true, true) != StreamProtocol::Idle::ReturnCredit)
            return;
        --side->extras;
        length = side->protocol.put(Next::SendCreditReturn, frame);
        break;
    case Action::Grow:
        --side->extras;
        postReceives(side);
        side->protocol.beginGrowing(side->protocol.slots().size() + 1024);
        length = side->protocol.putResize(int(side->posted.size() + side->completions.size()),
                                          frame);
        break;
    case Action::GraceOver:
        return disconnect(side);
    case Action::End:
        side->states.end();
        return;
    case Action::Lose:
        if (chance(10) == 0)
            disconnect(side);
        return;
    }
    send(side, QByteArray(reinterpret_cast<char *>(frame), int(length)));
}

// --- devices ---

void StreamPair::send(Side *side, QByteArray &&message, quint32 fits)
{
    const bool isAcceptor = indexOf(*side) == 1;
    if (m_setup.transport == Transport::Iwarp && isAcceptor && !side->hasHeard)
        wrong(QStringLiteral("speaks before it has heard anything"));
    side->flying.push_back(typeOf(message) == FrameType::Fin);
    peerOf(*side).wire.push_back({ std::move(message), fits });
}

void StreamPair::postReceives(Side *side, int more)
{
    const int count = std::exchange(side->free, 0) + more;
    side->posted.insert(side->posted.end(), size_t(count), side->protocol.slots().size());
}

void StreamPair::arrive(Side *side)
{
    if (side->posted.empty())
        return wrong(QStringLiteral("a message finds no receive"));
    Message &message = side->wire.front();
    if (message.fits > 0 && message.fits != side->posted.front())
        wrong(QStringLiteral("counts on another slot than it finds"));
    side->hasHeard = true;
    side->posted.pop_front();
    side->completions.push_back(std::move(message.bytes));
    side->wire.pop_front();
}

void StreamPair::complete(Side *side)
{
    const bool isFin = side->flying.front();
    side->flying.pop_front();
    const bool isLast =
            std::find(side->flying.begin(), side->flying.end(), true) == side->flying.end();
    if (isFin && isLast)
        side->states.finCompleted();
}

// Throws away what is on its way. A side that does this in order knows that it is nothing that counts.
void StreamPair::disconnect(Side *side)
{
    const bool isInOrder = side->states.mayDisconnect();
    side->states.disconnect();
    for (Side &each : m_sides) {
        const auto isFin = [](const QByteArray &message) {
            return typeOf(message) == FrameType::Fin;
        };
        const bool knows = each.states.hasPeerFinished()
                || std::any_of(each.completions.begin(), each.completions.end(), isFin);
        for (const Message &message : each.wire) {
            const bool counts =
                    typeOf(message.bytes) == FrameType::Data || (isFin(message.bytes) && !knows);
            if (isInOrder && counts)
                wrong(QStringLiteral("disconnects before all has arrived"));
        }
        Side &peer = peerOf(each);
        peer.flying.resize(peer.flying.size() - qMin(peer.flying.size(), each.wire.size()));
        each.wire.clear();
    }
    m_isDown = true;
    m_wasCutOff = m_wasCutOff || !isInOrder;
}

// --- drivers ---

void StreamPair::receive(Side *side)
{
    const QByteArray message = std::move(side->completions.front());
    side->completions.pop_front();
    const auto size = quint32(message.size());
    const bool isPlain = side->protocol.receivedPlain(bytesOf(message), size);
    const Arrival arrival =
            isPlain ? Arrival::Data : side->protocol.received(bytesOf(message), size);
    const bool isData = arrival == Arrival::Data || arrival == Arrival::Unread;
    if (isData) {
        if (!side->states.wasOpen())
            wrong(QStringLiteral("data before the proof"));
        if (message.mid(int(FrameHeader::Size)) != QByteArray::number(side->received))
            wrong(QStringLiteral("data out of order"));
        ++side->received;
    }
    ++(arrival == Arrival::Data ? side->unread : side->free);
    switch (arrival) {
    case Arrival::Proved:
        return side->states.proved();
    case Arrival::PeerClosed:
        side->toWrite = side->staged = 0;
        return;
    case Arrival::Reset:
        side->wasReset = true;
        if (!m_isDown)
            disconnect(side);
        return;
    case Arrival::Failed:
        if (m_setup.clientKey == m_setup.serverKey)
            wrong(QStringLiteral("takes an honest peer for a liar that ")
                  + side->protocol.failure().text);
        if (!m_isDown)
            sendControl(side);
        return;
    default:
        return;
    }
}

// Where it has no memory for a wider window it does with what it has.
void StreamPair::post(Side *side)
{
    const int window = side->protocol.window();
    int wanted = side->protocol.windowWanted();
    if (wanted > window && chance(4) == 0)
        --wanted;
    const int more = qMax(0, int(receivesFor(quint32(wanted))) - side->slotCount);
    side->slotCount += more;
    postReceives(side, more);
    side->protocol.posted(wanted - window);
}

void StreamPair::flush(Side *side)
{
    side->isDirty = false;
    if (side->staged == 0 && side->protocol.isQuiet()) {
        if (side->protocol.next([] { return true; }, [](FrameType) { return true; })
            != Next::Nothing)
            wrong(QStringLiteral("is quiet with something to say"));
        return;
    }
    if (side->protocol.isPostingDue())
        post(side);
    if (side->protocol.isProving())
        sendControl(side);
    if (!side->states.isLive())
        return;
    while (side->staged > 0 && side->protocol.maySendData() && side->protocol.mayTalk()) {
        if (side->states.isFinSent())
            return wrong(QStringLiteral("sends data after its end"));
        QByteArray message(int(FrameHeader::Size), '\0');
        const quint32 fits = side->protocol.maxPayload() + FrameHeader::Size;
        side->protocol.putData(reinterpret_cast<uchar *>(message.data()));
        message += QByteArray::number(side->sent++);
        --side->staged;
        send(side, std::move(message), fits);
    }
    sendControl(side);
    if (side->states.own() == Own::Completed && side->protocol.isFinAcknowledged())
        side->states.finArrived();
    if (side->states.mayDisconnect())
        disconnect(side);
}

void StreamPair::sendControl(Side *side)
{
    const auto isDrained = [side] { return side->staged == 0; };
    const auto hasRoom = [this, side](FrameType type) {
        const bool isShort = m_setup.isTight && type != FrameType::Reset && chance(3) == 0;
        side->isDirty = side->isDirty || isShort;
        return side->protocol.mayTalk() && !isShort;
    };
    for (int frames = 0; frames < 6; ++frames) {
        const Next next = side->protocol.next(isDrained, hasRoom);
        if (next == Next::Nothing)
            return;
        uchar frame[StreamProtocol::MaxControlSize];
        const quint32 length = side->protocol.put(next, frame);
        if (side->protocol.mayTalk()) // an abort waits for nothing, and may go unsaid
            send(side, QByteArray(reinterpret_cast<char *>(frame), int(length)));
        if (side->states.isProving() && !side->protocol.isProving())
            side->states.proved();
    }
    wrong(QStringLiteral("sends without end"));
}

void StreamPair::close(Side *side)
{
    const auto &ends = m_setup.ends[size_t(indexOf(*side))];
    Finish how = side->nextEnd < ends.size() ? ends[side->nextEnd++] : Finish::Full;
    if (how == Finish::Truncated && std::exchange(side->staged, 0) == 0)
        how = Finish::Full; // what was aborted had nothing to lose
    if (how != Finish::StillReading) {
        side->free += side->unread;
        side->protocol.dataFreed(size_t(std::exchange(side->unread, 0)));
    }
    side->toWrite = 0;
    side->states.finish(how);
}

// --- the end ---

void StreamPair::checkEnd()
{
    for (const Side &side : m_sides) {
        const Side &peer = peerOf(side);
        if (!side.states.isEnded())
            return wrong(QStringLiteral("the two wait for each other"));
        if (m_wasCutOff)
            continue;
        if (!side.states.hasPeerFinished())
            wrong(QStringLiteral("does not know of the other's end"));
        if (side.received != peer.sent)
            wrong(QStringLiteral("not all that was sent has arrived"));
        const size_t i = size_t(indexOf(side));
        const auto &ends = m_setup.ends;
        const bool mayBeCut = contains(ends[i], Finish::Truncated)
                || contains(ends[1 - i], Finish::Truncated) || contains(ends[1 - i], Finish::Full);
        if (!mayBeCut && side.sent != m_setup.frames[i])
            wrong(QStringLiteral("not all that was written was sent"));
    }
}
