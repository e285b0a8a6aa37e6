// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "deadline_p.h"

#include <QtCore/qdeadlinetimer.h>

#include <algorithm>
#include <climits>

namespace QtRdmaPrivate {

void Deadline::start(int msecs)
{
    cancel();
    if (msecs < 0)
        return;
    m_position = m_list.m_entries.emplace(DeadlineList::now() + msecs, this);
    m_active = true;
    if (m_position == m_list.m_entries.begin())
        m_list.announceFirst();
}

void Deadline::cancel()
{
    if (!m_active)
        return;
    m_active = false;
    // The timer may fire once for nothing, which is cheaper than moving it.
    m_list.m_entries.erase(m_position);
    if (m_list.m_entries.empty())
        m_list.announceFirst(); // but when none is left the loop must sleep without a time limit
}

qint64 DeadlineList::now()
{
    return QDeadlineTimer::current().deadline();
}

void DeadlineList::cancelAll()
{
    for (const auto &[time, deadline] : m_entries)
        deadline->m_active = false;
    m_entries.clear();
}

int DeadlineList::msecsToFirst() const
{
    if (m_entries.empty())
        return -1;
    return int(std::clamp<qint64>(m_entries.begin()->first - now(), 0, INT_MAX));
}

void DeadlineList::runExpired()
{
    if (m_entries.empty())
        return;
    const qint64 time = now();
    if (time < m_announced)
        return;
    while (!m_entries.empty() && m_entries.begin()->first <= time) {
        Deadline *deadline = m_entries.begin()->second;
        deadline->cancel();
        const auto expired = deadline->m_expired; // the function may destroy the deadline
        expired();
        if (!m_entries.empty() && m_enough())
            break;
    }
    if (!m_entries.empty())
        announceFirst();
}

void DeadlineList::announceFirst()
{
    m_announced = m_entries.empty() ? 0 : m_entries.begin()->first;
    m_firstChanged();
}

} // namespace QtRdmaPrivate
