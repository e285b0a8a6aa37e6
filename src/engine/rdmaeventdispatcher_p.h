// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAEVENTDISPATCHER_P_H
#define RDMAEVENTDISPATCHER_P_H

#include <QtRdma/rdmaeventdispatcher.h>

#include "engineloop_p.h"
#include "loopdescriptors_p.h"
#include "looptimers_p.h"

#include <QtCore/qeventloop.h>

#include <atomic>

class RdmaEventDispatcherPrivate
{
public:
    using Sleep = QtRdmaPrivate::LoopDescriptors::Sleep;

    static RdmaEventDispatcherPrivate *of(RdmaEventDispatcher *dispatcher);
    explicit RdmaEventDispatcherPrivate(RdmaEventDispatcher *dispatcher) : q(dispatcher) { }

    void setEngine(QtRdmaPrivate::EngineLoop *engine, QtRdmaPrivate::EngineLoop::Client *client);

    // Both return whether there was anything to serve.
    bool servePosted();
    bool serveReady(QEventLoop::ProcessEventsFlags flags, Sleep sleep);
    // Whether the thread may sleep, after those who hear of it have had their say.
    Sleep sleepFor(QEventLoop::ProcessEventsFlags flags);
    void roundBegins();

    RdmaEventDispatcher *const q;
    QtRdmaPrivate::LoopTimers timers;
    QtRdmaPrivate::LoopDescriptors descriptors;
    std::atomic<bool> isInterrupted{ false };
    std::atomic<bool> isHeard{ false }; // somebody has connected to awake() or aboutToBlock()

    // The calls of processEvents() that run, nested in each other.
    class Round
    {
    public:
        explicit Round(RdmaEventDispatcherPrivate *d) : m_d(d) { ++d->m_depth; }
        ~Round() { m_d->m_isLevelNew = --m_d->m_depth > 0 || m_d->m_isLevelNew; }
        Q_DISABLE_COPY_MOVE(Round)

    private:
        RdmaEventDispatcherPrivate *m_d;
    };

private:
    bool hasWork(QEventLoop::ProcessEventsFlags flags) const;
    bool isOtherLevel();
    void turnEngine();

    QtRdmaPrivate::EngineLoop *m_engine = nullptr;
    int m_depth = 0;
    int m_level = 0; // how many event loops ran when posted events were sent
    bool m_isLevelNew = true; // a nested round has ended since then
};

#endif // RDMAEVENTDISPATCHER_P_H
