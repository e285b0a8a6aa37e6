// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sharedreceives_p.h"

#include "asyncevents_p.h"
#include "counts_p.h"
#include "device_p.h"
#include "memory_p.h"
#include "queuepair_p.h"
#include "requests_p.h"

namespace NullNic {

namespace {

bool isPossible(const ibv_srq_attr &wanted)
{
    return wanted.max_wr > 0 && wanted.max_wr <= uint32_t(DeviceLimits.max_srq_wr);
}

} // namespace

void wasTaken(SharedReceives &shared)
{
    if (shared.limit == 0 || shared.receives.count() >= shared.limit)
        return;
    shared.limit = 0;
    raise(IBV_EVENT_SRQ_LIMIT_REACHED, &shared);
}

int postSharedReceives(ibv_srq *handle, ibv_recv_wr *requests, ibv_recv_wr **bad)
{
    const Lock lock;
    SharedReceives &shared = sharedReceivesOf(handle);
    int error = 0;
    for (ibv_recv_wr *request = requests; request && !error; request = request->next) {
        error = shared.receives.post(*request);
        if (error)
            *bad = request;
    }
    forEachQueuePair([&shared](QueuePair &queuePair) {
        if (queuePair.shared == &shared)
            receiverChanged(queuePair);
    });
    return error;
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

ibv_srq *ibv_create_srq(ibv_pd *domain, ibv_srq_init_attr *wanted)
{
    if (!isPossible(wanted->attr) || wanted->attr.max_sge > uint32_t(DeviceLimits.max_srq_sge)
        || wanted->attr.srq_limit > wanted->attr.max_wr)
        return refuse<ibv_srq>(EINVAL);
    auto *shared = new SharedReceives{};
    shared->context = domain->context;
    shared->srq_context = wanted->srq_context;
    shared->pd = domain;
    shared->receives.resize(wanted->attr.max_wr, std::max(1u, wanted->attr.max_sge));
    wanted->attr.max_sge = shared->receives.maxElements();
    pthread_mutex_init(&shared->mutex, nullptr);
    pthread_cond_init(&shared->cond, nullptr);
    const Lock lock;
    shared->handle = nextHandle();
    ++counts().sharedReceives;
    ++domainOf(domain).users;
    return shared;
}

int ibv_modify_srq(ibv_srq *handle, ibv_srq_attr *wanted, int mask)
{
    const Lock lock;
    SharedReceives &shared = sharedReceivesOf(handle);
    const bool resizes = (mask & IBV_SRQ_MAX_WR) != 0;
    if (resizes && (!isPossible(*wanted) || wanted->max_wr < shared.receives.count()))
        return EINVAL;
    const uint32_t depth = resizes ? wanted->max_wr : shared.receives.depth();
    if ((mask & IBV_SRQ_LIMIT) != 0 && wanted->srq_limit > depth)
        return EINVAL;
    if (resizes)
        shared.receives.resize(depth, shared.receives.maxElements());
    if ((mask & IBV_SRQ_LIMIT) != 0)
        shared.limit = wanted->srq_limit;
    return 0;
}

int ibv_query_srq(ibv_srq *handle, ibv_srq_attr *attributes)
{
    const Lock lock;
    const SharedReceives &shared = sharedReceivesOf(handle);
    *attributes = { shared.receives.depth(), shared.receives.maxElements(), shared.limit };
    return 0;
}

int ibv_destroy_srq(ibv_srq *handle)
{
    Lock lock;
    SharedReceives &shared = sharedReceivesOf(handle);
    if (shared.users > 0)
        return EBUSY;
    --domainOf(shared.pd).users;
    const uint32_t taken = forgetAsyncEvents(handle->context, handle);
    acknowledged().wait(lock, [&] { return shared.events_completed == taken; });
    --counts().sharedReceives;
    delete &shared;
    return 0;
}

} // extern "C"
