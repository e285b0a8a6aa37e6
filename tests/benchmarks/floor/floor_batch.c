/* SPDX-FileCopyrightText: 2026 The QtRdma authors
 * SPDX-License-Identifier: MIT */

/* What posting a batch costs: as a chain for ibv_post_send(), and between ibv_wr_start() and
 * ibv_wr_complete(). Writes of 64 bytes, inline, of an unreliable connected queue pair to itself: no receives, no
 * acknowledgements, so that nothing but the posting counts.
 * Usage: floor_batch DEVICE GID-INDEX [ROUNDS [BATCH]]. Prints the mean of a batch in us; needs a device that has both. */

#include <errno.h>
#include <infiniband/verbs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MessageSize = 64, MostInBatch = 64 };

struct sender
{
    struct ibv_context *context;
    struct ibv_cq *queue;
    struct ibv_qp *pair;
    struct ibv_mr *region; /* of what is written to */
    char message[MessageSize];
    char written[MessageSize];
};

static void check(int ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "floor_batch: %s: %s\n", what, strerror(errno));
        exit(1);
    }
}

static void openDevice(struct sender *sender, const char *name)
{
    struct ibv_device **devices = ibv_get_device_list(NULL);
    check(devices != NULL, "ibv_get_device_list");
    for (int i = 0; devices[i]; ++i) {
        if (strcmp(ibv_get_device_name(devices[i]), name) == 0)
            sender->context = ibv_open_device(devices[i]);
    }
    ibv_free_device_list(devices);
    check(sender->context != NULL, name);
}

static void makeQueuePair(struct sender *sender, struct ibv_pd *domain)
{
    struct ibv_qp_init_attr_ex wanted = {
        .send_cq = sender->queue,
        .recv_cq = sender->queue,
        .cap = { .max_send_wr = MostInBatch,
                 .max_recv_wr = 1,
                 .max_send_sge = 1,
                 .max_recv_sge = 1,
                 .max_inline_data = MessageSize },
        .qp_type = IBV_QPT_UC,
        .comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
        .pd = domain,
        .send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE,
    };
    sender->pair = ibv_create_qp_ex(sender->context, &wanted);
    check(sender->pair != NULL, "ibv_create_qp_ex");
}

static void connectToItself(struct sender *sender, int gidIndex)
{
    struct ibv_qp_attr attributes = { .qp_state = IBV_QPS_INIT,
                                      .port_num = 1,
                                      .qp_access_flags = IBV_ACCESS_REMOTE_WRITE };
    struct ibv_ah_attr *path = &attributes.ah_attr;
    check(ibv_modify_qp(sender->pair, &attributes,
                        IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS)
                  == 0,
          "INIT");
    attributes.qp_state = IBV_QPS_RTR;
    attributes.path_mtu = IBV_MTU_1024;
    attributes.dest_qp_num = sender->pair->qp_num;
    path->is_global = 1;
    path->port_num = 1;
    path->grh.sgid_index = (uint8_t)gidIndex;
    path->grh.hop_limit = 64;
    check(ibv_query_gid(sender->context, 1, gidIndex, &path->grh.dgid) == 0, "ibv_query_gid");
    check(ibv_modify_qp(sender->pair, &attributes,
                        IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN
                                | IBV_QP_RQ_PSN)
                  == 0,
          "RTR");
    attributes.qp_state = IBV_QPS_RTS;
    check(ibv_modify_qp(sender->pair, &attributes, IBV_QP_STATE | IBV_QP_SQ_PSN) == 0, "RTS");
}

static void postChain(struct sender *sender, int batch)
{
    struct ibv_send_wr requests[MostInBatch];
    struct ibv_sge elements[MostInBatch];
    struct ibv_send_wr *bad = NULL;
    memset(requests, 0, sizeof(requests[0]) * (size_t)batch);
    for (int i = 0; i < batch; ++i) {
        elements[i] = (struct ibv_sge){ (uintptr_t)sender->message, MessageSize, 0 };
        requests[i].wr_id = (uint64_t)i;
        requests[i].next = i + 1 < batch ? &requests[i + 1] : NULL;
        requests[i].sg_list = &elements[i];
        requests[i].num_sge = 1;
        requests[i].opcode = IBV_WR_RDMA_WRITE;
        requests[i].send_flags = IBV_SEND_INLINE | (i + 1 < batch ? 0 : IBV_SEND_SIGNALED);
        requests[i].wr.rdma.remote_addr = (uintptr_t)sender->written;
        requests[i].wr.rdma.rkey = sender->region->rkey;
    }
    check(ibv_post_send(sender->pair, requests, &bad) == 0, "ibv_post_send");
}

static void postExtended(struct sender *sender, int batch)
{
    struct ibv_qp_ex *pair = ibv_qp_to_qp_ex(sender->pair);
    ibv_wr_start(pair);
    for (int i = 0; i < batch; ++i) {
        pair->wr_id = (uint64_t)i;
        /* Inline is implied by the call below, but not for rxe of rdma-core 44. */
        pair->wr_flags = IBV_SEND_INLINE | (i + 1 < batch ? 0 : IBV_SEND_SIGNALED);
        ibv_wr_rdma_write(pair, sender->region->rkey, (uintptr_t)sender->written);
        ibv_wr_set_inline_data(pair, sender->message, MessageSize);
    }
    check(ibv_wr_complete(pair) == 0, "ibv_wr_complete");
}

static void awaitCompletion(struct sender *sender)
{
    struct ibv_wc completion;
    int count;
    while ((count = ibv_poll_cq(sender->queue, 1, &completion)) == 0) { }
    check(count == 1, "ibv_poll_cq");
    check(completion.status == IBV_WC_SUCCESS, ibv_wc_status_str(completion.status));
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static double mean(struct sender *sender, void (*post)(struct sender *, int), int rounds, int batch)
{
    double sum = 0;
    for (int round = -10; round < rounds; ++round) {
        const double before = now();
        post(sender, batch);
        if (round >= 0)
            sum += now() - before;
        awaitCompletion(sender);
    }
    return sum / rounds;
}

int main(int argc, char **argv)
{
    struct sender sender = { 0 };
    const int rounds = argc > 3 ? atoi(argv[3]) : 200;
    const int batch = argc > 4 ? atoi(argv[4]) : 16;
    struct ibv_pd *domain;
    if (argc < 3 || rounds < 1 || batch < 1 || batch > MostInBatch) {
        fprintf(stderr, "usage: floor_batch DEVICE GID-INDEX [ROUNDS [BATCH]]\n");
        return 2;
    }
    openDevice(&sender, argv[1]);
    domain = ibv_alloc_pd(sender.context);
    check(domain != NULL, "ibv_alloc_pd");
    sender.queue = ibv_create_cq(sender.context, MostInBatch, NULL, NULL, 0);
    check(sender.queue != NULL, "ibv_create_cq");
    sender.region = ibv_reg_mr(domain, sender.written, sizeof(sender.written),
                               IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
    check(sender.region != NULL, "ibv_reg_mr");
    makeQueuePair(&sender, domain);
    connectToItself(&sender, atoi(argv[2]));
    printf("%d in a batch, us: chain=%.2f wr=%.2f\n", batch,
           mean(&sender, postChain, rounds, batch), mean(&sender, postExtended, rounds, batch));
    return 0;
}
