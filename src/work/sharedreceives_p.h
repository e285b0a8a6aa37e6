// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SHAREDRECEIVES_P_H
#define SHAREDRECEIVES_P_H

#include "receivetable_p.h"
#include "workrequestcheck_p.h"

#include "../engine/engine_p.h"

#include <QtCore/qhash.h>

struct ibv_srq;

namespace QtRdmaPrivate {

class PostChain;

// Receives the messages that arrived in a receive which many queue pairs share.
class SharedReceiver
{
public:
    virtual void sharedReceive(PostedWork &&work, Completion done) = 0;
    virtual void sharedQueueFailed(const RdmaError &error) = 0;

protected:
    ~SharedReceiver() = default;
};

// A shared receive queue and the receives in it. The QObject and every queue pair that uses the
// queue hold a share of this object, and the last holder is often the reaper: memory that the
// device may touch stays until the last queue pair is gone.
class SharedReceives final : public std::enable_shared_from_this<SharedReceives>, private ReapClient
{
public:
    static std::shared_ptr<SharedReceives> make(const ProtectionDomainPtr &domain, int depth,
                                                int maxSge, RdmaError *error);
    ~SharedReceives();
    SharedReceives(const SharedReceives &) = delete;
    SharedReceives &operator=(const SharedReceives &) = delete;

    ibv_srq *handle() const { return m_srq; }
    const ProtectionDomainPtr &domain() const { return m_domain; }
    const std::shared_ptr<CompletionQueue> &completionQueue() const { return m_completionQueue; }
    const std::shared_ptr<RegisteredPool> &pool() const { return m_pool; }
    const WorkLimits &limits() const { return m_limits; }
    const std::shared_ptr<Engine> &engine() const { return m_engine; }
    ReceiveTable &table() { return m_table; }
    int depth() const { return m_depth; }

    // From now on this object itself notices the removal of its device. That needs an address of
    // the device. The queue pairs notice it in any case.
    void watchDevice();
    // The reason for which nothing arrives any more; no error while the queue works.
    const RdmaError &failure() const { return m_failure; }

    // Posts receives that are in the table with one call. *posted is how many were taken.
    RdmaError post(const WorkTags &tags, size_t *posted);

    // Queue pair numbers are used again: completions under this number that are still in the
    // completion queue are handed out before the new receiver gets it.
    void attach(quint32 queuePairNumber, SharedReceiver *receiver);
    void detach(quint32 queuePairNumber);
    // The QObject is gone: its functions are not called any more.
    void abandon();

    std::function<void()> taken; // a receive was used
    std::function<void()> failed; // called once

private:
    SharedReceives() = default;
    void workCompleted(quint32 tag, Completion done) override;
    void cmEvent(const CmEvent &event) override;
    void asyncEvent(const AsyncEvent &event) override;
    void channelFailed(const CmChannelPtr &channel, const RdmaError &cause) override;
    void completionsFailed(const ibv_context *context, const RdmaError &cause) override;
    void threadEnded() override;
    void retireWhenUnused();
    void fail(const RdmaError &error);

    CmId m_id; // destroyed last: it keeps the device open
    std::shared_ptr<Engine> m_engine;
    ProtectionDomainPtr m_domain;
    std::shared_ptr<RegisteredPool> m_pool;
    std::shared_ptr<CompletionQueue> m_completionQueue;
    std::optional<AsyncRoute> m_asyncRoute;
    ibv_srq *m_srq = nullptr;
    ReceiveTable m_table;
    WorkLimits m_limits;
    QHash<quint32, SharedReceiver *> m_receivers; // by queue pair number
    RdmaError m_failure;
    quint32 m_token = 0;
    int m_depth = 0;
    bool m_entered = false;
    bool m_abandoned = false;
};

} // namespace QtRdmaPrivate

#endif // SHAREDRECEIVES_P_H
