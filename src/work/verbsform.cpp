// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "verbsform_p.h"

#include "postchain_p.h"

namespace QtRdmaPrivate {

namespace {

bool isPlainOpcode(Rdma::Opcode opcode)
{
    switch (opcode) {
    case Rdma::Opcode::Send:
    case Rdma::Opcode::SendWithImmediate:
    case Rdma::Opcode::SendWithInvalidate:
    case Rdma::Opcode::Write:
    case Rdma::Opcode::WriteWithImmediate:
    case Rdma::Opcode::Read:
    case Rdma::Opcode::Receive:
        return true;
    default:
        return false;
    }
}

} // namespace

// Another thread may post the same request, or a copy of it, at this moment: one of them makes the
// form.
bool VerbsForm::make(const RdmaWorkRequestData &request)
{
    State unknown = State::Unknown;
    if (!m_state.compare_exchange_strong(unknown, State::BeingMade))
        return unknown == State::Plain;
    const bool isPlain = isPlainOpcode(request.opcode) && !request.ownBuffer
            && request.slices.size() <= 1 && request.timeout < 0;
    if (isPlain) {
        const ibv_send_wr send = verbsSend(request);
        m_opcode = send.opcode;
        m_flags = send.send_flags;
        m_immediate = send.imm_data;
        m_remoteAddress = send.wr.rdma.remote_addr;
        m_remoteKey = send.wr.rdma.rkey;
        m_mayGoInline = QtRdmaPrivate::mayGoInline(request);
        m_elements = int(request.slices.size());
        if (m_elements > 0) {
            m_element = elementOf(request.slices.constFirst(), false);
            m_data = quintptr(request.slices.constFirst().constData());
        }
    }
    m_state.store(isPlain ? State::Plain : State::Other, std::memory_order_release);
    return isPlain;
}

} // namespace QtRdmaPrivate
