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

timespec toTimespec(std::chrono::nanoseconds time)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
    return { seconds.count(), (time - seconds).count() };
}

int toMilliseconds(std::optional<std::chrono::nanoseconds> time)
{
    if (!time)
        return -1;
    return int(
            std::min<qint64>(std::chrono::ceil<std::chrono::milliseconds>(*time).count(), INT_MAX));
}

// To the nanosecond where the kernel can (Linux 5.11).
int waitForEvents(int epoll, epoll_event *events, int count,
                  std::optional<std::chrono::nanoseconds> time)
{
    static std::atomic<bool> hasNanoseconds = true;
    if (time && time->count() > 0 && hasNanoseconds.load(std::memory_order_relaxed)) {
        const timespec limit = toTimespec(*time);
        const int result = epoll_pwait2(epoll, events, count, &limit, nullptr);
        if (result >= 0 || (errno != ENOSYS && errno != EPERM))
            return result;
        hasNanoseconds = false;
    }
    return epoll_wait(epoll, events, count, toMilliseconds(time));
}

} // namespace

LoopDescriptors::LoopDescriptors()
{
    create();
}

LoopDescriptors::~LoopDescriptors()
{
    ::close(m_epoll);
    ::close(m_wakeUp);
}

// A thread without them cannot run an event loop: Qt's own dispatchers end the program, too.
void LoopDescriptors::create()
{
    m_epoll = epoll_create1(EPOLL_CLOEXEC);
    m_wakeUp = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.fd = m_wakeUp;
    if (m_epoll < 0 || m_wakeUp < 0 || epoll_ctl(m_epoll, EPOLL_CTL_ADD, m_wakeUp, &event) != 0)
        qFatal("RdmaEventDispatcher: cannot make an epoll set: %s", strerror(errno));
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
    ::close(m_epoll);
    ::close(m_wakeUp);
    create();
    m_isWoken = false;
    for (auto &[fd, watched] : m_watched) {
        watched.events = 0;
        update(fd, &watched);
    }
}

void LoopDescriptors::add(QSocketNotifier *notifier)
{
    leaveParentsSet();
    const int fd = int(notifier->socket());
    Watched &watched = m_watched[fd];
    QSocketNotifier *&place = watched.notifiers[size_t(notifier->type())];
    if (place && place != notifier)
        qWarning("QSocketNotifier: Multiple socket notifiers for same socket %d and type %s", fd,
                 NameOfType[size_t(notifier->type())]);
    place = notifier;
    update(fd, &watched);
}

void LoopDescriptors::remove(QSocketNotifier *notifier)
{
    leaveParentsSet();
    std::erase(m_ready, notifier);
    const auto found = m_watched.find(int(notifier->socket()));
    if (found == m_watched.end())
        return;
    Watched &watched = found->second;
    QSocketNotifier *&place = watched.notifiers[size_t(notifier->type())];
    if (place != notifier)
        return;
    place = nullptr;
    update(found->first, &watched);
    if (watched.events == 0)
        m_watched.erase(found);
}

// Tells epoll what is wanted of the descriptor now.
void LoopDescriptors::update(int fd, Watched *watched)
{
    epoll_event event = {};
    event.data.fd = fd;
    for (size_t type = 0; type < EventsOfType.size(); ++type)
        event.events |= watched->notifiers[type] ? EventsOfType[type] : 0;
    const quint32 before = std::exchange(watched->events, quint32(event.events));
    if (watched->isAlwaysReady) {
        m_alwaysReady -= event.events == 0;
        return;
    }
    const int operation = event.events == 0 ? EPOLL_CTL_DEL
            : before == 0                   ? EPOLL_CTL_ADD
                                            : EPOLL_CTL_MOD;
    if (epoll_ctl(m_epoll, operation, fd, &event) == 0 || operation == EPOLL_CTL_DEL)
        return;
    if (operation == EPOLL_CTL_MOD && errno == ENOENT // it was closed, and is another file now
        && epoll_ctl(m_epoll, EPOLL_CTL_ADD, fd, &event) == 0)
        return;
    if (errno == EPERM) {
        watched->isAlwaysReady = true;
        ++m_alwaysReady;
        return;
    }
    qCWarning(lcRdmaCompletion) << callError("epoll_ctl", errno) << "of descriptor" << fd;
}

void LoopDescriptors::wakeUp()
{
    if (m_isWoken.exchange(true))
        return;
    const quint64 one = 1;
    while (::write(m_wakeUp, &one, sizeof(one)) < 0 && errno == EINTR) { }
}

bool LoopDescriptors::takeWakeUp()
{
    if (!m_isWoken)
        return false;
    quint64 count = 0;
    while (::read(m_wakeUp, &count, sizeof(count)) < 0 && errno == EINTR) { }
    m_isWoken = false; // what another thread posts from now on is served after this
    return true;
}

// A descriptor that was closed while a copy of it is open stays in the set, and cannot be taken out
// of it.
void LoopDescriptors::found(int fd, quint32 events)
{
    const auto found = m_watched.find(fd);
    if (found == m_watched.end())
        return rebuild();
    for (size_t type = 0; type < EventsOfType.size(); ++type) {
        QSocketNotifier *notifier = found->second.notifiers[type];
        if (notifier && (events & (EventsOfType[type] | Ended)) != 0)
            m_ready.push_back(notifier);
    }
}

bool LoopDescriptors::wait(Wanted wanted, std::optional<std::chrono::nanoseconds> time)
{
    leaveParentsSet();
    if (wanted == Wanted::WakeUpOnly) {
        pollfd polled = { m_wakeUp, POLLIN, 0 };
        return ::poll(&polled, 1, toMilliseconds(time)) > 0;
    }
    if (m_alwaysReady > 0)
        time = std::chrono::nanoseconds(0);
    std::array<epoll_event, 64> events;
    const int count = waitForEvents(m_epoll, events.data(), int(events.size()), time);
    bool isWoken = false;
    for (int i = 0; i < count; ++i) {
        if (events[size_t(i)].data.fd == m_wakeUp)
            isWoken = true;
        else
            found(events[size_t(i)].data.fd, events[size_t(i)].events);
    }
    for (const auto &[fd, watched] : m_watched) {
        if (m_alwaysReady == 0)
            break;
        if (watched.isAlwaysReady)
            found(fd, watched.events);
    }
    return isWoken;
}

bool LoopDescriptors::notify()
{
    const bool hasAny = !m_ready.empty();
    while (!m_ready.empty()) {
        QSocketNotifier *notifier = m_ready.front();
        m_ready.pop_front();
        QEvent event(QEvent::SockAct);
        QCoreApplication::sendEvent(notifier, &event);
    }
    return hasAny;
}

} // namespace QtRdmaPrivate
