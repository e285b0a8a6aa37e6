// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKQUEUES_P_H
#define WORKQUEUES_P_H

#include "sharedreceives_p.h"

#include "../engine/engine_p.h"
#include "../engine/reaper_p.h"

#include <functional>

struct ibv_qp;
struct ibv_qp_init_attr;
struct ibv_recv_wr;
struct ibv_send_wr;

namespace QtRdmaPrivate {

// Makes the queue pair; null and errno on failure.
using CreateQueuePair = std::function<ibv_qp *(ibv_pd *domain, ibv_qp_init_attr *attributes)>;

struct WorkQueueSettings
{
    int sendDepth = 0;
    int spareSends =
            0; // wanted in addition to these; what the device has is WorkLimits::spareSends
    int ownSends = 0; // wanted in addition to both, for the connection itself
    int receiveDepth = 0;
    int sendSges = 1;
    int receiveSges = 1;
    int inlineSize = 0; // wanted; what the device gives is WorkQueues::inlineSize()
    ProtectionDomainPtr domain; // null: the one this thread shares on the device
    bool ownDomain = false; // ... or one that nobody shares
    std::shared_ptr<SharedReceives> sharedReceives; // null: receives of its own
    CreateQueuePair createQueuePair; // the program's own; empty: the call that is usual
};

// A queue pair of the verbs and what belongs to it: room in a completion queue, a protection domain and its pool of slots, the
// way of its events. Who connects it, rdma_cm or the program, is no matter here.
class WorkQueues
{
public:
    explicit WorkQueues(std::shared_ptr<Engine> engine) : m_engine(std::move(engine)) { }

    // 'call' is what 'create' calls, for its error; settings.createQueuePair goes before it.
    RdmaError make(std::shared_ptr<DeviceQueues> device, Rdma::QueuePairType type,
                   const WorkQueueSettings &settings, quint32 token, SharedReceiver *receiver,
                   const char *call, const CreateQueuePair &create);
    // All of it, for the reaper. The queue pair itself belongs to whoever made it.
    void giveTo(Remains *remains);

    ibv_qp *queuePair() const { return m_queuePair; }
    int inlineSize() const { return m_inlineSize; }
    int ownSends() const { return m_settings.ownSends; } // that there is room for
    const Provider &provider() const { return m_device->provider(); } // once it is made
    const std::shared_ptr<RegisteredPool> &pool() const { return m_pool; }
    const ProtectionDomainPtr &domain() const { return m_domain; }

    // 0 or a positive errno. The work request ids must come from workRequestId().
    RdmaError queryLimits(int port, WorkLimits *limits) const;
    // Before each call that posts to the send queue: postSend() does it itself.
    void willSend();
    int postSend(ibv_send_wr *chain, ibv_send_wr **bad);
    int postReceive(ibv_recv_wr *chain, ibv_recv_wr **bad);
    quint64 workRequestId(quint32 tag) const { return Engine::workRequestId(m_token, tag); }

    // Hands out everything that has completed.
    void drain();
    // Whether an event about this queue or device concerns it.
    bool uses(const void *subject) const;
    // What arrives under the old one from now on meets nobody.
    void renewToken(quint32 token);

private:
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
};

} // namespace QtRdmaPrivate

#endif // WORKQUEUES_P_H
