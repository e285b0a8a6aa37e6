// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOCKEDBUDGET_P_H
#define LOCKEDBUDGET_P_H

#include "../base/rdmaglobal_p.h"

#include <QtCore/qglobal.h>

#include <chrono>
#include <limits>

namespace QtRdmaPrivate {

// How much of the memory that may be locked is for speed, and how much of that is a stream's. It asks nobody: the limit and the time are
// told. A refusal counts as the limit for a while only, for what was in the way may have gone.
class Q_RDMA_AUTOTEST_EXPORT LockedBudget
{
public:
    using Time = std::chrono::steady_clock::time_point;

    static constexpr qint64 Unlimited = std::numeric_limits<qint64>::max();
    static constexpr qint64 Minimum = 32 * 1024; // that a stream has in any case
    // The limit is looked up again so much later, where it leaves no room.
    static constexpr std::chrono::milliseconds LimitAge{ 100 };
    static constexpr std::chrono::milliseconds FirstPause{ 10 };
    static constexpr std::chrono::milliseconds LongestPause{ 1000 };

    void add(qint64 bytes); // negative: given back
    void addStreams(int streams) { m_streams += streams; }
    // More than there is. Again soon after the last one it counts for twice as long.
    void refuse(Time now);
    void look(qint64 limit, Time now);

    Time lookAgainAt() const { return m_lookAgainAt; } // until then looking changes nothing
    bool isRefused() const { return m_ceiling != Unlimited; }
    qint64 room() const; // for speed; negative: how much too much there is
    qint64 share() const; // of a stream for sending, and as much again for receiving

private:
    qint64 mostForSpeed() const;

    qint64 m_bytes = 0;
    qint64 m_limit = Unlimited;
    qint64 m_ceiling = Unlimited; // what there was when more was refused
    Time m_refusedUntil;
    Time m_lookAgainAt;
    std::chrono::milliseconds m_pause = FirstPause;
    int m_streams = 0;
};

} // namespace QtRdmaPrivate

#endif // LOCKEDBUDGET_P_H
