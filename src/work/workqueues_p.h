// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKQUEUES_P_H
#define WORKQUEUES_P_H

#include "newersends_p.h"
#include "sharedreceives_p.h"

#include "../engine/engine_p.h"
#include "../engine/reaper_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>

#include <cerrno>
#include <functional>

namespace QtRdmaPrivate {

// Makes the queue pair; returns null and sets errno on failure.
using CreateQueuePair = std::function<ibv_qp *(ibv_pd *domain, ibv_qp_init_attr *attributes)>;

struct WorkQueueSettings
{
    int sendDepth = 0;
    int spareSends = 0; // wanted in addition; the device gives WorkLimits::spareSends
    int ownSends = 0; // wanted in addition to both, for the connection itself
    int receiveDepth = 0;
    int sendSges = 1;
    int receiveSges = 1;
    int inlineSize = 0; // wanted; the device gives WorkQueues::inlineSize()
    bool newerSends = false; // wanted; the device gives WorkLimits::atomicWrites and flushes
    ProtectionDomainPtr domain; // null: the one that this thread shares on the device
    bool ownDomain = false; // or a domain that nobody shares
    std::shared_ptr<SharedReceives> sharedReceives; // null: the queue pair has receives of its own
    CreateQueuePair createQueuePair; // the program's own function; empty: the usual call
};

// A queue pair of the verbs and what belongs to it: room in a completion queue, a protection domain
// with its pool of slots, and the route of its events. It does not matter here whether rdma_cm or
// the program connects it.
class WorkQueues
{
public:
    explicit WorkQueues(std::shared_ptr<Engine> engine) : m_engine(std::move(engine)) { }

    // 'call' names the function that 'create' calls, for errors. If settings.createQueuePair is set
    // it is called instead of 'create'.
    RdmaError make(std::shared_ptr<DeviceQueues> device, Rdma::QueuePairType type,
                   const WorkQueueSettings &settings, quint32 token, SharedReceiver *receiver,
                   const char *call, const CreateExtended &create);
    // Gives everything to the reaper but the queue pair, which belongs to its maker.
    void giveTo(Remains *remains);

    ibv_qp *queuePair() const { return m_queuePair; }
    int inlineSize() const { return m_inlineSize; }
    int ownSends() const { return m_settings.ownSends; } // for which there is room
    const Provider &provider() const { return m_device->provider(); } // after make()
    const std::shared_ptr<RegisteredPool> &pool() const { return m_pool; }
    const std::shared_ptr<DeviceClock> &clock() const { return m_device->clock(); }
    const ProtectionDomainPtr &domain() const { return m_domain; }

    RdmaError queryLimits(int port, WorkLimits *limits) const;
    // Must be called before each call that posts to the send queue; postSend() does it itself.
    void willSend()
    {
        if (m_device->moderation().isOn())
            endRest();
    }
    // These return 0 or a positive errno. The ids must come from workRequestId().
    Q_ALWAYS_INLINE int postSend(ibv_send_wr *chain, ibv_send_wr **bad)
    {
        if (isForkedChild())
            return EBADF; // the queue is the parent's
        if (provider().sendsLargeInPlace())
            signalLarge(chain);
        willSend();
        errno = 0;
        return verbsResult(ibv_post_send(m_queuePair, chain, bad));
    }
    // Takes requests of every kind, NewerSends among them.
    int postMixed(ibv_send_wr *chain, ibv_send_wr **bad);
    Q_ALWAYS_INLINE int postReceive(ibv_recv_wr *chain, ibv_recv_wr **bad)
    {
        if (isForkedChild())
            return EBADF;
        errno = 0;
        return verbsResult(ibv_post_recv(m_queuePair, chain, bad));
    }
    quint64 workRequestId(quint32 tag) const { return Engine::workRequestId(m_token, tag); }

    // Handles everything that has completed.
    void drain();
    // Whether the subject of an event, a queue or a device, is used by this queue pair.
    bool uses(const void *subject) const;
    // Completions and events that carry the old token are dropped from now on.
    void renewToken(quint32 token);

private:
    static void signalLarge(ibv_send_wr *chain);
    void endRest();
    void fitSends();
    RdmaError chooseDomain(ibv_context *context);
    RdmaError createWithInline(ibv_qp_init_attr *attributes, const char *call,
                               const CreateQueuePair &create);

    std::shared_ptr<Engine> m_engine;
    WorkQueueSettings m_settings;
    quint32 m_token = 0;
    ibv_qp *m_queuePair = nullptr;
    std::shared_ptr<DeviceQueues> m_device;
    std::shared_ptr<RegisteredPool> m_pool;
    ProtectionDomainPtr m_domain;
    std::shared_ptr<CompletionQueue> m_completionQueue;
    std::shared_ptr<AsyncRoute> m_asyncRoute;
    int m_reservedEntries = 0;
    int m_inlineSize = 0;
    NewerSends m_newerSends;
};

} // namespace QtRdmaPrivate

#endif // WORKQUEUES_P_H
