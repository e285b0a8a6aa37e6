// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "transfer_p.h"

#include "arrival_p.h"
#include "asyncevents_p.h"
#include "datagrams_p.h"
#include "farrequests_p.h"
#include "memory_p.h"
#include "pieces_p.h"
#include "queuepair_p.h"
#include "wire_p.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace NullNic {

namespace {

Outcome failed(ibv_wc_status status)
{
    return { Waiting::No, status, 0 };
}

// What happened at the receiver, as the sender is told.
Outcome outcomeOf(Arrival arrival, uint64_t length)
{
    switch (arrival) {
    case Arrival::Done:
        return { Waiting::No, IBV_WC_SUCCESS, uint32_t(length) };
    case Arrival::NotReady:
        return { Waiting::ForReceiver, IBV_WC_SUCCESS, 0 };
    case Arrival::TooLong:
    case Arrival::BadReceive:
        return failed(IBV_WC_REM_OP_ERR);
    case Arrival::BadInvalidation: // the receiver ends without an answer
        return { Waiting::ForPeer, IBV_WC_SUCCESS, 0 };
    }
    return {};
}

// A peer that refuses a request of a reliable connection ends, too.
Outcome refusedBy(QueuePair &peer, ibv_wc_status status)
{
    enterError(peer);
    return failed(status);
}

bool isReliable(const QueuePair &queuePair)
{
    return queuePair.type() == IBV_QPT_RC;
}

// An unreliable connection loses what the peer does not take.
Outcome lost(const Pieces &data)
{
    return { Waiting::No, IBV_WC_SUCCESS, uint32_t(data.length()) };
}

// The peer of a connection, if it is ready to hear from this side.
QueuePair *peerOf(const QueuePair &sender)
{
    QueuePair *peer = findQueuePair(sender.settings.dest_qp_num);
    const bool isPeer = peer && peer->type() == sender.type() && peer->canReceive()
            && peer->settings.dest_qp_num == sender.number();
    return isPeer ? peer : nullptr;
}

void heard(QueuePair &receiver)
{
    if (receiver.state() == IBV_QPS_RTR && !std::exchange(receiver.hasHeard, true))
        raise(IBV_EVENT_COMM_EST, &receiver.qp_base);
}

bool resolve(const QueuePair &sender, const ibv_send_wr &request, unsigned access, Pieces *data)
{
    const std::span<const ibv_sge> elements(request.sg_list, size_t(request.num_sge));
    if ((request.send_flags & IBV_SEND_INLINE) == 0)
        return resolve(sender.qp_base.pd, elements, ~0ull, access, data);
    for (const ibv_sge &element : elements)
        data->add(reinterpret_cast<char *>(element.addr), element.length);
    return true;
}

// ---- the operations ----

Outcome send(QueuePair &peer, const ibv_send_wr &request, const Pieces &data)
{
    Message message;
    message.data = data;
    message.isSolicited = (request.send_flags & IBV_SEND_SOLICITED) != 0;
    if (request.opcode == IBV_WR_SEND_WITH_IMM) {
        message.extra = Message::Extra::Immediate;
        message.immediate = request.imm_data;
    } else if (request.opcode == IBV_WR_SEND_WITH_INV) {
        message.extra = Message::Extra::Invalidate;
        message.invalidated = request.invalidate_rkey;
    }
    const Arrival arrival = arrive(peer, message);
    return isReliable(peer) ? outcomeOf(arrival, data.length()) : lost(data);
}

Outcome write(QueuePair &peer, const ibv_send_wr &request, const Pieces &data)
{
    const bool tells = request.opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
    if (tells && peer.receives().isEmpty())
        return isReliable(peer) ? outcomeOf(Arrival::NotReady, 0) : lost(data);
    if ((peer.settings.qp_access_flags & IBV_ACCESS_REMOTE_WRITE) == 0)
        return isReliable(peer) ? refusedBy(peer, IBV_WC_REM_INV_REQ_ERR) : lost(data);
    if (data.length() > 0) {
        char *target = remoteBytes(peer, request.wr.rdma.rkey, request.wr.rdma.remote_addr,
                                   data.length(), IBV_ACCESS_REMOTE_WRITE);
        if (!target)
            return isReliable(peer) ? refusedBy(peer, IBV_WC_REM_ACCESS_ERR) : lost(data);
        data.copyTo(Pieces(target, data.length()));
    }
    if (tells) {
        Message message;
        message.extra = Message::Extra::Immediate;
        message.immediate = request.imm_data;
        message.isSolicited = (request.send_flags & IBV_SEND_SOLICITED) != 0;
        writeArrived(peer, message, data.length());
    }
    return lost(data);
}

uint64_t lengthOf(const ibv_send_wr &request)
{
    uint64_t length = 0;
    for (int i = 0; i < request.num_sge; ++i)
        length += request.sg_list[i].length;
    return length;
}

// The memory of the peer that is read.
Outcome openToRead(QueuePair &peer, const ibv_send_wr &request, uint64_t length, Pieces *source)
{
    if ((peer.settings.qp_access_flags & IBV_ACCESS_REMOTE_READ) == 0)
        return refusedBy(peer, IBV_WC_REM_INV_REQ_ERR);
    if (length == 0)
        return {};
    char *bytes = remoteBytes(peer, request.wr.rdma.rkey, request.wr.rdma.remote_addr, length,
                              IBV_ACCESS_REMOTE_READ);
    if (!bytes)
        return refusedBy(peer, IBV_WC_REM_ACCESS_ERR);
    source->add(bytes, length);
    return {};
}

Outcome read(QueuePair &sender, QueuePair &peer, const ibv_send_wr &request)
{
    Pieces source;
    const Outcome opened = openToRead(peer, request, lengthOf(request), &source);
    if (opened.status != IBV_WC_SUCCESS || source.length() == 0)
        return opened;
    Pieces target;
    if (!resolve(sender, request, IBV_ACCESS_LOCAL_WRITE, &target))
        return failed(IBV_WC_LOC_PROT_ERR);
    source.copyTo(target);
    return lost(target);
}

constexpr uint64_t AtomicSize = sizeof(uint64_t);

// The value of the peer that is changed.
Outcome openToChange(QueuePair &peer, const ibv_send_wr &request, uint64_t **value)
{
    if ((peer.settings.qp_access_flags & IBV_ACCESS_REMOTE_ATOMIC) == 0)
        return refusedBy(peer, IBV_WC_REM_INV_REQ_ERR);
    char *place = remoteBytes(peer, request.wr.atomic.rkey, request.wr.atomic.remote_addr,
                              AtomicSize, IBV_ACCESS_REMOTE_ATOMIC);
    if (!place)
        return refusedBy(peer, IBV_WC_REM_ACCESS_ERR);
    *value = reinterpret_cast<uint64_t *>(place);
    return {};
}

// Returns what the value was before.
uint64_t change(uint64_t *value, const ibv_send_wr &request)
{
    const auto &wanted = request.wr.atomic;
    const uint64_t before = *value;
    if (request.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD)
        *value += wanted.compare_add;
    else if (before == wanted.compare_add)
        *value = wanted.swap;
    return before;
}

Outcome changeAtomically(QueuePair &sender, QueuePair &peer, const ibv_send_wr &request)
{
    uint64_t *value = nullptr;
    const Outcome opened = openToChange(peer, request, &value);
    if (opened.status != IBV_WC_SUCCESS)
        return opened;
    Pieces result;
    if (!resolve(sender, request, IBV_ACCESS_LOCAL_WRITE, &result))
        return failed(IBV_WC_LOC_PROT_ERR);
    uint64_t before = change(value, request);
    Pieces(reinterpret_cast<char *>(&before), AtomicSize).copyTo(result);
    return { Waiting::No, IBV_WC_SUCCESS, uint32_t(AtomicSize) };
}

// An atomic write is a write of eight bytes that are aligned.
Outcome writeAtomically(QueuePair &peer, const ibv_send_wr &request, const Pieces &data)
{
    if (data.length() != AtomicSize)
        return failed(IBV_WC_LOC_QP_OP_ERR);
    if (request.wr.rdma.remote_addr % AtomicSize != 0)
        return refusedBy(peer, IBV_WC_REM_INV_REQ_ERR);
    return write(peer, request, data);
}

bool hasOperation(const QueuePair &queuePair, ibv_wr_opcode opcode)
{
    switch (opcode) {
    case IBV_WR_SEND:
    case IBV_WR_SEND_WITH_IMM:
        return true;
    case IBV_WR_RDMA_WRITE:
    case IBV_WR_RDMA_WRITE_WITH_IMM:
    case IBV_WR_SEND_WITH_INV:
    case IBV_WR_BIND_MW:
    case IBV_WR_LOCAL_INV:
        return queuePair.type() != IBV_QPT_UD;
    case IBV_WR_RDMA_READ:
    case IBV_WR_ATOMIC_CMP_AND_SWP:
    case IBV_WR_ATOMIC_FETCH_AND_ADD:
    case IBV_WR_ATOMIC_WRITE:
        return queuePair.type() == IBV_QPT_RC;
    default:
        return false;
    }
}

// rxe tells a key that it does not know from bytes that the key does not open.
ibv_wc_status statusOfUnreadable(const QueuePair &sender, const ibv_send_wr &request)
{
    const std::span<const ibv_sge> elements(request.sg_list, size_t(request.num_sge));
    const bool knowsKeys = std::all_of(elements.begin(), elements.end(), [&](const ibv_sge &each) {
        return isLocalKey(sender.qp_base.pd, each.lkey);
    });
    return knowsKeys ? IBV_WC_LOC_PROT_ERR : IBV_WC_LOC_QP_OP_ERR;
}

// These operations fill the memory of the sender.
bool bringsBack(ibv_wr_opcode opcode)
{
    return opcode == IBV_WR_RDMA_READ || opcode == IBV_WR_ATOMIC_CMP_AND_SWP
            || opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
}

Outcome moveTo(QueuePair &peer, const ibv_send_wr &request, const Pieces &data)
{
    switch (request.opcode) {
    case IBV_WR_RDMA_WRITE:
    case IBV_WR_RDMA_WRITE_WITH_IMM:
        return write(peer, request, data);
    case IBV_WR_ATOMIC_WRITE:
        return writeAtomically(peer, request, data);
    default:
        return send(peer, request, data);
    }
}

Outcome carryOutWith(QueuePair &sender, QueuePair &peer, const ibv_send_wr &request,
                     const Pieces &data)
{
    if (bringsBack(request.opcode) && peer.settings.max_dest_rd_atomic == 0)
        return refusedBy(peer, IBV_WC_REM_INV_REQ_ERR);
    heard(peer);
    switch (request.opcode) {
    case IBV_WR_RDMA_READ:
        return read(sender, peer, request);
    case IBV_WR_ATOMIC_CMP_AND_SWP:
    case IBV_WR_ATOMIC_FETCH_AND_ADD:
        return changeAtomically(sender, peer, request);
    default:
        return moveTo(peer, request, data);
    }
}

Outcome carryOutAtPeer(QueuePair &sender, const ibv_send_wr &request)
{
    Pieces data;
    if (!bringsBack(request.opcode) && !resolve(sender, request, 0, &data))
        return failed(statusOfUnreadable(sender, request));
    if (bringsBack(request.opcode) && sender.settings.max_rd_atomic == 0)
        return { Waiting::ForReceiver, IBV_WC_SUCCESS, 0 };
    if (QueuePair *peer = peerOf(sender))
        return carryOutWith(sender, *peer, request, data);
    if (Link *link = findLink(sender))
        return ask(*link, sender, request, data, lengthOf(request));
    return isReliable(sender) ? Outcome{ Waiting::ForPeer, IBV_WC_SUCCESS, 0 } : lost(data);
}

Outcome carryOutDatagram(QueuePair &sender, const ibv_send_wr &request)
{
    Pieces data;
    if (!resolve(sender, request, 0, &data))
        return failed(statusOfUnreadable(sender, request));
    sendDatagram(sender, request, data);
    return lost(data);
}

Outcome readFor(QueuePair &receiver, const ibv_send_wr &request, uint32_t length, char *answer)
{
    Pieces source;
    const Outcome opened = openToRead(receiver, request, length, &source);
    source.copyTo(Pieces(answer, source.length()));
    return opened.status == IBV_WC_SUCCESS ? lost(source) : opened;
}

Outcome changeFor(QueuePair &receiver, const ibv_send_wr &request, char *answer)
{
    uint64_t *value = nullptr;
    const Outcome opened = openToChange(receiver, request, &value);
    if (opened.status != IBV_WC_SUCCESS)
        return opened;
    const uint64_t before = change(value, request);
    std::memcpy(answer, &before, AtomicSize);
    return { Waiting::No, IBV_WC_SUCCESS, uint32_t(AtomicSize) };
}

} // namespace

Outcome serve(QueuePair &receiver, ibv_send_wr request, char *bytes, uint32_t length, char *answer)
{
    const bool isLocal = request.opcode == IBV_WR_BIND_MW || request.opcode == IBV_WR_LOCAL_INV;
    if (isLocal || !hasOperation(receiver, request.opcode))
        return refusedBy(receiver, IBV_WC_REM_INV_REQ_ERR);
    if (bringsBack(request.opcode) && receiver.settings.max_dest_rd_atomic == 0)
        return refusedBy(receiver, IBV_WC_REM_INV_REQ_ERR);
    heard(receiver);
    request.next = nullptr;
    request.sg_list = nullptr;
    request.num_sge = 0;
    if (request.opcode == IBV_WR_RDMA_READ)
        return readFor(receiver, request, length, answer);
    if (bringsBack(request.opcode))
        return changeFor(receiver, request, answer);
    return moveTo(receiver, request, Pieces(bytes, length));
}

Outcome bringBack(QueuePair &sender, const ibv_send_wr &request, char *answer)
{
    if (!bringsBack(request.opcode))
        return { Waiting::No, IBV_WC_SUCCESS, uint32_t(lengthOf(request)) };
    Pieces target;
    if (!resolve(sender, request, IBV_ACCESS_LOCAL_WRITE, &target))
        return failed(IBV_WC_LOC_PROT_ERR);
    const bool isRead = request.opcode == IBV_WR_RDMA_READ;
    const uint64_t length = isRead ? target.length() : AtomicSize;
    Pieces(answer, length).copyTo(target);
    return { Waiting::No, IBV_WC_SUCCESS, uint32_t(length) };
}

Outcome carryOut(QueuePair &sender, const ibv_send_wr &request)
{
    if (!hasOperation(sender, request.opcode))
        return failed(IBV_WC_LOC_QP_OP_ERR);
    if (request.opcode == IBV_WR_BIND_MW) {
        auto *window = static_cast<Window *>(request.bind_mw.mw);
        return bind(sender, window, request.bind_mw.rkey, request.bind_mw.bind_info)
                ? Outcome()
                : failed(IBV_WC_MW_BIND_ERR);
    }
    if (request.opcode == IBV_WR_LOCAL_INV)
        return invalidate(sender, request.invalidate_rkey) ? Outcome()
                                                           : failed(IBV_WC_LOC_QP_OP_ERR);
    return sender.type() == IBV_QPT_UD ? carryOutDatagram(sender, request)
                                       : carryOutAtPeer(sender, request);
}

} // namespace NullNic
