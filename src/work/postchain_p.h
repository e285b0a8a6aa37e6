// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef POSTCHAIN_P_H
#define POSTCHAIN_P_H

#include "postedwork_p.h"
#include "workrequestcheck_p.h"

#include <infiniband/verbs.h>

#include <vector>

namespace QtRdmaPrivate {

// The address to which a queue pair for datagrams sends.
struct Destination
{
    ibv_ah *handle = nullptr;
    quint32 queuePairNumber = 0;
    quint32 queueKey = 0;
};

// The request without its id, its memory, its signal and the address of a datagram.
ibv_send_wr verbsSend(const RdmaWorkRequestData &request);
// The processor reads inline data, so these need the address in the process, not the device's.
ibv_sge elementOf(const RdmaMemorySlice &slice, bool isInline);

// Whether the processor could read the bytes of the request.
bool mayGoInline(const RdmaWorkRequestData &request);
// Bytes that are read at once need no registered copy, and the device need not fetch them. siw must
// not fetch them: when its thread takes over a request from a post that has not returned, it reads
// up to 24 bytes from the addresses of the wrong process, fails, and ends the queue pair.
inline bool goesInline(const RdmaWorkRequestData &request, const WorkLimits &limits)
{
    return request.flags.testFlag(Rdma::SendFlag::Inline)
            || (request.length <= limits.inlineSize && mayGoInline(request));
}

// Work requests as the verbs take them: a list for one queue, posted with one call.
class PostChain
{
public:
    // Reserves all memory at once: the requests point into the arrays, which must not move.
    explicit PostChain(const Works &works);

    void addSend(const PostedWork &work, quint64 workRequestId, bool signalled);
    void addReceive(const PostedWork &work, quint64 workRequestId);
    void setDestination(const Destination &destination);

    // Whether WorkQueues::postSend() would be refused.
    bool needsNewerCalls() const { return m_needsNewerCalls; }
    ibv_send_wr *sends() { return m_sends.data(); }
    ibv_recv_wr *receives() { return m_receives.data(); }

    // The number of requests before the refused one. siw names none (null) if its system call
    // fails, for example on a connection that has just ended. It has taken none of them then, and
    // the number is 0.
    size_t indexOf(const ibv_send_wr *bad) const { return indexIn(m_sends, bad); }
    size_t indexOf(const ibv_recv_wr *bad) const { return indexIn(m_receives, bad); }

private:
    template <class Requests, class Request>
    static size_t indexIn(const Requests &chain, const Request *bad)
    {
        for (qsizetype i = 0; i < chain.size(); ++i) {
            if (&chain[i] == bad)
                return size_t(i);
        }
        return 0;
    }
    int addElements(const PostedWork &work, ibv_sge **first);

    QVarLengthArray<ibv_sge, ShortBatch> m_elements;
    QVarLengthArray<ibv_send_wr, ShortBatch> m_sends;
    QVarLengthArray<ibv_recv_wr, ShortBatch> m_receives;
    bool m_needsNewerCalls = false;
};

} // namespace QtRdmaPrivate

#endif // POSTCHAIN_P_H
