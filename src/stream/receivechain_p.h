// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVECHAIN_P_H
#define RECEIVECHAIN_P_H

#include "../verbs/verbscall_p.h"
#include "../work/workqueues_p.h"

#include <QtCore/qvarlengtharray.h>

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

// Receives that are posted with one call.
class ReceiveChain
{
public:
    explicit ReceiveChain(size_t count) : m_requests(qsizetype(count)), m_elements(qsizetype(count))
    {
    }

    // As often as there are receives. A receive of no bytes needs no memory.
    void add(quint64 id, const char *data, quint32 length, quint32 key)
    {
        ibv_sge *element = &m_elements[m_count];
        *element = { quintptr(data), length, key };
        ibv_recv_wr *request = &m_requests[m_count];
        const bool isLast = ++m_count == m_requests.size();
        *request = { id, isLast ? nullptr : request + 1, element, length > 0 ? 1 : 0 };
    }
    // Returns false, and *error, if the device does not take all of them.
    bool post(WorkQueues *queues, RdmaError *error)
    {
        ibv_recv_wr *bad = nullptr;
        const int failure = queues->postReceive(m_requests.data(), &bad);
        if (failure != 0)
            *error = callError("ibv_post_recv", failure);
        return failure == 0;
    }

private:
    static constexpr qsizetype Few = 32;

    QVarLengthArray<ibv_recv_wr, Few> m_requests;
    QVarLengthArray<ibv_sge, Few> m_elements;
    qsizetype m_count = 0;
};

} // namespace QtRdmaPrivate

#endif // RECEIVECHAIN_P_H
