// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "side.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <arpa/inet.h>
#include <poll.h>

void need(bool succeeded, const char *what)
{
    if (succeeded)
        return;
    std::perror(what);
    std::abort();
}

sockaddr_in addressOf(int host, uint16_t port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(0xc0000200u | uint32_t(host)); // 192.0.2.HOST
    return address;
}

Side::~Side()
{
    if (id && id->qp)
        rdma_destroy_qp(id);
    if (region)
        ibv_dereg_mr(region);
    if (queue)
        ibv_destroy_cq(queue);
    if (channel)
        ibv_destroy_comp_channel(channel);
    if (domain)
        ibv_dealloc_pd(domain);
    if (id)
        rdma_destroy_id(id);
    rdma_destroy_event_channel(events);
}

// ---- connecting ----

void Side::makeId(rdma_port_space space)
{
    need(rdma_create_id(events, &id, nullptr, space) == 0, "rdma_create_id");
}

uint16_t Side::listen(int host, uint16_t port)
{
    sockaddr_in address = addressOf(host, port);
    makeId();
    need(rdma_bind_addr(id, reinterpret_cast<sockaddr *>(&address)) == 0, "rdma_bind_addr");
    need(rdma_listen(id, 4) == 0, "rdma_listen");
    return ntohs(rdma_get_src_port(id));
}

void Side::resolve(int host, uint16_t port)
{
    sockaddr_in address = addressOf(host, port);
    makeId();
    need(rdma_resolve_addr(id, nullptr, reinterpret_cast<sockaddr *>(&address), 1000) == 0,
         "rdma_resolve_addr");
    need(event().type == RDMA_CM_EVENT_ADDR_RESOLVED, "address");
    need(rdma_resolve_route(id, 1000) == 0, "rdma_resolve_route");
    need(event().type == RDMA_CM_EVENT_ROUTE_RESOLVED, "route");
}

void Side::makeQueues(ibv_qp_type type)
{
    domain = ibv_alloc_pd(id->verbs);
    channel = ibv_create_comp_channel(id->verbs);
    queue = ibv_create_cq(id->verbs, 64, nullptr, channel, 0);
    ibv_qp_init_attr wanted = {};
    wanted.send_cq = wanted.recv_cq = queue;
    wanted.cap = { 16, Slots, 1, 1, 0 };
    wanted.qp_type = type;
    need(rdma_create_qp(id, domain, &wanted) == 0, "rdma_create_qp");
    region = ibv_reg_mr(domain, memory.data(), memory.size(),
                        IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ
                                | IBV_ACCESS_REMOTE_ATOMIC);
    need(region != nullptr, "ibv_reg_mr");
}

Offer Side::offer() const
{
    return { uintptr_t(memory.data() + Slots * SlotSize), region->rkey };
}

Side::Event Side::event()
{
    for (;;) {
        rdma_cm_event *event = nullptr;
        need(rdma_get_cm_event(events, &event) == 0, "rdma_get_cm_event");
        Event result = { event->event, event->status, event->id, {} };
        const rdma_conn_param &shown = event->param.conn;
        if (shown.private_data)
            std::copy_n(static_cast<const char *>(shown.private_data), result.data.size(),
                        result.data.begin());
        rdma_ack_cm_event(event);
        if (result.type != RDMA_CM_EVENT_TIMEWAIT_EXIT)
            return result;
    }
}

bool Side::hasEvent() const
{
    pollfd polled = { events->fd, POLLIN, 0 };
    return ::poll(&polled, 1, 0) == 1;
}

// ---- requests ----

void Side::postReceive(int slot)
{
    ibv_sge element = { uintptr_t(memory.data()) + uint64_t(slot * SlotSize), SlotSize,
                        region->lkey };
    ibv_recv_wr receive = {};
    ibv_recv_wr *bad = nullptr;
    receive.wr_id = uint64_t(slot);
    receive.sg_list = &element;
    receive.num_sge = 1;
    need(ibv_post_recv(id->qp, &receive, &bad) == 0, "ibv_post_recv");
}

ibv_send_wr Side::request(ibv_wr_opcode opcode, const Offer &peer, uint32_t length)
{
    m_element = { uintptr_t(requestBytes()), length, region->lkey };
    ibv_send_wr request = {};
    request.opcode = opcode;
    request.sg_list = &m_element;
    request.num_sge = 1;
    request.send_flags = IBV_SEND_SIGNALED;
    const bool isAtomic =
            opcode == IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
    (isAtomic ? request.wr.atomic.remote_addr : request.wr.rdma.remote_addr) = peer.address;
    (isAtomic ? request.wr.atomic.rkey : request.wr.rdma.rkey) = peer.key;
    return request;
}

void Side::post(ibv_send_wr request)
{
    ibv_send_wr *bad = nullptr;
    need(ibv_post_send(id->qp, &request, &bad) == 0, "ibv_post_send");
}

bool Side::poll(ibv_wc *completion)
{
    const int count = ibv_poll_cq(queue, 1, completion);
    need(count >= 0, "ibv_poll_cq");
    if (count == 1)
        ++counts[std::to_string(completion->opcode) + ':' + std::to_string(completion->status)];
    return count == 1;
}

void Side::awaitQueueEvent()
{
    ibv_cq *told = nullptr;
    void *programs = nullptr;
    need(ibv_get_cq_event(channel, &told, &programs) == 0, "ibv_get_cq_event");
    ibv_ack_cq_events(told, 1);
}

ibv_wc Side::completion()
{
    ibv_wc completion = {};
    while (!poll(&completion)) {
        if (m_manner == Manner::Spinning)
            continue;
        need(ibv_req_notify_cq(queue, 0) == 0, "ibv_req_notify_cq");
        if (poll(&completion))
            break;
        awaitQueueEvent();
    }
    return completion;
}

std::string Side::countsLine() const
{
    std::string line;
    for (const auto &[what, count] : counts)
        line += what + '=' + std::to_string(count) + ' ';
    return line;
}
