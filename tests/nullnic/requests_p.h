// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REQUESTS_P_H
#define REQUESTS_P_H

#include <infiniband/verbs.h>

namespace NullNic {

struct Outcome;
struct QueuePair;

// Carries out what is posted and can be, in order.
void advance(QueuePair &queuePair);
// The state of this queue pair, or its receives, may let its peer go on, or make it wait.
void receiverChanged(QueuePair &queuePair);
// The first request has this outcome. Returns whether the next one can follow.
bool settleFirst(QueuePair &queuePair, const Outcome &outcome);
// The peer in another process is there no more.
void peerHasGone(QueuePair &queuePair);
void flushSends(QueuePair &queuePair);

// Takes one request into the queue, and carries out nothing. Returns 0 or an errno.
int enqueue(QueuePair &queuePair, const ibv_send_wr &request);

// Operations of the context.
int postSends(ibv_qp *queuePair, ibv_send_wr *requests, ibv_send_wr **bad);
int postReceives(ibv_qp *queuePair, ibv_recv_wr *requests, ibv_recv_wr **bad);
int bindWindow(ibv_qp *queuePair, ibv_mw *window, ibv_mw_bind *wanted);

} // namespace NullNic

#endif // REQUESTS_P_H
