// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The engines of the threads. They are made on first use, and end with the thread or the process.

#include "engine_p.h"

#include "servicethreads_p.h"

#include "../base/logging_p.h"
#include "../verbs/forkedchild_p.h"

#include <QtCore/qthreadstorage.h>

#include <unistd.h>

namespace QtRdmaPrivate {

namespace {

struct EngineHolder
{
    std::shared_ptr<Engine> engine = std::make_shared<Engine>();
    ~EngineHolder()
    {
        if (engine->detachFromThread())
            finishInServiceThread(engine);
    }
};

// A QThreadStorage is used instead of thread_local, because it is emptied while the thread's event
// dispatcher still exists.
Q_GLOBAL_STATIC(QThreadStorage<EngineHolder *>, engines)

pid_t processOfEngines = 0; // a child that was made by clone() has another process id

// A child has one thread, the one that has called fork(). This is the engine of it.
void engineForked()
{
    if (!isForkedChild())
        processOfEngines = ::getpid();
    else if (engines.exists() && engines->hasLocalData())
        engines->localData()->engine->forked();
}

// Destroyed when the process ends, in the thread that ends it. Without a QCoreApplication nothing
// has emptied the main thread's storage before. A forked child has none of the threads, and no
// right to the devices.
struct ProcessEnd
{
    ProcessEnd()
    {
        // The categories for logging are made before this object, so they are destroyed after it.
        for (auto *category : { lcRdmaCm, lcRdmaCompletion, lcRdmaDevice, lcRdmaMemory,
                                lcRdmaQueuePair, lcRdmaStream })
            category();
        processOfEngines = ::getpid();
        callInChildren(engineForked);
    }
    ~ProcessEnd()
    {
        if (isForkedChild())
            engines->setLocalData(nullptr); // nothing is in it any more, see Engine::forked()
        if (::getpid() != processOfEngines)
            return;
        engines->setLocalData(nullptr);
        waitForServiceThreads();
    }
};

} // namespace

std::shared_ptr<Engine> Engine::current()
{
    if (!engines->hasLocalData()) {
        static const ProcessEnd processEnd;
        engines->setLocalData(new EngineHolder);
    }
    const auto &engine = engines->localData()->engine;
    engine->ensureLoop();
    return engine;
}

} // namespace QtRdmaPrivate
