// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rsocketsender_p.h"

#include <QtCore/qendian.h>

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

bool RsocketSender::sendData(const char *bytes, quint32 length, quint32 key, quint32 serial,
                             bool isLast)
{
    return sendData({ quintptr(bytes), key, {} }, length, serial, isLast);
}

bool RsocketSender::sendSlice(const char *, quint32, const RegisteredBytes &bytes, quint32 serial,
                              bool isLast)
{
    return sendData({ bytes.address, bytes.key, {}, true }, bytes.length, serial, isLast);
}

bool RsocketSender::sendData(Write write, quint32 length, quint32 serial, bool isLast)
{
    write.target = m_protocol.sending(length);
    isLast = isLast || !m_protocol.maySendData();
    const bool frees = isLast && m_poster.slots().flyingBytes() > 0;
    const bool isSignalled = m_poster.takeSignal(frees || m_states.isFinRequested());
    post(write, RsocketMessage::data(length), serial, isSignalled);
    return !isLast;
}

bool RsocketSender::maySendControl()
{
    while (!m_controls.empty() && m_poster.slots().isLanded(m_controls.front()))
        m_controls.pop_front();
    return m_controls.size() < ControlsInFlight && space() > 1;
}

quint32 RsocketSender::sendControl(const RsocketMessage &message, const uchar *payload,
                                   const RsocketGrant &target)
{
    const quint32 serial = m_poster.slots().launchInline();
    m_controls.push_back(serial);
    post({ quintptr(payload), 0, target }, message, serial, m_poster.takeSignal(true));
    return serial;
}

// A word that is a message of its own has a serial number, too, where it follows a write.
void RsocketSender::post(const Write &write, const RsocketMessage &message, quint32 serial,
                         bool isSignalled)
{
    const quint32 length = write.target.length;
    const quint32 encoded = message.encoded();
    const bool isInline = !write.isForDevice && int(length) <= m_poster.inlineSize();
    ibv_sge data = { write.address, length, write.key };
    ibv_send_wr first = {};
    first.wr_id = m_poster.workRequestId(serial);
    first.sg_list = &data;
    first.num_sge = length > 0 ? 1 : 0;
    first.send_flags = isInline ? IBV_SEND_INLINE : 0;
    first.wr.rdma.remote_addr = write.target.address;
    first.wr.rdma.rkey = write.target.key;
    ibv_sge word = { quintptr(&encoded), RsocketMessage::Size, 0 };
    ibv_send_wr second = {};
    ibv_send_wr *last = &first;
    if (m_protocol.isImmediate()) {
        first.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
        first.imm_data = qToBigEndian(encoded);
    } else {
        first.opcode = IBV_WR_RDMA_WRITE;
        const bool follows = length > 0;
        second.wr_id = m_poster.workRequestId(follows ? m_poster.slots().launchInline() : serial);
        second.opcode = IBV_WR_SEND;
        second.sg_list = &word;
        second.num_sge = 1;
        second.send_flags = IBV_SEND_INLINE;
        first.next = last = &second;
    }
    if (isSignalled)
        last->send_flags |= IBV_SEND_SIGNALED;
    m_poster.post(length > 0 ? &first : last);
}

} // namespace QtRdmaPrivate
