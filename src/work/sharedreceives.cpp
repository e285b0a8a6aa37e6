// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sharedreceives_p.h"

#include "postchain_p.h"

#include "../verbs/forkedchild_p.h"
#include "../base/logging_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <limits>

namespace QtRdmaPrivate {

// A device without shared receive queues refuses the call itself.
static RdmaError fitToDevice(const ibv_device_attr &device, int depth, int maxSge)
{
    if (device.max_srq == 0 || (depth <= device.max_srq_wr && maxSge <= device.max_srq_sge))
        return {};
    return usageError(
            Words::tr("A shared receive queue of %1 receives with %2 slices is more than this "
                      "device permits (%3 with %4)")
                    .arg(depth)
                    .arg(maxSge)
                    .arg(device.max_srq_wr)
                    .arg(device.max_srq_sge));
}

std::shared_ptr<SharedReceives> SharedReceives::make(const ProtectionDomainPtr &domain, int depth,
                                                     int maxSge, RdmaError *error)
{
    std::shared_ptr<SharedReceives> shared(new SharedReceives);
    shared->m_engine = Engine::current();
    shared->m_domain = domain;
    const std::shared_ptr<DeviceQueues> device = shared->m_engine->device(domain->context, error);
    if (!device)
        return {};
    if (*error = fitToDevice(device->provider().limits(), depth, maxSge); error->isError())
        return {};
    shared->m_completionQueue = device->reserve(depth, error);
    if (!shared->m_completionQueue)
        return {};
    shared->m_depth = depth;
    shared->m_token = shared->m_engine->enter(shared.get());
    shared->m_entered = true;
    shared->m_asyncRoute.emplace(shared->m_engine->asyncInbox(), shared->m_token);
    ibv_srq_init_attr attributes = {};
    attributes.attr.max_wr = quint32(depth);
    attributes.attr.max_sge = quint32(maxSge);
    errno = 0;
    shared->m_srq = ibv_create_srq(domain.get(), &attributes);
    if (!shared->m_srq) {
        *error = callError("ibv_create_srq", pointerResult(nullptr));
        shared->abandon();
        return {};
    }
    shared->m_asyncRoute->attach(shared->m_srq);
    shared->m_pool = device->poolOf(domain);
    shared->m_limits.domain = domain.get();
    shared->m_limits.maxReceiveSge = maxSge;
    return shared;
}

// Runs in the reaper's thread or the owner's: after abandon() this object holds nothing of the
// engine.
SharedReceives::~SharedReceives()
{
    if (isForkedChild())
        return;
    if (m_srq) {
        if (const int failure = verbsResult(ibv_destroy_srq(m_srq)))
            qCWarning(lcRdmaQueuePair) << callError("ibv_destroy_srq", failure);
    }
    if (m_completionQueue)
        m_completionQueue->release(m_depth);
}

void SharedReceives::watchDevice()
{
    const RdmaError error = m_engine->withCmChannel([this](const CmChannelPtr &channel) {
        RdmaError failure;
        m_id = CmId::makeBound(channel, m_token, m_domain->context, &failure);
        return failure;
    });
    if (error.isError())
        qCDebug(lcRdmaQueuePair) << "nobody tells when the device goes:" << error;
}

RdmaError SharedReceives::post(const WorkTags &tags, size_t *posted)
{
    *posted = 0;
    if (isForkedChild())
        return forkedError();
    Works works;
    for (const quint32 tag : tags) {
        works.push_back(m_table.find(tag));
        if (works.back()->slot) // it may have one from an earlier attempt
            continue;
        if (RdmaError failure = takeSlot(works.back(), m_pool.get()); failure.isError())
            return failure;
    }
    PostChain chain(works);
    for (qsizetype i = 0; i < works.size(); ++i)
        chain.addReceive(*works[i], Engine::workRequestId(m_token, tags[i]));
    ibv_recv_wr *bad = chain.receives();
    errno = 0;
    const int result = verbsResult(ibv_post_srq_recv(m_srq, chain.receives(), &bad));
    *posted = result ? chain.indexOf(bad) : size_t(works.size());
    return result ? callError("ibv_post_srq_recv", result) : RdmaError();
}

void SharedReceives::attach(quint32 queuePairNumber, SharedReceiver *receiver)
{
    m_engine->drain(m_completionQueue.get());
    m_receivers.insert(queuePairNumber, receiver);
}

void SharedReceives::detach(quint32 queuePairNumber)
{
    m_receivers.remove(queuePairNumber);
    retireWhenUnused();
}

void SharedReceives::abandon()
{
    m_abandoned = true;
    taken = failed = nullptr;
    retireWhenUnused();
}

void SharedReceives::retireWhenUnused()
{
    if (m_abandoned && m_receivers.isEmpty() && std::exchange(m_entered, false)) {
        m_engine->retire(m_token);
        m_engine.reset();
    }
}

void SharedReceives::threadEnded()
{
    // The engine outlives the thread while connections linger. The last receiver that detaches
    // retires this object.
    abandon();
}

void SharedReceives::cmEvent(const CmEvent &event)
{
    if (event.type == RDMA_CM_EVENT_DEVICE_REMOVAL)
        fail(eventError("rdma_get_cm_event", event.type, 0));
}

void SharedReceives::channelFailed(const CmChannelPtr &channel, const RdmaError &)
{
    const RdmaError error = channel && m_id ? m_id.migrate(channel) : RdmaError();
    if (error.isError())
        qCDebug(lcRdmaQueuePair) << "nobody tells when the device goes:" << error;
}

void SharedReceives::completionsFailed(const ibv_context *context, const RdmaError &cause)
{
    if (context == m_domain->context)
        fail(cause);
}

void SharedReceives::asyncEvent(const AsyncEvent &event)
{
    const bool isOurs = !event.subject || event.subject == m_domain->context
            || event.subject == m_completionQueue.get();
    if (isOurs)
        fail(deviceEventError(event.type));
}

// Nothing arrives any more for any of the queue pairs.
void SharedReceives::fail(const RdmaError &error)
{
    if (m_failure.isError())
        return;
    const auto self = shared_from_this(); // the receivers may hold the last other shares
    m_failure = error;
    const QList<quint32> numbers = m_receivers.keys(); // a receiver may detach itself
    for (const quint32 number : numbers) {
        if (SharedReceiver *receiver = m_receivers.value(number))
            receiver->sharedQueueFailed(error);
    }
    if (failed)
        failed();
}

void SharedReceives::workCompleted(quint32 tag, Completion done)
{
    if (!m_table.find(tag)) {
        qCWarning(lcRdmaQueuePair) << "completion of an unknown shared receive" << tag;
        return;
    }
    PostedWork work = m_table.take(tag);
    // A message for a queue pair that has ended is dropped.
    if (SharedReceiver *receiver = m_receivers.value(done.wc.qp_num))
        receiver->sharedReceive(std::move(work), done);
    if (taken)
        taken();
}

} // namespace QtRdmaPrivate
