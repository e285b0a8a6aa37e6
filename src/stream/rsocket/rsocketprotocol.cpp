// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rsocketprotocol_p.h"

#include <cstring>

namespace QtRdmaPrivate {

// --- set-up ---

QString RsocketProtocol::peerOffers(const QByteArray &privateData)
{
    return parseRsocketHandshake(privateData, &m_peer);
}

void RsocketProtocol::begin(Transport transport, quint32 ownFirstGrant, quint16 firstSerial)
{
    m_transport = transport;
    RsocketLedger::Setup setup;
    setup.ownCredits = OwnCredits;
    setup.ownEntries = OwnEntries;
    setup.ownFirstGrant = ownFirstGrant;
    setup.peerCredits = m_peer.credits;
    setup.peerEntries = m_peer.targetList.length;
    setup.peerFirstGrant = m_peer.firstGrant;
    setup.firstSerial = firstSerial;
    m_ledger.emplace(setup);
}

// RFC 5044, 7.1.2: the side that accepts sends only after something has come. The first grant of
// the other side is that.
void RsocketProtocol::established(bool isInitiator)
{
    m_mayTalk = m_mayTalk || m_transport == Transport::Immediate || isInitiator;
}

// --- receiving ---

RsocketProtocol::Arrival RsocketProtocol::received(quint32 encoded, quint32 written, uchar *list)
{
    m_mayTalk = true;
    if (m_states.isFailing())
        return Arrival::Dropped;
    RsocketMessage message;
    if (const QString wrong = parseRsocketMessage(encoded, &message); !wrong.isEmpty())
        return fail(wrong);
    const quint32 told = toldLength(message, written);
    if (isImmediate() && written != told)
        return fail(QStringLiteral("wrote %1 bytes and spoke of %2").arg(written).arg(told));
    // Without immediate data only the entry itself tells whether it is new.
    std::optional<RsocketGrant> granted;
    if (message.operation == RsocketOperation::Grant && (!isImmediate() || written > 0))
        granted = takeEntry(list);
    const RsocketLedger::Place place = m_ledger->place();
    const quint32 before = m_ledger->allowance();
    const QString wrong = m_ledger->received(message, granted ? &*granted : nullptr);
    if (!wrong.isEmpty())
        return fail(wrong);
    if (message.operation == RsocketOperation::Data)
        return dataReceived(place, message.value);
    if (message.operation == RsocketOperation::Control)
        return controlReceived(message);
    return granted || m_ledger->allowance() != before ? Arrival::Granted : Arrival::Control;
}

// How many bytes should have come with it; any number with most messages.
quint32 RsocketProtocol::toldLength(const RsocketMessage &message, quint32 written)
{
    switch (message.operation) {
    case RsocketOperation::Data:
        return message.value;
    case RsocketOperation::Grant:
        return written > 0 ? RsocketGrant::Size : 0;
    default:
        return written;
    }
}

// Uses a copy, because the peer may write there at any time.
std::optional<RsocketGrant> RsocketProtocol::takeEntry(uchar *list)
{
    uchar copy[RsocketGrant::Size];
    uchar *entry = list + m_ledger->nextEntry() * RsocketGrant::Size;
    std::memcpy(copy, entry, sizeof(copy));
    const RsocketGrant grant = RsocketGrant::decode(NativeIsBigEndian, copy);
    if (grant.length == 0)
        return {};
    std::memset(entry, 0, sizeof(copy));
    return grant;
}

// Ignored bytes are not given back, so there is an end to them.
RsocketProtocol::Arrival RsocketProtocol::dataReceived(const RsocketLedger::Place &place,
                                                       quint32 length)
{
    m_largeMessages = length >= LargeMessage ? m_largeMessages + 1 : 0;
    m_place = place;
    m_length = length;
    if (m_states.hasPeerFinished())
        return Arrival::Ignored;
    return m_states.isClosed() ? Arrival::Unread : Arrival::Data;
}

// When both sides have shut down, a single word ends both directions.
RsocketProtocol::Arrival RsocketProtocol::controlReceived(const RsocketMessage &message)
{
    const bool isLastWord = message.isControl(RsocketControl::Disconnect);
    const bool isShutdown =
            message.isControl(RsocketControl::Shutdown) && !m_states.hasPeerFinished();
    if (!isLastWord && !isShutdown)
        return Arrival::Control;
    m_lastWordSaid = m_lastWordSaid || isLastWord;
    if (isLastWord || m_states.isFinSent()) {
        m_states.peerClosed();
        return Arrival::PeerClosed;
    }
    m_states.peerFinished();
    return Arrival::PeerFinished;
}

RsocketProtocol::Arrival RsocketProtocol::fail(const QString &text)
{
    if (m_states.isFailing())
        return Arrival::Dropped;
    m_failure = text;
    m_states.fail();
    return Arrival::Failed;
}

// --- sending ---

RsocketGrant RsocketProtocol::granting(quint32 length)
{
    const quint64 offset = quint64(m_ledger->granting(length)) * RsocketGrant::Size;
    return { m_peer.targetList.address + offset, m_peer.targetList.key, RsocketGrant::Size };
}

RsocketMessage RsocketProtocol::put(Next next)
{
    if (next == Next::SendLimit)
        return limit();
    m_states.finSent();
    return RsocketMessage::control(next == Next::SendShutdown ? RsocketControl::Shutdown
                                                              : RsocketControl::Disconnect);
}

void RsocketProtocol::skipDisconnect()
{
    m_states.finSent();
    m_states.finCompleted();
}

int RsocketProtocol::partingTime() const
{
    if (m_transport != Transport::Iwarp)
        return CrossingGrace;
    return m_lastWordSaid ? 0 : AnswerTime;
}

} // namespace QtRdmaPrivate
