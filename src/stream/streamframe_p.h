// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMFRAME_P_H
#define STREAMFRAME_P_H

#include "../verbs/rdmaglobal_p.h"

#include <QtCore/qbytearray.h>
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

// How many control frames of a type may be unacknowledged. Data frames are bounded by the peer's limit.
constexpr int controlQuota(FrameType type)
{
    return type == FrameType::Data ? 0 : type == FrameType::Credit ? 2 : 1;
}

constexpr int controlQuotaSum()
{
    int sum = 0;
    for (int type = 1; type < FrameTypes; ++type)
        sum += controlQuota(FrameType(type));
    return sum;
}

struct FrameHeader
{
    static constexpr quint32 Size = 16;

    FrameType type = FrameType::Data;
    quint8 flags = 0;
    quint32 controlConsumed = 0; // cumulative: control frames of the receiver of this header
    quint32 dataLimit = 0; // cumulative: data frames that the receiver of this header may send
};

constexpr quint8 FinStillReading = 1; // flag of Fin: half-close

struct ParsedFrame
{
    FrameHeader header;
    const uchar *payload = nullptr;
    quint32 length = 0;

    quint64 number() const; // Ping, Pong: the echo; Resize: first frame and size; CreditReturn: the limit
    quint32 firstFrame() const { return quint32(number() >> 32); }
    quint32 slotSize() const { return quint32(number()); }
    QString reason() const; // Reset
};

// The payload a control frame must have: exactly, except Auth and Reset, which have at most that.
Q_RDMA_AUTOTEST_EXPORT quint32 controlPayload(FrameType type);
Q_RDMA_AUTOTEST_EXPORT void encodeHeader(const FrameHeader &header, uchar *out);
Q_RDMA_AUTOTEST_EXPORT void encodeNumber(quint64 number, uchar *out);
// An empty string, or what is wrong with the frame.
Q_RDMA_AUTOTEST_EXPORT QString parseFrame(const uchar *data, quint32 length, ParsedFrame *frame);

} // namespace QtRdmaPrivate

#endif // STREAMFRAME_P_H
