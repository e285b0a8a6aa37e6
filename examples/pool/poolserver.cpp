// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "poolserver.h"

#include <algorithm>

PoolServer::PoolServer(int threadCount, const PoolWorker::Serve &serve, QObject *parent)
    : RdmaServer(parent)
{
    setAcceptPolicy(AcceptPolicy::Deferred); // accepted where it will be served
    for (int i = 0; i < qMax(1, threadCount); ++i) {
        auto &entry = threads.emplace_back(std::make_unique<Thread>());
        entry->worker = new PoolWorker(entry->queue, serve);
        entry->worker->moveToThread(&entry->thread);
        connect(&entry->thread, &QThread::finished, entry->worker, &QObject::deleteLater);
        entry->thread.start();
    }
}

PoolServer::~PoolServer()
{
    close();
    for (const auto &entry : threads)
        entry->thread.quit();
    for (const auto &entry : threads)
        entry->thread.wait();
}

void PoolServer::incomingConnection(const RdmaConnectionRequest &request)
{
    const auto quietest =
            std::min_element(threads.begin(), threads.end(), [](const auto &a, const auto &b) {
                return a->queue->load < b->queue->load;
            });
    Thread &entry = **quietest;
    entry.queue->put({ request, streamOptions() });
    wake(entry.worker);
}

// By name, because the thread sanitizer cannot follow what a functor carries from thread to thread.
void PoolServer::wake(PoolWorker *worker)
{
    if (!QMetaObject::invokeMethod(worker, "acceptAll", Qt::QueuedConnection))
        qWarning("PoolWorker has no acceptAll()");
}

#include "moc_poolserver.cpp"
