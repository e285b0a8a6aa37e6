// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "workqueues_p.h"

#include "../verbs/verbscall_p.h"

#include <utility>

namespace QtRdmaPrivate {

RdmaError WorkQueues::make(std::shared_ptr<DeviceQueues> device, Rdma::QueuePairType type,
                           const WorkQueueSettings &settings, quint32 token,
                           SharedReceiver *receiver, const char *call, const CreateExtended &create)
{
    m_settings = settings;
    m_token = token;
    m_device = std::move(device);
    RdmaError error = chooseDomain(m_device->context());
    if (error.isError())
        return error;
    fitSends();
    SharedReceives *shared = m_settings.sharedReceives.get();
    const int sends = m_settings.sendDepth + m_settings.spareSends + m_settings.ownSends;
    const int entries = sends + (shared ? 0 : m_settings.receiveDepth);
    m_completionQueue = m_device->reserve(entries, &error);
    if (!m_completionQueue)
        return error;
    m_reservedEntries = entries;
    m_asyncRoute = std::make_shared<AsyncRoute>(m_engine->asyncInbox(), m_token);
    ibv_qp_init_attr attributes = {};
    attributes.qp_type = ibv_qp_type(type);
    attributes.send_cq = attributes.recv_cq = m_completionQueue->handle();
    attributes.cap.max_send_wr = quint32(sends);
    attributes.cap.max_recv_wr = quint32(m_settings.receiveDepth);
    attributes.cap.max_send_sge = quint32(m_settings.sendSges);
    attributes.cap.max_recv_sge = quint32(m_settings.receiveSges);
    if (shared) {
        attributes.srq = shared->handle();
        attributes.recv_cq = shared->completionQueue()->handle();
        attributes.cap.max_recv_wr = attributes.cap.max_recv_sge = 0;
    }
    const auto usual = [this, &create, type](ibv_pd *domain, ibv_qp_init_attr *wanted) {
        const bool newer = m_settings.newerSends && type == Rdma::QueuePairType::ReliableConnected;
        return m_newerSends.create(domain, wanted, newer ? provider().newerOperations() : 0,
                                   create);
    };
    error = m_settings.createQueuePair
            ? createWithInline(&attributes, "queuePairFactory", m_settings.createQueuePair)
            : createWithInline(&attributes, call, usual);
    if (error.isError())
        return error;
    m_asyncRoute->attach(m_queuePair);
    if (shared)
        shared->attach(m_queuePair->qp_num, receiver);
    return {};
}

// The sends of the program come first, then those of the connection, then the spare ones.
void WorkQueues::fitSends()
{
    const int room = qMax(0, provider().limits().max_qp_wr - m_settings.sendDepth);
    m_settings.ownSends = qMin(m_settings.ownSends, room);
    m_settings.spareSends = qMin(m_settings.spareSends, room - m_settings.ownSends);
}

RdmaError WorkQueues::chooseDomain(ibv_context *context)
{
    RdmaError error;
    m_domain = m_device->protectionDomain();
    if (m_settings.domain && m_settings.domain->context != context)
        return usageError(QStringLiteral("The protection domain belongs to another device"));
    if (m_settings.sharedReceives && m_settings.sharedReceives->domain()->context != context)
        return usageError(QStringLiteral("The shared receive queue belongs to another device"));
    if (m_settings.sharedReceives)
        m_domain = m_settings.sharedReceives->domain(); // devices look for its memory there
    else if (m_settings.domain)
        m_domain = m_settings.domain;
    else if (m_settings.ownDomain)
        m_domain = makeProtectionDomain(context, &error);
    if (m_domain)
        m_pool = m_device->poolOf(m_domain);
    return error;
}

// A device does not tell how much inline data it takes, it only refuses too much: try once.
RdmaError WorkQueues::createWithInline(ibv_qp_init_attr *attributes, const char *call,
                                       const CreateQueuePair &create)
{
    static constexpr int Steps[] = { 256, 128, 96, 80, 64, 32, 0 };
    for (const int step : Steps) {
        const int limit = m_device->inlineLimit();
        const int size = qMin(m_settings.inlineSize, limit < 0 ? step : limit);
        attributes->cap.max_inline_data = quint32(size);
        errno = 0;
        m_queuePair = create(m_domain.get(), attributes);
        if (m_queuePair) {
            if (limit < 0 && m_settings.inlineSize >= step)
                m_device->setInlineLimit(step);
            m_inlineSize = size;
            return {};
        }
        const int failure = pointerResult(nullptr);
        if (failure != EINVAL || limit >= 0 || size == 0)
            return callError(call, failure);
    }
    return callError(call, EINVAL);
}

void WorkQueues::giveTo(Remains *remains)
{
    if (m_settings.sharedReceives && m_queuePair)
        m_settings.sharedReceives->detach(m_queuePair->qp_num);
    m_queuePair = nullptr;
    m_newerSends = {};
    remains->domain = std::move(m_domain);
    remains->pool = m_pool;
    remains->completionQueue = std::move(m_completionQueue);
    remains->reservedEntries = m_reservedEntries;
    remains->memory.push_back(std::move(m_asyncRoute));
    if (m_settings.sharedReceives)
        remains->memory.push_back(std::move(m_settings.sharedReceives));
}

RdmaError WorkQueues::queryLimits(int port, WorkLimits *limits) const
{
    limits->maxSendSge = m_settings.sendSges;
    limits->maxReceiveSge = m_settings.receiveSges;
    limits->inlineSize = m_inlineSize;
    limits->spareSends = m_settings.spareSends;
    limits->atomicWrites = m_newerSends.hasAtomicWrites();
    limits->flushes = m_newerSends.hasFlushes();
    return WorkLimits::query(m_queuePair, port, provider(), limits);
}

// Signals large requests so that the device copies them, see Provider::sendsLargeInPlace().
void WorkQueues::signalLarge(ibv_send_wr *chain)
{
    constexpr quint32 Large = 4096; // the smallest page
    for (ibv_send_wr *request = chain; request; request = request->next) {
        quint64 size = 0;
        for (int i = 0; i < request->num_sge; ++i)
            size += request->sg_list[i].length;
        if (size >= Large)
            request->send_flags |= IBV_SEND_SIGNALED;
    }
}

Q_NEVER_INLINE void WorkQueues::endRest()
{
    m_engine->willSend(m_completionQueue.get());
    if (m_settings.sharedReceives)
        m_engine->willSend(m_settings.sharedReceives->completionQueue().get());
}

// Posts each run of one kind by a call of its own: the queue keeps their order.
int WorkQueues::postMixed(ibv_send_wr *chain, ibv_send_wr **bad)
{
    if (isForkedChild())
        return EBADF;
    while (chain) {
        const bool areNewer = NewerSends::isOne(*chain);
        ibv_send_wr *last = chain;
        while (last->next && NewerSends::isOne(*last->next) == areNewer)
            last = last->next;
        ibv_send_wr *const rest = std::exchange(last->next, nullptr);
        *bad = chain;
        if (areNewer)
            willSend();
        const int failure = areNewer ? m_newerSends.post(chain) : postSend(chain, bad);
        if (failure && !*bad) // the driver names none
            *bad = chain;
        if (failure)
            return failure;
        chain = rest;
    }
    return 0;
}

void WorkQueues::drain()
{
    if (m_completionQueue)
        m_engine->drain(m_completionQueue.get());
    if (m_settings.sharedReceives)
        m_engine->drain(m_settings.sharedReceives->completionQueue().get());
}

bool WorkQueues::uses(const void *subject) const
{
    const SharedReceives *shared = m_settings.sharedReceives.get();
    return subject == m_completionQueue.get() || (m_device && subject == m_device->context())
            || (shared && subject == shared->completionQueue().get());
}

void WorkQueues::renewToken(quint32 token)
{
    m_token = token;
    if (m_asyncRoute)
        m_asyncRoute->renew(token);
}

} // namespace QtRdmaPrivate
