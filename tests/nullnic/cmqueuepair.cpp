// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cm_p.h"
#include "device_p.h"
#include "queuepair_p.h"

#include <algorithm>

namespace NullNic {

namespace {

constexpr uint8_t DefaultTimeout = 18; // a second, as RoCE has it
constexpr uint8_t HopLimit = 64;

// How many reads and atomic operations this side may have under way at the peer, and the peer at this side. The two ends agree
// on it while they connect.
struct Depths
{
    uint8_t asks = 0;
    uint8_t answers = 0;
};

Depths depthsOf(const Id &id)
{
    const rdma_conn_param &own = id.parameters;
    if (!id.peer || id.stage == Stage::RequestSent)
        return { own.initiator_depth, own.responder_resources };
    const rdma_conn_param &peers = id.peer->parameters;
    return { peers.responder_resources, peers.initiator_depth };
}

bool isKnown(Stage stage)
{
    return stage >= Stage::RequestSent && stage <= Stage::DisconnectReceived;
}

void setInit(const Id &id, ibv_qp_attr *attributes, int *mask)
{
    *mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;
    attributes->pkey_index = 0;
    attributes->port_num = id.port_num;
    if (id.qp_type == IBV_QPT_UD) {
        attributes->qkey = RDMA_UDP_QKEY;
        *mask |= IBV_QP_QKEY;
        return;
    }
    *mask |= IBV_QP_ACCESS_FLAGS;
    attributes->qp_access_flags = 0;
    if (!isKnown(id.stage))
        return;
    attributes->qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
    if (depthsOf(id).answers > 0)
        attributes->qp_access_flags |= IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
}

void setReceiving(const Id &id, ibv_qp_attr *attributes, int *mask)
{
    *mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN
            | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
    attributes->ah_attr = {};
    attributes->ah_attr.is_global = 1;
    attributes->ah_attr.port_num = id.port_num;
    attributes->ah_attr.grh.dgid = id.route.addr.addr.ibaddr.dgid;
    attributes->ah_attr.grh.sgid_index = uint8_t(hostOf(id.route.addr.addr.ibaddr.sgid));
    attributes->ah_attr.grh.hop_limit = HopLimit;
    attributes->ah_attr.grh.traffic_class = id.typeOfService;
    attributes->path_mtu = IBV_MTU_4096;
    attributes->dest_qp_num = id.peer->queuePairNumber;
    attributes->rq_psn = attributes->dest_qp_num;
    attributes->max_dest_rd_atomic = depthsOf(id).answers;
    attributes->min_rnr_timer = 0;
}

void setSending(const Id &id, ibv_qp_attr *attributes, int *mask)
{
    *mask = IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN
            | IBV_QP_MAX_QP_RD_ATOMIC;
    const bool hasAsked = !id.hasCome;
    attributes->timeout = id.ackTimeout ? id.ackTimeout : DefaultTimeout;
    attributes->retry_cnt = (hasAsked ? id : *id.peer).parameters.retry_count & 7;
    attributes->rnr_retry = id.peer->parameters.rnr_retry_count & 7;
    attributes->sq_psn = id.queuePairNumber;
    attributes->max_rd_atomic = depthsOf(id).asks;
}

int step(Id &id, ibv_qp_state state, const rdma_conn_param *limits)
{
    ibv_qp_attr attributes = {};
    int mask = 0;
    attributes.qp_state = state;
    if (const int error = stepAttributes(id, &attributes, &mask))
        return error;
    if (limits && state == IBV_QPS_RTR && limits->responder_resources != RDMA_MAX_RESP_RES)
        attributes.max_dest_rd_atomic = limits->responder_resources;
    if (limits && state == IBV_QPS_RTS && limits->initiator_depth != RDMA_MAX_INIT_DEPTH)
        attributes.max_rd_atomic = limits->initiator_depth;
    return modify(queuePairOf(id.qp), attributes, mask);
}

int initializeDatagrams(ibv_qp *queuePair)
{
    ibv_qp_attr attributes = {};
    attributes.qp_state = IBV_QPS_INIT;
    attributes.port_num = Port;
    attributes.qkey = RDMA_UDP_QKEY;
    int error = modify(queuePairOf(queuePair), attributes,
                       IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY);
    attributes.qp_state = IBV_QPS_RTR;
    if (!error)
        error = modify(queuePairOf(queuePair), attributes, IBV_QP_STATE);
    attributes.qp_state = IBV_QPS_RTS;
    return error ? error : modify(queuePairOf(queuePair), attributes, IBV_QP_STATE | IBV_QP_SQ_PSN);
}

} // namespace

int stepAttributes(const Id &id, ibv_qp_attr *attributes, int *mask)
{
    const bool hasBegun = id.stage >= Stage::RequestSent;
    if (attributes->qp_state == IBV_QPS_INIT && (isKnown(id.stage) || !hasBegun)) {
        setInit(id, attributes, mask);
        return 0;
    }
    const bool isAnswered = isKnown(id.stage) && id.stage != Stage::RequestSent && id.peer;
    if (!isAnswered)
        return EINVAL;
    if (attributes->qp_state == IBV_QPS_RTR)
        setReceiving(id, attributes, mask);
    else if (attributes->qp_state == IBV_QPS_RTS)
        setSending(id, attributes, mask);
    else
        return EINVAL;
    return 0;
}

// INIT is repeated, because the rights of the peer were not known before.
int bringUp(Id &id, const rdma_conn_param *limits)
{
    for (const ibv_qp_state state : { IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS }) {
        if (const int error = step(id, state, limits))
            return error;
    }
    return 0;
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

int rdma_init_qp_attr(rdma_cm_id *id, ibv_qp_attr *attributes, int *mask)
{
    const Lock lock;
    const int error = stepAttributes(idOf(id), attributes, mask);
    return error ? minusOne(error) : 0;
}

int rdma_create_qp_ex(rdma_cm_id *handle, ibv_qp_init_attr_ex *wanted)
{
    const bool hasDomain = (wanted->comp_mask & IBV_QP_INIT_ATTR_PD) != 0 && wanted->pd;
    if (handle->qp || !handle->verbs || !hasDomain || !wanted->send_cq || !wanted->recv_cq)
        return minusOne(EINVAL);
    ibv_qp *made = createExtendedQueuePair(handle->verbs, wanted);
    if (!made)
        return -1;
    Lock lock;
    const bool isDatagram = made->qp_type == IBV_QPT_UD;
    handle->qp = made;
    int error = isDatagram ? initializeDatagrams(made) : step(idOf(handle), IBV_QPS_INIT, nullptr);
    if (!error) {
        handle->pd = wanted->pd;
        handle->srq = wanted->srq;
        handle->send_cq = wanted->send_cq;
        handle->recv_cq = wanted->recv_cq;
        return 0;
    }
    handle->qp = nullptr;
    lock.unlock();
    ibv_destroy_qp(made);
    return minusOne(error);
}

int rdma_create_qp(rdma_cm_id *id, ibv_pd *domain, ibv_qp_init_attr *wanted)
{
    ibv_qp_init_attr_ex extended = extendedAttributes(*wanted, domain ? domain : id->pd);
    const int result = rdma_create_qp_ex(id, &extended);
    wanted->cap = extended.cap;
    return result;
}

void rdma_destroy_qp(rdma_cm_id *id)
{
    if (id->qp)
        ibv_destroy_qp(id->qp);
    id->qp = nullptr;
}

} // extern "C"
