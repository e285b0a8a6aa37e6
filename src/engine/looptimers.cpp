// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "looptimers_p.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qcoreevent.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace QtRdmaPrivate {

namespace {

using namespace std::chrono_literals;

constexpr LoopTimers::Duration Longest = std::chrono::hours(24 * 365 * 100);
constexpr LoopTimers::Duration ShortestCoarse = 20ms; // 5 % of it are a millisecond
constexpr LoopTimers::Duration LongestCoarse = 20s; // 5 % of more are more than a second

// Coarse timers may be a twentieth of their interval early or late: rounded to the same moments
// many of them fire together. Short ones are precise.
LoopTimers::Duration granuleOf(const LoopTimers::Info &info)
{
    if (info.type == Qt::PreciseTimer || info.interval <= ShortestCoarse)
        return {};
    if (info.type == Qt::VeryCoarseTimer || info.interval >= LongestCoarse)
        return 1s;
    const auto tenth = std::chrono::duration_cast<std::chrono::milliseconds>(info.interval / 10);
    return std::chrono::milliseconds(std::bit_floor(quint64(tenth.count())));
}

LoopTimers::TimePoint rounded(LoopTimers::TimePoint time, LoopTimers::Duration granule)
{
    if (granule.count() == 0)
        return time;
    const auto sinceBoot = time.time_since_epoch() + granule / 2;
    return LoopTimers::TimePoint(sinceBoot - sinceBoot % granule);
}

} // namespace

LoopTimers::Duration LoopTimers::fromMilliseconds(qint64 msecs)
{
    constexpr auto most = std::chrono::duration_cast<std::chrono::milliseconds>(Longest).count();
    return std::chrono::milliseconds(std::clamp<qint64>(msecs, 0, most));
}

qint64 LoopTimers::toMilliseconds(Duration time)
{
    return std::chrono::ceil<std::chrono::milliseconds>(time).count();
}

// While the event of a timer is handled. The event may remove the timer.
class LoopTimers::Handling
{
public:
    explicit Handling(Timer *timer) : m_timer(timer) { timer->handling = this; }
    ~Handling()
    {
        if (m_timer)
            m_timer->handling = nullptr;
    }
    Q_DISABLE_COPY_MOVE(Handling)

    void timerRemoved() { m_timer = nullptr; }

private:
    Timer *m_timer;
};

void LoopTimers::add(int id, Duration interval, Qt::TimerType type, QObject *object)
{
    remove(id);
    m_lastLook = Clock::now();
    Timer &timer = m_timers[id];
    timer.info = { id, std::clamp(interval, Duration::zero(), Longest), type };
    timer.object = object;
    timer.expected = m_lastLook + timer.info.interval;
    timer.place = m_queue.emplace(rounded(timer.expected, granuleOf(timer.info)), &timer);
}

LoopTimers::Timers::iterator LoopTimers::erase(Timers::iterator timer)
{
    if (timer->second.handling)
        timer->second.handling->timerRemoved();
    m_queue.erase(timer->second.place);
    return m_timers.erase(timer);
}

bool LoopTimers::remove(int id)
{
    const auto found = m_timers.find(id);
    if (found == m_timers.end())
        return false;
    erase(found);
    return true;
}

bool LoopTimers::remove(const QObject *object)
{
    const size_t before = m_timers.size();
    for (auto it = m_timers.begin(); it != m_timers.end();)
        it = it->second.object == object ? erase(it) : std::next(it);
    return m_timers.size() < before;
}

QList<LoopTimers::Info> LoopTimers::of(const QObject *object) const
{
    QList<Info> result;
    for (const auto &[id, timer] : m_timers) {
        if (timer.object == object)
            result.append(timer.info);
    }
    return result;
}

std::optional<LoopTimers::Duration> LoopTimers::remaining(int id) const
{
    const auto found = m_timers.find(id);
    if (found == m_timers.end())
        return {};
    return std::max<Duration>(found->second.place->first - Clock::now(), Duration::zero());
}

LoopTimers::TimePoint LoopTimers::firstIdle() const
{
    const auto found = std::find_if(m_queue.cbegin(), m_queue.cend(),
                                    [](const auto &entry) { return !entry.second->handling; });
    return found == m_queue.cend() ? Never : found->first;
}

// A timer that is too late for its next time leaves that out.
void LoopTimers::setNext(Timer *timer)
{
    timer->expected += timer->info.interval;
    if (timer->expected < m_lastLook)
        timer->expected = m_lastLook + timer->info.interval;
    auto node = m_queue.extract(timer->place);
    node.key() = rounded(timer->expected, granuleOf(timer->info));
    timer->place = m_queue.insert(std::move(node));
}

Q_NEVER_INLINE bool LoopTimers::fire()
{
    if (m_queue.empty())
        return false;
    m_lastLook = Clock::now();
    const TimePoint now = m_lastLook; // an event may add a timer, or run this function
    auto count = std::distance(m_queue.begin(), m_queue.upper_bound(now));
    bool hasFired = false;
    for (; count > 0 && !m_queue.empty() && m_queue.begin()->first <= now; --count) {
        Timer *timer = m_queue.begin()->second;
        setNext(timer);
        if (timer->handling)
            continue;
        hasFired = true;
        const Handling handling(timer);
        QTimerEvent event(timer->info.id);
        QCoreApplication::sendEvent(timer->object, &event);
    }
    return hasFired;
}

} // namespace QtRdmaPrivate
