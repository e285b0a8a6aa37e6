/* SPDX-FileCopyrightText: 2026 The QtRdma authors
 * SPDX-License-Identifier: MIT */

/* The least that an event-driven program on this machine can cost: rdma_cm, 64 bytes inline, a bare
 * epoll loop, one arm per event. Two processes. Usage: floor_pingpong ADDRESS [ROUNDS [WARMUP]] */

#include "../halfroundtrips.h"

#include <arpa/inet.h>
#include <errno.h>
#include <rdma/rdma_cma.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MessageSize = 64, Receives = 16, SignalEvery = 16, AckEvery = 32 };

struct end
{
    struct rdma_event_channel *events;
    struct rdma_cm_id *id;
    struct ibv_pd *pd;
    struct ibv_comp_channel *channel;
    struct ibv_cq *receiveCq;
    struct ibv_cq *sendCq; /* has no channel: nobody wakes up for a send */
    struct ibv_mr *region;
    int epoll;
    unsigned sent;
    unsigned unacknowledged;
    int armed;
    char memory[Receives][MessageSize];
};

static void check(int ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "floor_pingpong: %s: %s\n", what, strerror(errno));
        exit(1);
    }
}

static struct sockaddr_in socketAddress(const char *text, uint16_t port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port) };
    check(inet_pton(AF_INET, text, &address.sin_addr) == 1, text);
    return address;
}

static struct rdma_cm_id *expect(struct end *end, enum rdma_cm_event_type type)
{
    struct rdma_cm_event *event;
    struct rdma_cm_id *id;
    check(rdma_get_cm_event(end->events, &event) == 0, "rdma_get_cm_event");
    if (event->event != type) {
        fprintf(stderr, "floor_pingpong: %s where %s was expected\n", rdma_event_str(event->event),
                rdma_event_str(type));
        exit(1);
    }
    id = event->id;
    rdma_ack_cm_event(event);
    return id;
}

static void postReceive(struct end *end, unsigned slot)
{
    struct ibv_sge element = { (uintptr_t)end->memory[slot], MessageSize, end->region->lkey };
    struct ibv_recv_wr request = { .wr_id = slot, .sg_list = &element, .num_sge = 1 };
    struct ibv_recv_wr *bad;
    check(ibv_post_recv(end->id->qp, &request, &bad) == 0, "ibv_post_recv");
}

static void makeQueues(struct end *end)
{
    struct ibv_context *verbs = end->id->verbs;
    struct ibv_qp_init_attr attributes = { .qp_type = IBV_QPT_RC };
    struct epoll_event interest = { .events = EPOLLIN };
    check((end->pd = ibv_alloc_pd(verbs)) != NULL, "ibv_alloc_pd");
    check((end->channel = ibv_create_comp_channel(verbs)) != NULL, "ibv_create_comp_channel");
    end->receiveCq = ibv_create_cq(verbs, Receives * 2, NULL, end->channel, 0);
    check(end->receiveCq != NULL, "ibv_create_cq");
    end->sendCq = ibv_create_cq(verbs, SignalEvery * 4, NULL, NULL, 0);
    check(end->sendCq != NULL, "ibv_create_cq");
    attributes.send_cq = end->sendCq;
    attributes.recv_cq = end->receiveCq;
    attributes.cap.max_send_wr = SignalEvery * 4;
    attributes.cap.max_recv_wr = Receives;
    attributes.cap.max_send_sge = 1;
    attributes.cap.max_recv_sge = 1;
    attributes.cap.max_inline_data = MessageSize;
    check(rdma_create_qp(end->id, end->pd, &attributes) == 0, "rdma_create_qp");
    end->region = ibv_reg_mr(end->pd, end->memory, sizeof(end->memory), IBV_ACCESS_LOCAL_WRITE);
    check(end->region != NULL, "ibv_reg_mr");
    for (unsigned slot = 0; slot < Receives; ++slot)
        postReceive(end, slot);
    check((end->epoll = epoll_create1(0)) >= 0, "epoll_create1");
    check(epoll_ctl(end->epoll, EPOLL_CTL_ADD, end->channel->fd, &interest) == 0, "epoll_ctl");
}

static void sendMessage(struct end *end)
{
    static char message[MessageSize];
    struct ibv_sge element = { (uintptr_t)message, MessageSize, 0 };
    struct ibv_send_wr request = { .sg_list = &element, .num_sge = 1, .opcode = IBV_WR_SEND };
    struct ibv_send_wr *bad;
    struct ibv_wc completions[4];
    request.send_flags = IBV_SEND_INLINE;
    if (++end->sent % SignalEvery == 0) {
        request.send_flags |= IBV_SEND_SIGNALED;
        check(ibv_poll_cq(end->sendCq, 4, completions) >= 0, "ibv_poll_cq");
    }
    check(ibv_post_send(end->id->qp, &request, &bad) == 0, "ibv_post_send");
}

static unsigned takeMessages(struct end *end)
{
    struct ibv_wc completion;
    unsigned messages = 0;
    int count;
    while ((count = ibv_poll_cq(end->receiveCq, 1, &completion)) > 0) {
        check(completion.status == IBV_WC_SUCCESS, "receive");
        postReceive(end, (unsigned)completion.wr_id);
        ++messages;
    }
    check(count == 0, "ibv_poll_cq");
    return messages;
}

static void takeEvent(struct end *end)
{
    struct epoll_event ready;
    struct ibv_cq *cq;
    void *context;
    check(epoll_wait(end->epoll, &ready, 1, -1) == 1, "epoll_wait");
    check(ibv_get_cq_event(end->channel, &cq, &context) == 0, "ibv_get_cq_event");
    if (++end->unacknowledged == AckEvery) {
        ibv_ack_cq_events(cq, end->unacknowledged);
        end->unacknowledged = 0;
    }
    end->armed = 0;
}

/* Arms as late as it can, when the answer to the last message is already on its way: arming first
 * costs 4 us more on rxe. */
static unsigned waitForMessages(struct end *end)
{
    for (;;) {
        unsigned messages;
        if (!end->armed) {
            check(ibv_req_notify_cq(end->receiveCq, 0) == 0, "ibv_req_notify_cq");
            end->armed = 1;
            if ((messages = takeMessages(end)) > 0)
                return messages;
        }
        takeEvent(end);
        if ((messages = takeMessages(end)) > 0)
            return messages;
    }
}

/* Answers this many messages. */
static void serve(const char *address, int portPipe, unsigned messages)
{
    struct end end = { 0 };
    struct sockaddr_in local = socketAddress(address, 0);
    struct rdma_conn_param parameters = { .retry_count = 7, .rnr_retry_count = 6 };
    struct rdma_cm_id *listener;
    uint16_t port;
    check((end.events = rdma_create_event_channel()) != NULL, "rdma_create_event_channel");
    check(rdma_create_id(end.events, &listener, NULL, RDMA_PS_TCP) == 0, "rdma_create_id");
    check(rdma_bind_addr(listener, (struct sockaddr *)&local) == 0, "rdma_bind_addr");
    check(rdma_listen(listener, 1) == 0, "rdma_listen");
    port = ntohs(rdma_get_src_port(listener));
    check(write(portPipe, &port, sizeof(port)) == sizeof(port), "write");
    end.id = expect(&end, RDMA_CM_EVENT_CONNECT_REQUEST);
    makeQueues(&end);
    check(rdma_accept(end.id, &parameters) == 0, "rdma_accept");
    expect(&end, RDMA_CM_EVENT_ESTABLISHED);
    while (messages > 0) {
        unsigned arrived = waitForMessages(&end);
        messages -= arrived;
        while (arrived--)
            sendMessage(&end);
    }
    expect(&end, RDMA_CM_EVENT_DISCONNECTED);
    rdma_disconnect(end.id);
    rdma_destroy_qp(end.id);
}

static void connectTo(struct end *end, const char *address, uint16_t port)
{
    struct sockaddr_in remote = socketAddress(address, port);
    struct rdma_conn_param parameters = { .retry_count = 7, .rnr_retry_count = 6 };
    check((end->events = rdma_create_event_channel()) != NULL, "rdma_create_event_channel");
    check(rdma_create_id(end->events, &end->id, NULL, RDMA_PS_TCP) == 0, "rdma_create_id");
    check(rdma_resolve_addr(end->id, NULL, (struct sockaddr *)&remote, 5000) == 0,
          "rdma_resolve_addr");
    expect(end, RDMA_CM_EVENT_ADDR_RESOLVED);
    check(rdma_resolve_route(end->id, 5000) == 0, "rdma_resolve_route");
    expect(end, RDMA_CM_EVENT_ROUTE_RESOLVED);
    makeQueues(end);
    check(rdma_connect(end->id, &parameters) == 0, "rdma_connect");
    expect(end, RDMA_CM_EVENT_ESTABLISHED);
}

static void measure(const char *address, uint16_t port, unsigned rounds, unsigned warmUp)
{
    struct end end = { 0 };
    int64_t *roundTrips = calloc(rounds, sizeof(*roundTrips));
    check(roundTrips != NULL, "calloc");
    connectTo(&end, address, port);
    for (unsigned i = 0; i < warmUp + rounds; ++i) {
        const int64_t start = monotonicNanoseconds();
        sendMessage(&end);
        check(waitForMessages(&end) == 1, "answer");
        if (i >= warmUp)
            roundTrips[i - warmUp] = monotonicNanoseconds() - start;
    }
    check(rdma_disconnect(end.id) == 0, "rdma_disconnect");
    rdma_destroy_qp(end.id);
    printHalfRoundTrips("floor_pingpong", roundTrips, rounds);
    free(roundTrips);
}

int main(int argc, char **argv)
{
    const unsigned rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 500;
    const unsigned warmUp = argc > 3 ? (unsigned)atoi(argv[3]) : 100;
    int portPipe[2];
    uint16_t port;
    int status = 1;
    pid_t server;
    if (argc < 2 || rounds == 0) {
        fprintf(stderr, "Usage: floor_pingpong ADDRESS [ROUNDS [WARMUP]]\n");
        return 2;
    }
    check(pipe(portPipe) == 0, "pipe");
    /* Before the first verbs call of either. */
    server = fork();
    check(server >= 0, "fork");
    if (server == 0) {
        close(portPipe[0]);
        serve(argv[1], portPipe[1], rounds + warmUp);
        return 0;
    }
    close(portPipe[1]);
    check(read(portPipe[0], &port, sizeof(port)) == sizeof(port), "the server's port");
    measure(argv[1], port, rounds, warmUp);
    waitpid(server, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
