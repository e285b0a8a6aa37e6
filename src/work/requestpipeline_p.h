// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REQUESTPIPELINE_P_H
#define REQUESTPIPELINE_P_H

#include "fastsends_p.h"
#include "postchain_p.h"
#include "traffic_p.h"
#include "undelivered_p.h"
#include "workqueues_p.h"
#include "workring_p.h"

#include <utility>

namespace QtRdmaPrivate {

// The work requests of a queue pair, from the post to the completion. The pipeline checks them,
// posts them in chains, keeps the memory that the device uses, times them out, and keeps the
// completions until its owner delivers them.
class RequestPipeline
{
public:
    explicit RequestPipeline(EngineObject *owner) : m_owner(owner) { }
    Q_DISABLE_COPY_MOVE(RequestPipeline)

    // ---- from one queue pair to the next ----

    void begin(const std::shared_ptr<Engine> &engine, int sendDepth, int receiveDepth);
    // The queue pair exists: the receives that were posted before it are posted to it.
    RdmaError prepare(WorkQueues *queues, int port);
    void connected(bool hasReads, const Destination &destination);
    // A queue pair of the same depth begins again.
    void restart(WorkQueues *queues);
    // Completes everything in flight as flushed. *slots and *memory get the memory, which the
    // device may use until the queue pair is gone.
    void flush(std::vector<PoolSlot> *slots, std::vector<std::shared_ptr<void>> *memory);
    // Takes the memory of receives that stay.
    std::vector<PoolSlot> takeSlots();
    void leaveEngine() { m_engine.reset(); }
    // Nobody is told of room any more.
    void forgetRoom() { m_sendRoom = m_receiveRoom = Room::NotMissed; }
    void forked();

    // ---- posting ----

    // Returns the reason for which none of the requests can be posted, if there is one.
    // 'areLimitsKnown' is true when there is a queue pair.
    RdmaError check(WorkRequests requests, bool areLimitsKnown);
    // Notes that a post was refused because the queue is full: a signal follows when there is room.
    void noteRefusal(bool forReceives)
    {
        (forReceives ? m_receiveRoom : m_sendRoom) = Room::Missed;
    }
    // For prepared requests. It is made when it is first asked for.
    FastSends *madeFastSends() { return m_fastSends.get(); }
    FastSends *fastSends() { return m_fastSends ? m_fastSends.get() : makeFastSends(); }

    // Posts requests that were checked. *ids gets the ids of those that were taken. Without a queue
    // pair the requests wait for one.
    RdmaError post(WorkRequests requests, WorkQueues *to, WorkIds *ids);

    // Whether these can be posted by postChecked(): all are plain, were checked before, and have
    // room.
    bool areChecked(WorkRequests requests) const;
    bool isChecked(const RdmaWorkRequestData &request) const
    {
        return isReady(request) && hasRoom(request.isReceive(), 1);
    }
    // Posts requests that are checked, all sends or all receives. *ids gets their ids, and *posted
    // how many were taken. Returns 0 or an errno.
    int postChecked(WorkRequests requests, quint64 *ids, qsizetype *posted);
    // Posts one, and returns its id, or 0 and the error.
    quint64 postChecked(const RdmaWorkRequest &request, RdmaError *error);

    // ---- completing ----

    WorkRing *ringOf(quint32 tag)
    {
        return WorkRing::kindOf(tag) == WorkRing::Kind::Sends ? &m_sends : &m_receives;
    }
    // Returns false if there is no such request in its ring.
    bool workCompleted(WorkRing *ring, Completion done)
    {
        const auto tag = quint32(done.wc.wr_id);
        PostedWork *const first = ring->first(tag);
        if (!first)
            return laterCompleted(ring, tag, done);
        complete(first, done);
        ring->removeFirst(first);
        return true;
    }
    // Completes a request of this queue pair, or one of a shared receive queue.
    void complete(PostedWork *work, Completion done);

    // ---- delivering ----

    UndeliveredQueue &undelivered() { return m_undelivered; }
    const UndeliveredQueue &undelivered() const { return m_undelivered; }
    // Whether a post was refused because the queue was full, and there is room now. Taking it
    // resets it.
    bool hasNewRoom() const { return m_sendRoom == Room::New || m_receiveRoom == Room::New; }
    bool takeSendReady() { return takeNew(&m_sendRoom); }
    bool takeReceiveReady() { return takeNew(&m_receiveRoom); }
    // Whether completions of prepared requests are for a handler.
    void setHandled(bool handled);
    bool hasDone() const { return !m_done.empty(); }
    // Swaps them with an empty list, whose memory is used for the next ones.
    void takeDone(std::vector<RdmaWorkDone> *done) { m_done.swap(*done); }
    // Gives the futures their results when no signal is emitted any more. This may delete the
    // owner, and this object with it.
    void answerFutures();

    // ---- state ----

    PostedWork *find(quint64 wrId);
    int sends() const // in flight, or added by a builder
    {
        return m_sends.size() + (m_fastSends ? int(m_fastSends->unnoted()) : 0);
    }
    int receives() const { return m_receives.size(); }
    int sendDepth() const { return m_sendDepth; }
    int receiveDepth() const { return m_receiveDepth; }
    qsizetype inlineSize() const { return m_limits.inlineSize; }
    int receiveHeader() const { return m_limits.receiveHeader; }
    unsigned invalidatedFlag() const { return m_limits.invalidatedFlag; }
    const Traffic &traffic() const { return m_traffic; }
    Traffic &traffic() { return m_traffic; }
    void clearTraffic() { m_traffic = {}; }

private:
    friend class FastSends;

    // Whether a post was refused because the queue was full, and something has completed since.
    enum class Room : quint8 { NotMissed, Missed, New };
    static bool takeNew(Room *room)
    {
        const bool isNew = *room == Room::New;
        if (isNew)
            *room = Room::NotMissed;
        return isNew;
    }

    FastSends *makeFastSends();

    // How many more prepared requests may be posted, at least.
    quint64 roomForSends() const;
    // The device has not taken the last ones, for this reason.
    void preparedNotPosted(size_t count, const RdmaError &reason);
    // Unsignalled sends have places of their own.
    int used(bool receives) const
    {
        return receives ? m_receives.size() : m_sends.size() - int(m_sends.unsignalled());
    }
    bool hasRoom(bool receives, qsizetype count) const
    {
        const int depth = receives ? m_receiveDepth : m_sendDepth;
        return depth == 0 || used(receives) + count <= depth;
    }
    bool isReady(const RdmaWorkRequestData &request) const
    {
        return m_limits.number != 0 && request.checkedFor.is(m_limits.number)
                && request.form.isPlain(request) && request.wrId < FirstOwnId;
    }
    // Put a request into the ring, and into the form of the verbs.
    PostedWork *addSend(const RdmaWorkRequest &request, ibv_send_wr *send, ibv_sge *element);
    PostedWork *addReceive(const RdmaWorkRequest &request, ibv_recv_wr *receive);
    int postCheckedSends(WorkRequests requests, quint64 *ids, qsizetype *posted);
    int postCheckedReceives(WorkRequests requests, quint64 *ids, qsizetype *posted);
    void setDestination(ibv_send_wr *send) const;
    RdmaError checkRoom(bool receives, qsizetype count) const;
    RdmaError checkWindows(WorkRequests requests);
    bool needsSignal(const PostedWork &work, quint64 unsignalledBefore) const;
    // Posts requests that are in the ring, 'count' from this tag on.
    RdmaError postToDevice(WorkQueues *to, quint32 first, qsizetype count, size_t *posted);
    RdmaError postSends(WorkQueues *to, quint32 first, const Works &works, size_t *posted);
    RdmaError postReceives(WorkQueues *to, quint32 first, const Works &works, size_t *posted);
    RdmaError bindType1(WorkQueues *to, const PostedWork *work, quint32 tag, size_t *posted);
    void startTimeout(PostedWork *work, quint32 tag);
    void timedOut(quint32 tag);
    bool laterCompleted(WorkRing *ring, quint32 tag, Completion done);
    void completeRun(PostedWork *work, Completion done);
    void tell(PostedWork *work, Completion done, quint32 length);
    void limitsChanged();
    void queueWithoutData(PostedWork *work, Rdma::CompletionStatus status, bool silent = false,
                          const RdmaError &reason = {});
    void queueCompletion(PostedWork *work, Completion done, quint32 length);
    bool bringsMore(const PostedWork &work, Completion done) const;
    void addMore(const PostedWork &work, Completion done, RdmaCompletion *completion) const;
    void setTimes(RdmaCompletion *completion, quint64 ticks) const;
    void count(int status, bool isReceive, quint32 length);
    void takeReceived(const PostedWork &work, const ibv_wc &wc, RdmaCompletion *completion) const;
    static void takeResult(const PostedWork &work, RdmaCompletion *completion);
    static void windowChanged(const RdmaWorkRequestData &request);
    static void windowBound(const RdmaWorkRequestData &request);

    // A read whose answer does not come keeps all places behind it, which bounds what a peer can
    // make us hold.
    static constexpr quint64 MostSpan = 1 << 20;

    EngineObject *m_owner;
    WorkQueues *m_queues = nullptr; // null while there is no queue pair
    std::unique_ptr<FastSends, FastSends::Abandon> m_fastSends; // null where nothing was prepared
    std::shared_ptr<Engine> m_engine;
    std::shared_ptr<RegisteredPool> m_pool; // the slots of the requests are from this pool
    std::shared_ptr<DeviceClock> m_clock; // null: completions have no time
    WorkRing m_sends{ WorkRing::Kind::Sends };
    WorkRing m_receives{ WorkRing::Kind::Receives };
    WorkLimits m_limits;
    Destination m_destination;
    Traffic m_traffic;
    UndeliveredQueue m_undelivered;
    std::vector<RdmaWorkDone> m_done; // prepared requests, for the handler
    bool m_handlesDone = false; // there is a handler
    int m_sendDepth = 0;
    int m_receiveDepth = 0;
    bool m_readsAreLate = false; // see Provider::completesReadsLate()
    bool m_provesArrival = false; // see Provider::completionsProveArrival()
    Room m_sendRoom = Room::NotMissed;
    Room m_receiveRoom = Room::NotMissed;
};

} // namespace QtRdmaPrivate

#endif // REQUESTPIPELINE_P_H
