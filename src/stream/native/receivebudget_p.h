// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVEBUDGET_P_H
#define RECEIVEBUDGET_P_H

#include "streamframe_p.h"
#include "streamhandshake_p.h"

namespace QtRdmaPrivate {

// Decides how many of the shared receives each of many streams may count on. A stream with a window
// of w data slots has reserved w + Q receives, Q for the control quotas. This class keeps
//
//     sum of all reservations <= receives.                                            (1)
//
// Each receive is either posted or out. It is out while a stream has not given it back, because the
// data is not read or the control frame is not consumed. What a stream has out and what it may
// still be sent are disjoint parts of its window and quotas (CreditLedger: a slot is free for the
// peer, filled, or freed and not posted; a control frame is not sent, on the way, or not consumed).
// So for each stream
//
//     receivesNeeded() + out <= w + Q.                                                (2)
//
// The sum over all streams, with posted = receives - sum of out, is
//
//     sum of receivesNeeded() <= receives - sum of out = posted,
//
// So every frame that any peer may send finds a receive, in whatever order the frames come. A
// window grows only after grant(). release() comes only after the ledger has given up the slots:
// after narrow(), or after a CreditReturn of the peer. The share of a stream that has ended is
// released when its queue pair is gone and the completions that it left have been handled, because
// until then its peer may still take receives.
class Q_RDMA_AUTOTEST_EXPORT ReceiveBudget
{
public:
    static constexpr int FirstWindow = int(StreamHandshake::MinWindow);
    static constexpr int Minimum = FirstWindow + controlQuotaSum(); // of one stream

    explicit ReceiveBudget(int receives) : m_receives(receives) { }

    int receives() const { return m_receives; }
    int reserved() const { return m_reserved; }
    int streams() const { return m_streams; }

    // Reserves the minimum for one more stream. Returns false if not even that is left.
    bool admit();
    // Reserves up to 'wanted' more slots for a window, and returns how many. The last Minimum stays
    // free for the next connection.
    int grant(int wanted);
    // How many slots a stream with this window should give back, because receives run short and it
    // has more than its share.
    int surplus(int window) const;
    void release(int receives);
    void leave(int streams, int receives);

private:
    int fairWindow() const;
    int spare() const { return m_receives - m_reserved - Minimum; }

    const int m_receives;
    int m_reserved = 0;
    int m_streams = 0;
};

} // namespace QtRdmaPrivate

#endif // RECEIVEBUDGET_P_H
