// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "newersends_p.h"

#include "../verbs/verbscall_p.h"

#include <cerrno>

namespace QtRdmaPrivate {

namespace {

FlushRequest flushOf(const ibv_send_wr &send)
{
    const auto &fields = send.wr.atomic;
    return { fields.remote_addr, fields.compare_add, fields.rkey, quint8(fields.swap),
             quint8(fields.swap >> 8) };
}

} // namespace

ibv_qp *NewerSends::create(ibv_pd *domain, ibv_qp_init_attr *attributes, quint64 wanted,
                           const CreateExtended &create)
{
    ibv_qp_init_attr_ex extended = {};
    extended.qp_context = attributes->qp_context;
    extended.send_cq = attributes->send_cq;
    extended.recv_cq = attributes->recv_cq;
    extended.srq = attributes->srq;
    extended.cap = attributes->cap;
    extended.qp_type = attributes->qp_type;
    extended.sq_sig_all = attributes->sq_sig_all;
    extended.pd = domain;
    const quint64 older = wanted & IBV_QP_EX_WITH_ATOMIC_WRITE; // than flushes
    for (quint64 some = wanted;; some = some == older ? 0 : older) {
        extended.send_ops_flags = some;
        extended.comp_mask =
                IBV_QP_INIT_ATTR_PD | (some != 0 ? unsigned(IBV_QP_INIT_ATTR_SEND_OPS_FLAGS) : 0);
        if (ibv_qp *queuePair = create(&extended)) {
            m_operations = some;
            m_queuePair = some != 0 ? ibv_qp_to_qp_ex(queuePair) : nullptr;
            return queuePair;
        }
        if (some == 0 || errno != EOPNOTSUPP)
            return nullptr;
    }
}

int NewerSends::post(const ibv_send_wr *chain) const
{
    ibv_wr_start(m_queuePair);
    for (const ibv_send_wr *send = chain; send; send = send->next) {
        const auto &fields = send->wr.atomic;
        m_queuePair->wr_id = send->wr_id;
        m_queuePair->wr_flags = send->send_flags;
        if (send->opcode == IBV_WR_ATOMIC_WRITE)
            ibv_wr_atomic_write(m_queuePair, fields.rkey, fields.remote_addr, &fields.compare_add);
        else
            flush(m_queuePair, flushOf(*send));
    }
    return verbsResult(ibv_wr_complete(m_queuePair));
}

bool NewerSends::isOne(const ibv_send_wr &send)
{
    return send.opcode == IBV_WR_ATOMIC_WRITE || send.opcode == SendFlush;
}

void NewerSends::setAtomicWrite(ibv_send_wr *send, quint64 address, quint32 key, quint64 value)
{
    send->wr.atomic = { address, value, 0, key };
}

void NewerSends::setFlush(ibv_send_wr *send, const FlushRequest &what)
{
    send->wr.atomic = { what.address, what.length,
                        quint64(what.placements) | quint64(what.scope) << 8, what.key };
}

} // namespace QtRdmaPrivate
