/* SPDX-FileCopyrightText: 2026 The QtRdma authors
   SPDX-License-Identifier: MIT */

/* What a message costs with nothing but the calls of rdma-core: two ends in this process, on the
   null device. usage: bare LOOP MESSAGES. count.py counts the instructions of the loop alone. */

#include <arpa/inet.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

#if __has_include(<valgrind/callgrind.h>)
#  include <valgrind/callgrind.h>
#else
#  define CALLGRIND_TOGGLE_COLLECT
#endif

enum { MessageSize = 64, Chain = 16, Receives = 256, Sends = 128, MostPolled = 16 };

struct end
{
    struct rdma_event_channel *events;
    struct rdma_cm_id *id;
    struct ibv_comp_channel *channel;
    struct ibv_cq *queue;
    struct ibv_mr *region;
    char *memory; /* the receives, then one message */
    int set; /* of epoll, for the channel */
    unsigned unacknowledged;
};

static void need(int succeeded, const char *what)
{
    if (succeeded)
        return;
    perror(what);
    exit(1);
}

static double nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

/* ---- connecting ---- */

static struct rdma_cm_id *expect(struct end *end, enum rdma_cm_event_type type)
{
    struct rdma_cm_event *event;
    need(rdma_get_cm_event(end->events, &event) == 0, "rdma_get_cm_event");
    need(event->event == type, rdma_event_str(event->event));
    struct rdma_cm_id *id = event->id;
    rdma_ack_cm_event(event);
    return id;
}

static void postReceive(struct end *end, uint64_t slot)
{
    struct ibv_sge element = { (uintptr_t)end->memory + slot * MessageSize, MessageSize,
                               end->region->lkey };
    struct ibv_recv_wr receive = { .wr_id = slot, .sg_list = &element, .num_sge = 1 };
    struct ibv_recv_wr *bad;
    need(ibv_post_recv(end->id->qp, &receive, &bad) == 0, "ibv_post_recv");
}

static void makeQueues(struct end *end)
{
    struct ibv_pd *domain = ibv_alloc_pd(end->id->verbs);
    const size_t size = (Receives + 1) * MessageSize;
    end->channel = ibv_create_comp_channel(end->id->verbs);
    end->queue = ibv_create_cq(end->id->verbs, Receives + Sends, NULL, end->channel, 0);
    struct ibv_qp_init_attr wanted = {
        .send_cq = end->queue,
        .recv_cq = end->queue,
        .cap = { Sends, Receives, 1, 1, MessageSize },
        .qp_type = IBV_QPT_RC,
    };
    need(rdma_create_qp(end->id, domain, &wanted) == 0, "rdma_create_qp");
    end->memory = calloc(1, size);
    end->region =
            ibv_reg_mr(domain, end->memory, size, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
    need(end->region != NULL, "ibv_reg_mr");
    for (uint64_t slot = 0; slot < Receives; ++slot)
        postReceive(end, slot);
    struct epoll_event wanted_event = { .events = EPOLLIN };
    end->set = epoll_create1(0);
    need(epoll_ctl(end->set, EPOLL_CTL_ADD, end->channel->fd, &wanted_event) == 0, "epoll_ctl");
}

static void connectEnds(struct end *client, struct end *server)
{
    struct rdma_cm_id *listener;
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(7777) };
    struct rdma_conn_param parameters = { .rnr_retry_count = 7 };
    inet_pton(AF_INET, "192.0.2.1", &address.sin_addr);
    client->events = rdma_create_event_channel();
    server->events = rdma_create_event_channel();
    rdma_create_id(server->events, &listener, NULL, RDMA_PS_TCP);
    need(rdma_bind_addr(listener, (struct sockaddr *)&address) == 0, "rdma_bind_addr");
    need(rdma_listen(listener, 1) == 0, "rdma_listen");
    rdma_create_id(client->events, &client->id, NULL, RDMA_PS_TCP);
    need(rdma_resolve_addr(client->id, NULL, (struct sockaddr *)&address, 1000) == 0,
         "rdma_resolve_addr");
    expect(client, RDMA_CM_EVENT_ADDR_RESOLVED);
    need(rdma_resolve_route(client->id, 1000) == 0, "rdma_resolve_route");
    expect(client, RDMA_CM_EVENT_ROUTE_RESOLVED);
    makeQueues(client);
    need(rdma_connect(client->id, &parameters) == 0, "rdma_connect");
    server->id = expect(server, RDMA_CM_EVENT_CONNECT_REQUEST);
    makeQueues(server);
    need(rdma_accept(server->id, &parameters) == 0, "rdma_accept");
    expect(client, RDMA_CM_EVENT_ESTABLISHED);
    expect(server, RDMA_CM_EVENT_ESTABLISHED);
}

/* ---- the loops ---- */

static void post(struct end *end, struct ibv_send_wr *requests)
{
    struct ibv_send_wr *bad;
    need(ibv_post_send(end->id->qp, requests, &bad) == 0, "ibv_post_send");
}

static int isReceive(const struct ibv_wc *completion)
{
    need(completion->status == IBV_WC_SUCCESS, ibv_wc_status_str(completion->status));
    return (completion->opcode & IBV_WC_RECV) != 0;
}

/* Takes what has completed, and posts the receives again. Returns how many messages came. */
static int take(struct end *end, int *sent)
{
    struct ibv_wc completions[MostPolled];
    int received = 0;
    const int count = ibv_poll_cq(end->queue, MostPolled, completions);
    for (int i = 0; i < count; ++i) {
        if (isReceive(&completions[i])) {
            postReceive(end, completions[i].wr_id);
            ++received;
        } else {
            ++*sent;
        }
    }
    return received;
}

/* The request is made each time, as a program does whose messages differ. */
static void makeChain(struct end *from, struct end *to, struct ibv_send_wr *requests,
                      struct ibv_sge *elements, enum ibv_wr_opcode opcode)
{
    for (int i = 0; i < Chain; ++i) {
        elements[i] = (struct ibv_sge){ (uintptr_t)from->memory + Receives * MessageSize,
                                        MessageSize, from->region->lkey };
        requests[i] = (struct ibv_send_wr){
            .next = i + 1 < Chain ? &requests[i + 1] : NULL,
            .sg_list = &elements[i],
            .num_sge = 1,
            .opcode = opcode,
            .send_flags = IBV_SEND_INLINE | (i + 1 == Chain ? IBV_SEND_SIGNALED : 0),
        };
        requests[i].wr.rdma.remote_addr = (uintptr_t)to->memory + Receives * MessageSize;
        requests[i].wr.rdma.rkey = to->region->rkey;
    }
}

/* One way, in chains of 16 of which the last request is signalled. */
static void stream(struct end *from, struct end *to, long messages, enum ibv_wr_opcode opcode)
{
    struct ibv_send_wr requests[Chain];
    struct ibv_sge elements[Chain];
    long received = 0;
    int chains = 0;
    int unused = 0;
    for (long sent = 0; sent < messages; sent += Chain) {
        makeChain(from, to, requests, elements, opcode);
        post(from, requests);
        const int before = chains;
        while (chains == before)
            take(from, &chains);
        const long wanted = opcode == IBV_WR_SEND ? sent + Chain : 0;
        while (received < wanted)
            received += take(to, &unused);
    }
}

static void streamWrites(struct end *from, struct end *to, long messages)
{
    stream(from, to, messages, IBV_WR_RDMA_WRITE);
}

static void streamSends(struct end *from, struct end *to, long messages)
{
    stream(from, to, messages, IBV_WR_SEND);
}

static void spin(struct end *end)
{
    int unused = 0;
    while (take(end, &unused) == 0) { }
}

static void sleepFor(struct end *end)
{
    int unused = 0;
    for (;;) {
        need(ibv_req_notify_cq(end->queue, 0) == 0, "ibv_req_notify_cq");
        if (take(end, &unused) > 0)
            return;
        struct epoll_event event;
        struct ibv_cq *queue;
        void *context;
        need(epoll_wait(end->set, &event, 1, -1) == 1, "epoll_wait");
        need(ibv_get_cq_event(end->channel, &queue, &context) == 0, "ibv_get_cq_event");
        if (++end->unacknowledged == Chain) {
            ibv_ack_cq_events(queue, Chain);
            end->unacknowledged = 0;
        }
        if (take(end, &unused) > 0)
            return;
    }
}

static void sendOne(struct end *end, long number)
{
    struct ibv_sge element = { (uintptr_t)end->memory + Receives * MessageSize, MessageSize,
                               end->region->lkey };
    struct ibv_send_wr request = {
        .sg_list = &element,
        .num_sge = 1,
        .opcode = IBV_WR_SEND,
        .send_flags = IBV_SEND_INLINE | (number % Chain == 0 ? IBV_SEND_SIGNALED : 0),
    };
    post(end, &request);
}

static void pingPong(struct end *here, struct end *there, long messages,
                     void (*await)(struct end *))
{
    for (long i = 0; i < messages; i += 2) {
        sendOne(here, i);
        await(there);
        sendOne(there, i);
        await(here);
    }
}

static void pingPongSpinning(struct end *here, struct end *there, long messages)
{
    pingPong(here, there, messages, spin);
}

static void pingPongByEvents(struct end *here, struct end *there, long messages)
{
    pingPong(here, there, messages, sleepFor);
}

int main(int count, char **arguments)
{
    static const struct
    {
        const char *name;
        void (*run)(struct end *, struct end *, long);
    } loops[] = {
        { "write", streamWrites },
        { "send", streamSends },
        { "pingpong-spinning", pingPongSpinning },
        { "pingpong-events", pingPongByEvents },
    };
    struct end client = { 0 };
    struct end server = { 0 };
    for (size_t i = 0; count == 3 && i < sizeof(loops) / sizeof(*loops); ++i) {
        if (strcmp(arguments[1], loops[i].name) != 0)
            continue;
        connectEnds(&client, &server);
        loops[i].run(&client, &server, 10 * Chain); /* what is done once only */
        const long messages = atol(arguments[2]);
        const double begin = nanoseconds();
        CALLGRIND_TOGGLE_COLLECT;
        loops[i].run(&client, &server, messages);
        CALLGRIND_TOGGLE_COLLECT;
        printf("%.1f ns a message\n", (nanoseconds() - begin) / messages);
        return 0;
    }
    fprintf(stderr,
            "usage: bare LOOP MESSAGES\nLOOP is write, send, pingpong-spinning or "
            "pingpong-events\n");
    return 2;
}
