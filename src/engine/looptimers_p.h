// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOOPTIMERS_P_H
#define LOOPTIMERS_P_H

#include <QtCore/qlist.h>
#include <QtCore/qnamespace.h>

#include <chrono>
#include <map>
#include <optional>
#include <unordered_map>

QT_BEGIN_NAMESPACE
class QObject;
QT_END_NAMESPACE

namespace QtRdmaPrivate {

// The timers of a thread, in the order in which they are due. A timer whose event is being handled
// does not fire again before that has ended, as with Qt's own dispatchers.
class LoopTimers
{
public:
    using Clock = std::chrono::steady_clock;
    using Duration = std::chrono::nanoseconds;
    using TimePoint = std::chrono::time_point<Clock, Duration>;

    static constexpr TimePoint Never = TimePoint::max();

    struct Info
    {
        int id;
        Duration interval;
        Qt::TimerType type;
    };

    // Without an overflow; times are rounded up, so that nobody comes back too early.
    static Duration fromMilliseconds(qint64 msecs);
    static qint64 toMilliseconds(Duration time);

    void add(int id, Duration interval, Qt::TimerType type, QObject *object);
    bool remove(int id);
    bool remove(const QObject *object);
    QList<Info> of(const QObject *object) const;

    // Not negative; nothing if there is no such timer.
    std::optional<Duration> remaining(int id) const;
    // When the first timer is due that may fire; Never if there is none.
    TimePoint first() const { return m_queue.empty() ? Never : firstIdle(); }
    // Whether one was due when the clock was last read, which happens seldom.
    bool isKnownDue() const { return first() <= m_lastLook; }

    // Sends the events of the timers that are due now, one for each. Returns whether there were
    // any.
    bool fire();

private:
    struct Timer;
    using Timers = std::unordered_map<int, Timer>; // by id
    using Queue = std::multimap<TimePoint, Timer *>; // of equal times the oldest is the first
    class Handling;

    struct Timer
    {
        Info info;
        QObject *object;
        TimePoint expected; // before it is rounded
        Queue::iterator place;
        Handling *handling = nullptr; // of its event
    };

    TimePoint firstIdle() const;
    Timers::iterator erase(Timers::iterator timer);
    void setNext(Timer *timer);

    Timers m_timers;
    Queue m_queue;
    TimePoint m_lastLook{}; // at the clock
};

} // namespace QtRdmaPrivate

#endif // LOOPTIMERS_P_H
