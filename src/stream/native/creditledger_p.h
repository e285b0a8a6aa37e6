// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CREDITLEDGER_P_H
#define CREDITLEDGER_P_H

#include "streamframe_p.h"

#include <array>

namespace QtRdmaPrivate {

// The control frames of one direction that are not acknowledged yet, oldest first. Acknowledgements
// come in order.
class ControlFrames
{
public:
    explicit ControlFrames(quint32 firstSerial) : m_first(firstSerial), m_end(firstSerial) { }

    int size() const { return int(m_end - m_first); }
    int count(FrameType type) const { return m_counts[size_t(type)]; }
    quint32 end() const { return m_end; } // the serial number of the next one
    bool isFirst(quint32 serial) const { return serial == m_first; }
    bool contains(quint32 serial) const { return serial - m_first < m_end - m_first; }
    void append(FrameType type)
    {
        Q_ASSERT(size_t(size()) < m_types.size());
        m_types[m_end++ % m_types.size()] = type;
        ++m_counts[size_t(type)];
    }
    // Removes the frames before 'serial'. Returns false if there were never that many.
    bool removeUntil(quint32 serial)
    {
        if (serial - m_first > m_end - m_first)
            return false;
        while (m_first != serial)
            --m_counts[size_t(m_types[m_first++ % m_types.size()])];
        return true;
    }

private:
    std::array<FrameType, 16> m_types{}; // a power of two: serial numbers wrap
    static_assert(controlQuotaSum() <= 16);
    std::array<int, FrameTypes> m_counts{};
    quint32 m_first;
    quint32 m_end;
};

// The credit of both directions of one connection: what each side may send. Counters are serial
// numbers and wrap. The ledger trusts its caller and checks the peer. doc/wire-format.md has the
// rules, and says why they suffice.
//
// Each time there is something to do:
//     call received() for every frame that has arrived;
//     post receives again, for control frames at once, for data frames when their slots are free;
//     then call controlConsumed() and dataFreed();
//     send data frames while canSendData(), then the others while canSendControl();
//     send a Credit frame if creditDue() still holds: every frame sent has carried the new limit.
//
// The posted receives always cover what may come, which is receivesNeeded(). No wait is circular: a
// Credit frame always raises the limit, so a side that runs out of credit has sent data after the
// last Credit frame that reached it, and that data acknowledges the frame. This is why data may not
// leave before controlConsumed(). For the same reason a ping waits for the pong of the last one and
// acknowledges it; otherwise the next pong might wait for ever.
class Q_RDMA_AUTOTEST_EXPORT CreditLedger
{
public:
    // A peer that grants more data frames at once than this has lost count.
    static constexpr quint32 MaxAllowance = 65536;

    struct Setup
    {
        quint32 ownWindow = 0; // data frames that our receives cover, at least one
        quint32 peerWindow = 0; // data frames that we may send at first
        quint32 ownSlotSize = 0;
        quint32 peerSlotSize = 0;
        quint32 firstSerial = 0; // start of all counters; tests start near the wrap
    };
    explicit CreditLedger(const Setup &setup);

    // Sending.
    bool canSendData() const;
    bool canSendControl(FrameType type) const;
    quint32 maxPayload() const; // of the next frame
    // Counts the frame and returns its header. Frames must leave in this order.
    inline FrameHeader sending(FrameType type);
    quint32 dataAllowance() const { return m_peerLimit - m_dataSpent; }
    int controlUnacknowledged() const { return m_controlSent.size(); }
    quint32 lastControlSent() const { return m_controlSent.end() - 1; }
    bool isAcknowledged(quint32 controlFrame) const
    {
        return !m_controlSent.contains(controlFrame);
    }
    // For a Credit frame at the end that raises nothing; only one may be sent.
    bool canSendAcknowledgement() const;
    // Gives up that many data frames of the allowance, but not all of it;
    // canSendControl(CreditReturn) must be true. Returns the number to encode into the CreditReturn
    // frame, which must be sent next.
    quint64 returnCredit(quint32 frames);

    // Receiving.
    [[nodiscard]] Violation received(const ParsedFrame &frame);
    // The same for a data frame that acknowledges no control frame, as most do. False: nothing has
    // changed, and received() has to look at the frame.
    inline bool receivedPlain(quint32 controlConsumed, quint32 dataLimit);
    void controlConsumed(int frames); // their receives have been posted again
    quint32 lastControlReceived() const { return m_controlReceived.end() - 1; }
    // Whether a header has told the peer that this frame was consumed.
    bool isTold(quint32 controlFrame) const { return !m_controlReceived.contains(controlFrame); }
    void dataFreed(int slotCount) { m_ownLimit += quint32(slotCount); } // the same for data frames
    // True if half of the window has been freed since the last header told the peer. True also for
    // less, if the peer has used up what it was told: the rest of the window may be filled with
    // unread data until the peer has sent more.
    bool creditDue() const;
    // There are more slots than before, and their receives are posted: the limit rises.
    void widen(quint32 slotCount);
    // How many slots were freed of which the peer has not been told.
    quint32 untold() const { return m_ownLimit - m_toldLimit; }
    // Takes out this many of them. At least one slot must remain.
    void narrow(quint32 slotCount);
    // The slots that take part: free for the peer, filled, or freed and not told yet. A
    // CreditReturn of the peer takes slots out, but their receives stay posted; widen() takes them
    // in again.
    quint32 window() const { return m_ownWindow; }
    // Credit that the peer knows of and has not used.
    quint32 peerAllowance() const { return m_toldLimit - m_peerSpent; }
    // How many receives must be posted now, so that every frame that the peer may send finds one.
    quint32 receivesNeeded() const;

    // For another size of our slots. Returns the number of the first frame that finds a receive
    // which is posted after now, while so many are posted. It goes into a Resize frame, with the
    // new size. Until that frame has come canSendControl(Resize) is false.
    quint32 nextFramePosted(int receivesPosted);

private:
    Violation checkHeader(const FrameHeader &header);
    Violation checkResize(const ParsedFrame &frame);
    Violation checkReturn(const ParsedFrame &frame);
    Violation checkPing();
    Violation checkPong();
    void countReceived()
    {
        ++m_framesReceived;
        if (m_framesReceived == m_resizeFrom)
            m_resizing = false;
    }
    bool allConsumed() const { return m_controlConsumed == m_controlReceived.end(); }

    // Counters of the peer's messages. m_peerSpent counts data frames and returned credit: both use
    // up the limit.
    quint32 m_ownWindow;
    quint32 m_ownLimit;
    quint32 m_toldLimit;
    quint32 m_peerSpent;
    quint32 m_framesReceived;
    quint32 m_controlConsumed;
    ControlFrames m_controlReceived; // not announced as consumed
    quint32 m_resizeFrom;
    bool m_resizing = false; // that frame has not come
    bool m_pongOwed = false;

    // Counters of our messages.
    quint32 m_peerLimit;
    quint32 m_dataSpent;
    quint32 m_framesSent;
    ControlFrames m_controlSent;
    quint32 m_peerSlotSize;
    quint32 m_peerNextSlotSize; // the size from frame m_peerResizeFrom on
    quint32 m_peerResizeFrom;
    bool m_peerResizing = false; // that frame has not been sent
    bool m_pongAwaited = false;
};

bool CreditLedger::receivedPlain(quint32 controlConsumed, quint32 dataLimit)
{
    const bool isPlain = m_controlSent.isFirst(controlConsumed)
            && qint32(dataLimit - m_peerLimit) >= 0 && dataLimit - m_dataSpent <= MaxAllowance
            && m_peerSpent != m_toldLimit;
    if (isPlain) {
        m_peerLimit = dataLimit;
        countReceived();
        ++m_peerSpent;
    }
    return isPlain;
}

// Most frames are data, so this is short where the type is known to be that.
FrameHeader CreditLedger::sending(FrameType type)
{
    FrameHeader header;
    header.type = type;
    header.controlConsumed = m_controlConsumed;
    header.dataLimit = m_toldLimit = m_ownLimit;
    m_controlReceived.removeUntil(m_controlConsumed);
    if (type == FrameType::Data)
        ++m_dataSpent;
    else
        m_controlSent.append(type);
    if (type == FrameType::Ping)
        m_pongAwaited = true;
    if (type == FrameType::Pong)
        m_pongOwed = false;
    ++m_framesSent;
    if (m_peerResizing && m_framesSent == m_peerResizeFrom) {
        m_peerResizing = false;
        m_peerSlotSize = m_peerNextSlotSize;
    }
    return header;
}

} // namespace QtRdmaPrivate

#endif // CREDITLEDGER_P_H
