// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "handmadequeuepair_p.h"

#include "connectionsettings_p.h"

#include "../verbs/provider_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <cerrno>

namespace QtRdmaPrivate {

namespace {

// The kernel sets bits above these for its own use.
constexpr int VerbsMask = (IBV_QP_DEST_QPN << 1) - 1;

// Uses the attributes that the connection manager has for this step.
RdmaError bringTo(rdma_cm_id *id, ibv_qp *queuePair, ibv_qp_state state,
                  const ConnectionSettings *settings = nullptr)
{
    ibv_qp_attr attributes = {};
    int mask = 0;
    attributes.qp_state = state;
    if (const int failure = cmResult(rdma_init_qp_attr(id, &attributes, &mask)))
        return callError("rdma_init_qp_attr", failure);
    mask &= VerbsMask;
    if (settings) {
        // The values of the connection manager are the peer's limits.
        attributes.max_dest_rd_atomic =
                quint8(qMin<int>(attributes.max_dest_rd_atomic, settings->responderResources));
        attributes.max_rd_atomic =
                quint8(qMin<int>(attributes.max_rd_atomic, settings->initiatorDepth));
    }
    if (const int failure = verbsResult(ibv_modify_qp(queuePair, &attributes, mask)))
        return callError("ibv_modify_qp", failure);
    return {};
}

} // namespace

RdmaError initialize(rdma_cm_id *id, ibv_qp *queuePair)
{
    return bringTo(id, queuePair, IBV_QPS_INIT);
}

RdmaError becomeReady(rdma_cm_id *id, const WorkQueues &queues, const ConnectionSettings &settings)
{
    if (queues.provider().connectsByManagerOnly())
        return {}; // the driver does so
    ibv_qp *const queuePair = queues.queuePair();
    // This step is repeated, because the rights of the peer were not known before.
    RdmaError error = bringTo(id, queuePair, IBV_QPS_INIT);
    if (!error.isError())
        error = bringTo(id, queuePair, IBV_QPS_RTR, &settings);
    if (!error.isError())
        error = bringTo(id, queuePair, IBV_QPS_RTS, &settings);
    return error;
}

} // namespace QtRdmaPrivate
