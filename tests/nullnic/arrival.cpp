// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "arrival_p.h"

#include "completionqueue_p.h"
#include "memory_p.h"
#include "queuepair_p.h"
#include "sharedreceives_p.h"

namespace NullNic {

namespace {

// Takes the first receive out of its queue.
ReceiveQueue::Receive take(QueuePair &receiver)
{
    const ReceiveQueue::Receive first = receiver.receives().front();
    receiver.receives().pop(); // its elements stay where they are until the next post
    if (receiver.shared)
        wasTaken(*receiver.shared);
    return first;
}

ibv_wc completionOf(const QueuePair &receiver, const ReceiveQueue::Receive &receive,
                    const Message &message)
{
    ibv_wc completion = {};
    completion.wr_id = receive.id;
    completion.opcode = IBV_WC_RECV;
    completion.qp_num = receiver.number();
    completion.src_qp = message.source;
    if (message.hasHeader)
        completion.wc_flags |= IBV_WC_GRH;
    if (message.extra == Message::Extra::Immediate) {
        completion.wc_flags |= IBV_WC_WITH_IMM;
        completion.imm_data = message.immediate;
    } else if (message.extra == Message::Extra::Invalidate) {
        completion.wc_flags |= IBV_WC_WITH_INV;
        completion.invalidated_rkey = message.invalidated;
    }
    return completion;
}

uint64_t roomOf(const ReceiveQueue::Receive &receive)
{
    uint64_t room = 0;
    for (const ibv_sge &element : receive.elements)
        room += element.length;
    return room;
}

// Checks what the receiver of a connection must, and writes the data.
Arrival fill(QueuePair &receiver, const ReceiveQueue::Receive &receive, const Message &message)
{
    Pieces target;
    if (roomOf(receive) < message.data.length())
        return Arrival::TooLong;
    if (!resolve(receiver.qp_base.pd, receive.elements, message.data.length(),
                 IBV_ACCESS_LOCAL_WRITE, &target))
        return Arrival::BadReceive;
    message.data.copyTo(target);
    if (message.extra == Message::Extra::Invalidate && !invalidate(receiver, message.invalidated))
        return Arrival::BadInvalidation;
    return Arrival::Done;
}

ibv_wc_status statusOf(Arrival arrival)
{
    switch (arrival) {
    case Arrival::Done:
    case Arrival::NotReady:
        return IBV_WC_SUCCESS;
    case Arrival::BadReceive:
    case Arrival::TooLong: // rxe does not say IBV_WC_LOC_LEN_ERR
        return IBV_WC_LOC_QP_OP_ERR;
    case Arrival::BadInvalidation:
        return IBV_WC_REM_INV_REQ_ERR;
    }
    return IBV_WC_GENERAL_ERR;
}

} // namespace

bool resolve(const ibv_pd *domain, std::span<const ibv_sge> elements, uint64_t length,
             unsigned access, Pieces *data)
{
    for (const ibv_sge &element : elements) {
        const uint64_t size = std::min<uint64_t>(element.length, length - data->length());
        if (size == 0)
            continue;
        char *bytes = localBytes(domain, element.lkey, element.addr, size, access);
        if (!bytes)
            return false;
        data->add(bytes, size);
    }
    return true;
}

Arrival arrive(QueuePair &receiver, const Message &message)
{
    if (receiver.receives().isEmpty())
        return Arrival::NotReady;
    const bool isDatagram = receiver.type() == IBV_QPT_UD;
    if (isDatagram && roomOf(receiver.receives().front()) < message.data.length())
        return Arrival::TooLong; // it is dropped, and the receive waits for another one
    const ReceiveQueue::Receive receive = take(receiver);
    const Arrival arrival = fill(receiver, receive, message);
    ibv_wc completion = completionOf(receiver, receive, message);
    completion.status = statusOf(arrival);
    completion.byte_len = uint32_t(message.data.length());
    complete(receiver.qp_base.recv_cq, completion, message.isSolicited);
    if (arrival != Arrival::Done)
        enterError(receiver);
    return arrival;
}

void writeArrived(QueuePair &receiver, const Message &message, uint64_t length)
{
    const ReceiveQueue::Receive receive = take(receiver);
    ibv_wc completion = completionOf(receiver, receive, message);
    completion.opcode = IBV_WC_RECV_RDMA_WITH_IMM;
    completion.byte_len = uint32_t(length);
    complete(receiver.qp_base.recv_cq, completion, message.isSolicited);
}

} // namespace NullNic
