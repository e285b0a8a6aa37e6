// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "twoparties.h"

#include <algorithm>

using namespace QtRdmaPrivate;

static char byteAt(qint64 position)
{
    return char(position ^ position >> 8);
}

TwoParties::Party::Party(const Setup &setup, int self)
    : ledger({ setup.windows[self], setup.windows[1 - self], 2048, 2048, setup.firstSerial })
    , habits(setup.habits[self])
    , posted(receivesFor(setup.windows[self]), 2048)
{
}

TwoParties::TwoParties(const Setup &setup, quint32 seed)
    : m_random(seed)
    , m_parties{ Party(setup, 0), Party(setup, 1) }
{
}

void TwoParties::fail(const QString &text)
{
    if (m_failure.isEmpty())
        m_failure = text;
}

QString TwoParties::run(int steps)
{
    for (int i = 0; i < steps && m_failure.isEmpty(); ++i) {
        step(&m_parties[chance(2)]);
        checkInvariants();
        if (i % 512 == 511 && settle())
            checkRest();
    }
    if (m_failure.isEmpty())
        close();
    return m_failure;
}

void TwoParties::step(Party *party)
{
    const Habits &habits = party->habits;
    for (int frames = chance(4); frames > 0 && !party->arriving.empty(); --frames)
        deliver(party);
    if (happens(habits.write) && party->finsSent == 0)
        party->written += 1 + chance(happens(50) ? 50 : 4000);
    if (happens(habits.read))
        readSome(party, quint32(1 + chance(8)));
    if (happens(50))
        replenish(party, happens(50));
    adjustWindow(party);
    if (happens(habits.ping) && party->ledger.canSendControl(FrameType::Ping))
        sendControl(party, FrameType::Ping, m_random());
    if (happens(habits.auth) && party->ledger.canSendControl(FrameType::Auth))
        sendControl(party, FrameType::Auth);
    // Sooner than it is due, which is allowed, but must not leave the quota used up.
    if (happens(5) && party->ledger.canSendControl(FrameType::Credit))
        sendControl(party, FrameType::Credit);
    if (happens(habits.resize) && party->ledger.canSendControl(FrameType::Resize))
        sendResize(party);
    if (happens(habits.returnCredit) && party->ledger.canSendControl(FrameType::CreditReturn)) {
        const auto frames = quint32(1 + chance(int(party->ledger.dataAllowance()) - 1));
        sendControl(party, FrameType::CreditReturn, party->ledger.returnCredit(frames));
    }
    if (happens(60))
        flush(party, happens(50));
}

// --- receiving ---

void TwoParties::deliver(Party *party)
{
    const QByteArray message = party->arriving.front();
    party->arriving.pop_front();
    if (party->posted.empty())
        return fail(QStringLiteral("a frame found no receive"));
    const quint32 room = party->posted.front();
    party->posted.pop_front();
    if (message.size() > room)
        return fail(
                QStringLiteral("%1 bytes came into a slot of %2").arg(message.size()).arg(room));
    ParsedFrame frame;
    Violation wrong = parseFrame(reinterpret_cast<const uchar *>(message.constData()),
                                 quint32(message.size()), &frame);
    const bool isPlain = wrong.isEmpty() && frame.header.type == FrameType::Data
            && party->ledger.receivedPlain(frame.header.controlConsumed, frame.header.dataLimit);
    if (wrong.isEmpty() && !isPlain)
        wrong = party->ledger.received(frame);
    if (!wrong.isEmpty())
        return fail(QStringLiteral("an honest peer ") + QString(wrong));
    if (frame.header.type == FrameType::Data) {
        ++party->filled;
        checkBytes(party, frame);
    } else {
        ++party->toConsume;
        control(party, frame);
    }
}

void TwoParties::checkBytes(Party *party, const ParsedFrame &frame)
{
    if (party->finsReceived > 0)
        fail(QStringLiteral("data after fin"));
    for (quint32 i = 0; i < frame.length; ++i) {
        if (char(frame.payload[i]) != byteAt(party->received++))
            return fail(QStringLiteral("other bytes than were sent"));
    }
}

void TwoParties::control(Party *party, const ParsedFrame &frame)
{
    if (frame.header.type == FrameType::Ping) {
        party->pongDue = true;
        party->pongEcho = frame.number();
    } else if (frame.header.type == FrameType::Fin) {
        ++party->finsReceived;
    }
}

void TwoParties::readSome(Party *party, quint32 most)
{
    const quint32 count = std::min(most, party->filled);
    party->filled -= count;
    party->freed += count;
}

// Posts no more receives than are needed: credit that was returned leaves some that need not be posted again.
void TwoParties::replenish(Party *party, bool all)
{
    CreditLedger &ledger = party->ledger;
    const quint32 control = all ? party->toConsume : quint32(chance(int(party->toConsume) + 1));
    const quint32 data = all ? party->freed : quint32(chance(int(party->freed) + 1));
    while (party->posted.size() < ledger.receivesNeeded() + control + data)
        party->posted.push_back(party->slotSize);
    ledger.controlConsumed(int(control));
    ledger.dataFreed(int(data));
    party->toConsume -= control;
    party->freed -= data;
}

void TwoParties::adjustWindow(Party *party)
{
    CreditLedger &ledger = party->ledger;
    if (happens(party->habits.narrow))
        ledger.narrow(qMin(ledger.untold(), ledger.window() - 1));
    if (happens(party->habits.widen) && ledger.window() < 64) {
        const auto count = quint32(1 + chance(16));
        while (party->posted.size() < ledger.receivesNeeded() + count)
            party->posted.push_back(party->slotSize);
        ledger.widen(count);
    }
}

// --- sending ---

void TwoParties::flush(Party *party, bool all)
{
    CreditLedger &ledger = party->ledger;
    if (all)
        replenish(party, true);
    const bool stingy = !all && happens(30);
    while (party->sent < party->written && ledger.canSendData() && !(stingy && happens(30)))
        sendData(party);
    if (party->sent < party->written && ledger.dataAllowance() == 0)
        ++m_events.blocked;
    if (party->pongDue && ledger.canSendControl(FrameType::Pong)) {
        party->pongDue = false;
        sendControl(party, FrameType::Pong, party->pongEcho);
    }
    if (ledger.creditDue() && ledger.canSendControl(FrameType::Credit))
        sendControl(party, FrameType::Credit);
}

void TwoParties::sendData(Party *party)
{
    const qint64 rest = party->written - party->sent;
    const auto length = qsizetype(std::min<qint64>(party->ledger.maxPayload(), rest));
    QByteArray message(qsizetype(FrameHeader::Size) + length, '\0');
    encodeHeader(party->ledger.sending(FrameType::Data), reinterpret_cast<uchar *>(message.data()));
    char *payload = message.data() + FrameHeader::Size;
    for (qsizetype i = 0; i < length; ++i)
        payload[i] = byteAt(party->sent++);
    peerOf(party).arriving.push_back(message);
    ++m_events.data;
}

void TwoParties::sendControl(Party *party, FrameType type, quint64 number, quint8 flags)
{
    QByteArray message(qsizetype(FrameHeader::Size + controlPayload(type)), '\0');
    auto *out = reinterpret_cast<uchar *>(message.data());
    FrameHeader header = party->ledger.sending(type);
    header.flags = flags;
    encodeHeader(header, out);
    if (controlPayload(type) == 8)
        encodeNumber(number, out + FrameHeader::Size);
    peerOf(party).arriving.push_back(message);
    ++m_events.control[int(type)];
}

void TwoParties::sendResize(Party *party)
{
    party->slotSize = quint32(MinSlotSize + quint32(chance(4096)));
    const quint32 first = party->ledger.nextFramePosted(int(party->posted.size()));
    sendControl(party, FrameType::Resize, quint64(first) << 32 | party->slotSize);
}

// --- coming to rest ---

bool TwoParties::settle()
{
    for (int rounds = 0; rounds < 10000 && m_failure.isEmpty(); ++rounds) {
        bool moved = false;
        for (Party &party : m_parties) {
            moved = moved || !party.arriving.empty() || party.filled > 0 || party.freed > 0;
            while (!party.arriving.empty() && m_failure.isEmpty())
                deliver(&party);
            readSome(&party, party.filled);
            flush(&party, true);
            checkInvariants();
        }
        if (!moved && m_parties[0].arriving.empty() && m_parties[1].arriving.empty())
            return m_failure.isEmpty();
    }
    fail(QStringLiteral("the parties talk for ever"));
    return false;
}

void TwoParties::checkRest()
{
    for (Party &party : m_parties) {
        if (party.sent != party.written)
            fail(QStringLiteral("a deadlock: %1 bytes of %2 sent")
                         .arg(party.sent)
                         .arg(party.written));
        else if (peerOf(&party).received != party.written)
            fail(QStringLiteral("%1 bytes of %2 came")
                         .arg(peerOf(&party).received)
                         .arg(party.written));
        else if (party.pongDue)
            fail(QStringLiteral("a ping waits for its answer"));
    }
}

// The full close comes after the half-close, though the other side has been silent since.
void TwoParties::close()
{
    if (!settle())
        return;
    checkRest();
    for (const quint8 flags : { FinStillReading, quint8(0) }) {
        for (Party &party : m_parties) {
            if (!party.ledger.canSendControl(FrameType::Fin))
                return fail(QStringLiteral("fin %1 waits").arg(party.finsSent));
            sendControl(&party, FrameType::Fin, 0, flags);
            ++party.finsSent;
        }
    }
    if (settle())
        checkRest();
    if (m_parties[0].finsReceived != 2 || m_parties[1].finsReceived != 2)
        fail(QStringLiteral("a fin was lost"));
}

// What is on the way and what may yet be sent finds a receive, whatever else happens.
void TwoParties::checkInvariants()
{
    for (Party &party : m_parties) {
        const CreditLedger &peer = peerOf(&party).ledger;
        if (party.posted.size() < party.ledger.receivesNeeded())
            fail(QStringLiteral("fewer receives than needed"));
        if (peer.controlUnacknowledged() > controlQuotaSum())
            fail(QStringLiteral("more control frames than their quotas"));
        const auto free = size_t(controlQuotaSum() - peer.controlUnacknowledged());
        if (party.arriving.size() + peer.dataAllowance() + free > party.posted.size())
            fail(QStringLiteral("more frames may come than find a receive"));
        if (party.ledger.window() == 0)
            fail(QStringLiteral("a window has closed for good"));
    }
}
