// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CREDITLEDGER_P_H
#define CREDITLEDGER_P_H

#include "streamframe_p.h"

#include <array>

namespace QtRdmaPrivate {

// Control frames of one direction that are not acknowledged yet, oldest first: acknowledgements come in order.
class ControlFrames
{
public:
    explicit ControlFrames(quint32 firstSerial) : m_first(firstSerial), m_end(firstSerial) { }

    int size() const { return int(m_end - m_first); }
    int count(FrameType type) const { return m_counts[size_t(type)]; }
    quint32 end() const { return m_end; } // the serial number of the next one
    bool contains(quint32 serial) const { return serial - m_first < m_end - m_first; }
    void append(FrameType type)
    {
        Q_ASSERT(size_t(size()) < m_types.size());
        m_types[m_end++ % m_types.size()] = type;
        ++m_counts[size_t(type)];
    }
    // False if that many were never there. Otherwise those before 'serial' are gone.
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

// Who may send what: the credit of both directions of one connection. Counters are serial numbers and wrap. It
// believes its caller and checks the peer. doc/wire-format.md has the rules and why they suffice.
//
// Each time there is something to do:
//     received() for every frame that has arrived;
//     post receives again, for control frames at once, for data frames when their slots are free;
//     then controlConsumed() and dataFreed();
//     data frames while canSendData(), then the others while canSendControl();
//     a Credit frame if creditDue() still holds: every frame sent has taken the new limit along.
//
// Receives always cover what may come, that is receivesNeeded(). No wait is circular: a Credit frame always raises the
// limit, so who runs out of credit has sent data after the last one that reached it, and that data acknowledges it.
// This is why data may not leave before controlConsumed(). For the same reason a ping waits for
// the pong of the last one and acknowledges it: else the next pong might wait for ever.
class Q_RDMA_AUTOTEST_EXPORT CreditLedger
{
public:
    // A peer that lets us have more data frames on the way than this has lost count.
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
    FrameHeader
    sending(FrameType type); // counts the frame and stamps its header; it must leave in this order
    quint32 dataAllowance() const { return m_peerLimit - m_dataSpent; }
    int controlUnacknowledged() const { return m_controlSent.size(); }
    quint32 lastControlSent() const { return m_controlSent.end() - 1; }
    bool isAcknowledged(quint32 controlFrame) const
    {
        return !m_controlSent.contains(controlFrame);
    }
    // A Credit frame that raises nothing, for the end; only one may.
    bool canSendAcknowledgement() const;
    // Gives up that many data frames of the allowance, fewer than all; canSendControl(CreditReturn) must hold.
    // Gives the number to encode into the CreditReturn frame that must be sent next.
    quint64 returnCredit(quint32 frames);

    // Receiving.
    [[nodiscard]] Violation received(const ParsedFrame &frame);
    void controlConsumed(int frames); // their receives have been posted again
    quint32 lastControlReceived() const { return m_controlReceived.end() - 1; }
    // Whether a header has told the peer that this one was consumed.
    bool isTold(quint32 controlFrame) const { return !m_controlReceived.contains(controlFrame); }
    void dataFreed(int slotCount) { m_ownLimit += quint32(slotCount); } // and these
    // Half of the window has been freed since the last header told the peer; or less, and the peer has used up what it was
    // told. The rest may be filled with what nobody reads until the peer has said more.
    bool creditDue() const;
    // More slots than before, receives posted: the limit rises.
    void widen(quint32 slotCount);
    // Slots that were freed, of which the peer has not been told.
    quint32 untold() const { return m_ownLimit - m_toldLimit; }
    // Takes out that many of them. At least one slot must remain.
    void narrow(quint32 slotCount);
    // Slots that take part: free for the peer, filled, or freed and not yet told. A CreditReturn of the peer takes slots
    // out, whose receives stay posted; widen() takes them in again.
    quint32 window() const { return m_ownWindow; }
    // Credit that the peer knows of and has not used.
    quint32 peerAllowance() const { return m_toldLimit - m_peerSpent; }
    // The receives that must be posted at this moment, so that every frame the peer may send finds one.
    quint32 receivesNeeded() const;

    // Another size for our slots. The number of the first frame that finds a receive posted after now, while so many are
    // posted; it and the new size go into a Resize frame. Until that frame has come canSendControl(Resize) is false.
    quint32 nextFramePosted(int receivesPosted);

private:
    Violation checkHeader(const FrameHeader &header);
    Violation checkResize(const ParsedFrame &frame);
    Violation checkReturn(const ParsedFrame &frame);
    Violation checkPing();
    Violation checkPong();
    bool allConsumed() const { return m_controlConsumed == m_controlReceived.end(); }

    // What the peer sends. Spent counts data frames and credit returned: both use up the limit.
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

    // What we send.
    quint32 m_peerLimit;
    quint32 m_dataSpent;
    quint32 m_framesSent;
    ControlFrames m_controlSent;
    quint32 m_peerSlotSize;
    quint32 m_peerNextSlotSize; // from this frame on
    quint32 m_peerResizeFrom;
    bool m_peerResizing = false; // that frame has not been sent
    bool m_pongAwaited = false;
};

} // namespace QtRdmaPrivate

#endif // CREDITLEDGER_P_H
