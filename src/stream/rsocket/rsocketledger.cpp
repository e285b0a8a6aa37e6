// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rsocketledger_p.h"

#include <algorithm>

namespace QtRdmaPrivate {

// A peer with little credit gets more when half of it is used up, so that half must not be kept.
RsocketLedger::RsocketLedger(const Setup &setup)
    : m_ownCredits(setup.ownCredits)
    , m_toldLimit(quint16(setup.firstSerial + setup.ownCredits))
    , m_received(setup.firstSerial)
    , m_ownGrants({ { setup.ownFirstGrant } })
    , m_peerEntries(setup.peerEntries)
    , m_peerLimit(quint16(setup.firstSerial + setup.peerCredits))
    , m_sent(setup.firstSerial)
    , m_creditsKept(std::min(CreditsKept, quint32(setup.peerCredits) / 4))
    , m_peerGrants({ setup.peerFirstGrant })
    , m_ownEntries(setup.ownEntries)
{
}

// --- sending ---

quint32 RsocketLedger::maxPayload() const
{
    return m_peerGrants.empty() ? 0
                                : std::min(m_peerGrants.front().length, RsocketMessage::MostValue);
}

RsocketGrant RsocketLedger::sending(quint32 length)
{
    RsocketGrant &grant = m_peerGrants.front();
    const RsocketGrant target = { grant.address, grant.key, length };
    grant.address += length;
    grant.length -= length;
    if (grant.length == 0)
        m_peerGrants.pop_front();
    ++m_sent;
    return target;
}

// --- receiving ---

QString RsocketLedger::received(const RsocketMessage &message, const RsocketGrant *granted)
{
    switch (message.operation) {
    case RsocketOperation::Data:
        return dataReceived(message.value);
    case RsocketOperation::IoMap: // its sender counts it, too
        return messageCounted();
    case RsocketOperation::Grant:
        return limitReceived(message.value, granted);
    case RsocketOperation::Internal:
    case RsocketOperation::Control:
        break;
    }
    return ++m_idle > MostIdle ? QStringLiteral("sent messages without a purpose") : QString();
}

QString RsocketLedger::dataReceived(quint32 length)
{
    if (QString wrong = messageCounted(); !wrong.isEmpty())
        return wrong;
    if (m_unfilled == 0)
        return QStringLiteral("sent %1 bytes when it had no grant").arg(length);
    OwnGrant &grant = m_ownGrants[m_ownGrants.size() - m_unfilled];
    const quint32 left = grant.length - grant.filled;
    if (length > left)
        return QStringLiteral("sent %1 bytes into a grant of %2").arg(length).arg(left);
    grant.filled += length;
    m_unread += length;
    if (grant.filled == grant.length)
        --m_unfilled;
    return {};
}

QString RsocketLedger::messageCounted()
{
    if (m_received == m_toldLimit)
        return QStringLiteral("sent more messages than it was allowed");
    ++m_received;
    m_idle = 0;
    return {};
}

// Only the lower half of the limit counts. A limit may be repeated, for example if only an entry is
// new, but it never falls.
QString RsocketLedger::limitReceived(quint32 limit, const RsocketGrant *granted)
{
    const quint32 raise = quint16(limit - m_peerLimit);
    if (allowance() + raise > 0xffff)
        return QStringLiteral("took credit back");
    m_peerLimit = quint16(limit);
    if (granted && granted->length > 0) {
        if (m_peerGrants.size() == m_ownEntries)
            return QStringLiteral("replaced a grant that was not used up");
        m_peerGrants.push_back(*granted);
        m_nextEntry = (m_nextEntry + 1) % m_ownEntries;
        m_idle = 0;
    } else if (raise > 0) {
        m_idle = 0;
    } else if (++m_idle > MostIdle) {
        return QStringLiteral("sent messages without a purpose");
    }
    return {};
}

RsocketLedger::Place RsocketLedger::place() const
{
    const size_t index = m_ownGrants.size() - m_unfilled;
    return { index, m_unfilled == 0 ? 0 : m_ownGrants[index].filled };
}

void RsocketLedger::consumed(quint64 bytes)
{
    m_unread -= bytes;
    m_readOfFirst += bytes;
}

size_t RsocketLedger::takeFinished()
{
    size_t count = 0;
    while (m_ownGrants.size() > m_unfilled && m_readOfFirst >= m_ownGrants.front().length) {
        m_readOfFirst -= m_ownGrants.front().length;
        m_ownGrants.pop_front();
        ++count;
    }
    return count;
}

// --- grants and credit ---

quint32 RsocketLedger::granting(quint32 length)
{
    const quint32 entry = m_nextPeerEntry;
    m_nextPeerEntry = (m_nextPeerEntry + 1) % m_peerEntries;
    m_ownGrants.push_back({ length });
    ++m_unfilled;
    return entry;
}

// Early, because a peer that has credit left does not wait.
bool RsocketLedger::updateDue() const
{
    return quint16(m_toldLimit - m_received) <= m_ownCredits / 2;
}

RsocketMessage RsocketLedger::update()
{
    m_toldLimit = quint16(m_received + m_ownCredits);
    return { RsocketOperation::Grant, m_toldLimit };
}

} // namespace QtRdmaPrivate
