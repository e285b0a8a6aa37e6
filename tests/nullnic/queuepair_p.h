// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef QUEUEPAIR_P_H
#define QUEUEPAIR_P_H

#include "extendedsends_p.h"
#include "receivequeue_p.h"
#include "sendqueue_p.h"
#include "timeouts_p.h"

#include <infiniband/verbs.h>

#include <functional>
#include <memory>

namespace NullNic {

struct SharedReceives;

struct QueuePair : ibv_qp_ex
{
    ibv_qp_attr settings = {}; // as ibv_modify_qp() has set them, with the state
    ibv_qp_cap limits = {};
    bool signalsAll = false;
    bool hasHeard = false; // a message, since it is ready to receive
    SendQueue sends;
    ReceiveQueue ownReceives;
    SharedReceives *shared = nullptr;
    int groups = 0; // to which it is attached
    Waiting waiting = Waiting::No;
    uint64_t waitsUntil = 0; // of the device's clock
    std::unique_ptr<ExtendedSends> extended; // made for ibv_wr_start() and what follows it

    ibv_qp_state state() const { return settings.qp_state; }
    ibv_qp_type type() const { return qp_base.qp_type; }
    uint32_t number() const { return qp_base.qp_num; }
    bool canReceive() const
    {
        return state() == IBV_QPS_RTR || state() == IBV_QPS_RTS || state() == IBV_QPS_SQD;
    }
    ReceiveQueue &receives();
};

inline QueuePair &queuePairOf(ibv_qp *queuePair)
{
    return *reinterpret_cast<QueuePair *>(queuePair);
}

QueuePair *findQueuePair(uint32_t number);
// A number that no queue pair gets: a peer in another process has it.
uint32_t reserveNumber();
void releaseNumber(uint32_t number);
void forEachQueuePair(const std::function<void(QueuePair &)> &visit);

// 0, or the errno with which the device refuses the change.
int modify(QueuePair &queuePair, const ibv_qp_attr &wanted, int mask);
// Answers all that is posted, and takes no more.
void enterError(QueuePair &queuePair);
// Ends the first request with this status, and the queue pair with it.
void failFirst(QueuePair &queuePair, ibv_wc_status status);

// The same attributes for the extended call.
ibv_qp_init_attr_ex extendedAttributes(const ibv_qp_init_attr &attributes, ibv_pd *domain);

// Operation of the context.
ibv_qp *createExtendedQueuePair(ibv_context *context, ibv_qp_init_attr_ex *attributes);

} // namespace NullNic

#endif // QUEUEPAIR_P_H
