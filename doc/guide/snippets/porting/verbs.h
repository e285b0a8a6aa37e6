// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef VERBS_H
#define VERBS_H

#include <QtCore/QDebug>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>

#include <infiniband/verbs.h>
#include <netinet/in.h>
#include <rdma/rdma_cma.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

// The code of doc/guide/from-verbs.md, which tst_portingverbs runs.

//! [client_before]
inline void check(bool succeeded, const char *call)
{
    if (succeeded)
        return;
    std::perror(call);
    std::exit(1);
}

struct Client
{
    rdma_event_channel *events = rdma_create_event_channel();
    rdma_cm_id *id = nullptr;
    ibv_pd *domain = nullptr;
    ibv_comp_channel *channel = nullptr;
    ibv_cq *queue = nullptr;
    ibv_mr *region = nullptr;
    char memory[2][4096]; // received, to be sent

    void await(rdma_cm_event_type expected)
    {
        rdma_cm_event *event = nullptr;
        check(rdma_get_cm_event(events, &event) == 0, "rdma_get_cm_event");
        check(event->event == expected, rdma_event_str(event->event));
        rdma_ack_cm_event(event);
    }

    void resolve(sockaddr_in address)
    {
        check(rdma_create_id(events, &id, nullptr, RDMA_PS_TCP) == 0, "rdma_create_id");
        check(rdma_resolve_addr(id, nullptr, reinterpret_cast<sockaddr *>(&address), 2000) == 0,
              "rdma_resolve_addr");
        await(RDMA_CM_EVENT_ADDR_RESOLVED);
        check(rdma_resolve_route(id, 2000) == 0, "rdma_resolve_route");
        await(RDMA_CM_EVENT_ROUTE_RESOLVED);
    }

    void makeQueuePair()
    {
        domain = ibv_alloc_pd(id->verbs);
        channel = ibv_create_comp_channel(id->verbs);
        queue = ibv_create_cq(id->verbs, 2, nullptr, channel, 0);
        region = ibv_reg_mr(domain, memory, sizeof memory, IBV_ACCESS_LOCAL_WRITE);
        check(queue && region, "ibv_create_cq, ibv_reg_mr");
        check(ibv_req_notify_cq(queue, 0) == 0, "ibv_req_notify_cq");
        ibv_qp_init_attr wanted = {};
        wanted.send_cq = wanted.recv_cq = queue;
        wanted.qp_type = IBV_QPT_RC;
        wanted.cap = { 1, 1, 1, 1, 0 };
        check(rdma_create_qp(id, domain, &wanted) == 0, "rdma_create_qp");
    }

    void postReceive()
    {
        ibv_sge into = { quintptr(memory[0]), sizeof memory[0], region->lkey };
        ibv_recv_wr request = {};
        ibv_recv_wr *bad = nullptr;
        request.sg_list = &into;
        request.num_sge = 1;
        check(ibv_post_recv(id->qp, &request, &bad) == 0, "ibv_post_recv");
    }

    void connect()
    {
        rdma_conn_param parameters = {};
        parameters.retry_count = parameters.rnr_retry_count = 7;
        check(rdma_connect(id, &parameters) == 0, "rdma_connect");
        await(RDMA_CM_EVENT_ESTABLISHED);
    }

    void postSend(const std::string &question)
    {
        check(question.size() <= sizeof memory[1], "the question is too long");
        std::memcpy(memory[1], question.data(), question.size());
        ibv_sge from = { quintptr(memory[1]), quint32(question.size()), region->lkey };
        ibv_send_wr request = {};
        ibv_send_wr *bad = nullptr;
        request.opcode = IBV_WR_SEND;
        request.send_flags = IBV_SEND_SIGNALED;
        request.sg_list = &from;
        request.num_sge = 1;
        check(ibv_post_send(id->qp, &request, &bad) == 0, "ibv_post_send");
    }

    std::string answer()
    {
        std::string text;
        for (int left = 2; left > 0;) { // the send and the receive
            ibv_cq *ready = nullptr;
            void *context = nullptr;
            check(ibv_get_cq_event(channel, &ready, &context) == 0, "ibv_get_cq_event");
            ibv_ack_cq_events(ready, 1);
            check(ibv_req_notify_cq(ready, 0) == 0, "ibv_req_notify_cq");
            for (ibv_wc done; ibv_poll_cq(ready, 1, &done) > 0; --left) {
                check(done.status == IBV_WC_SUCCESS, ibv_wc_status_str(done.status));
                if (done.opcode == IBV_WC_RECV)
                    text.assign(memory[0], done.byte_len);
            }
        }
        return text;
    }

    void destroy()
    {
        rdma_disconnect(id);
        rdma_destroy_qp(id);
        ibv_dereg_mr(region);
        ibv_destroy_cq(queue);
        ibv_destroy_comp_channel(channel);
        ibv_dealloc_pd(domain);
        rdma_destroy_id(id);
        rdma_destroy_event_channel(events);
    }
};

inline std::string ask(const sockaddr_in &address, const std::string &question)
{
    Client client;
    client.resolve(address);
    client.makeQueuePair();
    client.postReceive();
    client.connect();
    client.postSend(question);
    const std::string text = client.answer();
    client.destroy();
    return text;
}
//! [client_before]

//! [client_after]
inline void ask(RdmaQueuePair *client, const QHostAddress &address, quint16 port,
                const QByteArray &question, const std::function<void(QByteArray)> &tell)
{
    QObject::connect(client, &RdmaQueuePair::connected, client,
                     [client, question] { client->postSend(question); });
    QObject::connect(client, &RdmaQueuePair::completed, client,
                     [client, tell](quint64, const RdmaCompletion &done) {
                         if (done.opcode() != Rdma::Opcode::Receive || !done.isSuccess())
                             return;
                         tell(done.data());
                         client->disconnectFromHost();
                     });
    QObject::connect(client, &RdmaQueuePair::errorOccurred, client,
                     [](const RdmaError &error) { qWarning() << error; });
    client->postReceive(4096);
    client->connectToHost(address, port);
}
//! [client_after]

//! [server_after]
class AnswerServer : public RdmaServer
{
public:
    AnswerServer() { setAcceptPolicy(AcceptPolicy::Deferred); }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        auto *queuePair = new RdmaQueuePair(this);
        connect(queuePair, &RdmaQueuePair::completed, queuePair,
                [queuePair](quint64, const RdmaCompletion &done) {
                    if (done.opcode() == Rdma::Opcode::Receive && done.isSuccess())
                        queuePair->postSend(done.data().toUpper());
                });
        connect(queuePair, &RdmaQueuePair::disconnected, queuePair, &QObject::deleteLater);
        queuePair->postReceive(4096);
        if (!queuePair->accept(request)) {
            qWarning() << queuePair->rdmaError();
            delete queuePair;
        }
    }
};
//! [server_after]

#endif // VERBS_H
