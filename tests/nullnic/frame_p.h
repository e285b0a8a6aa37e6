// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FRAME_P_H
#define FRAME_P_H

#include "timeouts_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <array>

#include <netinet/in.h>

namespace NullNic {

// What one process tells another one. Pointers mean nothing there: who takes a frame sets them.

// A message of the connection manager. Only a request for a connection has the addresses.
struct HandshakeFrame
{
    rdma_conn_param parameters;
    int reason; // of a rejection
    rdma_port_space space;
    ibv_qp_type type;
    sockaddr_in source;
    sockaddr_in target;
    uint8_t typeOfService;
    std::array<char, 256> data; // the private data
};

// A request of a queue pair. What it sends or writes is in the memory of the link.
struct RequestFrame
{
    uint64_t serial; // within its queue
    ibv_qp_type type;
    ibv_send_wr request;
    uint32_t length; // that it moves
};

// What a read or an atomic operation brings back is in the memory of the link.
struct AnswerFrame
{
    uint64_t serial; // of the request
    Waiting waits;
    ibv_wc_status status;
    uint32_t length;
    uint8_t receiverTimer; // the pause that a receiver which is not ready asks for
};

struct Frame
{
    enum class Kind : uint32_t {
        // A handshake:
        ConnectionRequest,
        Response,
        Confirmation,
        Rejection,
        Disconnection,
        DisconnectionReply,
        // Requests of the queue pair:
        Request,
        Answer,
        Ready, // a receiver that has refused a request may be asked again
    };

    Kind kind;
    union {
        HandshakeFrame handshake;
        RequestFrame request;
        AnswerFrame answer;
    };
};

} // namespace NullNic

#endif // FRAME_P_H
