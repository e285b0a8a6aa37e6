// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef QUEUEPAIRSTATES_P_H
#define QUEUEPAIRSTATES_P_H

#include "../base/rdmaglobal_p.h"

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaerror.h>

struct ibv_qp_attr;

namespace QtRdmaPrivate {

// The attributes that ibv_modify_qp() must and may be given for one step from state to state. The
// masks are made of ibv_qp_attr_mask. IBV_QP_STATE always belongs to them.
struct QueuePairTransition
{
    bool allowed = false;
    int required = 0;
    int optional = 0;
};

// Looks the step up in the table that the kernel has for all devices of the InfiniBand architecture
// (its qp_state_table).
Q_RDMA_AUTOTEST_EXPORT QueuePairTransition transitionOf(Rdma::QueuePairType type,
                                                        Rdma::QueuePairState from,
                                                        Rdma::QueuePairState to);

// The error names the attributes that are missing and those that are not allowed. There is none if
// the kernel would take the step.
Q_RDMA_AUTOTEST_EXPORT RdmaError checkTransition(Rdma::QueuePairType type,
                                                 Rdma::QueuePairState from, Rdma::QueuePairState to,
                                                 int mask);

// The limits that a port sets for attributes.
struct PortLimits
{
    int pkeys = 1; // size of its table of partition keys
    int gids = 1; // size of its table of GIDs
    int activeMtu = 5; // an ibv_mtu
    bool globalRouting = false; // required, as RoCE does
    bool pathMigration = false; // Linux has it for InfiniBand only
};

// The limits of a device and its ports.
struct AttributeLimits
{
    int ports = 1;
    int readsAsInitiator = 1;
    int readsAsResponder = 1;
    PortLimits port; // the port of the queue pair
    PortLimits alternate; // the port of the alternate path, if there is one
};

// The error names the first value that is out of range and the range, or says why there can be no
// such alternate path.
Q_RDMA_AUTOTEST_EXPORT RdmaError checkAttributes(const ibv_qp_attr &attributes, int mask,
                                                 const AttributeLimits &limits);

} // namespace QtRdmaPrivate

#endif // QUEUEPAIRSTATES_P_H
