// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "lockedbudget_p.h"

#include <algorithm>

namespace QtRdmaPrivate {

void LockedBudget::add(qint64 bytes)
{
    m_bytes += bytes;
    if (m_bytes > m_ceiling)
        m_ceiling = Unlimited;
}

void LockedBudget::refuse(Time now)
{
    const bool isAgain = now - m_refusedUntil < LongestPause;
    m_pause = isAgain ? std::min(2 * m_pause, LongestPause) : FirstPause;
    m_ceiling = m_bytes;
    m_refusedUntil = now + m_pause;
}

void LockedBudget::look(qint64 limit, Time now)
{
    m_limit = limit;
    m_lookAgainAt = now + LimitAge;
    if (now >= m_refusedUntil)
        m_ceiling = Unlimited;
    else if (isRefused())
        m_lookAgainAt = std::min(m_lookAgainAt, m_refusedUntil);
}

// The last quarter is left to memory that is needed.
qint64 LockedBudget::mostForSpeed() const
{
    const qint64 most = std::min(m_limit, m_ceiling);
    return most == Unlimited ? Unlimited : most - most / 4;
}

qint64 LockedBudget::room() const
{
    const qint64 most = mostForSpeed();
    return most == Unlimited ? Unlimited : most - m_bytes;
}

qint64 LockedBudget::share() const
{
    const qint64 most = mostForSpeed();
    return most == Unlimited || m_streams == 0
            ? Unlimited
            : std::max<qint64>(0, most - m_streams * Minimum) / m_streams / 2;
}

} // namespace QtRdmaPrivate
