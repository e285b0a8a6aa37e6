// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rawpeer.h"

#include <QtCore/qdeadlinetimer.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>

namespace {

constexpr quint64 sendFlag = quint64(1) << 32;
constexpr int MostPorts = 8;

bool setNonBlocking(int descriptor)
{
    return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0;
}

} // namespace

RawPeer::RawPeer(const char *address, quint16 port)
    : serverAddress(address)
    , serverPort(port)
    , memory(size_t(Receives) * ReceiveSize + size_t(Sends) * MessageSize)
{
}

RawPeer::~RawPeer()
{
    if (flushed)
        std::printf("FLUSHED %u\n", flushed);
    if (id && id->qp)
        rdma_destroy_qp(id);
    if (id)
        rdma_destroy_id(id);
    if (cq)
        ibv_destroy_cq(cq);
    if (completions)
        ibv_destroy_comp_channel(completions);
    if (region)
        ibv_dereg_mr(region);
    if (pd)
        ibv_dealloc_pd(pd);
    if (events)
        rdma_destroy_event_channel(events);
}

bool RawPeer::check(bool ok, const char *what)
{
    if (!ok && broken.isEmpty()) {
        broken = what;
        std::printf("CANNOT %s: %s\n", what, std::strerror(errno));
    }
    return ok;
}

bool RawPeer::resolve()
{
    addrinfo hints = {};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo *found = nullptr;
    const QByteArray port = QByteArray::number(serverPort);
    if (!check(getaddrinfo(serverAddress.constData(), port.constData(), &hints, &found) == 0,
               "understand the address"))
        return false;
    const int result = rdma_resolve_addr(id, nullptr, found->ai_addr, 5000);
    freeaddrinfo(found);
    return check(result == 0, "rdma_resolve_addr")
            && check(waitFor(RDMA_CM_EVENT_ADDR_RESOLVED, 10000), "resolve the address")
            && check(rdma_resolve_route(id, 5000) == 0, "rdma_resolve_route")
            && check(waitFor(RDMA_CM_EVENT_ROUTE_RESOLVED, 10000), "resolve the route");
}

bool RawPeer::makeQueues()
{
    ibv_context *verbs = id->verbs;
    if (!check((pd = ibv_alloc_pd(verbs)), "ibv_alloc_pd")
        || !check((completions = ibv_create_comp_channel(verbs)), "ibv_create_comp_channel")
        || !check((cq = ibv_create_cq(verbs, Receives + Sends, nullptr, completions, 0)),
                  "ibv_create_cq")
        || !check((region = ibv_reg_mr(pd, memory.data(), memory.size(), IBV_ACCESS_LOCAL_WRITE)),
                  "ibv_reg_mr"))
        return false;
    ibv_qp_init_attr attributes = {};
    attributes.send_cq = cq;
    attributes.recv_cq = cq;
    attributes.cap = { Sends, Receives, 1, 1, 0 };
    attributes.qp_type = IBV_QPT_RC;
    attributes.sq_sig_all = 1;
    if (!check(rdma_create_qp(id, pd, &attributes) == 0, "rdma_create_qp"))
        return false;
    for (unsigned slot = 0; slot < Receives; ++slot) {
        if (!postReceive(slot))
            return false;
    }
    return check(setNonBlocking(completions->fd), "fcntl")
            && check(ibv_req_notify_cq(cq, 0) == 0, "ibv_req_notify_cq");
}

bool RawPeer::postReceive(unsigned slot)
{
    ibv_sge element = { quintptr(memory.data()) + size_t(slot) * ReceiveSize, ReceiveSize,
                        region->lkey };
    ibv_recv_wr request = {};
    request.wr_id = slot;
    request.sg_list = &element;
    request.num_sge = 1;
    ibv_recv_wr *bad = nullptr;
    return check(ibv_post_recv(id->qp, &request, &bad) == 0, "ibv_post_recv");
}

bool RawPeer::connect(const QByteArray &privateData)
{
    events = rdma_create_event_channel();
    if (!check(events && setNonBlocking(events->fd), "rdma_create_event_channel")
        || !check(rdma_create_id(events, &id, nullptr, RDMA_PS_TCP) == 0, "rdma_create_id")
        || !resolve() || !makeQueues())
        return false;
    rdma_conn_param parameters = {};
    parameters.private_data = privateData.constData();
    parameters.private_data_len = quint8(privateData.size());
    parameters.retry_count = 7;
    // 7 would retry for ever if the server has posted no receive.
    parameters.rnr_retry_count = 2;
    int result = rdma_connect(id, &parameters);
    // On iWARP a plain TCP socket may have the port. The old id stays, so that the next one does
    // not get the same port.
    for (int i = 1; result != 0 && errno == EADDRINUSE && i < MostPorts; ++i) {
        ibv_qp *qp = std::exchange(id->qp, nullptr);
        if (!check(rdma_create_id(events, &id, nullptr, RDMA_PS_TCP) == 0, "rdma_create_id")
            || !resolve())
            return false;
        id->qp = qp;
        result = rdma_connect(id, &parameters);
    }
    if (!check(result == 0, "rdma_connect"))
        return false;
    waitFor(RDMA_CM_EVENT_ESTABLISHED, 30000);
    // A refusal may flush the receives before its event arrives.
    const QDeadlineTimer deadline(10000);
    while (ended && lastEvent < 0 && !deadline.hasExpired())
        pump(100);
    check(established || ended, "get an answer to the connection request");
    return established;
}

bool RawPeer::send(const QByteArray &message)
{
    QDeadlineTimer deadline(20000);
    while (inFlight == Sends && !ended && !deadline.hasExpired())
        pump(100);
    if (ended || !check(inFlight < Sends, "send: nothing completes"))
        return false;
    const size_t slot = sent++ % Sends;
    char *buffer = memory.data() + size_t(Receives) * ReceiveSize + slot * MessageSize;
    const size_t size = qMin<size_t>(size_t(message.size()), MessageSize);
    std::memcpy(buffer, message.constData(), size);
    ibv_sge element = { quintptr(buffer), quint32(size), region->lkey };
    ibv_send_wr request = {};
    request.wr_id = sendFlag | slot;
    request.sg_list = &element;
    // No bytes make an empty message. A length of 0 would mean 2 GiB.
    request.num_sge = size > 0;
    request.opcode = IBV_WR_SEND;
    ibv_send_wr *bad = nullptr;
    if (const int error = ibv_post_send(id->qp, &request, &bad)) {
        std::printf("SEND REFUSED %s\n", std::strerror(qAbs(error)));
        ended = true;
        return false;
    }
    ++inFlight;
    return true;
}

QByteArray RawPeer::receive(int milliseconds)
{
    QDeadlineTimer deadline(milliseconds);
    while (received.empty() && !ended && !deadline.hasExpired())
        pump(int(qMin<qint64>(deadline.remainingTime(), 100)));
    if (received.empty())
        return QByteArray();
    const QByteArray message = received.front();
    received.pop_front();
    return message;
}

bool RawPeer::waitForEnd(int milliseconds)
{
    QDeadlineTimer deadline(milliseconds);
    while (!ended && !deadline.hasExpired())
        pump(int(qMin<qint64>(deadline.remainingTime(), 100)));
    if (!ended)
        std::printf("STILL CONNECTED after %d ms\n", milliseconds);
    return ended;
}

void RawPeer::disconnect()
{
    if (id && established && !ended)
        rdma_disconnect(id);
}

bool RawPeer::waitFor(rdma_cm_event_type type, int milliseconds)
{
    QDeadlineTimer deadline(milliseconds);
    lastEvent = -1;
    while (lastEvent != type && !ended && !deadline.hasExpired())
        pump(int(qMin<qint64>(deadline.remainingTime(), 100)));
    return lastEvent == type;
}

void RawPeer::pump(int milliseconds)
{
    pollfd descriptors[] = { { events->fd, POLLIN, 0 },
                             { completions ? completions->fd : -1, POLLIN, 0 } };
    poll(descriptors, 2, qMax(milliseconds, 0));
    // Handle what was received before the end first.
    if (cq)
        takeCompletions();
    takeEvents();
}

void RawPeer::takeEvents()
{
    rdma_cm_event *event = nullptr;
    while (rdma_get_cm_event(events, &event) == 0) {
        report(*event);
        lastEvent = event->event;
        rdma_ack_cm_event(event);
    }
}

void RawPeer::report(const rdma_cm_event &event)
{
    const rdma_conn_param &parameters = event.param.conn;
    const QByteArray data(static_cast<const char *>(parameters.private_data),
                          parameters.private_data ? parameters.private_data_len : 0);
    switch (event.event) {
    case RDMA_CM_EVENT_ADDR_RESOLVED:
    case RDMA_CM_EVENT_ROUTE_RESOLVED:
    case RDMA_CM_EVENT_TIMEWAIT_EXIT:
        return;
    case RDMA_CM_EVENT_ESTABLISHED:
        std::printf("ESTABLISHED\n");
        established = true;
        accepted = data;
        return;
    case RDMA_CM_EVENT_REJECTED:
        std::printf("REJECTED status %d data %s\n", event.status,
                    data.left(16).toHex(' ').constData());
        break;
    case RDMA_CM_EVENT_DISCONNECTED:
        std::printf("DISCONNECTED\n");
        break;
    default:
        std::printf("%s status %d\n", rdma_event_str(event.event), event.status);
        break;
    }
    ended = true;
}

void RawPeer::takeCompletions()
{
    ibv_cq *from = nullptr;
    void *context = nullptr;
    while (ibv_get_cq_event(completions, &from, &context) == 0)
        ibv_ack_cq_events(from, 1);
    ibv_req_notify_cq(cq, 0);
    ibv_wc completion = {};
    while (ibv_poll_cq(cq, 1, &completion) > 0)
        handle(completion);
}

void RawPeer::handle(const ibv_wc &completion)
{
    const bool isSend = completion.wr_id & sendFlag;
    if (isSend)
        --inFlight;
    if (completion.status == IBV_WC_WR_FLUSH_ERR) {
        ++flushed;
        ended = true;
    } else if (completion.status != IBV_WC_SUCCESS) {
        std::printf("FAILED %s: %s\n", isSend ? "send" : "receive",
                    ibv_wc_status_str(completion.status));
        ended = true;
    } else if (!isSend) {
        const unsigned slot = unsigned(completion.wr_id);
        received.emplace_back(memory.data() + size_t(slot) * ReceiveSize,
                              qsizetype(completion.byte_len));
        postReceive(slot);
    }
}
