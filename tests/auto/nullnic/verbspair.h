// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef VERBSPAIR_H
#define VERBSPAIR_H

#include <QtCore/qbytearray.h>
#include <QtCore/qlist.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <optional>

// Two ends of a connection in this process, with nothing but the calls of rdma-core. What a call
// cannot do is told by its result, and never hidden.

constexpr int MemorySize = 4096;
constexpr int MostElements = 2;
constexpr int ReceiveDepth = 4;

struct CmEvent
{
    rdma_cm_event_type type = RDMA_CM_EVENT_TIMEWAIT_EXIT;
    int status = 0;
    rdma_cm_id *id = nullptr;
    QByteArray privateData;
};

// One end: an id, and what is made on its device.
struct End
{
    End();
    ~End();
    Q_DISABLE_COPY_MOVE(End)

    bool makeQueues(int access, ibv_qp_type type = IBV_QPT_RC);
    int postReceive(int length, quint32 key);
    int postReceive(int length) { return postReceive(length, region->lkey); }
    // Fills in the memory and the key of this side.
    ibv_send_wr request(ibv_wr_opcode opcode, ibv_sge *element, int length) const;
    int post(ibv_send_wr request) const;
    std::optional<ibv_wc> completion() const; // waits for one
    ibv_qp_state state() const;
    std::optional<CmEvent> event() const; // waits for one, and passes TIMEWAIT_EXIT over

    rdma_event_channel *channel = nullptr;
    rdma_cm_id *id = nullptr;
    ibv_pd *domain = nullptr;
    ibv_cq *queue = nullptr;
    ibv_mr *region = nullptr;
    bool isByHand = false; // the id does not know its queue pair:
    ibv_qp *byHand = nullptr;
    ibv_qp *queuePair() const { return byHand ? byHand : id ? id->qp : nullptr; }
    QByteArray memory;

private:
    bool makeDomain(int access);
};

// A client and a server that the connection manager connects.
struct VerbsPair
{
    bool listen();
    bool resolve(); // the client's way to the server
    bool request(rdma_conn_param parameters = {}); // until the server has it
    bool connect(rdma_conn_param parameters = {});

    End listener;
    End server;
    End client;
    int accessOfServer = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
};

// Queue pairs without the connection manager.
struct BarePair
{
    bool make(ibv_qp_type type);
    // Takes a queue pair of the given type to this state, by the shortest way.
    bool bring(End &end, const End &peer, ibv_qp_state state) const;
    // One step with the attributes that it needs. Returns the errno.
    int step(End &end, const End &peer, ibv_qp_state to) const;

    End here;
    End there;
};

#endif // VERBSPAIR_H
