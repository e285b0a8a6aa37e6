// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HANDMADEQUEUEPAIR_P_H
#define HANDMADEQUEUEPAIR_P_H

#include <QtRdma/rdmaerror.h>

struct ibv_qp;
struct rdma_cm_id;

namespace QtRdmaPrivate {

struct ConnectionSettings;

// What librdmacm does with the queue pairs of its ids has to be done here for one that the program has made.

// Right after it was made: receives can be posted then.
RdmaError initialize(rdma_cm_id *id, ibv_qp *queuePair);
// Before a request is accepted, or when the peer has accepted. iWARP devices do that themselves.
RdmaError becomeReady(rdma_cm_id *id, ibv_qp *queuePair, const ConnectionSettings &settings);

} // namespace QtRdmaPrivate

#endif // HANDMADEQUEUEPAIR_P_H
