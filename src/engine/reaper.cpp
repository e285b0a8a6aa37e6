// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "reaper_p.h"

#include "detachedthread_p.h"

#include "../verbs/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace QtRdmaPrivate {

namespace {

// One id that blocks must not hold up the others; that many may block at once.
constexpr int MostThreads = 8;
constexpr auto IdleTime = std::chrono::seconds(2);

class Reaper
{
public:
    void give(std::unique_ptr<Remains> remains);
    bool wait(int msecs);

private:
    void startThread();
    void run();
    const CmChannelPtr &channel();

    std::mutex m_mutex;
    std::condition_variable m_work;
    std::condition_variable m_done;
    std::deque<std::unique_ptr<Remains>> m_queue;
    CmChannelPtr m_channel; // nobody reads it: the kernel drops what is left on an id's destruction
    int m_threads = 0;
    int m_idle = 0;
    int m_busy = 0;
};

// Never destroyed: its threads may outlive the static objects of the program.
Reaper &reaper()
{
    static auto *instance = new Reaper;
    return *instance;
}

void destroy(std::unique_ptr<Remains> remains)
{
    ibv_qp *const queuePair = remains->queuePair ? remains->queuePair
            : remains->id                        ? remains->id->qp
                                                 : nullptr;
    if (queuePair) {
        ibv_qp_attr attributes = {};
        attributes.qp_state = IBV_QPS_ERR;
        // Already in ERR after a disconnect; destroying is right in any state.
        if (const int failure = verbsResult(ibv_modify_qp(queuePair, &attributes, IBV_QP_STATE)))
            qCDebug(lcRdmaQueuePair) << callError("ibv_modify_qp", failure);
    }
    if (remains->queuePair) {
        if (const int failure = verbsResult(ibv_destroy_qp(remains->queuePair)))
            qCWarning(lcRdmaQueuePair) << callError("ibv_destroy_qp", failure);
    }
    remains->id.reset(); // after this the device touches none of the memory
    if (remains->completionQueue)
        remains->completionQueue->release(remains->reservedEntries);
}

const CmChannelPtr &Reaper::channel()
{
    if (!m_channel) {
        RdmaError error;
        m_channel = makeCmChannel(&error);
    }
    return m_channel;
}

void Reaper::give(std::unique_ptr<Remains> remains)
{
    std::unique_lock lock(m_mutex);
    // Off the engine's channel, so that no event of a dying id reaches it. When that fails the id keeps the
    // engine's channel alive and the engine drops its events by their retired token. So it is with a device that was removed.
    if (remains->id && channel()) {
        if (const RdmaError error = remains->id.migrate(channel()); error.isError())
            qCDebug(lcRdmaCm) << error;
    }
    m_queue.push_back(std::move(remains));
    if (m_idle < int(m_queue.size()) && m_threads < MostThreads)
        startThread();
    m_work.notify_one();
}

// When none can be had, one that runs takes the remains, or the one that the next remains start.
void Reaper::startThread()
{
    if (const int failure = startDetached([this] { run(); }))
        qCWarning(lcRdmaQueuePair) << callError("pthread_create", failure);
    else
        ++m_threads;
}

void Reaper::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        if (m_queue.empty()) {
            ++m_idle;
            const bool woken = m_work.wait_for(lock, IdleTime, [this] { return !m_queue.empty(); });
            --m_idle;
            if (!woken)
                break;
        }
        auto remains = std::move(m_queue.front());
        m_queue.pop_front();
        ++m_busy;
        lock.unlock();
        destroy(std::move(remains));
        lock.lock();
        --m_busy;
        m_done.notify_all();
    }
    --m_threads;
}

bool Reaper::wait(int msecs)
{
    std::unique_lock lock(m_mutex);
    return m_done.wait_for(lock, std::chrono::milliseconds(msecs),
                           [this] { return m_queue.empty() && m_busy == 0; });
}

} // namespace

void giveToReaper(std::unique_ptr<Remains> remains)
{
    reaper().give(std::move(remains));
}

bool waitForReaper(int msecs)
{
    return reaper().wait(msecs);
}

} // namespace QtRdmaPrivate
