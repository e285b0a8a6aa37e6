// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HANDMADEQUEUEPAIR_P_H
#define HANDMADEQUEUEPAIR_P_H

#include <QtRdma/rdmaerror.h>

struct ibv_qp;
struct rdma_cm_id;

namespace QtRdmaPrivate {

class WorkQueues;
struct ConnectionSettings;

// librdmacm takes the queue pairs of its own ids through their states. The following does the same
// for a queue pair that the program has made.

// Called right after the queue pair was made. Receives can be posted from then on.
RdmaError initialize(rdma_cm_id *id, ibv_qp *queuePair);
// Before a request is accepted, or when the peer has accepted.
RdmaError becomeReady(rdma_cm_id *id, const WorkQueues &queues, const ConnectionSettings &settings);

} // namespace QtRdmaPrivate

#endif // HANDMADEQUEUEPAIR_P_H
