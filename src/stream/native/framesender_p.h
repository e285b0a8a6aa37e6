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
    }

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
    // The same of a payload that stands elsewhere.
    bool sendSlice(char *header, quint32 key, const RegisteredBytes &payload, quint32 serial,
                   bool isLast);
    // Another frame, complete. It is copied where the device does not take it inline. Returns its
    // serial number.
    quint32 sendControl(uchar *frame, quint32 length);

private:
    enum class Placing { Inline, InSlots };
    void post(uchar *bytes, quint32 length, quint32 key, quint32 serial, bool isLast);
    void post(ibv_sge *elements, int count, Placing placing, quint32 serial, bool isLast);

    StreamProtocol &m_protocol;
    const StreamStates &m_states;
    SendPoster &m_poster;
    RegisteredPool *m_pool = nullptr;
    ibv_send_wr m_request = {}; // filled in anew for each frame; clearing all of it takes longer
    ibv_sge m_element = {}; // the same, of a frame in one piece
};

// The last frame of a burst is signalled where a slot is in flight, whether it goes inline or not:
// the next data may wait for the slot, and an idle stream holds none.
Q_ALWAYS_INLINE void FrameSender::post(ibv_sge *elements, int count, Placing placing,
                                       quint32 serial, bool isLast)
{
    const bool isInline = placing == Placing::Inline;
    const bool frees = isLast && (m_poster.slots().flyingBytes() > 0 || !isInline);
    m_request.wr_id = m_poster.workRequestId(serial);
    m_request.sg_list = elements;
    m_request.num_sge = count;
    m_request.send_flags = isInline ? IBV_SEND_INLINE : 0;
    if (m_poster.takeSignal(frees || m_states.isFinRequested()))
        m_request.send_flags |= IBV_SEND_SIGNALED;
    m_poster.post(&m_request);
}

Q_ALWAYS_INLINE void FrameSender::post(uchar *bytes, quint32 length, quint32 key, quint32 serial,
                                       bool isLast)
{
    const bool isInline = int(length) <= m_poster.inlineSize();
    m_element = { quintptr(bytes), length, key };
    post(&m_element, 1, isInline ? Placing::Inline : Placing::InSlots, serial, isLast);
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

} // namespace QtRdmaPrivate

#endif // FRAMESENDER_P_H
