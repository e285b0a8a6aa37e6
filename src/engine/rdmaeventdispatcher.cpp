// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaeventdispatcher.h>

#include "rdmaeventdispatcher_p.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qsocketnotifier.h>
#include <QtCore/qthread.h>

#include <utility>

using namespace QtRdmaPrivate;

/*!
    \class RdmaEventDispatcher
    \inmodule QtRdma
    \ingroup rdma-completions
    \since 0.1
    \brief The RdmaEventDispatcher class is an event dispatcher for threads that use RDMA.

    Each thread with an event loop has an event dispatcher, which waits for timers, descriptors and
    posted events. That of Qt serves programs of all kinds. This one serves threads whose work
    comes from RDMA: it calls the connections of the thread where another dispatcher sends them
    events and emits signals, and it waits by \c{epoll_wait()}, whose cost does not grow with the
    number of descriptors. A program that does not ask for it has the dispatcher of Qt, with which
    all classes of this module work as well.

    A thread gets it before it starts:

    \snippet engine.cpp thread

    The main thread of a program without windows gets it before the application object is made:

    \snippet engine.cpp main

    \section1 What it is not for

    The main thread of a program with windows needs the event dispatcher of its platform, which
    waits for the window system as well. Other threads of that program can have this one.

    It does not run sources of GLib. A thread that uses libraries which need these keeps Qt's
    dispatcher.

    \section1 What is the same as with Qt's

    Timers, socket notifiers, posted events, nested event loops and the order of all these behave
    as with Qt's own dispatcher for Unix. One round of the event loop serves posted events, then
    connections, then socket notifiers, then timers. Coarse timers fire within 5 percent of their
    interval, and very coarse ones at full seconds.

    From Qt 6.8 on the class has QAbstractEventDispatcherV2 as its base, before that
    QAbstractEventDispatcher.

    \section1 Thread rules

    The object belongs to the thread that it serves, and QThread or QCoreApplication deletes it.
    All functions are for that thread, except wakeUp() and interrupt(), which any thread may call.
    A child of \c{fork()} that goes on to run the event loop leaves that of its parent alone.
*/

/*!
    Constructs an event dispatcher with the given \a parent. QThread and QCoreApplication take the
    ownership of the dispatcher that they are given, so \a parent is not used by most programs.

    The program ends with a message if the process has no descriptors left, as it does with Qt's own
    event dispatcher.
*/
RdmaEventDispatcher::RdmaEventDispatcher(QObject *parent)
    : RdmaEventDispatcherBase(parent)
    , d(std::make_unique<RdmaEventDispatcherPrivate>(this))
{
}

/*!
    Destroys the event dispatcher.
*/
RdmaEventDispatcher::~RdmaEventDispatcher() = default;

RdmaEventDispatcherPrivate *RdmaEventDispatcherPrivate::of(RdmaEventDispatcher *dispatcher)
{
    return dispatcher->d.get();
}

void RdmaEventDispatcherPrivate::setEngine(EngineLoop *engine, EngineLoop::Client *client)
{
    m_engine = engine;
    descriptors.setEngine(client);
}

void RdmaEventDispatcherPrivate::roundBegins()
{
    isInterrupted.store(false, std::memory_order_relaxed);
    if (isHeard.load(std::memory_order_relaxed))
        Q_EMIT q->awake();
    if (m_engine)
        m_engine->loopTurns();
}

// Deferred deletions that were posted in an event loop are sent when that runs again. They do not
// wake up the thread.
bool RdmaEventDispatcherPrivate::isOtherLevel()
{
    const int level = q->thread()->loopLevel();
    const bool isNew = std::exchange(m_isLevelNew, false) || level == 0;
    return std::exchange(m_level, level) != level || isNew;
}

bool RdmaEventDispatcherPrivate::servePosted()
{
    const bool isOther = isOtherLevel();
    const bool isWoken = descriptors.takeWakeUp();
    if (isWoken || isOther)
        QCoreApplication::sendPostedEvents();
    if (!m_engine || !m_engine->hasWork())
        return isWoken;
    turnEngine();
    return true;
}

// An event notes how deep it is nested, by which Qt decides when objects are deleted that a slot
// has marked by deleteLater(). Below no other event a call does as well, and costs less.
void RdmaEventDispatcherPrivate::turnEngine()
{
    if (m_depth > 1)
        m_engine->turnInEvent();
    else if (m_engine->hasWork())
        m_engine->workNow();
    else
        m_engine->turn();
}

bool RdmaEventDispatcherPrivate::hasWork(QEventLoop::ProcessEventsFlags flags) const
{
    return descriptors.isWoken() || (m_engine && m_engine->hasWork())
            || (!flags.testFlag(QEventLoop::X11ExcludeTimers) && timers.isKnownDue());
}

RdmaEventDispatcherPrivate::Sleep
RdmaEventDispatcherPrivate::sleepFor(QEventLoop::ProcessEventsFlags flags)
{
    if (m_engine)
        m_engine->loopTurns();
    if (hasWork(flags))
        return Sleep::No;
    if (!isHeard.load(std::memory_order_relaxed))
        return Sleep::UntilReady;
    Q_EMIT q->aboutToBlock();
    return hasWork(flags) ? Sleep::No : Sleep::UntilReady;
}

bool RdmaEventDispatcherPrivate::serveReady(QEventLoop::ProcessEventsFlags flags, Sleep sleep)
{
    const bool hasTimers = !flags.testFlag(QEventLoop::X11ExcludeTimers);
    // The kernel need not tell of a timer that is known to be due.
    const auto time = hasTimers && !timers.isKnownDue() ? timers.first() : LoopTimers::Never;
    const auto ready = flags.testFlag(QEventLoop::ExcludeSocketNotifiers)
            ? descriptors.waitWithoutNotifiers(sleep, time)
            : descriptors.wait(sleep, time);
    bool isServed = ready.hasEngine;
    if (ready.hasEngine && !m_engine->hasWork()) // one turn in a round: timers wait for it
        turnEngine();
    isServed = descriptors.notify() || isServed;
    if (hasTimers && (ready.hasTime || timers.isKnownDue()))
        isServed = timers.fire() || isServed;
    return isServed || descriptors.isWoken();
}

/*!
    \reimp

    Serves posted events, then waits if \a flags has QEventLoop::WaitForMoreEvents, and serves
    connections, socket notifiers and timers. Returns whether there was anything to serve.
*/
bool RdmaEventDispatcher::processEvents(QEventLoop::ProcessEventsFlags flags)
{
    const RdmaEventDispatcherPrivate::Round round(d.get());
    d->roundBegins();
    // A round that had posted events does not sleep: the program may have waited for one of them.
    const bool isServed = d->servePosted();
    if (d->isInterrupted)
        return false;
    auto sleep = RdmaEventDispatcherPrivate::Sleep::No;
    if (flags.testFlag(QEventLoop::WaitForMoreEvents) && !isServed) {
        sleep = d->sleepFor(flags);
        if (d->isInterrupted)
            return false;
    }
    return d->serveReady(flags, sleep) || isServed;
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
void RdmaEventDispatcher::registerTimer(int id, qint64 interval, Qt::TimerType type,
                                        QObject *object)
{
    d->timers.add(id, LoopTimers::fromMilliseconds(interval), type, object);
}

bool RdmaEventDispatcher::unregisterTimer(int id)
{
    return d->timers.remove(id);
}

QList<RdmaEventDispatcher::TimerInfo> RdmaEventDispatcher::registeredTimers(QObject *object) const
{
    QList<TimerInfo> result;
    for (const LoopTimers::Info &info : d->timers.of(object))
        result.append({ info.id, int(LoopTimers::toMilliseconds(info.interval)), info.type });
    return result;
}

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
void RdmaEventDispatcher::connectNotify(const QMetaMethod &signal)
{
    if (signal == QMetaMethod::fromSignal(&QAbstractEventDispatcher::awake)
        || signal == QMetaMethod::fromSignal(&QAbstractEventDispatcher::aboutToBlock))
        d->isHeard = true;
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
