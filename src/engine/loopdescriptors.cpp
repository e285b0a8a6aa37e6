// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "loopdescriptors_p.h"

#include "../base/logging_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qcoreevent.h>
#include <QtCore/qsocketnotifier.h>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>

namespace QtRdmaPrivate {

namespace {

constexpr std::array<quint32, 3> EventsOfType = { EPOLLIN, EPOLLOUT, EPOLLPRI };
constexpr quint32 Ended = EPOLLERR | EPOLLHUP; // told to all types, as Qt's dispatchers do
constexpr std::array<const char *, 3> NameOfType = { "Read", "Write", "Exception" };

size_t typeOf(const QSocketNotifier *notifier)
{
    return size_t(notifier->type());
}

// The descriptor is never read: each write, and each time that a timer fires, is told once.
bool watchEdges(int epoll, int fd)
{
    epoll_event event = {};
    event.events = EPOLLIN | EPOLLET;
    event.data.fd = fd;
    return fd >= 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

// For poll(), which knows no longer time.
int msecsUntil(LoopDescriptors::TimePoint time)
{
    if (time == LoopTimers::Never)
        return -1;
    const qint64 left = LoopTimers::toMilliseconds(time - LoopTimers::Clock::now());
    return int(std::clamp<qint64>(left, 0, INT_MAX));
}

} // namespace

LoopDescriptors::LoopDescriptors()
{
    create();
}

LoopDescriptors::~LoopDescriptors()
{
    for (const int fd : { m_epoll, m_wakeUp, m_timer })
        ::close(fd);
}

// A thread without them cannot run an event loop: Qt's own dispatchers end the program, too.
void LoopDescriptors::create()
{
    m_epoll = epoll_create1(EPOLL_CLOEXEC);
    m_wakeUp = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    m_timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (!watchEdges(m_epoll, m_wakeUp) || !watchEdges(m_epoll, m_timer))
        qFatal("RdmaEventDispatcher: cannot make an epoll set: %s", strerror(errno));
    m_timerSet = LoopTimers::Never;
    m_generation = forkGeneration;
}

// A child of fork() shares its parent's set: what the child takes out of it is lost to the parent.
void LoopDescriptors::leaveParentsSet()
{
    if (m_generation != forkGeneration)
        rebuild();
}

void LoopDescriptors::rebuild()
{
    for (const int fd : { m_epoll, m_wakeUp, m_timer })
        ::close(fd);
    create();
    wakeUp(); // what the old descriptor had to tell is lost
    for (size_t fd = 0; fd < m_watched.size(); ++fd) {
        if (!m_watched[fd] || m_watched[fd]->isAlwaysReady)
            continue;
        m_watched[fd]->events = 0;
        update(int(fd), m_watched[fd].get());
    }
}

// ---- what is watched ----

LoopDescriptors::Watched &LoopDescriptors::watched(int fd)
{
    leaveParentsSet();
    if (m_watched.size() <= size_t(fd))
        m_watched.resize(size_t(fd) + 1);
    std::unique_ptr<Watched> &place = m_watched[size_t(fd)];
    if (!place)
        place = std::make_unique<Watched>();
    return *place;
}

LoopDescriptors::Watched *LoopDescriptors::find(int fd) const
{
    return size_t(fd) < m_watched.size() ? m_watched[size_t(fd)].get() : nullptr;
}

void LoopDescriptors::add(QSocketNotifier *notifier)
{
    const int fd = int(notifier->socket());
    Watched &entry = watched(fd);
    QSocketNotifier *&place = entry.notifiers[typeOf(notifier)];
    if (place && place != notifier)
        qWarning("QSocketNotifier: Multiple socket notifiers for same socket %d and type %s", fd,
                 NameOfType[typeOf(notifier)]);
    place = notifier;
    update(fd, &entry);
}

void LoopDescriptors::remove(QSocketNotifier *notifier)
{
    leaveParentsSet();
    const int fd = int(notifier->socket());
    Watched *entry = find(fd);
    if (!entry || entry->notifiers[typeOf(notifier)] != notifier)
        return;
    entry->notifiers[typeOf(notifier)] = nullptr;
    entry->isReady[typeOf(notifier)] = false;
    release(fd, entry);
}

void LoopDescriptors::setEngine(EngineLoop::Client *engine)
{
    m_engine = engine;
    for (size_t fd = 0; !engine && fd < m_watched.size(); ++fd) {
        if (m_watched[fd] && m_watched[fd]->isEngines)
            unwatch(int(fd));
    }
}

void LoopDescriptors::watch(int fd)
{
    Watched &entry = watched(fd);
    entry.isEngines = true;
    update(fd, &entry);
}

void LoopDescriptors::unwatch(int fd)
{
    leaveParentsSet();
    if (Watched *entry = find(fd)) {
        entry->isEngines = false;
        release(fd, entry);
    }
}

void LoopDescriptors::release(int fd, Watched *watched)
{
    update(fd, watched);
    if (watched->events == 0)
        m_watched[size_t(fd)].reset();
}

// Tells epoll what is wanted of the descriptor now.
void LoopDescriptors::update(int fd, Watched *watched)
{
    epoll_event event = {};
    event.data.fd = fd;
    event.events = watched->isEngines ? quint32(EPOLLIN) : 0;
    for (size_t type = 0; type < EventsOfType.size(); ++type)
        event.events |= watched->notifiers[type] ? EventsOfType[type] : 0;
    const quint32 before = std::exchange(watched->events, quint32(event.events));
    if (watched->isAlwaysReady) {
        if (event.events == 0)
            std::erase(m_alwaysReady, fd);
        return;
    }
    const int operation = event.events == 0 ? EPOLL_CTL_DEL
            : before == 0                   ? EPOLL_CTL_ADD
                                            : EPOLL_CTL_MOD;
    if (epoll_ctl(m_epoll, operation, fd, &event) == 0 || operation == EPOLL_CTL_DEL)
        return;
    // It was closed, and is another file now, or it was added before it was opened.
    if (errno == ENOENT && epoll_ctl(m_epoll, EPOLL_CTL_ADD, fd, &event) == 0)
        return;
    const int error = errno;
    if (error == EPERM) {
        watched->isAlwaysReady = true;
        m_alwaysReady.push_back(fd);
        return;
    }
    qCWarning(lcRdmaCompletion) << callError("epoll_ctl", error) << "of descriptor" << fd;
}

// ---- being woken up ----

// Only a thread that sleeps needs the system call.
void LoopDescriptors::wakeUp()
{
    if (m_thread.exchange(Thread::Woken) != Thread::Asleep)
        return;
    const quint64 one = 1;
    while (::write(m_wakeUp, &one, sizeof(one)) < 0 && errno == EINTR) { }
}

// From now on this thread is woken up again by events that another thread posts.
bool LoopDescriptors::takeWakeUp()
{
    return isWoken() && m_thread.exchange(Thread::Awake) == Thread::Woken;
}

bool LoopDescriptors::fallAsleep()
{
    Thread expected = Thread::Awake;
    return m_thread.compare_exchange_strong(expected, Thread::Asleep);
}

// A wake-up stays until it is taken.
void LoopDescriptors::wakened()
{
    Thread expected = Thread::Asleep;
    m_thread.compare_exchange_strong(expected, Thread::Awake);
}

// ---- waiting ----

// A descriptor that was closed while a copy of it is open stays in the set, and cannot be taken out
// of it.
void LoopDescriptors::found(int fd, quint32 events, Ready *ready)
{
    Watched *entry = find(fd);
    if (!entry)
        return rebuild();
    if (entry->isEngines) {
        ready->hasEngine = true;
        m_engine->channelReadable(fd);
    }
    for (size_t type = 0; type < EventsOfType.size(); ++type) {
        if (!entry->notifiers[type] || (events & (EventsOfType[type] | Ended)) == 0)
            continue;
        if (!std::exchange(entry->isReady[type], true))
            m_ready.push_back({ fd, type });
    }
}

// A time that is later than the one that is set ends the sleep for nothing, once. That costs less
// than a system call each time that the first timer changes.
void LoopDescriptors::setTimer(TimePoint time)
{
    if (time >= m_timerSet)
        return;
    m_timerSet = time;
    const auto sinceBoot = time.time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(sinceBoot);
    itimerspec when = {};
    when.it_value.tv_sec = seconds.count();
    when.it_value.tv_nsec = std::max<qint64>((sinceBoot - seconds).count(), 1); // not 0: never
    timerfd_settime(m_timer, TFD_TIMER_ABSTIME, &when, nullptr);
}

LoopDescriptors::Ready LoopDescriptors::wait(Sleep sleep, TimePoint time)
{
    leaveParentsSet();
    setTimer(time);
    const bool sleeps = sleep == Sleep::UntilReady && m_alwaysReady.empty() && fallAsleep();
    epoll_event events[64];
    const int count = epoll_wait(m_epoll, events, int(std::size(events)), sleeps ? -1 : 0);
    if (sleeps)
        wakened();
    Ready ready;
    for (int i = 0; i < count; ++i) {
        const int fd = events[i].data.fd;
        if (fd == m_timer) {
            m_timerSet = LoopTimers::Never;
            ready.hasTime = true;
        } else if (fd != m_wakeUp) {
            found(fd, events[i].events, &ready);
        }
    }
    for (const int fd : m_alwaysReady)
        found(fd, find(fd)->events, &ready);
    return ready;
}

LoopDescriptors::Ready LoopDescriptors::waitWithoutNotifiers(Sleep sleep, TimePoint time)
{
    leaveParentsSet();
    quint64 count = 0; // of old wake-ups, each of which would end the sleep
    while (::read(m_wakeUp, &count, sizeof(count)) < 0 && errno == EINTR) { }
    if (sleep == Sleep::UntilReady && fallAsleep()) {
        pollfd polled = { m_wakeUp, POLLIN, 0 };
        ::poll(&polled, 1, msecsUntil(time));
        wakened();
    }
    return { .hasTime = time != LoopTimers::Never, .hasEngine = false };
}

Q_NEVER_INLINE bool LoopDescriptors::notifyReady()
{
    bool hasAny = false;
    while (m_nextReady < m_ready.size()) {
        const auto [fd, type] = m_ready[m_nextReady++];
        Watched *entry = find(fd);
        if (!entry || !std::exchange(entry->isReady[type], false))
            continue; // it was removed, or a nested event loop has sent its event
        hasAny = true;
        QEvent event(QEvent::SockAct);
        QCoreApplication::sendEvent(entry->notifiers[type], &event);
    }
    m_ready.clear();
    m_nextReady = 0;
    return hasAny;
}

} // namespace QtRdmaPrivate
