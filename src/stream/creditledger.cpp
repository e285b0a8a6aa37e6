// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "creditledger_p.h"

namespace QtRdmaPrivate {

CreditLedger::CreditLedger(const Setup &setup)
    : m_ownWindow(setup.ownWindow)
    , m_ownLimit(setup.firstSerial + setup.ownWindow)
    , m_toldLimit(m_ownLimit)
    , m_dataReceived(setup.firstSerial)
    , m_controlConsumed(setup.firstSerial)
    , m_framesReceived(setup.firstSerial)
    , m_peerLimit(setup.firstSerial + setup.peerWindow)
    , m_dataSent(setup.firstSerial)
    , m_framesSent(setup.firstSerial)
    , m_controlSent(setup.firstSerial)
    , m_controlAcknowledged(setup.firstSerial)
    , m_peerSlotSize(setup.peerSlotSize)
    , m_controlReceived(setup.firstSerial)
    , m_controlAnnounced(setup.firstSerial)
{
}

bool CreditLedger::canSendControl(FrameType type) const
{
    return m_counts[size_t(type)] < controlQuota(type);
}

quint32 CreditLedger::maxPayload() const
{
    const bool passed = m_peerNextSlotSize != 0 && qint32(m_framesSent - m_peerResizeAt) >= 0;
    return (passed ? m_peerNextSlotSize : m_peerSlotSize) - FrameHeader::Size;
}

FrameHeader CreditLedger::sending(FrameType type)
{
    FrameHeader header;
    header.type = type;
    header.controlConsumed = m_controlAnnounced = m_controlConsumed;
    header.dataLimit = m_toldLimit = m_ownLimit;
    ++m_framesSent;
    if (type == FrameType::Data) {
        ++m_dataSent;
    } else {
        m_inFlight[m_controlSent % m_inFlight.size()] = type;
        ++m_counts[size_t(type)];
        ++m_controlSent;
    }
    return header;
}

QString CreditLedger::acknowledge(quint32 consumed)
{
    if (qint32(consumed - m_controlAcknowledged) < 0 || qint32(m_controlSent - consumed) < 0)
        return QStringLiteral("acknowledges control frames that were not sent");
    for (; m_controlAcknowledged != consumed; ++m_controlAcknowledged)
        --m_counts[size_t(m_inFlight[m_controlAcknowledged % m_inFlight.size()])];
    return {};
}

QString CreditLedger::received(const ParsedFrame &frame)
{
    ++m_framesReceived;
    if (const QString wrong = acknowledge(frame.header.controlConsumed); !wrong.isEmpty())
        return wrong;
    if (qint32(frame.header.dataLimit - m_peerLimit) < 0)
        return QStringLiteral("takes back a limit");
    if (quint32(frame.header.dataLimit - m_dataSent) > 0x10000)
        return QStringLiteral("grants more than 65536 frames");
    m_peerLimit = frame.header.dataLimit;
    if (frame.header.type == FrameType::Data) {
        if (qint32(m_toldLimit - m_dataReceived) <= 0)
            return QStringLiteral("sent more data than it was allowed");
        ++m_dataReceived;
        return {};
    }
    ++m_controlReceived;
    if (qint32(m_controlReceived - m_controlAnnounced) > controlQuotaSum())
        return QStringLiteral("sent more control frames than their quotas");
    return frame.header.type == FrameType::Resize ? checkResize(frame) : QString();
}

QString CreditLedger::checkResize(const ParsedFrame &frame)
{
    if (frame.slotSize() < 512 || frame.slotSize() > 1024 * 1024)
        return QStringLiteral("resizes its slots to %1 bytes").arg(frame.slotSize());
    // The last one must have taken effect, for only one is remembered.
    if (m_peerNextSlotSize != 0 && qint32(m_framesSent - m_peerResizeAt) < 0)
        return QStringLiteral("resizes its slots twice at once");
    if (m_peerNextSlotSize != 0)
        m_peerSlotSize = m_peerNextSlotSize;
    m_peerNextSlotSize = frame.slotSize();
    m_peerResizeAt = frame.firstFrame();
    return {};
}

bool CreditLedger::creditDue() const
{
    return m_ownLimit - m_toldLimit >= (m_ownWindow + 1) / 2;
}

} // namespace QtRdmaPrivate
