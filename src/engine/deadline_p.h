// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEADLINE_P_H
#define DEADLINE_P_H

#include <QtCore/qglobal.h>

#include <functional>
#include <map>

namespace QtRdmaPrivate {

class DeadlineList;

// A point in time at which something is done, in the reap phase. The destructor cancels it.
class Deadline
{
public:
    Deadline(DeadlineList &list, std::function<void()> expired)
        : m_list(list)
        , m_expired(std::move(expired))
    {
    }
    ~Deadline() { cancel(); }
    Deadline(const Deadline &) = delete;
    Deadline &operator=(const Deadline &) = delete;

    void start(int msecs); // a negative value never expires
    void cancel();
    bool isActive() const { return m_active; }

private:
    friend class DeadlineList;
    DeadlineList &m_list;
    std::function<void()> m_expired;
    std::multimap<qint64, Deadline *>::iterator m_position;
    bool m_active = false;
};

// The deadlines of one thread, served by one timer or by the time-out of poll().
class DeadlineList
{
public:
    DeadlineList(std::function<void()> firstChanged, std::function<bool()> enough)
        : m_firstChanged(std::move(firstChanged))
        , m_enough(std::move(enough))
    {
    }

    static qint64 now(); // ms of the clock of all deadlines

    // No deadline runs any more. For a child of fork().
    void cancelAll();
    // Milliseconds until the first deadline, at least 0; -1 when there is none.
    int msecsToFirst() const;
    // Runs the deadlines that have passed, in order, until it is enough, but at least one.
    void runExpired();
    // The timer has fired. Timers may fire some milliseconds early.
    void timerFired() { m_announced = 0; }

private:
    friend class Deadline;
    void announceFirst();

    std::multimap<qint64, Deadline *> m_entries;
    std::function<void()> m_firstChanged;
    std::function<bool()> m_enough;
    qint64 m_announced = 0; // at or before the first deadline: the timer is set for this time
};

} // namespace QtRdmaPrivate

#endif // DEADLINE_P_H
