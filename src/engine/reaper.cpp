// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "reaper_p.h"

#include "workerthreads_p.h"

#include "../verbs/forkedchild_p.h"
#include "../base/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <mutex>

namespace QtRdmaPrivate {

namespace {

// An id that blocks must not hold up the others. Up to this number may block at once.
constexpr int MostThreads = 8;

// Never destroyed, because a static object of the program may give something to the reaper in its
// destructor.
WorkerThreads &reaperThreads()
{
    static auto *instance =
            new std::shared_ptr<WorkerThreads>(std::make_shared<WorkerThreads>(MostThreads));
    return **instance;
}

void destroy(std::unique_ptr<Remains> remains)
{
    ibv_qp *const queuePair = remains->queuePair ? remains->queuePair
            : remains->id                        ? remains->id->qp
                                                 : nullptr;
    if (queuePair)
        stopQueuePair(queuePair); // a queue pair may be destroyed in any state
    if (remains->queuePair) {
        if (const int failure = verbsResult(ibv_destroy_qp(remains->queuePair)))
            qCWarning(lcRdmaQueuePair) << callError("ibv_destroy_qp", failure);
    }
    remains->id.reset(); // after this the device does not touch the memory any more
    if (remains->completionQueue)
        remains->completionQueue->release(remains->reservedEntries);
}

// A channel that nobody reads: the kernel drops the events that are left when an id is destroyed.
// Null if there can be none. If it is the one that was refused another one is made.
CmChannelPtr quietChannel(const CmChannelPtr &refused, RdmaError *error)
{
    static std::mutex mutex;
    static auto *channel = new CmChannelPtr;
    const std::lock_guard lock(mutex);
    if (!*channel || *channel == refused)
        *channel = makeCmChannel(error);
    return *channel;
}

// A channel refuses ids after the process has changed its credentials.
RdmaError migrateToQuietChannel(CmId *id)
{
    RdmaError error;
    CmChannelPtr channel = quietChannel({}, &error);
    if (channel)
        error = id->migrate(channel);
    if (!channel || error.code() != EACCES)
        return error;
    channel = quietChannel(channel, &error);
    return channel ? id->migrate(channel) : error;
}

} // namespace

void stopQueuePair(ibv_qp *queuePair)
{
    ibv_qp_attr attributes = {};
    attributes.qp_state = IBV_QPS_ERR;
    if (const int failure = verbsResult(ibv_modify_qp(queuePair, &attributes, IBV_QP_STATE)))
        qCDebug(lcRdmaQueuePair) << callError("ibv_modify_qp", failure);
}

void giveToReaper(std::unique_ptr<Remains> remains)
{
    if (isForkedChild())
        return keepForEver(std::shared_ptr<Remains>(std::move(remains)));
    // The id leaves the engine's channel, so that no event of it reaches the engine. If that fails,
    // for example on a device that was removed, the id keeps the channel alive, and the engine
    // drops its events because of their retired token.
    const RdmaError error = remains->id ? migrateToQuietChannel(&remains->id) : RdmaError();
    if (error.isError())
        qCDebug(lcRdmaCm) << error;
    const auto work = [owned = remains.release()] { destroy(std::unique_ptr<Remains>(owned)); };
    if (const int failure = reaperThreads().run(work)) {
        qCWarning(lcRdmaQueuePair) << callError("pthread_create", failure);
        reaperThreads().runLater(work);
    }
}

bool waitForReaper(int msecs)
{
    return reaperThreads().wait(msecs);
}

} // namespace QtRdmaPrivate
