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

const char *frameTypeName(FrameType type)
{
    static constexpr const char *names[] = { "data", "credit", "resize", "credit return", "fin",
                                             "ping", "pong",   "auth",   "reset" };
    static_assert(std::size(names) == FrameTypes);
    return int(type) < FrameTypes ? names[int(type)] : "unknown";
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

static bool hasKnownFlags(FrameType type, quint8 flags)
{
    if (type == FrameType::Reset)
        return true; // a reason, perhaps a newer one
    return (flags & ~(type == FrameType::Fin ? FinStillReading : 0)) == 0;
}

static bool hasRightLength(FrameType type, quint32 length)
{
    if (type == FrameType::Auth || type == FrameType::Reset)
        return length <= controlPayload(type);
    return length == controlPayload(type);
}

Violation parseFrame(const uchar *data, quint32 length, ParsedFrame *frame)
{
    if (length < FrameHeader::Size)
        return { Violation::FrameTooShort, length };
    if (data[0] >= FrameTypes)
        return { Violation::UnknownType, data[0] };
    const auto type = FrameType(data[0]);
    if (!hasKnownFlags(type, data[1]))
        return { Violation::UnknownFlags, data[1], type };
    if (qFromBigEndian<quint16>(data + 2) != 0 || qFromBigEndian<quint32>(data + 12) != 0)
        return { Violation::ReservedNotZero, 0, type };
    frame->header.type = type;
    frame->header.flags = data[1];
    frame->header.controlConsumed = qFromBigEndian<quint32>(data + 4);
    frame->header.dataLimit = qFromBigEndian<quint32>(data + 8);
    frame->payload = data + FrameHeader::Size;
    frame->length = length - FrameHeader::Size;
    if (type == FrameType::Data)
        return frame->length > 0 ? Violation() : Violation(Violation::EmptyData);
    if (!hasRightLength(type, frame->length))
        return { Violation::WrongLength, frame->length, type };
    return {};
}

// The text is not translated, because it also goes to the peer, in the reset.
Violation::operator QString() const
{
    const QLatin1String type(frameTypeName(m_type));
    switch (m_reason) {
    case None:
        return {};
    case FrameTooShort:
        return QStringLiteral("sent %1 bytes, less than a header").arg(m_value);
    case UnknownType:
        return QStringLiteral("sent a frame of unknown type %1").arg(m_value);
    case UnknownFlags:
        return QStringLiteral("sent unknown flags 0x%1 (%2)").arg(m_value, 0, 16).arg(type);
    case ReservedNotZero:
        return QStringLiteral("set reserved bits (%1)").arg(type);
    case EmptyData:
        return QStringLiteral("sent a data frame without data");
    case WrongLength:
        return QStringLiteral("sent %1 bytes (%2)").arg(m_value).arg(type);
    case WrongAcknowledgement:
        return QStringLiteral("acknowledged control frames wrongly");
    case LimitTakenBack:
        return QStringLiteral("took back a limit");
    case LimitTooHigh:
        return QStringLiteral("granted %1 frames at once").arg(m_value);
    case DataBeyondLimit:
        return QStringLiteral("sent more data than it was allowed");
    case ControlBeyondQuota:
        return QStringLiteral("sent too many frames (%1)").arg(type);
    case ResizeToBadSize:
        return QStringLiteral("resized its slots to %1 bytes").arg(m_value);
    case ResizeFromBadFrame:
        return QStringLiteral("resized its slots from frame %1 on").arg(m_value);
    case ResizeTwiceAtOnce:
        return QStringLiteral("resized its slots twice at once");
    case WrongCreditReturn:
        return QStringLiteral("returned credit it did not have");
    case PingBeforePong:
        return QStringLiteral("sent a ping before the last was answered");
    case PongWithoutPing:
        return QStringLiteral("answered a ping that was not sent");
    }
    return {};
}

} // namespace QtRdmaPrivate
