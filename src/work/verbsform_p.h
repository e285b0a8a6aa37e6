// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef VERBSFORM_P_H
#define VERBSFORM_P_H

#include <infiniband/verbs.h>

#include <QtCore/qglobal.h>

#include <atomic>

class RdmaWorkRequestData;

namespace QtRdmaPrivate {

// A plain request as the verbs take it: a send, write, read or receive with one slice at most. The
// first post makes it, in whatever thread, and it stays until the request is changed.
class VerbsForm
{
public:
    VerbsForm() = default;
    VerbsForm(const VerbsForm &) noexcept { }
    VerbsForm &operator=(const VerbsForm &) noexcept
    {
        forget();
        return *this;
    }
    bool operator==(const VerbsForm &) const noexcept { return true; } // no part of the value

    bool isPlain(const RdmaWorkRequestData &request)
    {
        const State state = m_state.load(std::memory_order_acquire);
        return state == State::Plain || (state == State::Unknown && make(request));
    }
    // These are for plain requests.
    void write(ibv_send_wr *send, ibv_sge *place, bool isInline) const
    {
        *place = { isInline ? m_data : m_element.addr, m_element.length, m_element.lkey };
        send->sg_list = place;
        send->num_sge = m_elements;
        send->opcode = m_opcode;
        send->send_flags = m_flags;
        send->imm_data = m_immediate;
        send->wr.rdma = { m_remoteAddress, m_remoteKey };
    }
    void write(ibv_recv_wr *receive) const
    {
        receive->sg_list = const_cast<ibv_sge *>(&m_element);
        receive->num_sge = m_elements;
    }
    bool mayGoInline() const { return m_mayGoInline; }

    void forget() { m_state.store(State::Unknown, std::memory_order_relaxed); }

private:
    enum class State : quint8 { Unknown, BeingMade, Plain, Other };

    bool make(const RdmaWorkRequestData &request);

    std::atomic<State> m_state{ State::Unknown };
    bool m_mayGoInline = false;
    int m_elements = 0;
    ibv_sge m_element = {};
    quint64 m_data = 0; // the address of the slice in the process
    ibv_wr_opcode m_opcode = IBV_WR_SEND;
    unsigned m_flags = 0;
    __be32 m_immediate = 0;
    quint32 m_remoteKey = 0;
    quint64 m_remoteAddress = 0;
};

} // namespace QtRdmaPrivate

#endif // VERBSFORM_P_H
