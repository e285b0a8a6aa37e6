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
    Q_DISABLE_COPY_MOVE(ReceiveChain)

public:
    explicit ReceiveChain(size_t count) : m_receives(qsizetype(count)) { }

    // As often as there are receives. A receive of no bytes needs no memory.
    void add(quint64 id, const char *data, quint32 length, quint32 key)
    {
        Receive *receive = m_next++;
        receive->element = { quintptr(data), length, key };
        ibv_recv_wr *following = m_next == m_receives.end() ? nullptr : &m_next->request;
        receive->request = { id, following, &receive->element, length > 0 ? 1 : 0 };
    }
    // Returns false, and *error, if the device does not take all of them.
    bool post(WorkQueues *queues, RdmaError *error)
    {
        ibv_recv_wr *bad = nullptr;
        const int failure = queues->postReceive(&m_receives.data()->request, &bad);
        if (failure != 0)
            *error = callError("ibv_post_recv", failure);
        return failure == 0;
    }

private:
    struct Receive
    {
        ibv_recv_wr request;
        ibv_sge element;
    };
    static constexpr qsizetype Few = 32;

    QVarLengthArray<Receive, Few> m_receives;
    Receive *m_next = m_receives.data();
};

} // namespace QtRdmaPrivate

#endif // RECEIVECHAIN_P_H
