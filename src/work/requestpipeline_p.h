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

// The work requests of a queue pair, from the post to the completion: checks them, posts them in chains,
// holds what the device uses, times them out, and keeps what there is to tell until its owner tells it.
class RequestPipeline
{
public:
    // The completion of one request.
    struct Told
    {
        RdmaCompletion completion;
        CompletionPromises promises;
        bool silent = false; // only futures hear of it
    };

    explicit RequestPipeline(DeliverClient *owner) : m_owner(owner) { }

    // ---- from one queue pair to the next ----

    void begin(const std::shared_ptr<Engine> &engine, int sendDepth, int receiveDepth);
    // The queue pair exists: the receives that were posted before go to it.
    RdmaError prepare(WorkQueues *queues, int port);
    void connected(bool hasReads, const Destination &destination);
    // A queue pair of the same depth begins again.
    void restart() { m_silentRun = 0; }
    // Everything in flight is answered. The device may use its memory until the queue pair is gone.
    void flush(std::vector<PoolSlot> *slots, std::vector<std::shared_ptr<void>> *memory);
    // The memory of receives that stay.
    std::vector<PoolSlot> takeSlots() { return m_table.takeSlots(); }
    void leaveEngine() { m_engine.reset(); }
    // There is nothing to tell of room in the queues.
    void forgetRoom() { m_sendReady = m_receiveReady = false; }
    void forked();

    // ---- posting ----

    // Why none of them can be posted. 'areLimitsKnown': there is a queue pair.
    RdmaError check(WorkRequests requests, bool areLimitsKnown);
    // Requests that were checked. *ids are of those that were taken; without a queue pair they wait.
    RdmaError post(WorkRequests requests, WorkQueues *to, WorkIds *ids);

    // ---- completing ----

    // False: it is of no request that is known.
    bool workCompleted(quint32 tag, Completion done);
    // One that is in no table any more.
    void complete(PostedWork &&work, Completion done);

    // ---- telling ----

    bool hasTold() const { return !m_told.empty(); }
    Told takeTold();
    // A post was refused because the queue was full, and now there is room.
    bool takeSendReady() { return std::exchange(m_sendReady, false); }
    bool takeReceiveReady() { return std::exchange(m_receiveReady, false); }
    // The newest that is not told yet; null: there is none.
    const RdmaCompletion *findUntold(quint64 wrId) const;
    // Where nothing is told any more. May delete the owner, and this with it.
    void answerFutures();

    // ---- what there is ----

    PostedWork *find(quint64 wrId) { return m_table.findByUserId(wrId); }
    int sends() const { return m_table.sends(); } // in flight
    int receives() const { return m_table.receives(); }
    int sendDepth() const { return m_sendDepth; }
    int receiveDepth() const { return m_receiveDepth; }
    qsizetype inlineSize() const { return m_limits.inlineSize; }
    const Traffic &traffic() const { return m_traffic; }
    void clearTraffic() { m_traffic = {}; }

private:
    RdmaError checkRoom(bool receives, qsizetype count);
    RdmaError checkWindows(WorkRequests requests);
    bool needsSignal(const PostedWork &work, bool readsAreLate);
    RdmaError postToDevice(WorkQueues *to, const WorkTags &tags, size_t *posted);
    RdmaError bindType1(WorkQueues *to, const PostedWork &work, quint32 tag, size_t *posted);
    void startTimeout(quint32 tag);
    void timedOut(quint32 tag);
    void tellWithoutData(PostedWork *work, Rdma::CompletionStatus status, bool silent = false);
    void count(const RdmaCompletion &completion, bool isReceive);
    void takeReceived(const PostedWork &work, const ibv_wc &wc, RdmaCompletion *completion) const;
    static void takeResult(const PostedWork &work, RdmaCompletion *completion);
    static void windowBound(const RdmaWorkRequest &request);
    void tell(RdmaCompletion &&completion, CompletionPromises &&promises, bool silent);
    void scheduleDelivery();

    DeliverClient *m_owner;
    std::shared_ptr<Engine> m_engine;
    std::shared_ptr<RegisteredPool> m_pool; // of the slots in the table
    WorkTable m_table;
    WorkLimits m_limits;
    Destination m_destination;
    Traffic m_traffic;
    std::deque<Told> m_told;
    int m_sendDepth = 0;
    int m_receiveDepth = 0;
    // Sends since the last signal; beyond the depth, for nothing tells when they are done.
    int m_silentRun = 0;
    bool m_sendRefused = false;
    bool m_receiveRefused = false;
    bool m_sendReady = false;
    bool m_receiveReady = false;
};

} // namespace QtRdmaPrivate

#endif // REQUESTPIPELINE_P_H
