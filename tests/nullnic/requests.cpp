// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "requests_p.h"

#include "completionqueue_p.h"
#include "device_p.h"
#include "farrequests_p.h"
#include "queuepair_p.h"
#include "transfer_p.h"

namespace NullNic {

namespace {

ibv_wc_opcode completionOf(ibv_wr_opcode opcode)
{
    switch (opcode) {
    case IBV_WR_RDMA_WRITE:
    case IBV_WR_RDMA_WRITE_WITH_IMM:
        return IBV_WC_RDMA_WRITE;
    case IBV_WR_RDMA_READ:
        return IBV_WC_RDMA_READ;
    case IBV_WR_ATOMIC_CMP_AND_SWP:
        return IBV_WC_COMP_SWAP;
    case IBV_WR_ATOMIC_FETCH_AND_ADD:
        return IBV_WC_FETCH_ADD;
    case IBV_WR_BIND_MW:
        return IBV_WC_BIND_MW;
    case IBV_WR_LOCAL_INV:
        return IBV_WC_LOCAL_INV;
    case IBV_WR_ATOMIC_WRITE:
        return IBV_WC_ATOMIC_WRITE;
    default:
        return IBV_WC_SEND;
    }
}

void completeFirst(QueuePair &queuePair, const Outcome &outcome)
{
    const ibv_send_wr &request = queuePair.sends.front();
    if (queuePair.signalsAll || (request.send_flags & IBV_SEND_SIGNALED) != 0) {
        ibv_wc completion = {};
        completion.wr_id = request.wr_id;
        completion.opcode = completionOf(request.opcode);
        completion.byte_len = outcome.length;
        completion.qp_num = queuePair.number();
        complete(queuePair.qp_base.send_cq, completion);
    }
    queuePair.sends.pop();
}

bool takesReceives(const QueuePair &queuePair, const ibv_recv_wr *requests)
{
    return requests && !queuePair.shared;
}

} // namespace

bool settleFirst(QueuePair &queuePair, const Outcome &outcome)
{
    if (outcome.waits != Waiting::No) {
        wait(queuePair, outcome.waits);
        return false;
    }
    waitNoMore(queuePair);
    if (outcome.status != IBV_WC_SUCCESS) {
        failFirst(queuePair, outcome.status);
        return false;
    }
    completeFirst(queuePair, outcome);
    return true;
}

void advance(QueuePair &queuePair)
{
    while (queuePair.state() == IBV_QPS_RTS && !queuePair.sends.isEmpty()) {
        if (!settleFirst(queuePair, carryOut(queuePair, queuePair.sends.front())))
            return;
    }
    if (queuePair.state() == IBV_QPS_ERR)
        flushSends(queuePair);
}

void receiverChanged(QueuePair &queuePair)
{
    QueuePair *peer = findQueuePair(queuePair.settings.dest_qp_num);
    if (peer && peer->waiting != Waiting::No)
        advance(*peer);
    if (!peer)
        tellReady(queuePair);
}

void peerHasGone(QueuePair &queuePair)
{
    if (queuePair.waiting != Waiting::No)
        advance(queuePair);
}

void flushSends(QueuePair &queuePair)
{
    for (SendQueue &sends = queuePair.sends; !sends.isEmpty(); sends.pop()) {
        ibv_wc completion = {};
        completion.wr_id = sends.front().wr_id;
        completion.status = IBV_WC_WR_FLUSH_ERR;
        completion.opcode = completionOf(sends.front().opcode);
        completion.qp_num = queuePair.number();
        complete(queuePair.qp_base.send_cq, completion);
    }
}

int enqueue(QueuePair &queuePair, const ibv_send_wr &request)
{
    const ibv_qp_state state = queuePair.state();
    if (state == IBV_QPS_RESET || state == IBV_QPS_INIT || state == IBV_QPS_RTR)
        return EINVAL;
    return queuePair.sends.post(request);
}

int postSends(ibv_qp *handle, ibv_send_wr *requests, ibv_send_wr **bad)
{
    const Lock lock;
    QueuePair &queuePair = queuePairOf(handle);
    if (!requests)
        return EINVAL;
    int error = 0;
    for (ibv_send_wr *request = requests; request && !error; request = request->next) {
        error = enqueue(queuePair, *request);
        if (error)
            *bad = request;
        else
            advance(queuePair);
    }
    return error;
}

int postReceives(ibv_qp *handle, ibv_recv_wr *requests, ibv_recv_wr **bad)
{
    const Lock lock;
    QueuePair &queuePair = queuePairOf(handle);
    if (!takesReceives(queuePair, requests))
        return EINVAL;
    int error = 0;
    for (ibv_recv_wr *request = requests; request && !error; request = request->next) {
        error = queuePair.ownReceives.post(*request);
        if (error)
            *bad = request;
    }
    if (queuePair.state() == IBV_QPS_ERR)
        enterError(queuePair); // which flushes them
    else
        receiverChanged(queuePair);
    return error;
}

int bindWindow(ibv_qp *queuePair, ibv_mw *window, ibv_mw_bind *wanted)
{
    if (window->type != IBV_MW_TYPE_1)
        return EINVAL;
    ibv_send_wr request = {};
    ibv_send_wr *bad = nullptr;
    request.wr_id = wanted->wr_id;
    request.opcode = IBV_WR_BIND_MW;
    request.send_flags = wanted->send_flags;
    request.bind_mw = { window, ibv_inc_rkey(window->rkey), wanted->bind_info };
    const int error = postSends(queuePair, &request, &bad);
    if (!error)
        window->rkey = request.bind_mw.rkey;
    return error;
}

} // namespace NullNic
