// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOCKEDBUDGET_P_H
#define LOCKEDBUDGET_P_H

#include "../base/rdmaglobal_p.h"

#include <QtCore/qglobal.h>

#include <chrono>
#include <limits>

namespace QtRdmaPrivate {

// How much of the memory that may be locked is for speed, and how much of that is a stream's. The
// class makes no calls: the caller passes the limit and the time. After a refusal the memory that
// is registered then counts as the limit, for a while only: the reason of the refusal may have
// gone.
class Q_RDMA_AUTOTEST_EXPORT LockedBudget
{
public:
    using Time = std::chrono::steady_clock::time_point;

    static constexpr qint64 Unlimited = std::numeric_limits<qint64>::max();
    static constexpr qint64 Minimum = 32 * 1024; // a stream has it in any case
    // Where the limit leaves no room it is looked up again after this time.
    static constexpr std::chrono::milliseconds LimitAge{ 100 };
    static constexpr std::chrono::milliseconds FirstPause{ 10 };
    static constexpr std::chrono::milliseconds LongestPause{ 1000 };

    void add(qint64 bytes); // negative bytes are given back
    void addStreams(int streams) { m_streams += streams; }
    // More memory was refused. A refusal soon after the last one counts for twice as long.
    void refuse(Time now);
    void look(qint64 limit, Time now);

    Time lookAgainAt() const { return m_lookAgainAt; } // before this time the answer stays the same
    bool isRefused() const { return m_ceiling != Unlimited; }
    qint64 room() const; // that is left for speed; negative: more than allowed is in use
    qint64 share() const; // of one stream for sending; it has as much again for receiving

private:
    qint64 mostForSpeed() const;

    qint64 m_bytes = 0;
    qint64 m_limit = Unlimited;
    qint64 m_ceiling = Unlimited; // bytes that were registered when more were refused
    Time m_refusedUntil;
    Time m_lookAgainAt;
    std::chrono::milliseconds m_pause = FirstPause;
    int m_streams = 0;
};

} // namespace QtRdmaPrivate

#endif // LOCKEDBUDGET_P_H
