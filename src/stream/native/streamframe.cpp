// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamframe_p.h"

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

// The form of any frame but one that begins so, and what the other types have of their own.
Q_NEVER_INLINE static Violation parseOther(const uchar *data, ParsedFrame *frame)
{
    if (data[0] >= FrameTypes)
        return { Violation::UnknownType, data[0] };
    const auto type = FrameType(data[0]);
    if (!hasKnownFlags(type, data[1]))
        return { Violation::UnknownFlags, data[1], type };
    if (qFromBigEndian<quint16>(data + 2) != 0 || qFromBigEndian<quint32>(data + 12) != 0)
        return { Violation::ReservedNotZero, 0, type };
    frame->header.type = type;
    frame->header.flags = data[1];
    if (!hasRightLength(type, frame->length))
        return { Violation::WrongLength, frame->length, type };
    return {};
}

Violation parseFrame(const uchar *data, quint32 length, ParsedFrame *frame)
{
    if (length < FrameHeader::Size)
        return { Violation::FrameTooShort, length };
    frame->header.controlConsumed = qFromBigEndian<quint32>(data + 4);
    frame->header.dataLimit = qFromBigEndian<quint32>(data + 8);
    frame->payload = data + FrameHeader::Size;
    frame->length = length - FrameHeader::Size;
    if (!beginsDataFrame(data))
        return parseOther(data, frame);
    frame->header.type = FrameType::Data;
    frame->header.flags = 0;
    return frame->length > 0 ? Violation() : Violation(Violation::EmptyData);
}

// The text is not translated, because it also goes to the peer, in the reset.
Violation::operator QString() const
{
    static constexpr const char *texts[] = {
        "",
        "sent {number} bytes, less than a header",
        "sent a frame of unknown type {number}",
        "sent unknown flags 0x{bits} ({type})",
        "set reserved bits ({type})",
        "sent a data frame without data",
        "sent {number} bytes ({type})",
        "acknowledged control frames wrongly",
        "took back a limit",
        "granted {number} frames at once",
        "sent more data than it was allowed",
        "sent too many frames ({type})",
        "resized its slots to {number} bytes",
        "resized its slots from frame {number} on",
        "resized its slots twice at once",
        "returned credit it did not have",
        "sent a ping before the last was answered",
        "answered a ping that was not sent",
        "sent something else than its proof",
        "sent data after its end",
        "ended twice",
    };
    static_assert(std::size(texts) == Reasons);
    return QString::fromLatin1(texts[m_reason])
            .replace(QLatin1String("{number}"), QString::number(m_value))
            .replace(QLatin1String("{bits}"), QString::number(m_value, 16))
            .replace(QLatin1String("{type}"), QLatin1String(frameTypeName(m_type)));
}

} // namespace QtRdmaPrivate
