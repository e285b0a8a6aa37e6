// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "postchain_p.h"

#include "newersends_p.h"

#include <QtCore/qendian.h>

#include <algorithm>

namespace QtRdmaPrivate {

namespace {

ibv_wr_opcode verbsOpcode(Rdma::Opcode opcode)
{
    switch (opcode) {
    case Rdma::Opcode::SendWithImmediate:
        return IBV_WR_SEND_WITH_IMM;
    case Rdma::Opcode::SendWithInvalidate:
        return IBV_WR_SEND_WITH_INV;
    case Rdma::Opcode::Write:
        return IBV_WR_RDMA_WRITE;
    case Rdma::Opcode::WriteWithImmediate:
        return IBV_WR_RDMA_WRITE_WITH_IMM;
    case Rdma::Opcode::Read:
        return IBV_WR_RDMA_READ;
    case Rdma::Opcode::CompareAndSwap:
        return IBV_WR_ATOMIC_CMP_AND_SWP;
    case Rdma::Opcode::FetchAndAdd:
        return IBV_WR_ATOMIC_FETCH_AND_ADD;
    case Rdma::Opcode::BindMemoryWindow:
        return IBV_WR_BIND_MW;
    case Rdma::Opcode::LocalInvalidate:
        return IBV_WR_LOCAL_INV;
    case Rdma::Opcode::AtomicWrite:
        return IBV_WR_ATOMIC_WRITE;
    case Rdma::Opcode::Flush:
        return SendFlush;
    default:
        return IBV_WR_SEND;
    }
}

unsigned verbsFlags(Rdma::SendFlags flags)
{
    return (flags.testFlag(Rdma::SendFlag::Fenced) ? unsigned(IBV_SEND_FENCE) : 0)
            | (flags.testFlag(Rdma::SendFlag::Solicited) ? unsigned(IBV_SEND_SOLICITED) : 0);
}

void setOperation(ibv_send_wr *send, const RdmaWorkRequestData &request)
{
    const RdmaRemoteMemory &remote = request.remote;
    switch (request.opcode) {
    case Rdma::Opcode::CompareAndSwap:
    case Rdma::Opcode::FetchAndAdd: {
        const bool swaps = request.opcode == Rdma::Opcode::CompareAndSwap;
        send->wr.atomic = { remote.address(), swaps ? request.expected : request.operand,
                            swaps ? request.operand : 0, remote.key() };
        break;
    }
    case Rdma::Opcode::BindMemoryWindow: {
        const RdmaMemorySlice &slice = request.slices.constFirst();
        auto *window = static_cast<ibv_mw *>(request.window.nativeHandle());
        send->bind_mw.mw = window;
        send->bind_mw.rkey = ibv_inc_rkey(window->rkey);
        send->bind_mw.bind_info = { static_cast<ibv_mr *>(slice.region().nativeHandle()),
                                    slice.address(), quint64(slice.length()),
                                    unsigned(int(request.access)) };
        break;
    }
    case Rdma::Opcode::AtomicWrite:
        NewerSends::setAtomicWrite(send, remote.address(), remote.key(), request.operand);
        break;
    case Rdma::Opcode::Flush:
        NewerSends::setFlush(send,
                             { remote.address(), remote.length(), remote.key(),
                               quint8(request.flushPlacements.toInt()),
                               quint8(request.flushScope) });
        break;
    default:
        send->wr.rdma = { remote.address(), remote.key() };
    }
    // This is the key of the window's last binding, not the one when the request was made.
    if (request.opcode == Rdma::Opcode::LocalInvalidate)
        send->invalidate_rkey = request.window.remoteKey();
    else if (request.opcode == Rdma::Opcode::SendWithInvalidate)
        send->invalidate_rkey = request.invalidateKey;
    else
        send->imm_data = qToBigEndian(request.immediate);
}

// Memory of the device has no address in the process.
bool isInProcess(const RdmaMemorySlice &slice)
{
    return slice.region().data() != nullptr;
}

} // namespace

ibv_send_wr verbsSend(const RdmaWorkRequestData &request)
{
    ibv_send_wr send = {};
    send.opcode = verbsOpcode(request.opcode);
    send.send_flags = verbsFlags(request.flags);
    setOperation(&send, request);
    return send;
}

ibv_sge elementOf(const RdmaMemorySlice &slice, bool isInline)
{
    const quint64 address =
            isInline ? quintptr(slice.region().data()) + slice.offset() : slice.address();
    return { address, quint32(slice.length()), slice.region().localKey() };
}

bool mayGoInline(const RdmaWorkRequestData &request)
{
    const auto &slices = request.slices;
    return request.opcode <= Rdma::Opcode::WriteWithImmediate
            && std::all_of(slices.cbegin(), slices.cend(), isInProcess);
}

PostChain::PostChain(const Works &works)
{
    qsizetype elements = 0;
    for (const PostedWork *work : works)
        elements += qMax<qsizetype>(1, work->data().slices.size());
    m_elements.reserve(elements);
    (works.front()->isReceive() ? m_receives.reserve(works.size()) : m_sends.reserve(works.size()));
}

int PostChain::addElements(const PostedWork &work, ibv_sge **first)
{
    *first = m_elements.data() + m_elements.size();
    const RdmaWorkRequestData &request = work.data();
    if (request.changesWindow())
        return 0;
    if (!request.ownBuffer) {
        for (const RdmaMemorySlice &slice : request.slices)
            m_elements.push_back(elementOf(slice, work.isInline));
    } else if (request.length > 0 && work.isInline) {
        m_elements.push_back({ quintptr(request.data.constData()), quint32(request.length), 0 });
    } else if (work.slot) {
        m_elements.push_back({ quintptr(work.slot.data()),
                               quint32(request.length) + quint32(work.header),
                               work.slot.localKey() });
    }
    return int(m_elements.data() + m_elements.size() - *first);
}

void PostChain::addSend(const PostedWork &work, quint64 workRequestId, bool signalled)
{
    ibv_send_wr send = verbsSend(work.data());
    send.wr_id = workRequestId;
    send.num_sge = addElements(work, &send.sg_list);
    send.send_flags |= (signalled ? unsigned(IBV_SEND_SIGNALED) : 0)
            | (work.isInline ? unsigned(IBV_SEND_INLINE) : 0);
    m_needsNewerCalls = m_needsNewerCalls || work.data().needsNewerCalls();
    m_sends.push_back(send);
    if (m_sends.size() > 1)
        m_sends[m_sends.size() - 2].next = &m_sends.back();
}

void PostChain::setDestination(const Destination &destination)
{
    for (ibv_send_wr &send : m_sends)
        send.wr.ud = { destination.handle, destination.queuePairNumber, destination.queueKey };
}

void PostChain::addReceive(const PostedWork &work, quint64 workRequestId)
{
    ibv_recv_wr receive = {};
    receive.wr_id = workRequestId;
    receive.num_sge = addElements(work, &receive.sg_list);
    m_receives.push_back(receive);
    if (m_receives.size() > 1)
        m_receives[m_receives.size() - 2].next = &m_receives.back();
}

} // namespace QtRdmaPrivate
