// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaeventdispatcher.h>

#include "rdmaeventdispatcher_p.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qsocketnotifier.h>

#include <algorithm>

using namespace QtRdmaPrivate;

/*!
    \class RdmaEventDispatcher
    \inmodule QtRdma
    \ingroup rdma-completions
    \since 0.2
    \brief The RdmaEventDispatcher class is an event dispatcher for threads that use RDMA.

    Each thread with an event loop has an event dispatcher, which waits for timers, descriptors and
    posted events. That of Qt serves programs of all kinds. This one waits by \c{epoll_wait()},
    whose cost does not grow with the number of descriptors, and takes a short way to the
    connections of the thread.

    A thread gets it before it starts:

    \code
    QThread thread;
    thread.setEventDispatcher(new RdmaEventDispatcher);
    thread.start();
    \endcode

    The main thread of a program without windows gets it before the application object is made:

    \code
    QCoreApplication::setEventDispatcher(new RdmaEventDispatcher);
    QCoreApplication app(argc, argv);
    \endcode

    The main thread of a program with windows needs the event dispatcher of its platform.

    Timers, socket notifiers and posted events behave as with Qt's own event dispatcher. Coarse
    timers fire within 5 percent of their interval, and very coarse ones at full seconds.

    \section1 Thread rules

    The object belongs to the thread that it serves. wakeUp() and interrupt() may be called from
    any thread.
*/

/*!
    Constructs an event dispatcher with the given \a parent. QThread and QCoreApplication take the
    ownership of the dispatcher that they are given, so \a parent is not used by most programs.

    The program ends with a message if the process has no descriptors left, as it does with Qt's own
    event dispatcher.
*/
RdmaEventDispatcher::RdmaEventDispatcher(QObject *parent)
    : RdmaEventDispatcherBase(parent)
    , d(std::make_unique<RdmaEventDispatcherPrivate>())
{
}

/*!
    Destroys the event dispatcher.
*/
RdmaEventDispatcher::~RdmaEventDispatcher() = default;

std::optional<std::chrono::nanoseconds> RdmaEventDispatcherPrivate::timeToFirstTimer() const
{
    const auto first = timers.first();
    if (!first)
        return {};
    const auto left = *first - LoopTimers::Clock::now();
    return std::max<std::chrono::nanoseconds>(left, std::chrono::nanoseconds(0));
}

/*!
    \reimp

    Serves posted events, then waits if \a flags has QEventLoop::WaitForMoreEvents, and serves
    socket notifiers and timers. Returns whether there was anything to serve.
*/
bool RdmaEventDispatcher::processEvents(QEventLoop::ProcessEventsFlags flags)
{
    d->isInterrupted = false;
    Q_EMIT awake();
    // A round that had posted events does not sleep: the program may have waited for one of them.
    bool isServed = d->descriptors.takeWakeUp();
    QCoreApplication::sendPostedEvents();
    if (d->isInterrupted)
        return false;

    const bool hasTimers = !flags.testFlag(QEventLoop::X11ExcludeTimers);
    const auto wanted = flags.testFlag(QEventLoop::ExcludeSocketNotifiers)
            ? LoopDescriptors::Wanted::WakeUpOnly
            : LoopDescriptors::Wanted::All;
    std::optional<std::chrono::nanoseconds> limit = std::chrono::nanoseconds(0);
    if (flags.testFlag(QEventLoop::WaitForMoreEvents) && !isServed && !d->descriptors.isWoken()) {
        Q_EMIT aboutToBlock();
        if (d->isInterrupted)
            return false;
        limit.reset();
        if (hasTimers)
            limit = d->timeToFirstTimer();
    }
    isServed = d->descriptors.wait(wanted, limit) || isServed;
    if (wanted == LoopDescriptors::Wanted::All)
        isServed = d->descriptors.notify() || isServed;
    if (hasTimers)
        isServed = d->timers.fire() || isServed;
    return isServed;
}

/*!
    \reimp
*/
void RdmaEventDispatcher::registerSocketNotifier(QSocketNotifier *notifier)
{
    d->descriptors.add(notifier);
}

/*!
    \reimp
*/
void RdmaEventDispatcher::unregisterSocketNotifier(QSocketNotifier *notifier)
{
    d->descriptors.remove(notifier);
}

#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
void RdmaEventDispatcher::registerTimer(Qt::TimerId id, Duration interval, Qt::TimerType type,
                                        QObject *object)
{
    d->timers.add(qToUnderlying(id), interval, type, object);
}

bool RdmaEventDispatcher::unregisterTimer(Qt::TimerId id)
{
    return d->timers.remove(qToUnderlying(id));
}

QList<RdmaEventDispatcher::TimerInfoV2> RdmaEventDispatcher::timersForObject(QObject *object) const
{
    QList<TimerInfoV2> result;
    for (const LoopTimers::Info &info : d->timers.of(object))
        result.append({ info.interval, Qt::TimerId(info.id), info.type });
    return result;
}

RdmaEventDispatcher::Duration RdmaEventDispatcher::remainingTime(Qt::TimerId id) const
{
    return d->timers.remaining(qToUnderlying(id)).value_or(Duration::min());
}
#else
/*!
    \reimp
*/
void RdmaEventDispatcher::registerTimer(int id, qint64 interval, Qt::TimerType type,
                                        QObject *object)
{
    d->timers.add(id, LoopTimers::fromMilliseconds(interval), type, object);
}

/*!
    \reimp
*/
bool RdmaEventDispatcher::unregisterTimer(int id)
{
    return d->timers.remove(id);
}

/*!
    \reimp
*/
QList<RdmaEventDispatcher::TimerInfo> RdmaEventDispatcher::registeredTimers(QObject *object) const
{
    QList<TimerInfo> result;
    for (const LoopTimers::Info &info : d->timers.of(object))
        result.append({ info.id, int(LoopTimers::toMilliseconds(info.interval)), info.type });
    return result;
}

/*!
    \reimp
*/
int RdmaEventDispatcher::remainingTime(int id)
{
    const auto remaining = d->timers.remaining(id);
    return remaining ? int(LoopTimers::toMilliseconds(*remaining)) : -1;
}
#endif

/*!
    \reimp
*/
bool RdmaEventDispatcher::unregisterTimers(QObject *object)
{
    return d->timers.remove(object);
}

/*!
    \reimp
*/
void RdmaEventDispatcher::wakeUp()
{
    d->descriptors.wakeUp();
}

/*!
    \reimp
*/
void RdmaEventDispatcher::interrupt()
{
    d->isInterrupted = true;
    d->descriptors.wakeUp();
}
