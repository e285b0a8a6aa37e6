// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamprotocol_p.h"

#include <cstring>

namespace QtRdmaPrivate {

StreamProtocol::StreamProtocol(StreamStates *states, const Setup &setup)
    : m_states(*states)
    , m_slots(setup.slots)
    , m_firstSerial(setup.firstSerial)
    , m_opening(setup.own)
{
}

// --- set-up ---

StreamOpening::Refusal StreamProtocol::accept(const QByteArray &request,
                                              const std::optional<QByteArray> &key)
{
    StreamOpening::Refusal refusal = m_opening.accept(request, key);
    if (!refusal.isRefused())
        beginLedger();
    return refusal;
}

StreamOpening::Refusal StreamProtocol::established(const QByteArray &reply,
                                                   const std::optional<QByteArray> &key)
{
    StreamOpening::Refusal refusal = m_opening.established(reply, key);
    if (!refusal.isRefused())
        beginLedger();
    return refusal;
}

void StreamProtocol::beginLedger()
{
    CreditLedger::Setup setup;
    setup.ownWindow = m_opening.own().window;
    setup.ownSlotSize = m_opening.own().slotSize;
    setup.peerWindow = m_opening.peer().window;
    setup.peerSlotSize = m_opening.peer().slotSize;
    setup.firstSerial = m_firstSerial;
    m_ledger.emplace(setup);
    m_firstAllowance = setup.peerWindow;
}

// RFC 5044, 7.1.2: a frame of the side that accepts breaks the set-up if it overtakes the reply. So
// that side sends only after something has come.
void StreamProtocol::begin(Transport transport, StreamAuthentication::Role role)
{
    const bool isIwarp = transport == Transport::Iwarp;
    m_mayTalk = m_mayTalk || !isIwarp || role == StreamAuthentication::Role::Client;
    m_control.setCompletion(isIwarp ? StreamControl::Completion::IsOnItsWay
                                    : StreamControl::Completion::HasArrived);
}

// --- receiving ---

StreamProtocol::Arrival StreamProtocol::received(const uchar *message, quint32 length)
{
    m_mayTalk = true;
    if (m_states.isFailing())
        return Arrival::Dropped;
    Violation wrong = parseFrame(message, length, &m_frame);
    if (wrong.isEmpty())
        wrong = m_ledger->received(m_frame);
    if (!wrong.isEmpty())
        return fail(wrong);
    const FrameType type = m_frame.header.type;
    if (!m_opening.admits(type))
        return fail(Violation::BeforeProof);
    if (type == FrameType::Data)
        return dataReceived();
    const Arrival arrival = controlReceived();
    m_slots.controlFreed();
    return arrival;
}

StreamProtocol::Arrival StreamProtocol::dataReceived()
{
    if (m_states.hasPeerFinished())
        return fail(Violation::DataAfterEnd);
    m_slots.dataReceived(FrameHeader::Size + m_frame.length, *m_ledger);
    if (!m_states.isClosed())
        return Arrival::Data;
    m_slots.dataFreed(1);
    return Arrival::Unread;
}

Q_NEVER_INLINE StreamProtocol::Arrival StreamProtocol::controlReceived()
{
    switch (m_frame.header.type) {
    case FrameType::Fin:
        return finReceived(m_frame.header.flags & FinStillReading);
    case FrameType::CreditReturn:
        m_slots.creditReturned();
        return Arrival::CreditReturned;
    case FrameType::Ping:
        m_control.pinged(m_frame.number());
        return m_opening.pingReceived() ? Arrival::Proved : Arrival::Control;
    case FrameType::Pong:
        return Arrival::PingAnswered;
    case FrameType::Auth:
        return authReceived();
    case FrameType::Reset:
        m_states.fail();
        return Arrival::Reset;
    default:
        return Arrival::Control; // the header of a credit frame has everything
    }
}

// A FIN is answered on receipt, whether the application has read or not. Otherwise two sides that
// close could wait for each other.
StreamProtocol::Arrival StreamProtocol::finReceived(bool peerReads)
{
    const bool isClosed = m_states.peer() == StreamStates::Peer::Closed;
    if (isClosed || (m_states.hasPeerFinished() && peerReads))
        return fail(Violation::EndedTwice);
    m_control.finReceived(m_ledger->lastControlReceived());
    if (peerReads)
        m_states.peerFinished();
    else
        m_states.peerClosed();
    return peerReads ? Arrival::PeerFinished : Arrival::PeerClosed;
}

StreamProtocol::Arrival StreamProtocol::authReceived()
{
    const QByteArray message(reinterpret_cast<const char *>(m_frame.payload),
                             qsizetype(m_frame.length));
    switch (m_opening.authReceived(message)) {
    case StreamOpening::Proof::Accepted:
        return m_opening.isProving() ? Arrival::Control : Arrival::Proved;
    case StreamOpening::Proof::NotAsked:
        return Arrival::Control;
    case StreamOpening::Proof::Denied:
        break;
    }
    return fail(ResetReason::Authentication, QStringLiteral("the pre-shared keys differ"));
}

Q_NEVER_INLINE StreamProtocol::Arrival StreamProtocol::fail(Violation violation)
{
    return fail(ResetReason::ProtocolViolation, violation);
}

StreamProtocol::Arrival StreamProtocol::fail(ResetReason reason, const QString &text)
{
    m_failure = { reason, text };
    m_resetDue = true;
    m_states.fail();
    return Arrival::Failed;
}

void StreamProtocol::posted(int wider)
{
    m_slots.posted(&*m_ledger);
    if (wider > 0)
        m_ledger->widen(quint32(wider));
}

int StreamProtocol::leaveOut(int surplus)
{
    const int count = m_slots.slotsToLeaveOut(*m_ledger, surplus);
    if (count > 0)
        m_ledger->narrow(quint32(count));
    return count;
}

// --- sending ---

quint32 StreamProtocol::put(Next next, uchar *out)
{
    switch (next) {
    case Next::Nothing:
        return 0;
    case Next::SendAuth:
        return putFrame(FrameType::Auth, out, 0, m_opening.takeAuth());
    case Next::SendPing:
        return putNumber(FrameType::Ping, out, 0);
    case Next::SendPong:
        return putNumber(FrameType::Pong, out, m_control.takeEcho());
    case Next::SendCredit:
    case Next::SendAcknowledgement:
        return putFrame(FrameType::Credit, out);
    case Next::SendCreditReturn:
        return putNumber(FrameType::CreditReturn, out,
                         m_ledger->returnCredit(dataAllowance() - m_firstAllowance));
    case Next::SendReset:
        m_resetDue = false;
        return putReset(m_failure.reason, m_failure.text, out);
    case Next::SendAborted:
        m_states.fail();
        return putReset(ResetReason::Closing, QStringLiteral("aborted"), out);
    case Next::SendFin:
        break;
    }
    m_states.finSent();
    const quint32 length =
            putFrame(FrameType::Fin, out, m_states.isClosed() ? quint8(0) : FinStillReading);
    m_control.finSent(m_ledger->lastControlSent());
    return length;
}

quint32 StreamProtocol::putResize(int receivesPosted, uchar *out)
{
    const quint32 first = m_ledger->nextFramePosted(receivesPosted);
    return putNumber(FrameType::Resize, out, quint64(first) << 32 | m_slots.grown());
}

quint32 StreamProtocol::putReset(ResetReason reason, const QString &text, uchar *out)
{
    const QByteArray payload = text.toUtf8().left(int(controlPayload(FrameType::Reset)));
    return putFrame(FrameType::Reset, out, quint8(reason), payload);
}

quint32 StreamProtocol::putNumber(FrameType type, uchar *out, quint64 number)
{
    encodeHeader(m_ledger->sending(type), out);
    encodeNumber(number, out + FrameHeader::Size);
    return FrameHeader::Size + sizeof(number);
}

quint32 StreamProtocol::putFrame(FrameType type, uchar *out, quint8 flags,
                                 const QByteArray &payload)
{
    FrameHeader header = m_ledger->sending(type);
    header.flags = flags;
    encodeHeader(header, out);
    memcpy(out + FrameHeader::Size, payload.constData(), size_t(payload.size()));
    return FrameHeader::Size + quint32(payload.size());
}

StreamProtocol::Idle StreamProtocol::creditIdle(bool isDrained, bool hasRoom)
{
    if (!hasIdleCredit())
        return Idle::Stop;
    if (std::exchange(m_sentData, false) || !isDrained || !hasRoom
        || !m_ledger->canSendControl(FrameType::CreditReturn))
        return Idle::AskAgain;
    return Idle::ReturnCredit;
}

} // namespace QtRdmaPrivate
