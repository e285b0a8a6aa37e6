// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef QUEUEPAIRSTATES_P_H
#define QUEUEPAIRSTATES_P_H

#include "../base/rdmaglobal_p.h"

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaerror.h>

struct ibv_qp_attr;

namespace QtRdmaPrivate {

// What ibv_modify_qp() must and may be given for one step from state to state. Masks are made of ibv_qp_attr_mask; the state
// itself always belongs to them.
struct QueuePairTransition
{
    bool allowed = false;
    int required = 0;
    int optional = 0;
};

// The table that the kernel keeps for all devices of the InfiniBand architecture (its qp_state_table).
Q_RDMA_AUTOTEST_EXPORT QueuePairTransition transitionOf(Rdma::QueuePairType type,
                                                        Rdma::QueuePairState from,
                                                        Rdma::QueuePairState to);

// An error that says which attributes are missing and which must not be there; none when the kernel would take the step.
Q_RDMA_AUTOTEST_EXPORT RdmaError checkTransition(Rdma::QueuePairType type,
                                                 Rdma::QueuePairState from, Rdma::QueuePairState to,
                                                 int mask);

// What a port gives for the values of attributes.
struct PortLimits
{
    int pkeys = 1; // entries of its tables
    int gids = 1;
    int activeMtu = 5; // an ibv_mtu
    bool globalRouting = false; // required, as RoCE does
    bool pathMigration = false; // what Linux has for InfiniBand only
};

// ... and the device with its ports.
struct AttributeLimits
{
    int ports = 1;
    int readsAsInitiator = 1;
    int readsAsResponder = 1;
    PortLimits port; // of the queue pair
    PortLimits alternate; // of the alternate path, where there is one
};

// An error for the first value that is out of range, with the range, or for an alternate path that cannot be.
Q_RDMA_AUTOTEST_EXPORT RdmaError checkAttributes(const ibv_qp_attr &attributes, int mask,
                                                 const AttributeLimits &limits);

} // namespace QtRdmaPrivate

#endif // QUEUEPAIRSTATES_P_H
