// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "transitions_p.h"

namespace NullNic {

namespace {

constexpr int Access = IBV_QP_ACCESS_FLAGS;
constexpr int Alternate = IBV_QP_ALT_PATH;
constexpr int Current = IBV_QP_CUR_STATE;
constexpr int Migration = IBV_QP_PATH_MIG_STATE;
constexpr int Partition = IBV_QP_PKEY_INDEX;

// What a step asks for, by the type of the queue pair.
struct Attributes
{
    int datagram;
    int unreliable;
    int reliable;
};

int of(ibv_qp_type type, const Attributes &attributes)
{
    switch (type) {
    case IBV_QPT_UD:
        return attributes.datagram;
    case IBV_QPT_UC:
        return attributes.unreliable;
    default:
        return attributes.reliable;
    }
}

struct Step
{
    ibv_qp_state from;
    ibv_qp_state to;
    Attributes needed;
    Attributes possible;
};

constexpr int Connected = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
constexpr int Running = Current | Access | Alternate | Migration;
constexpr int Timing = IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY;

// Every state but RESET leads to RESET and ERR with nothing else, and RESET to itself.
constexpr Step Steps[] = {
    { IBV_QPS_RESET,
      IBV_QPS_INIT,
      { Partition | IBV_QP_PORT | IBV_QP_QKEY, Partition | IBV_QP_PORT | Access,
        Partition | IBV_QP_PORT | Access },
      {} },
    { IBV_QPS_INIT,
      IBV_QPS_INIT,
      {},
      { Partition | IBV_QP_PORT | IBV_QP_QKEY, Partition | IBV_QP_PORT | Access,
        Partition | IBV_QP_PORT | Access } },
    { IBV_QPS_INIT,
      IBV_QPS_RTR,
      { 0, Connected, Connected | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER },
      { Partition | IBV_QP_QKEY, Alternate | Access | Partition, Alternate | Access | Partition } },
    { IBV_QPS_RTR,
      IBV_QPS_RTS,
      { IBV_QP_SQ_PSN, IBV_QP_SQ_PSN, Timing | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC },
      { Current | IBV_QP_QKEY, Running, Running | IBV_QP_MIN_RNR_TIMER } },
    { IBV_QPS_RTS,
      IBV_QPS_RTS,
      {},
      { Current | IBV_QP_QKEY, Running, Running | IBV_QP_MIN_RNR_TIMER } },
    { IBV_QPS_RTS,
      IBV_QPS_SQD,
      {},
      { IBV_QP_EN_SQD_ASYNC_NOTIFY, IBV_QP_EN_SQD_ASYNC_NOTIFY, IBV_QP_EN_SQD_ASYNC_NOTIFY } },
    { IBV_QPS_SQD,
      IBV_QPS_RTS,
      {},
      { Current | IBV_QP_QKEY, Running, Running | IBV_QP_MIN_RNR_TIMER } },
    { IBV_QPS_SQD,
      IBV_QPS_SQD,
      {},
      { Partition | IBV_QP_QKEY, IBV_QP_AV | Alternate | Access | Partition | Migration,
        IBV_QP_PORT | IBV_QP_AV | Timing | IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_MAX_DEST_RD_ATOMIC
                | Alternate | Access | Partition | IBV_QP_MIN_RNR_TIMER | Migration } },
    { IBV_QPS_SQE, IBV_QPS_RTS, {}, { Current | IBV_QP_QKEY, Current | Access, 0 } },
};

} // namespace

bool isTransition(ibv_qp_type type, ibv_qp_state from, ibv_qp_state to, int mask)
{
    if (to == IBV_QPS_RESET || (to == IBV_QPS_ERR && from != IBV_QPS_RESET))
        return (mask & ~IBV_QP_STATE) == 0;
    for (const Step &step : Steps) {
        if (step.from != from || step.to != to)
            continue;
        const int needed = of(type, step.needed);
        const int known = needed | of(type, step.possible) | IBV_QP_STATE;
        return (mask & needed) == needed && (mask & ~known) == 0;
    }
    return false;
}

} // namespace NullNic
