// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "extendedsends_p.h"

#include "device_p.h"
#include "queuepair_p.h"
#include "requests_p.h"

namespace NullNic {

namespace {

ExtendedSends &sendsOf(ibv_qp_ex *queuePair)
{
    return *static_cast<QueuePair *>(queuePair)->extended;
}

void setRemote(ibv_send_wr *request, uint32_t key, uint64_t address)
{
    request->wr.rdma = { address, key };
}

void setStarts(ibv_qp_ex *queuePair)
{
    queuePair->wr_start = [](ibv_qp_ex *q) { sendsOf(q).start(); };
    queuePair->wr_abort = [](ibv_qp_ex *q) { sendsOf(q).start(); };
    queuePair->wr_complete = [](ibv_qp_ex *q) {
        return sendsOf(q).complete(*static_cast<QueuePair *>(q));
    };
}

void setSends(ibv_qp_ex *queuePair)
{
    queuePair->wr_send = [](ibv_qp_ex *q) { sendsOf(q).add(*q, IBV_WR_SEND); };
    queuePair->wr_send_imm = [](ibv_qp_ex *q, __be32 immediate) {
        sendsOf(q).add(*q, IBV_WR_SEND_WITH_IMM).imm_data = immediate;
    };
    queuePair->wr_send_inv = [](ibv_qp_ex *q, uint32_t key) {
        sendsOf(q).add(*q, IBV_WR_SEND_WITH_INV).invalidate_rkey = key;
    };
    queuePair->wr_rdma_read = [](ibv_qp_ex *q, uint32_t key, uint64_t address) {
        setRemote(&sendsOf(q).add(*q, IBV_WR_RDMA_READ), key, address);
    };
    queuePair->wr_rdma_write = [](ibv_qp_ex *q, uint32_t key, uint64_t address) {
        setRemote(&sendsOf(q).add(*q, IBV_WR_RDMA_WRITE), key, address);
    };
    queuePair->wr_rdma_write_imm = [](ibv_qp_ex *q, uint32_t key, uint64_t address,
                                      __be32 immediate) {
        ibv_send_wr &request = sendsOf(q).add(*q, IBV_WR_RDMA_WRITE_WITH_IMM);
        setRemote(&request, key, address);
        request.imm_data = immediate;
    };
}

void setAtomics(ibv_qp_ex *queuePair)
{
    queuePair->wr_atomic_cmp_swp = [](ibv_qp_ex *q, uint32_t key, uint64_t address,
                                      uint64_t expected, uint64_t value) {
        sendsOf(q).add(*q, IBV_WR_ATOMIC_CMP_AND_SWP).wr.atomic = { address, expected, value, key };
    };
    queuePair->wr_atomic_fetch_add = [](ibv_qp_ex *q, uint32_t key, uint64_t address,
                                        uint64_t value) {
        sendsOf(q).add(*q, IBV_WR_ATOMIC_FETCH_AND_ADD).wr.atomic = { address, value, 0, key };
    };
    queuePair->wr_atomic_write = [](ibv_qp_ex *q, uint32_t key, uint64_t address,
                                    const void *value) {
        setRemote(&sendsOf(q).add(*q, IBV_WR_ATOMIC_WRITE), key, address);
        const ibv_data_buf bytes = { const_cast<void *>(value), sizeof(uint64_t) };
        sendsOf(q).setInline(&bytes, 1);
    };
}

void setWindows(ibv_qp_ex *queuePair)
{
    queuePair->wr_bind_mw = [](ibv_qp_ex *q, ibv_mw *window, uint32_t key,
                               const ibv_mw_bind_info *what) {
        sendsOf(q).add(*q, IBV_WR_BIND_MW).bind_mw = { window, key, *what };
    };
    queuePair->wr_local_inv = [](ibv_qp_ex *q, uint32_t key) {
        sendsOf(q).add(*q, IBV_WR_LOCAL_INV).invalidate_rkey = key;
    };
}

void setSetters(ibv_qp_ex *queuePair)
{
    queuePair->wr_set_sge = [](ibv_qp_ex *q, uint32_t key, uint64_t address, uint32_t length) {
        const ibv_sge element = { address, length, key };
        sendsOf(q).setElements(&element, 1);
    };
    queuePair->wr_set_sge_list = [](ibv_qp_ex *q, size_t count, const ibv_sge *elements) {
        sendsOf(q).setElements(elements, count);
    };
    queuePair->wr_set_inline_data = [](ibv_qp_ex *q, void *bytes, size_t length) {
        const ibv_data_buf buffer = { bytes, length };
        sendsOf(q).setInline(&buffer, 1);
    };
    queuePair->wr_set_inline_data_list = [](ibv_qp_ex *q, size_t count,
                                            const ibv_data_buf *buffers) {
        sendsOf(q).setInline(buffers, count);
    };
    queuePair->wr_set_ud_addr = [](ibv_qp_ex *q, ibv_ah *handle, uint32_t number, uint32_t key) {
        sendsOf(q).setDestination(handle, number, key);
    };
}

} // namespace

uint64_t extendedOperations(ibv_qp_type type)
{
    constexpr uint64_t Datagrams = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM;
    constexpr uint64_t Connected = Datagrams | IBV_QP_EX_WITH_SEND_WITH_INV
            | IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM
            | IBV_QP_EX_WITH_BIND_MW | IBV_QP_EX_WITH_LOCAL_INV;
    constexpr uint64_t Reliable = Connected | IBV_QP_EX_WITH_RDMA_READ
            | IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD
            | IBV_QP_EX_WITH_ATOMIC_WRITE;
    if (type == IBV_QPT_UD)
        return Datagrams;
    return type == IBV_QPT_UC ? Connected : Reliable;
}

std::unique_ptr<ExtendedSends> ExtendedSends::make(QueuePair *queuePair)
{
    setStarts(queuePair);
    setSends(queuePair);
    setAtomics(queuePair);
    setWindows(queuePair);
    setSetters(queuePair);
    return std::make_unique<ExtendedSends>();
}

ibv_send_wr &ExtendedSends::add(const ibv_qp_ex &queuePair, ibv_wr_opcode opcode)
{
    ibv_send_wr &request = m_drafts.emplace_back().request;
    request.wr_id = queuePair.wr_id;
    request.send_flags = queuePair.wr_flags;
    request.opcode = opcode;
    return request;
}

void ExtendedSends::setElements(const ibv_sge *elements, size_t count)
{
    m_drafts.back().elements.assign(elements, elements + count);
}

void ExtendedSends::setInline(const ibv_data_buf *buffers, size_t count)
{
    Draft &draft = m_drafts.back();
    draft.request.send_flags |= IBV_SEND_INLINE;
    draft.inlineData.clear();
    for (size_t i = 0; i < count; ++i) {
        const auto *bytes = static_cast<const char *>(buffers[i].addr);
        draft.inlineData.insert(draft.inlineData.end(), bytes, bytes + buffers[i].length);
    }
}

void ExtendedSends::setDestination(ibv_ah *handle, uint32_t number, uint32_t key)
{
    m_drafts.back().request.wr.ud = { handle, number, key };
}

int ExtendedSends::complete(QueuePair &queuePair)
{
    const Lock lock;
    for (Draft &draft : m_drafts) {
        if ((draft.request.send_flags & IBV_SEND_INLINE) != 0)
            draft.elements = { { uintptr_t(draft.inlineData.data()),
                                 uint32_t(draft.inlineData.size()), 0 } };
        draft.request.sg_list = draft.elements.data();
        draft.request.num_sge = int(draft.elements.size());
        if (const int error = queuePair.sends.check(draft.request))
            return error;
    }
    if (queuePair.sends.room() < m_drafts.size())
        return ENOMEM;
    for (const Draft &draft : m_drafts) {
        if (const int error = enqueue(queuePair, draft.request))
            return error;
    }
    advance(queuePair);
    return 0;
}

} // namespace NullNic
