// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FRAMESENDER_P_H
#define FRAMESENDER_P_H

#include "streamprotocol_p.h"
#include "../sendposter_p.h"

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

// Sends frames of this format: one work request each. It knows how many may be in flight, and where
// the memory of each is.
class FrameSender
{
public:
    static constexpr int DataInFlight = 20; // frames; large ones fill the budget of 1 MiB

    FrameSender(StreamProtocol *protocol, const StreamStates *states, SendPoster *poster)
        : m_protocol(*protocol)
        , m_states(*states)
        , m_poster(*poster)
    {
        m_request.opcode = IBV_WR_SEND;
        m_request.sg_list = &m_element;
        m_request.num_sge = 1;
    }

    Q_DISABLE_COPY_MOVE(FrameSender)

    void setPool(RegisteredPool *pool) { m_pool = pool; }
    // Places in the send queue.
    int space() const
    {
        return !m_protocol.mayTalk()
                ? 0
                : DataInFlight + controlQuotaSum() - m_poster.slots().inFlight();
    }
    bool hasRoomFor(FrameType type) const;

    // A frame of data may leave. Control frames have places of their own.
    bool mayBegin() const { return m_protocol.maySendData() && space() > controlQuotaSum(); }
    quint32 maxPayload() const { return m_protocol.maxPayload(); }
    // The payload stands behind the room for the header. False: it is the last one for now.
    bool sendData(char *frame, quint32 payload, quint32 key, quint32 serial, bool isLast);
    // The same of a small frame, which the device copies.
    void sendDataInline(char *frame, quint32 payload, quint32 serial);
    // The same of a payload that stands elsewhere.
    bool sendSlice(char *header, quint32 key, const RegisteredBytes &payload, quint32 serial,
                   bool isLast);
    // Another frame, complete. It is copied where the device does not take it inline. Returns its
    // serial number.
    quint32 sendControl(uchar *frame, quint32 length);

private:
    enum class Placing { Inline, InSlots };
    void post(uchar *bytes, quint32 length, quint32 key, quint32 serial, bool isLast);
    void post(ibv_send_wr *request, Placing placing, quint32 serial, bool isLast);

    StreamProtocol &m_protocol;
    const StreamStates &m_states;
    SendPoster &m_poster;
    RegisteredPool *m_pool = nullptr;
    ibv_send_wr m_request = {}; // a frame in one piece, but for what differs from frame to frame
    ibv_sge m_element = {};
};

// The last frame of a burst is signalled where a slot is in flight, whether it goes inline or not:
// the next data may wait for the slot, and an idle stream holds none.
Q_ALWAYS_INLINE void FrameSender::post(ibv_send_wr *request, Placing placing, quint32 serial,
                                       bool isLast)
{
    const bool isInline = placing == Placing::Inline;
    const bool frees = isLast && (!isInline || Q_UNLIKELY(m_poster.slots().flyingBytes() > 0));
    request->wr_id = m_poster.workRequestId(serial);
    request->send_flags = isInline ? IBV_SEND_INLINE : 0;
    if (m_poster.takeSignal(frees || m_states.isFinRequested()))
        request->send_flags |= IBV_SEND_SIGNALED;
    m_poster.post(request);
}

Q_ALWAYS_INLINE void FrameSender::post(uchar *bytes, quint32 length, quint32 key, quint32 serial,
                                       bool isLast)
{
    const bool isInline = int(length) <= m_poster.inlineSize();
    m_element = { quintptr(bytes), length, key };
    post(&m_request, isInline ? Placing::Inline : Placing::InSlots, serial, isLast);
}

Q_ALWAYS_INLINE bool FrameSender::sendData(char *frame, quint32 payload, quint32 key,
                                           quint32 serial, bool isLast)
{
    auto *bytes = reinterpret_cast<uchar *>(frame);
    m_protocol.putData(bytes);
    isLast = isLast || !m_protocol.maySendData();
    post(bytes, FrameHeader::Size + payload, key, serial, isLast);
    return !isLast;
}

Q_ALWAYS_INLINE void FrameSender::sendDataInline(char *frame, quint32 payload, quint32 serial)
{
    auto *bytes = reinterpret_cast<uchar *>(frame);
    m_protocol.putData(bytes);
    m_element = { quintptr(bytes), FrameHeader::Size + payload, 0 };
    post(&m_request, Placing::Inline, serial, true);
}

} // namespace QtRdmaPrivate

#endif // FRAMESENDER_P_H
