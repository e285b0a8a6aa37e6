// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamframe_p.h"

#include <QtCore/qendian.h>

namespace QtRdmaPrivate {

quint32 controlPayload(FrameType type)
{
    switch (type) {
    case FrameType::Resize:
    case FrameType::CreditReturn:
    case FrameType::Ping:
    case FrameType::Pong:
        return 8;
    case FrameType::Auth:
        return 64;
    case FrameType::Reset:
        return 48;
    case FrameType::Data:
    case FrameType::Credit:
    case FrameType::Fin:
        return 0;
    }
    return 0;
}

void encodeHeader(const FrameHeader &header, uchar *out)
{
    out[0] = quint8(header.type);
    out[1] = header.flags;
    qToBigEndian<quint16>(0, out + 2);
    qToBigEndian(header.controlConsumed, out + 4);
    qToBigEndian(header.dataLimit, out + 8);
    qToBigEndian<quint32>(0, out + 12);
}

void encodeNumber(quint64 number, uchar *out)
{
    qToBigEndian(number, out);
}

quint64 ParsedFrame::number() const
{
    return length >= 8 ? qFromBigEndian<quint64>(payload) : 0;
}

QString ParsedFrame::reason() const
{
    return QString::fromUtf8(reinterpret_cast<const char *>(payload), qsizetype(length));
}

QString parseFrame(const uchar *data, quint32 length, ParsedFrame *frame)
{
    if (length < FrameHeader::Size)
        return QStringLiteral("a frame of %1 bytes is shorter than its header").arg(length);
    if (data[0] >= FrameTypes)
        return QStringLiteral("a frame of the unknown type %1").arg(data[0]);
    if (qFromBigEndian<quint16>(data + 2) != 0 || qFromBigEndian<quint32>(data + 12) != 0)
        return QStringLiteral("reserved bytes of a frame are not zero");
    const auto type = FrameType(data[0]);
    if (data[1] & ~(type == FrameType::Fin ? FinStillReading : 0))
        return QStringLiteral("unknown flags 0x%1 in a frame of type %2").arg(data[1], 0, 16).arg(data[0]);
    frame->header.type = type;
    frame->header.flags = data[1];
    frame->header.controlConsumed = qFromBigEndian<quint32>(data + 4);
    frame->header.dataLimit = qFromBigEndian<quint32>(data + 8);
    frame->payload = data + FrameHeader::Size;
    frame->length = length - FrameHeader::Size;
    if (type == FrameType::Data)
        return frame->length > 0 ? QString() : QStringLiteral("a data frame without data");
    const bool bounded = type == FrameType::Auth || type == FrameType::Reset;
    const quint32 expected = controlPayload(type);
    if (bounded ? frame->length > expected : frame->length != expected)
        return QStringLiteral("a control frame of type %1 with %2 bytes").arg(data[0]).arg(frame->length);
    return {};
}

} // namespace QtRdmaPrivate
