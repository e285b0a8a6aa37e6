// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The other process of tst_nullnet: it serves one connection, and says so line by line.
// usage: nullnetpeer echo-spinning|echo-events|reject|unready [PORT]

#include "side.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include <sys/prctl.h>

namespace {

constexpr int Host = 1;

void say(const std::string &line)
{
    std::puts(line.c_str());
    std::fflush(stdout);
}

// Moves the id of the request to the side that serves it.
void take(Side *listener, Side *server)
{
    const Side::Event event = listener->event();
    need(event.type == RDMA_CM_EVENT_CONNECT_REQUEST, "request");
    server->id = event.id;
    need(rdma_migrate_id(server->id, server->events) == 0, "rdma_migrate_id");
}

void accept(Side *server)
{
    Offer offer = server->offer();
    rdma_conn_param parameters = {};
    parameters.responder_resources = parameters.initiator_depth = 1;
    parameters.rnr_retry_count = 7;
    parameters.private_data = &offer;
    parameters.private_data_len = sizeof(offer);
    need(rdma_accept(server->id, &parameters) == 0, "rdma_accept");
    need(server->event().type == RDMA_CM_EVENT_ESTABLISHED, "established");
}

// A message comes back with the length of what came. A message with one byte is the last one.
void echo(Side *server)
{
    for (int slot = 0; slot < Slots; ++slot)
        server->postReceive(slot);
    for (bool isLast = false; !isLast;) {
        const ibv_wc received = server->completion();
        need(received.status == IBV_WC_SUCCESS, ibv_wc_status_str(received.status));
        if (received.opcode == IBV_WC_RECV) {
            isLast = received.byte_len == 1;
            std::memcpy(server->requestBytes() + MemorySize / 2,
                        server->memory.data() + received.wr_id * SlotSize, SlotSize);
        }
        server->postReceive(int(received.wr_id));
        ibv_send_wr answer = server->request(IBV_WR_SEND_WITH_IMM, {}, SlotSize);
        answer.sg_list->addr += MemorySize / 2;
        answer.imm_data = htobe32(received.byte_len);
        server->post(answer);
        while (server->completion().opcode != IBV_WC_SEND) { }
    }
    need(server->event().type == RDMA_CM_EVENT_DISCONNECTED, "disconnected");
    need(rdma_disconnect(server->id) == 0, "rdma_disconnect");
}

void serve(const std::string &mode, Side *server)
{
    if (mode == "reject") {
        const char reason[] = "not today";
        need(rdma_reject(server->id, reason, sizeof(reason)) == 0, "rdma_reject");
        return;
    }
    server->makeQueues(server->id->qp_type);
    accept(server);
    if (mode == "unready") {
        (void)std::getchar();
        server->postReceive(0);
        (void)std::getchar();
        return;
    }
    echo(server);
    say(server->countsLine());
}

} // namespace

int main(int count, char **arguments)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that ends early has no more use for it
    const std::string mode = count > 1 ? arguments[1] : "";
    const Manner manner = mode == "echo-events" ? Manner::ByEvents : Manner::Spinning;
    Side listener(manner);
    Side server(manner);
    say("listening " + std::to_string(listener.listen(Host)));
    take(&listener, &server);
    serve(mode, &server);
    return 0;
}
