// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef NEWERSENDS_P_H
#define NEWERSENDS_P_H

#include "../verbs/newercalls_p.h"

#include <functional>

namespace QtRdmaPrivate {

// Makes a queue pair of extended attributes; returns null and sets errno on failure.
using CreateExtended = std::function<ibv_qp *(ibv_qp_init_attr_ex *attributes)>;

// Atomic writes and flushes, which ibv_post_send() does not know: they are posted by functions of
// the queue pair, which has to be made for them.
class NewerSends
{
public:
    // Makes a queue pair for as many of the wanted operations as the library and the driver have.
    ibv_qp *create(ibv_pd *domain, ibv_qp_init_attr *attributes, quint64 wanted,
                   const CreateExtended &create);

    bool hasAtomicWrites() const { return (m_operations & IBV_QP_EX_WITH_ATOMIC_WRITE) != 0; }
    bool hasFlushes() const { return (m_operations & ~quint64(IBV_QP_EX_WITH_ATOMIC_WRITE)) != 0; }

    // Posts all of them, or none; returns 0 or a positive errno.
    int post(const ibv_send_wr *chain) const;

    // They travel in a chain with other sends, in fields that these have for atomics.
    static bool isOne(const ibv_send_wr &send);
    static void setAtomicWrite(ibv_send_wr *send, quint64 address, quint32 key, quint64 value);
    static void setFlush(ibv_send_wr *send, const FlushRequest &what);

private:
    ibv_qp_ex *m_queuePair = nullptr;
    quint64 m_operations = 0;
};

} // namespace QtRdmaPrivate

#endif // NEWERSENDS_P_H
