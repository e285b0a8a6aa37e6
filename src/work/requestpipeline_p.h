// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REQUESTPIPELINE_P_H
#define REQUESTPIPELINE_P_H

#include "postchain_p.h"
#include "traffic_p.h"
#include "workqueues_p.h"

#include <deque>
#include <utility>

namespace QtRdmaPrivate {

// The work requests of a queue pair, from the post to the completion. The pipeline checks them,
// posts them in chains, keeps the memory that the device uses, times them out, and keeps the
// completions until its owner delivers them.
class RequestPipeline
{
public:
    // The completion of one request.
    struct Undelivered
    {
        RdmaCompletion completion;
        CompletionPromises promises;
        bool silent = false; // only futures get it, no signal tells it
    };

    explicit RequestPipeline(DeliverClient *owner) : m_owner(owner) { }

    // ---- from one queue pair to the next ----

    void begin(const std::shared_ptr<Engine> &engine, int sendDepth, int receiveDepth);
    // The queue pair exists: the receives that were posted before it are posted to it.
    RdmaError prepare(WorkQueues *queues, int port);
    void connected(bool hasReads, const Destination &destination);
    // A queue pair of the same depth begins again.
    void restart() { m_unsignalledSends = 0; }
    // Completes everything in flight as flushed. *slots and *memory get the memory, which the
    // device may use until the queue pair is gone.
    void flush(std::vector<PoolSlot> *slots, std::vector<std::shared_ptr<void>> *memory);
    // Takes the memory of receives that stay in the table.
    std::vector<PoolSlot> takeSlots() { return m_table.takeSlots(); }
    void leaveEngine() { m_engine.reset(); }
    // Drops the news of room that takeSendReady() and takeReceiveReady() would return.
    void forgetRoom() { m_sendReady = m_receiveReady = false; }
    void forked();

    // ---- posting ----

    // Returns the reason for which none of the requests can be posted, if there is one.
    // 'areLimitsKnown' is true when there is a queue pair.
    RdmaError check(WorkRequests requests, bool areLimitsKnown) const;
    // Notes that a post was refused because the queue is full: a signal follows when there is room.
    void noteRefusal(bool forReceives) { (forReceives ? m_receiveRefused : m_sendRefused) = true; }
    // Posts requests that were checked. *ids gets the ids of those that were taken. Without a queue
    // pair the requests wait for one.
    RdmaError post(WorkRequests requests, WorkQueues *to, WorkIds *ids);

    // ---- completing ----

    // Returns false if there is no request with this tag.
    bool workCompleted(quint32 tag, Completion done);
    // Completes a request that is not in the table any more.
    void complete(PostedWork &&work, Completion done);

    // ---- delivering ----

    bool hasUndelivered() const { return !m_undelivered.empty(); }
    Undelivered takeUndelivered();
    // Whether a post was refused because the queue was full, and there is room now. Asking resets
    // it.
    bool takeSendReady() { return std::exchange(m_sendReady, false); }
    bool takeReceiveReady() { return std::exchange(m_receiveReady, false); }
    // The newest completion with this id that is not delivered yet, or null.
    const RdmaCompletion *findUndelivered(quint64 wrId) const;
    // Gives the futures their results when no signal is emitted any more. This may delete the
    // owner, and this object with it.
    void answerFutures();

    // ---- state ----

    PostedWork *find(quint64 wrId) { return m_table.findByUserId(wrId); }
    int sends() const { return m_table.sends(); } // in flight
    int receives() const { return m_table.receives(); }
    int sendDepth() const { return m_sendDepth; }
    int receiveDepth() const { return m_receiveDepth; }
    qsizetype inlineSize() const { return m_limits.inlineSize; }
    const Traffic &traffic() const { return m_traffic; }
    void clearTraffic() { m_traffic = {}; }

private:
    RdmaError checkRoom(bool receives, qsizetype count) const;
    RdmaError checkWindows(WorkRequests requests) const;
    bool needsSignal(const PostedWork &work, bool readsAreLate) const;
    RdmaError postToDevice(WorkQueues *to, const WorkTags &tags, size_t *posted);
    RdmaError bindType1(WorkQueues *to, const PostedWork &work, quint32 tag, size_t *posted);
    void startTimeout(quint32 tag);
    void timedOut(quint32 tag);
    void queueWithoutData(PostedWork *work, Rdma::CompletionStatus status, bool silent = false);
    void setTimes(RdmaCompletion *completion, quint64 ticks) const;
    void count(const RdmaCompletion &completion, bool isReceive);
    void takeReceived(const PostedWork &work, const ibv_wc &wc, RdmaCompletion *completion) const;
    static void takeResult(const PostedWork &work, RdmaCompletion *completion);
    static void windowBound(const RdmaWorkRequest &request);
    void queue(RdmaCompletion &&completion, CompletionPromises &&promises, bool silent);
    void scheduleDelivery();

    DeliverClient *m_owner;
    std::shared_ptr<Engine> m_engine;
    std::shared_ptr<RegisteredPool> m_pool; // the slots in the table are from this pool
    std::shared_ptr<DeviceClock> m_clock; // null: completions have no time
    WorkTable m_table;
    WorkLimits m_limits;
    Destination m_destination;
    Traffic m_traffic;
    std::deque<Undelivered> m_undelivered;
    int m_sendDepth = 0;
    int m_receiveDepth = 0;
    // Sends since the last signal; beyond the depth, for nothing tells when they are done.
    int m_unsignalledSends = 0;
    bool m_sendRefused = false;
    bool m_receiveRefused = false;
    bool m_sendReady = false;
    bool m_receiveReady = false;
};

} // namespace QtRdmaPrivate

#endif // REQUESTPIPELINE_P_H
