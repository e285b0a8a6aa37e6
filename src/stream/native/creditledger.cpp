// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "creditledger_p.h"

namespace QtRdmaPrivate {

CreditLedger::CreditLedger(const Setup &setup)
    : m_ownWindow(setup.ownWindow)
    , m_ownLimit(setup.firstSerial + setup.ownWindow)
    , m_toldLimit(m_ownLimit)
    , m_peerSpent(setup.firstSerial)
    , m_framesReceived(setup.firstSerial)
    , m_controlConsumed(setup.firstSerial)
    , m_controlReceived(setup.firstSerial)
    , m_resizeFrom(setup.firstSerial)
    , m_peerLimit(setup.firstSerial + setup.peerWindow)
    , m_dataSpent(setup.firstSerial)
    , m_framesSent(setup.firstSerial)
    , m_controlSent(setup.firstSerial)
    , m_peerSlotSize(setup.peerSlotSize)
    , m_peerNextSlotSize(setup.peerSlotSize)
    , m_peerResizeFrom(setup.firstSerial)
{
}

// --- sending ---

bool CreditLedger::canSendData() const
{
    return dataAllowance() > 0 && allConsumed();
}

bool CreditLedger::canSendControl(FrameType type) const
{
    if (m_controlSent.count(type) >= controlQuota(type))
        return false;
    switch (type) {
    case FrameType::Credit:
        return m_ownLimit != m_toldLimit && m_controlSent.count(type) < controlQuota(type) - 1;
    case FrameType::Resize:
        return !m_resizing;
    case FrameType::CreditReturn:
        return dataAllowance() > 1;
    case FrameType::Ping:
        return !m_pongAwaited && allConsumed();
    case FrameType::Pong:
        return m_pongOwed;
    default:
        return true;
    }
}

bool CreditLedger::canSendAcknowledgement() const
{
    return m_controlSent.count(FrameType::Credit) < controlQuota(FrameType::Credit)
            && allConsumed();
}

quint32 CreditLedger::maxPayload() const
{
    return m_peerSlotSize - FrameHeader::Size;
}

// Returned credit is spent like that of frames that were sent. So limits never fall, and a limit
// that crosses the return on its way means the same on both sides.
quint64 CreditLedger::returnCredit(quint32 frames)
{
    Q_ASSERT(frames > 0 && frames < dataAllowance());
    m_dataSpent += frames;
    return quint64(m_peerLimit) << 32 | quint32(m_peerLimit - frames);
}

// --- receiving ---

Violation CreditLedger::received(const ParsedFrame &frame)
{
    if (const Violation wrong = checkHeader(frame.header); !wrong.isEmpty())
        return wrong;
    countReceived();
    const FrameType type = frame.header.type;
    if (type == FrameType::Data) {
        if (m_peerSpent == m_toldLimit)
            return Violation::DataBeyondLimit;
        ++m_peerSpent;
        return {};
    }
    // "Not announced" differs from "not consumed": the peer must still count the frames that we
    // have not announced.
    if (m_controlReceived.count(type) >= controlQuota(type))
        return { Violation::ControlBeyondQuota, 0, type };
    m_controlReceived.append(type);
    switch (type) {
    case FrameType::Resize:
        return checkResize(frame);
    case FrameType::CreditReturn:
        return checkReturn(frame);
    case FrameType::Ping:
        return checkPing();
    case FrameType::Pong:
        return checkPong();
    default:
        return {};
    }
}

Violation CreditLedger::checkHeader(const FrameHeader &header)
{
    if (!m_controlSent.removeUntil(header.controlConsumed))
        return { Violation::WrongAcknowledgement, header.controlConsumed };
    if (qint32(header.dataLimit - m_peerLimit) < 0)
        return { Violation::LimitTakenBack, header.dataLimit };
    if (header.dataLimit - m_dataSpent > MaxAllowance)
        return { Violation::LimitTooHigh, header.dataLimit - m_dataSpent };
    m_peerLimit = header.dataLimit;
    return {};
}

// An honest peer names the first frame that finds none of the receives it has posted so far. These
// cover all that we have been allowed to send until now, so we cannot have passed that frame, and
// it is no further away than there are receives.
Violation CreditLedger::checkResize(const ParsedFrame &frame)
{
    const quint32 size = frame.slotSize();
    if (size < MinSlotSize || size > MaxSlotSize)
        return { Violation::ResizeToBadSize, size };
    if (m_peerResizing)
        return Violation::ResizeTwiceAtOnce;
    if (frame.firstFrame() - m_framesSent > receivesFor(MaxAllowance))
        return { Violation::ResizeFromBadFrame, frame.firstFrame() };
    m_peerNextSlotSize = size;
    m_peerResizeFrom = frame.firstFrame();
    m_peerResizing = m_peerResizeFrom != m_framesSent;
    if (!m_peerResizing)
        m_peerSlotSize = size;
    return {};
}

// All values are compared as distances from what has been spent. No correct serial number can wrap
// around in that.
Violation CreditLedger::checkReturn(const ParsedFrame &frame)
{
    const quint32 kept = frame.limitKept() - m_peerSpent;
    const quint32 seen = frame.limitSeen() - m_peerSpent;
    const quint32 told = m_toldLimit - m_peerSpent;
    if (kept < 1 || seen <= kept || told < seen)
        return { Violation::WrongCreditReturn, frame.limitKept() };
    m_peerSpent += seen - kept;
    m_ownWindow -= seen - kept;
    return {};
}

Violation CreditLedger::checkPing()
{
    if (m_pongOwed)
        return Violation::PingBeforePong;
    m_pongOwed = true;
    return {};
}

Violation CreditLedger::checkPong()
{
    if (!m_pongAwaited)
        return Violation::PongWithoutPing;
    m_pongAwaited = false;
    return {};
}

void CreditLedger::controlConsumed(int frames)
{
    m_controlConsumed += quint32(frames);
    Q_ASSERT(m_controlReceived.end() - m_controlConsumed <= quint32(controlQuotaSum()));
}

bool CreditLedger::creditDue() const
{
    return untold() > 0 && (untold() >= (m_ownWindow + 1) / 2 || peerAllowance() == 0);
}

void CreditLedger::widen(quint32 slotCount)
{
    m_ownWindow += slotCount;
    m_ownLimit += slotCount;
    Q_ASSERT(m_ownWindow <= MaxAllowance);
}

void CreditLedger::narrow(quint32 slotCount)
{
    Q_ASSERT(slotCount < m_ownWindow && slotCount <= untold());
    m_ownWindow -= slotCount;
    m_ownLimit -= slotCount;
}

quint32 CreditLedger::receivesNeeded() const
{
    return receivesFor(m_ownLimit - m_peerSpent) - (m_controlReceived.end() - m_controlConsumed);
}

quint32 CreditLedger::nextFramePosted(int receivesPosted)
{
    m_resizeFrom = m_framesReceived + quint32(receivesPosted);
    m_resizing = receivesPosted > 0;
    return m_resizeFrom;
}

} // namespace QtRdmaPrivate
