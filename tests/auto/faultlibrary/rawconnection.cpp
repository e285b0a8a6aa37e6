// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rawconnection.h"

#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>

namespace {

sockaddr_in socketAddress(const QHostAddress &address, quint16 port)
{
    sockaddr_in result = {};
    result.sin_family = AF_INET;
    result.sin_port = htons(port);
    result.sin_addr.s_addr = htonl(address.toIPv4Address());
    return result;
}

bool readable(int descriptor)
{
    pollfd entry = { descriptor, POLLIN, 0 };
    return poll(&entry, 1, 20000) == 1;
}

} // namespace

RawConnection::RawConnection(const QHostAddress &deviceAddress) : address(deviceAddress) { }

// Queue pairs before ids, and the passive side first: it answers what the active side waits for.
RawConnection::~RawConnection()
{
    for (rdma_cm_id *id : { accepted, unwantedRequest, client, unwanted, listener }) {
        if (!id)
            continue;
        if (id->qp)
            rdma_destroy_qp(id);
        rdma_destroy_id(id);
    }
    if (ah)
        ibv_destroy_ah(ah);
    if (loneQp)
        ibv_destroy_qp(loneQp);
    if (srq)
        ibv_destroy_srq(srq);
    if (cq)
        ibv_destroy_cq(cq);
    if (completions)
        ibv_destroy_comp_channel(completions);
    for (ibv_mr *region : regions)
        ibv_dereg_mr(region);
    if (pd)
        ibv_dealloc_pd(pd);
    for (rdma_event_channel *events : { acceptedChannel, channel }) {
        if (events)
            rdma_destroy_event_channel(events);
    }
    if (context)
        ibv_close_device(context);
    if (devices)
        ibv_free_device_list(devices);
}

bool RawConnection::fail(const char *name, int failure)
{
    call = name;
    error = failure;
    return false;
}

bool RawConnection::positive(const char *name, int result, Natural natural)
{
    if (result == 0 || (natural == MayFail && result != InjectedError))
        return true;
    return fail(name, result);
}

bool RawConnection::minusOne(const char *name, int result, Natural natural)
{
    if (result >= 0 || (natural == MayFail && errno != InjectedError))
        return true;
    return fail(name, result == -1 ? errno : result);
}

bool RawConnection::pointer(const char *name, const void *result, Natural natural)
{
    if (result || (natural == MayFail && errno != InjectedError))
        return true;
    return fail(name, errno);
}

bool RawConnection::queryDevices()
{
    int count = 0;
    ibv_context **opened = rdma_get_devices(&count);
    if (!pointer("rdma_get_devices", opened))
        return false;
    rdma_free_devices(opened);
    ibv_device_attr device = {};
    ibv_port_attr port = {};
    ibv_gid gid = {};
    std::array<ibv_gid_entry, 64> gids = {};
    ibv_async_event event = {};
    return positive("ibv_fork_init", ibv_fork_init())
            && pointer("ibv_get_device_list", devices = ibv_get_device_list(nullptr))
            && pointer("ibv_open_device", context = ibv_open_device(devices[0]))
            && positive("ibv_query_device", ibv_query_device(context, &device))
            && positive("ibv_query_port", ibv_query_port(context, 1, &port))
            && minusOne("ibv_query_gid", ibv_query_gid(context, 1, 0, &gid))
            && positive("ibv_query_gid_table",
                        qMax(0, int(-ibv_query_gid_table(context, gids.data(), gids.size(), 0))))
            && fcntl(context->async_fd, F_SETFL, O_NONBLOCK) == 0
            && minusOne("ibv_get_async_event", ibv_get_async_event(context, &event), MayFail);
}

bool RawConnection::event(rdma_event_channel *from, rdma_cm_event_type type, rdma_cm_id **id)
{
    // Another one, such as the end of a connection that was just refused, is of no interest.
    while (readable(from->fd)) {
        rdma_cm_event *event = nullptr;
        if (!minusOne("rdma_get_cm_event", rdma_get_cm_event(from, &event)))
            return false;
        const rdma_cm_event_type seen = event->event;
        if (seen == type && id)
            *id = event->id;
        rdma_ack_cm_event(event);
        if (seen == type)
            return true;
    }
    return fail(rdma_event_str(type), ETIMEDOUT);
}

bool RawConnection::resolve(rdma_cm_id **id)
{
    sockaddr_in target = socketAddress(address, ntohs(rdma_get_src_port(listener)));
    return minusOne("rdma_create_id", rdma_create_id(channel, id, nullptr, RDMA_PS_TCP))
            && minusOne(
                    "rdma_resolve_addr",
                    rdma_resolve_addr(*id, nullptr, reinterpret_cast<sockaddr *>(&target), 5000))
            && event(channel, RDMA_CM_EVENT_ADDR_RESOLVED)
            && minusOne("rdma_resolve_route", rdma_resolve_route(*id, 5000))
            && event(channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
}

bool RawConnection::registerMemory()
{
    // The macro takes one function for constant access flags and another for all others.
    volatile int access = IBV_ACCESS_LOCAL_WRITE;
    for (int variant = 0; variant < 3; ++variant) {
        ibv_mr *region = nullptr;
        if (variant == 0)
            region = ibv_reg_mr(pd, memory.data(), memory.size(), IBV_ACCESS_LOCAL_WRITE);
        else if (variant == 1)
            region = ibv_reg_mr(pd, memory.data(), memory.size(), access);
        else
            region = ibv_reg_mr_iova(pd, memory.data(), memory.size(), quintptr(memory.data()),
                                     IBV_ACCESS_LOCAL_WRITE);
        if (!pointer("ibv_reg_mr", region))
            return false;
        regions.push_back(region);
    }
    return true;
}

bool RawConnection::makeQueues()
{
    ibv_srq_init_attr srqAttributes = {};
    srqAttributes.attr = { 8, 1, 0 };
    ibv_srq_attr limit = { 0, 0, 2 };
    ibv_sge element = { quintptr(memory.data()), 1024, regions[0]->lkey };
    ibv_recv_wr receive = {};
    receive.sg_list = &element;
    receive.num_sge = 1;
    ibv_recv_wr *bad = nullptr;
    ibv_context *verbs = client->verbs;
    return pointer("ibv_create_comp_channel", completions = ibv_create_comp_channel(verbs))
            && pointer("ibv_create_cq", cq = ibv_create_cq(verbs, 64, this, completions, 0))
            && positive("ibv_resize_cq", ibv_resize_cq(cq, 128), MayFail)
            && positive("ibv_req_notify_cq", ibv_req_notify_cq(cq, 0))
            && pointer("ibv_create_srq", srq = ibv_create_srq(pd, &srqAttributes))
            && positive("ibv_post_srq_recv", ibv_post_srq_recv(srq, &receive, &bad))
            && positive("ibv_modify_srq", ibv_modify_srq(srq, &limit, IBV_SRQ_LIMIT), MayFail);
}

bool RawConnection::makeQueuePair()
{
    ibv_qp_init_attr attributes = {};
    attributes.send_cq = cq;
    attributes.recv_cq = cq;
    attributes.cap = { 4, 4, 1, 1, 0 };
    attributes.qp_type = IBV_QPT_RC;
    ibv_qp_attr state = {};
    state.qp_state = IBV_QPS_INIT;
    state.port_num = 1;
    int mask = 0;
    const int toInit = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
    ibv_ah_attr handle = {};
    handle.is_global = 1;
    handle.port_num = 1;
    return pointer("ibv_create_qp", loneQp = ibv_create_qp(pd, &attributes))
            && positive("ibv_query_qp", ibv_query_qp(loneQp, &state, IBV_QP_STATE, &attributes))
            && (state.qp_state = IBV_QPS_INIT, state.port_num = 1, true)
            && positive("ibv_modify_qp", ibv_modify_qp(loneQp, &state, toInit), MayFail)
            && (state.qp_state = IBV_QPS_INIT, true)
            && minusOne("rdma_init_qp_attr", rdma_init_qp_attr(client, &state, &mask))
            && pointer("ibv_create_ah", ah = ibv_create_ah(pd, &handle), MayFail)
            // Not for a connected queue pair.
            && positive("ibv_attach_mcast", ibv_attach_mcast(loneQp, &handle.grh.dgid, 0), MayFail);
}

bool RawConnection::makeObjects()
{
    sockaddr_in local = socketAddress(address, 0);
    int yes = 1;
    return pointer("rdma_create_event_channel", channel = rdma_create_event_channel())
            && minusOne("rdma_create_id", rdma_create_id(channel, &listener, nullptr, RDMA_PS_TCP))
            && minusOne("rdma_set_option",
                        rdma_set_option(listener, RDMA_OPTION_ID, RDMA_OPTION_ID_REUSEADDR, &yes,
                                        sizeof(yes)))
            && minusOne("rdma_bind_addr",
                        rdma_bind_addr(listener, reinterpret_cast<sockaddr *>(&local)))
            && minusOne("rdma_listen", rdma_listen(listener, 4)) && resolve(&client)
            && pointer("ibv_alloc_pd", pd = ibv_alloc_pd(client->verbs)) && registerMemory()
            && makeQueues() && makeQueuePair();
}

bool RawConnection::createQp(rdma_cm_id *id)
{
    ibv_qp_init_attr attributes = {};
    attributes.send_cq = cq;
    attributes.recv_cq = cq;
    attributes.cap = { 4, 4, 1, 1, 0 };
    attributes.qp_type = IBV_QPT_RC;
    return minusOne("rdma_create_qp", rdma_create_qp(id, pd, &attributes));
}

bool RawConnection::postReceive(rdma_cm_id *id)
{
    ibv_sge element = { quintptr(memory.data()), 1024, regions[0]->lkey };
    ibv_recv_wr receive = {};
    receive.sg_list = &element;
    receive.num_sge = 1;
    ibv_recv_wr *bad = nullptr;
    const bool posted = positive("ibv_post_recv", ibv_post_recv(id->qp, &receive, &bad));
    // A caller takes back what was not posted from here on.
    if (!posted && bad != &receive)
        return fail("ibv_post_recv does not say which request was bad", EPROTO);
    return posted;
}

bool RawConnection::connect()
{
    rdma_conn_param parameters = {};
    parameters.retry_count = 7;
    parameters.rnr_retry_count = 6;
    return pointer("rdma_create_event_channel", acceptedChannel = rdma_create_event_channel())
            && createQp(client) && postReceive(client)
            && minusOne("rdma_connect", rdma_connect(client, &parameters))
            && event(channel, RDMA_CM_EVENT_CONNECT_REQUEST, &accepted)
            && minusOne("rdma_migrate_id", rdma_migrate_id(accepted, acceptedChannel))
            && createQp(accepted) && postReceive(accepted)
            && minusOne("rdma_accept", rdma_accept(accepted, &parameters))
            && event(channel, RDMA_CM_EVENT_ESTABLISHED)
            && event(acceptedChannel, RDMA_CM_EVENT_ESTABLISHED)
            && minusOne("rdma_notify", rdma_notify(accepted, IBV_EVENT_COMM_EST), MayFail)
            && minusOne("rdma_establish", rdma_establish(client), MayFail);
}

bool RawConnection::takeCompletion()
{
    ibv_cq *from = nullptr;
    void *cqContext = nullptr;
    if (!readable(completions->fd))
        return fail("completion", ETIMEDOUT);
    if (!minusOne("ibv_get_cq_event", ibv_get_cq_event(completions, &from, &cqContext)))
        return false;
    ibv_ack_cq_events(from, 1);
    ibv_wc completion = {};
    const int count = ibv_poll_cq(cq, 1, &completion);
    if (count < 0)
        return minusOne("ibv_poll_cq", count);
    return count == 1 && completion.status == IBV_WC_SUCCESS ? true : fail("completion", EIO);
}

bool RawConnection::exchange()
{
    ibv_sge element = { quintptr(memory.data()) + 2048, 64, regions[0]->lkey };
    ibv_send_wr send = {};
    send.sg_list = &element;
    send.num_sge = 1;
    send.opcode = IBV_WR_SEND;
    send.send_flags = IBV_SEND_SIGNALED;
    ibv_send_wr *bad = nullptr;
    const bool posted = positive("ibv_post_send", ibv_post_send(client->qp, &send, &bad));
    if (!posted && bad != &send)
        return fail("ibv_post_send does not say which request was bad", EPROTO);
    return posted && takeCompletion();
}

bool RawConnection::reject()
{
    rdma_conn_param parameters = {};
    return resolve(&unwanted) && createQp(unwanted)
            && minusOne("rdma_connect", rdma_connect(unwanted, &parameters))
            && event(channel, RDMA_CM_EVENT_CONNECT_REQUEST, &unwantedRequest)
            && minusOne("rdma_reject", rdma_reject(unwantedRequest, "no", 2))
            && event(channel, RDMA_CM_EVENT_REJECTED)
            && minusOne("rdma_join_multicast",
                        rdma_join_multicast(client, rdma_get_peer_addr(client), this), MayFail);
}

bool RawConnection::disconnect()
{
    return minusOne("rdma_disconnect", rdma_disconnect(client))
            && event(acceptedChannel, RDMA_CM_EVENT_DISCONNECTED)
            && minusOne("rdma_disconnect", rdma_disconnect(accepted), MayFail)
            && event(channel, RDMA_CM_EVENT_DISCONNECTED);
}

bool RawConnection::all()
{
    return queryDevices() && makeObjects() && connect() && exchange() && reject() && disconnect();
}
