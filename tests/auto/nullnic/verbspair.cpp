// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "verbspair.h"

#include "rdmatest.h"
#include "waitfor.h"

#include <QtCore/qendian.h>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <netinet/in.h>

namespace {

constexpr int Patience = 20000; // ms
constexpr int ResolveTimeout = 5000; // ms

sockaddr_in addressOf(quint16 port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = qToBigEndian(port);
    address.sin_addr.s_addr = qToBigEndian(RdmaTest::address().toIPv4Address());
    return address;
}

bool isNext(const End &end, rdma_cm_event_type type)
{
    const auto event = end.event();
    return event && event->type == type && event->status == 0;
}

// The entry of the GID table that is the address of the test.
int gidIndex(ibv_context *context, ibv_gid *gid)
{
    const Q_IPV6ADDR wanted = RdmaTest::address().toIPv6Address();
    for (quint32 i = 0; i < 256; ++i) {
        ibv_gid_entry entry = {};
        if (ibv_query_gid_ex(context, 1, i, &entry, 0) == 0
            && entry.gid_type == IBV_GID_TYPE_ROCE_V2
            && std::memcmp(entry.gid.raw, wanted.c, sizeof(entry.gid.raw)) == 0) {
            *gid = entry.gid;
            return int(i);
        }
    }
    return -1;
}

} // namespace

End::End() : channel(rdma_create_event_channel()), memory(MemorySize, '\0')
{
    fcntl(channel->fd, F_SETFL, fcntl(channel->fd, F_GETFL) | O_NONBLOCK);
}

End::~End()
{
    if (id && id->qp)
        rdma_destroy_qp(id);
    if (byHand)
        ibv_destroy_qp(byHand);
    if (region)
        ibv_dereg_mr(region);
    if (queue)
        ibv_destroy_cq(queue);
    if (domain)
        ibv_dealloc_pd(domain);
    if (id)
        rdma_destroy_id(id);
    rdma_destroy_event_channel(channel);
}

bool End::makeDomain(int access)
{
    domain = ibv_alloc_pd(id->verbs);
    queue = ibv_create_cq(id->verbs, 64, nullptr, nullptr, 0);
    region = ibv_reg_mr(domain, memory.data(), MemorySize, access);
    return domain && queue && region;
}

bool End::makeQueues(int access, ibv_qp_type type)
{
    if (!makeDomain(access))
        return false;
    ibv_qp_init_attr wanted = {};
    wanted.qp_type = type;
    wanted.send_cq = wanted.recv_cq = queue;
    wanted.cap = { 16, ReceiveDepth, MostElements, MostElements, 32 };
    if (isByHand) {
        byHand = ibv_create_qp(domain, &wanted);
        return byHand != nullptr;
    }
    return rdma_create_qp(id, domain, &wanted) == 0;
}

int End::postReceive(int length, quint32 key)
{
    ibv_sge element = { quintptr(memory.data()), quint32(length), key };
    ibv_recv_wr receive = {};
    ibv_recv_wr *bad = nullptr;
    receive.sg_list = &element;
    receive.num_sge = 1;
    return ibv_post_recv(queuePair(), &receive, &bad);
}

ibv_send_wr End::request(ibv_wr_opcode opcode, ibv_sge *element, int length) const
{
    *element = { quintptr(memory.data()), quint32(length), region->lkey };
    ibv_send_wr request = {};
    request.opcode = opcode;
    request.sg_list = element;
    request.num_sge = 1;
    request.send_flags = IBV_SEND_SIGNALED;
    return request;
}

int End::post(ibv_send_wr request) const
{
    ibv_send_wr *bad = nullptr;
    return ibv_post_send(queuePair(), &request, &bad);
}

std::optional<ibv_wc> End::completion() const
{
    std::optional<ibv_wc> result;
    const auto isThere = [&] {
        ibv_wc completion = {};
        if (!result && ibv_poll_cq(queue, 1, &completion) == 1)
            result = completion;
        return result.has_value();
    };
    RdmaTest::waitFor(isThere, Patience);
    return result;
}

ibv_qp_state End::state() const
{
    ibv_qp_attr attributes = {};
    ibv_qp_init_attr initial = {};
    ibv_query_qp(queuePair(), &attributes, IBV_QP_STATE, &initial);
    return attributes.qp_state;
}

std::optional<CmEvent> End::event() const
{
    std::optional<CmEvent> result;
    const auto isThere = [&] {
        rdma_cm_event *event = nullptr;
        if (result || rdma_get_cm_event(channel, &event) != 0)
            return result.has_value();
        if (event->event != RDMA_CM_EVENT_TIMEWAIT_EXIT) {
            const auto &shown = event->param.conn;
            result = CmEvent{ event->event, event->status, event->id,
                              QByteArray(static_cast<const char *>(shown.private_data),
                                         shown.private_data ? shown.private_data_len : 0) };
        }
        rdma_ack_cm_event(event);
        return result.has_value();
    };
    RdmaTest::waitFor(isThere, Patience);
    return result;
}

bool VerbsPair::listen()
{
    sockaddr_in any = addressOf(0);
    return rdma_create_id(listener.channel, &listener.id, nullptr, RDMA_PS_TCP) == 0
            && rdma_bind_addr(listener.id, reinterpret_cast<sockaddr *>(&any)) == 0
            && rdma_listen(listener.id, 8) == 0;
}

bool VerbsPair::resolve()
{
    sockaddr_in target = addressOf(qFromBigEndian(rdma_get_src_port(listener.id)));
    return rdma_create_id(client.channel, &client.id, nullptr, RDMA_PS_TCP) == 0
            && rdma_resolve_addr(client.id, nullptr, reinterpret_cast<sockaddr *>(&target),
                                 ResolveTimeout)
            == 0
            && isNext(client, RDMA_CM_EVENT_ADDR_RESOLVED)
            && rdma_resolve_route(client.id, ResolveTimeout) == 0
            && isNext(client, RDMA_CM_EVENT_ROUTE_RESOLVED);
}

bool VerbsPair::request(rdma_conn_param parameters)
{
    if (!listen() || !resolve() || !client.makeQueues(IBV_ACCESS_LOCAL_WRITE)
        || rdma_connect(client.id, &parameters) != 0)
        return false;
    const auto event = listener.event();
    if (!event || event->type != RDMA_CM_EVENT_CONNECT_REQUEST)
        return false;
    server.id = event->id;
    return rdma_migrate_id(server.id, server.channel) == 0;
}

bool VerbsPair::connect(rdma_conn_param parameters)
{
    parameters.responder_resources = parameters.initiator_depth = 1;
    return request(parameters) && server.makeQueues(accessOfServer)
            && rdma_accept(server.id, &parameters) == 0 && isNext(client, RDMA_CM_EVENT_ESTABLISHED)
            && isNext(server, RDMA_CM_EVENT_ESTABLISHED);
}

bool BarePair::make(ibv_qp_type type)
{
    for (End *end : { &here, &there }) {
        sockaddr_in any = addressOf(0);
        end->isByHand = true;
        if (rdma_create_id(end->channel, &end->id, nullptr, RDMA_PS_TCP) != 0
            || rdma_bind_addr(end->id, reinterpret_cast<sockaddr *>(&any)) != 0
            || !end->makeQueues(IBV_ACCESS_LOCAL_WRITE, type))
            return false;
    }
    return true;
}

int BarePair::step(End &end, const End &peer, ibv_qp_state to) const
{
    ibv_qp_attr wanted = {};
    ibv_port_attr port = {};
    ibv_query_port(end.id->verbs, 1, &port);
    wanted.qp_state = to;
    wanted.port_num = wanted.ah_attr.port_num = 1;
    wanted.path_mtu = port.active_mtu;
    wanted.dest_qp_num = peer.queuePair()->qp_num;
    wanted.ah_attr.is_global = 1;
    wanted.ah_attr.grh.hop_limit = 64;
    wanted.ah_attr.grh.sgid_index = quint8(gidIndex(end.id->verbs, &wanted.ah_attr.grh.dgid));
    wanted.timeout = 8; // a millisecond
    const bool isReliable = end.queuePair()->qp_type == IBV_QPT_RC;
    int mask = IBV_QP_STATE;
    if (to == IBV_QPS_INIT && end.state() == IBV_QPS_RESET)
        mask |= IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
    if (to == IBV_QPS_RTR)
        mask |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN
                | (isReliable ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0);
    if (to == IBV_QPS_RTS && end.state() == IBV_QPS_RTR)
        mask |= IBV_QP_SQ_PSN
                | (isReliable ? IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY
                                   | IBV_QP_MAX_QP_RD_ATOMIC
                              : 0);
    return ibv_modify_qp(end.queuePair(), &wanted, mask);
}

bool BarePair::bring(End &end, const End &peer, ibv_qp_state state) const
{
    static const QList<ibv_qp_state> way = { IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS, IBV_QPS_SQD };
    if (state == IBV_QPS_RESET)
        return true;
    const QList<ibv_qp_state> steps = state == IBV_QPS_ERR
            ? QList<ibv_qp_state>{ IBV_QPS_INIT, IBV_QPS_ERR }
            : way.first(way.indexOf(state) + 1);
    for (const ibv_qp_state next : steps) {
        if (step(end, peer, next) != 0)
            return false;
    }
    return true;
}
