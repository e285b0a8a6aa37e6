// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMFRAME_P_H
#define STREAMFRAME_P_H

#include "../../base/rdmaglobal_p.h"

#include <QtCore/qendian.h>
#include <QtCore/qstring.h>

namespace QtRdmaPrivate {

// The frames of doc/wire-format.md. All numbers are big-endian.
enum class FrameType : quint8 {
    Data = 0,
    Credit = 1,
    Resize = 2,
    CreditReturn = 3,
    Fin = 4,
    Ping = 5,
    Pong = 6,
    Auth = 7,
    Reset = 8
};
constexpr int FrameTypes = 9;

// How many control frames of a type may be unacknowledged. Data frames are bounded by the peer's
// limit. There may be two Fin frames in the life of a connection, for the half-close and the full
// close: the second must not wait for a peer that has nothing to say. The third Credit is kept for
// the acknowledgement of the peer's Fin.
constexpr int controlQuota(FrameType type)
{
    switch (type) {
    case FrameType::Data:
        return 0;
    case FrameType::Credit:
        return 3;
    case FrameType::Fin:
        return 2;
    default:
        return 1;
    }
}

constexpr int controlQuotaSum()
{
    int sum = 0;
    for (int type = 1; type < FrameTypes; ++type)
        sum += controlQuota(FrameType(type));
    return sum;
}

// The receives that must be posted before the handshake announces this window.
constexpr quint32 receivesFor(quint32 window)
{
    return window + quint32(controlQuotaSum());
}

constexpr quint32 MinSlotSize = 512;
constexpr quint32 MaxSlotSize = 1024 * 1024;

struct FrameHeader
{
    static constexpr quint32 Size = 16;

    FrameType type = FrameType::Data;
    quint8 flags = 0; // FinStillReading, or the ResetReason
    quint32 controlConsumed = 0; // cumulative: control frames of the receiver of this header
    quint32 dataLimit = 0; // cumulative: data frames that the receiver of this header may send
};

constexpr quint8 FinStillReading = 1; // flag of Fin: half-close

// The flags of a Reset. Newer peers may send others.
enum class ResetReason : quint8 {
    Unspecified = 0,
    ProtocolViolation = 1,
    KeepAlive = 2,
    Authentication = 3,
    Resources = 4,
    Closing = 5
};

// How a peer broke the protocol, if it did. The string goes on after "the peer", for example "sent
// more data than it was allowed"; it is empty if all was in order. Nothing is allocated for it.
class Q_RDMA_AUTOTEST_EXPORT Violation
{
public:
    enum Reason : quint8 {
        None,
        // The form of a frame is wrong, see parseFrame().
        FrameTooShort,
        UnknownType,
        UnknownFlags,
        ReservedNotZero,
        EmptyData,
        WrongLength,
        // The accounts are wrong, see CreditLedger::received().
        WrongAcknowledgement,
        LimitTakenBack,
        LimitTooHigh,
        DataBeyondLimit,
        ControlBeyondQuota,
        ResizeToBadSize,
        ResizeFromBadFrame,
        ResizeTwiceAtOnce,
        WrongCreditReturn,
        PingBeforePong,
        PongWithoutPing,
        // The frame does not fit the state, see StreamProtocol::received().
        BeforeProof,
        DataAfterEnd,
        EndedTwice
    };
    static constexpr int Reasons = EndedTwice + 1;

    constexpr Violation(Reason reason = None, quint32 value = 0, FrameType type = FrameType::Data)
        : m_value(value)
        , m_reason(reason)
        , m_type(type)
    {
    }
    constexpr Reason reason() const { return m_reason; }
    constexpr bool isEmpty() const { return m_reason == None; }
    operator QString() const;

private:
    quint32 m_value;
    Reason m_reason;
    FrameType m_type;
};

// The result of parseFrame(). The payload is in the memory that was parsed.
struct Q_RDMA_AUTOTEST_EXPORT ParsedFrame
{
    FrameHeader header;
    const uchar *payload = nullptr;
    quint32 length = 0; // of the payload

    // Ping and Pong: the echo. Resize and CreditReturn: two numbers in one, see below.
    quint64 number() const;
    // Resize: slots have this size from this frame on.
    quint32 firstFrame() const { return quint32(number() >> 32); }
    quint32 slotSize() const { return quint32(number()); }
    // CreditReturn: the limit of ours that the peer knew when it gave credit back, and the one that
    // it keeps.
    quint32 limitSeen() const { return quint32(number() >> 32); }
    quint32 limitKept() const { return quint32(number()); }
    ResetReason resetReason() const { return ResetReason(header.flags); }
    QString reason() const; // Reset: as the peer wrote it, not fit for a terminal
};

// The payload size of a control frame: the exact one, but for Auth and Reset the largest one.
Q_RDMA_AUTOTEST_EXPORT quint32 controlPayload(FrameType type);
Q_RDMA_AUTOTEST_EXPORT const char *frameTypeName(FrameType type);
// Writes FrameHeader::Size bytes.
inline void encodeHeader(const FrameHeader &header, uchar *out)
{
    out[0] = quint8(header.type);
    out[1] = header.flags;
    qToBigEndian<quint16>(0, out + 2);
    qToBigEndian(header.controlConsumed, out + 4);
    qToBigEndian(header.dataLimit, out + 8);
    qToBigEndian<quint32>(0, out + 12);
}
// Writes the payload of Resize, CreditReturn, Ping or Pong: 8 bytes.
Q_RDMA_AUTOTEST_EXPORT void encodeNumber(quint64 number, uchar *out);
// Whether type, flags and reserved bits of these FrameHeader::Size bytes are those of a data frame,
// which are all 0.
inline bool beginsDataFrame(const uchar *data)
{
    return qFromUnaligned<quint32>(data) == 0 && qFromUnaligned<quint32>(data + 12) == 0;
}
// Parses a message of that many bytes and reads no others. *frame is valid if there is no
// violation.
[[nodiscard]] Q_RDMA_AUTOTEST_EXPORT Violation parseFrame(const uchar *data, quint32 length,
                                                          ParsedFrame *frame);

} // namespace QtRdmaPrivate

#endif // STREAMFRAME_P_H
