// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "framesender_p.h"

#include <iterator>

namespace QtRdmaPrivate {

// A frame that does not go inline may take the reserve; while that is in use its completion brings
// us back.
bool FrameSender::hasRoomFor(FrameType type) const
{
    const int most = int(FrameHeader::Size + controlPayload(type));
    return space() > 0 && (most <= m_poster.inlineSize() || m_poster.slots().hasReserve());
}

quint32 FrameSender::sendControl(uchar *frame, quint32 length)
{
    const auto type = FrameType(*frame);
    SendQueue &slots = m_poster.slots();
    PoolSlot slot;
    uchar *bytes = frame;
    if (int(length) > m_poster.inlineSize()) {
        slot = m_pool->takeForSpeed(length, length);
        if (!slot)
            slot = slots.takeReserve();
        bytes = reinterpret_cast<uchar *>(slot.data());
        memcpy(bytes, frame, length);
    }
    const bool isLast = slot || type == FrameType::Fin || type == FrameType::Reset;
    const quint32 key = slot ? slot.localKey() : 0;
    const quint32 serial = slots.launchOther(std::move(slot));
    post(bytes, length, key, serial, isLast);
    return serial;
}

// The device may be the only one that can read the payload, so none goes inline.
bool FrameSender::sendSlice(char *header, quint32 key, const RegisteredBytes &payload,
                            quint32 serial, bool isLast)
{
    m_protocol.putData(reinterpret_cast<uchar *>(header));
    isLast = isLast || !m_protocol.maySendData();
    ibv_sge elements[] = { { quintptr(header), FrameHeader::Size, key },
                           { payload.address, payload.length, payload.key } };
    ibv_send_wr request = m_request; // a post that fails may send another frame from within
    request.sg_list = elements;
    request.num_sge = int(std::size(elements));
    post(&request, Placing::InSlots, serial, isLast);
    return !isLast;
}

} // namespace QtRdmaPrivate
