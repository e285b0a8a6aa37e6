// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CREDITLEDGER_P_H
#define CREDITLEDGER_P_H

#include "streamframe_p.h"

#include <array>

namespace QtRdmaPrivate {

// Who may send what: the credit of both directions of one connection. Counters are serial numbers and wrap.
//
// Receives always cover what may come: the data frames up to the limit granted, and of control frames the sum of
// their quotas. A control frame's receive is posted again before controlConsumed() announces it, a data slot's
// before dataFreed() raises the limit.
//
// No wait is circular. Credit frames wait at most for one of two earlier credit frames to be acknowledged by *any* frame of
// the peer. While they wait unacknowledged the peer has the limit of the last one, at least half a window more than
// it had used; to be short of credit it must send data, and that data acknowledges.
class Q_RDMA_AUTOTEST_EXPORT CreditLedger
{
public:
    struct Setup
    {
        quint32 ownWindow = 0; // data frames that our receives cover
        quint32 peerWindow = 0; // data frames that we may send at first
        quint32 ownSlotSize = 0;
        quint32 peerSlotSize = 0;
        quint32 firstSerial = 0; // start of all counters; tests start near the wrap
    };
    explicit CreditLedger(const Setup &setup);

    // Sending.
    bool canSendData() const { return qint32(m_peerLimit - m_dataSent) > 0; }
    bool canSendControl(FrameType type) const;
    quint32 maxPayload() const; // of the next frame
    FrameHeader sending(FrameType type); // counts the frame and stamps its header

    // Receiving: an empty string, or how the peer broke the rules.
    QString received(const ParsedFrame &frame);
    void controlConsumed(int frames) { m_controlConsumed += quint32(frames); }
    void dataFreed(int slotCount) { m_ownLimit += quint32(slotCount); }
    bool creditDue() const; // half of the window has been freed since the last header told the peer

    // Growing our slots: frames from this number on find slots of that size.
    quint32 nextFramePosted(int receivesPosted) const { return m_framesReceived + quint32(receivesPosted); }
    void resized(quint32 firstFrame, quint32 slotSize);
    quint32 window() const { return m_ownWindow; }

private:
    QString checkResize(const ParsedFrame &frame);
    QString acknowledge(quint32 consumed);

    quint32 m_ownWindow;
    quint32 m_ownLimit;
    quint32 m_toldLimit;
    quint32 m_dataReceived;
    quint32 m_controlConsumed;
    quint32 m_framesReceived;

    quint32 m_peerLimit;
    quint32 m_dataSent;
    quint32 m_framesSent;
    quint32 m_controlSent;
    quint32 m_controlAcknowledged;

    quint32 m_peerSlotSize;
    quint32 m_peerNextSlotSize = 0;
    quint32 m_peerResizeAt = 0;

    // The types of the control frames in flight, oldest first: acknowledgements come in order.
    std::array<FrameType, 16> m_inFlight{};
    std::array<int, FrameTypes> m_counts{};
    static_assert(controlQuotaSum() <= 16);
    quint32 m_controlReceived = 0;
    quint32 m_controlAnnounced;
};

} // namespace QtRdmaPrivate

#endif // CREDITLEDGER_P_H
