// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FASTSENDS_P_H
#define FASTSENDS_P_H

#include "preparedrequest_p.h"

#include <algorithm>
#include <array>

namespace QtRdmaPrivate {

class EngineObject;
class RequestPipeline;
struct PostedWork;

// Posts prepared requests of a queue pair. Builders add them to a chain, which is as the verbs take
// it, and which is posted as a whole. The queue pair may go before its builders, all of them in one
// thread; this object stays until they have gone.
class FastSends
{
public:
    struct Part
    {
        quint64 offset;
        quint64 length;
        quint64 remoteOffset;
    };

    FastSends(RequestPipeline *pipeline, EngineObject *owner);
    Q_DISABLE_COPY_MOVE(FastSends)

    QExplicitlySharedDataPointer<PreparedRequest> prepare(const RdmaWorkRequest &request);

    // These return false, and the owner's error says why, if nothing was added.
    bool addWhole(const PreparedRequest &request, quint64 context, Rdma::SendFlags flags);
    bool addPart(const PreparedRequest &request, const Part &part, quint64 context,
                 Rdma::SendFlags flags);
    // Adds a request, and posts it behind what was added before.
    bool addAndPost(const PreparedRequest &request, quint64 context, Rdma::SendFlags flags);
    // The same, faster where nothing was added before and the request needs no signal.
    bool postWhole(const PreparedRequest &request, quint64 context, Rdma::SendFlags flags);
    // Of the last request, which was not posted yet.
    bool setImmediate(quint32 immediate);
    // Posts what was added. What the device does not take completes as not posted.
    bool post();
    // Something else was posted, or the limits of the queue pair have changed.
    void lookAgain();
    // Puts into the ring what was added. Only unsignalled requests wait for this.
    void note();
    qsizetype unnoted() const { return m_end - m_noted; }

    // The connection has ended: what was added completes as anything in flight. Returns the
    // requests whose memory the device may still use.
    std::vector<QExplicitlySharedDataPointer<PreparedRequest>> takePrepared();
    // The queue pair is gone.
    struct Abandon
    {
        void operator()(FastSends *sends) const;
    };
    // A builder needs it. At its end it posts what was added.
    void begin() { ++m_builders; }
    static void finish(FastSends *sends);

private:
    static constexpr size_t Longest = 64;

    static bool areKnown(Rdma::SendFlags flags)
    {
        return (flags & ~Rdma::SendFlags(Rdma::SendFlag::Unsignalled)) == 0;
    }
    bool mayAdd(const PreparedRequest &request, Rdma::SendFlags flags) const
    {
        return request.limits == m_limits && m_end != m_roomEnd && areKnown(flags);
    }
    // Makes room for the request. If that is not possible the owner's error says why.
    bool makeRoom(const PreparedRequest &request, Rdma::SendFlags flags);
    bool addAfterLooking(const PreparedRequest &request, quint64 context, Rdma::SendFlags flags);
    bool refuse(Rdma::SendFlags flags);
    bool refuseAsFull();
    bool refusePart(const PreparedRequest &request, const Part &part);
    ibv_send_wr *add(const PreparedRequest &request, quint64 length, quint64 context,
                     Rdma::SendFlags flags);
    void fill(ibv_send_wr *send, const PreparedRequest &request);
    void placeSilent(const PreparedRequest &request, quint64 length, quint64 context);
    void addSignalled(const PreparedRequest &request, quint64 length, quint64 context,
                      bool isSilent);
    // So many requests may follow without a signal, as far as there is room.
    void letBeSilent(quint64 count)
    {
        m_silentEnd = m_end + std::min<quint64>(count, quint64(m_roomEnd - m_end));
    }
    void forgetRoom() { m_roomEnd = m_silentEnd = m_end; }
    size_t added() const { return size_t(m_end - m_requests.data()); }
    bool postChain();
    void notPosted(size_t count, int result);
    void forgetUnused();

    int m_builders = 0;
    RequestPipeline *m_pipeline; // null: the queue pair is gone
    EngineObject *m_owner;
    std::array<ibv_send_wr, Longest> m_requests;
    std::array<ibv_sge, Longest> m_elements;
    ibv_send_wr m_single = {}; // posted alone, without the chain
    ibv_send_wr *m_end = m_requests.data(); // behind the requests that were added
    ibv_send_wr *m_noted = m_end; // the ring does not have those from here on
    ibv_send_wr *m_roomEnd = m_end; // makeRoom() looks again before one is added here
    ibv_send_wr *m_refused = nullptr; // by the device, at the last post that has failed
    quint64 m_limits = 0; // WorkLimits::number when it last looked
    ibv_send_wr *m_silentEnd = m_end; // a request here needs a signal
    quint64 m_spareSends = 0;
    quint64 m_nextId = 0; // work request id
    PostedWork *m_place = nullptr; // of the next request
    quint64 m_runFirst; // number in the ring of the first request of the present run
    quint64 m_runBytes = 0;
    // While it may have requests of these in flight the queue pair keeps them, so that no request
    // has to.
    std::vector<QExplicitlySharedDataPointer<PreparedRequest>> m_prepared;
    size_t m_prepareds = 64; // at so many it looks for those that nobody has any more
};

} // namespace QtRdmaPrivate

#endif // FASTSENDS_P_H
