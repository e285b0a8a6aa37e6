// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVECHAIN_P_H
#define RECEIVECHAIN_P_H

#include "../verbs/verbscall_p.h"
#include "../work/workqueues_p.h"

#include <infiniband/verbs.h>

#include <array>

namespace QtRdmaPrivate {

// Receives that are posted together, up to Most of them with one call.
class ReceiveChain
{
    Q_DISABLE_COPY_MOVE(ReceiveChain)

public:
    explicit ReceiveChain(WorkQueues *queues) : m_queues(queues) { }

    // A receive of no bytes needs no memory.
    void add(quint64 id, const char *data, quint32 length, quint32 key)
    {
        if (m_count == Most)
            flush();
        Receive &receive = m_receives[m_count++];
        receive.element = { quintptr(data), length, key };
        receive.request = { id, &(&receive + 1)->request, &receive.element, length > 0 ? 1 : 0 };
    }
    // Returns false, and *error, if the device has not taken all of them.
    bool post(RdmaError *error)
    {
        if (m_count > 0)
            flush();
        if (m_failure)
            *error = callError("ibv_post_recv", m_failure);
        return m_failure == 0;
    }

private:
    struct Receive
    {
        ibv_recv_wr request;
        ibv_sge element;
    };

    void flush()
    {
        ibv_recv_wr *bad = nullptr;
        m_receives[m_count - 1].request.next = nullptr;
        if (m_failure == 0)
            m_failure = m_queues->postReceive(&m_receives[0].request, &bad);
        m_count = 0;
    }

    static constexpr size_t Most = 32;

    WorkQueues *m_queues;
    std::array<Receive, Most> m_receives;
    size_t m_count = 0;
    int m_failure = 0;
};

} // namespace QtRdmaPrivate

#endif // RECEIVECHAIN_P_H
