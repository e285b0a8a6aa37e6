// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVESLOTS_P_H
#define RECEIVESLOTS_P_H

#include "creditledger_p.h"

namespace QtRdmaPrivate {

// Decides about the slots into which one side receives: when freed slots are posted again and the
// peer is told, how many slots take part (the window), and how large they are. It holds no memory:
// its owner reports what has come and was freed, and finds the slots.
//
// The window grows while the peer is short of credit, or fills every slot. The slots grow when the
// peer fills them, to the usual size with the first frame that does, and to the largest with many
// in a row: an idle stream holds little memory, a busy one moves much at once.
class Q_RDMA_AUTOTEST_EXPORT ReceiveSlots
{
public:
    // before larger slots are asked for again, when there were none
    static constexpr int FramesToAskAgain = 64;

    struct Setup
    {
        int widest = 0; // data slots that the window may have
        // Bytes of a slot, header included.
        quint32 first = 0;
        quint32 usual = 0;
        quint32 largest = 0;
    };

    explicit ReceiveSlots(const Setup &setup)
        : m_widest(setup.widest)
        , m_usual(setup.usual)
        , m_largest(setup.largest)
        , m_size(setup.first)
        , m_fullToGrow(fullToGrow())
    {
    }

    // Called before the first frame: the receives come from those that many streams share.
    void share() { m_isShared = true; }
    bool isShared() const { return m_isShared; }
    int widest() const { return m_widest; }
    quint32 size() const { return m_size; } // of slots that are posted from now on

    // Something has come. 'length' is that of the frame, header included.
    void dataReceived(quint32 length, const CreditLedger &ledger)
    {
        m_peerRests = false;
        m_peerWasShort = m_peerWasShort || ledger.peerAllowance() == 0;
        m_fullFrames = length >= m_size ? qMin(m_fullFrames + 1, 2 * m_widest) : 0;
        if (m_growthPause > 0)
            --m_growthPause;
    }
    void creditReturned() { m_peerRests = true; }

    // These slots may be posted again.
    void controlFreed() { ++m_controlFreed; }
    void dataFreed(size_t slotCount) { m_dataFreed += quint32(slotCount); }

    // Receives of control frames are posted again at once, because the peer waits for nothing else
    // to be told of them. Those of data are posted a quarter of the window at a time, rounded down,
    // except for a peer that has no credit left.
    bool isPostingDue(const CreditLedger &ledger) const
    {
        const auto isDataDue = [&] {
            return (m_dataFreed + 1) * 4 > ledger.window() || ledger.peerAllowance() == 0
                    || m_peerRests;
        };
        return m_controlFreed > 0 || (m_dataFreed > 0 && isDataDue());
    }
    // All freed slots have been posted: the peer may be told.
    void posted(CreditLedger *ledger);

    // How many of the oldest slots to copy out while nobody reads, so that the window does not
    // close for a slow reader.
    int slotsToEmpty(const CreditLedger &ledger, int slotsHeld) const;

    // The window for which there should be memory, with receives of its own. Ask before posting;
    // what can be had goes to the ledger afterwards.
    //
    // A peer that has used up its credit, and whose data was read, may have twice as much on the
    // way. So may a peer that has sent two windows of full frames: if this side is as fast as the
    // peer, the peer is never short of credit, but each frame would cost a credit frame.
    Q_ALWAYS_INLINE int windowWanted(const CreditLedger &ledger) const
    {
        const int window = int(ledger.window());
        const bool isDue =
                !m_isShared && m_dataFreed > 0 && (m_peerWasShort || m_fullFrames >= 2 * window);
        return Q_UNLIKELY(isDue) ? qMax(window, qMin(2 * window, m_widest)) : window;
    }
    // For shared receives, to be asked after posting: how many slots to leave out, if 'surplus' are
    // more than the share of this stream; otherwise how many more to ask for, once for each demand.
    int slotsToLeaveOut(const CreditLedger &ledger, int surplus) const;
    int takeDemand(const CreditLedger &ledger);

    // Growth that has begun is finished. 'isSettled': all that is posted has the present size.
    bool wantsLarger(bool isSettled) const
    {
        return m_size < m_largest
                && (m_growingTo > 0
                    || (isSettled && m_fullFrames >= m_fullToGrow && m_growthPause == 0));
    }
    // The size that this share of locked memory permits for so many receives; 0 if that is not
    // larger than now.
    quint32 sizeWithin(qint64 share, size_t receives) const;
    quint32 growingTo() const { return m_growingTo; }
    void beginGrowing(quint32 size) { m_growingTo = size; }
    void giveUpGrowing();
    quint32 grown(); // the new size

private:
    int fullToGrow() const { return m_size < m_usual ? 1 : m_widest / 2; }

    const int m_widest;
    const quint32 m_usual;
    const quint32 m_largest;
    quint32 m_size;
    int m_fullToGrow; // so many full frames in a row ask for larger slots
    quint32 m_growingTo = 0;
    int m_controlFreed = 0;
    quint32 m_dataFreed = 0;
    int m_fullFrames = 0; // in a row; at most two windows of them are counted
    int m_growthPause = 0; // frames
    bool m_isShared = false;
    bool m_peerWasShort = false; // it has used all its credit
    bool m_peerRests = false; // it has given credit back, and sent no data since
};

} // namespace QtRdmaPrivate

#endif // RECEIVESLOTS_P_H
