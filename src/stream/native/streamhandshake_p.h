// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMHANDSHAKE_P_H
#define STREAMHANDSHAKE_P_H

#include "../../base/rdmaglobal_p.h"

#include <QtCore/qbytearray.h>
#include <QtCore/qstring.h>

namespace QtRdmaPrivate {

// How many control frames of each type our receives cover: four bits for a type, Credit in the
// lowest.
Q_RDMA_AUTOTEST_EXPORT quint32 packedControlQuotas();

// Each side describes itself so in the private data of the connection manager: 40 of the 56 bytes
// that a request can carry. The reply has the same form; its version is the one that will be used.
struct Q_RDMA_AUTOTEST_EXPORT StreamHandshake
{
    static constexpr int Size = 40;
    static constexpr quint8 Version = 1; // the highest of this side
    static constexpr quint8 LowestVersion = 1;
    static constexpr quint32 MinWindow = 2;
    static constexpr quint32 MaxWindow = 4096;
    // Features.
    static constexpr quint32 Authentication = 1; // both prove that they have the key
    static constexpr quint32 Confirmation = 2; // the client says that it goes on with this one

    quint8 version = Version;
    quint8 lowestVersion = LowestVersion;
    // In a request: those that are wanted; unknown bits are ignored. In a reply: the agreed ones.
    quint32 features = 0;
    quint32 slotSize = 0; // bytes, header and payload
    quint32 window = 0; // data frames
    quint32 keepAlive = 0; // milliseconds, 0: none
    quint32 controlQuotas = packedControlQuotas();
    quint64 nonce = 0;

    QByteArray toPrivateData() const;
};

// The reason of a refusal, in the data of a reject. Newer peers may send others.
enum class RejectReason : quint8 {
    Unknown = 0,
    NotQtRdma = 1,
    VersionTooOld = 2, // the peer speaks no version that is new enough for this side
    BadValue = 3,
    Busy = 4, // too many connections are being set up
    Closing = 5,
    VersionTooNew = 6,
    TooManyConnections = 7,
    Authentication = 8,
    OutOfResources = 9
};

// Whether the data is meant to be such a handshake, right or wrong.
Q_RDMA_AUTOTEST_EXPORT bool isStreamHandshake(const QByteArray &data);
// Returns an empty string, or what is wrong, for this side's error; 'reason' is what to tell the
// peer. Zeros may follow the handshake, because the connection manager pads it.
Q_RDMA_AUTOTEST_EXPORT QString parseHandshake(const QByteArray &data, StreamHandshake *handshake,
                                              RejectReason *reason);
// Does the same for the reply to 'request', which must not agree on anything that was not offered.
Q_RDMA_AUTOTEST_EXPORT QString parseReply(const QByteArray &data, const StreamHandshake &request,
                                          StreamHandshake *handshake, RejectReason *reason);

// The private data of a reject. It names the versions of this side.
Q_RDMA_AUTOTEST_EXPORT QByteArray rejectData(RejectReason reason);
// A text for the error of the side that was rejected; empty if the data is no such reject.
Q_RDMA_AUTOTEST_EXPORT QString rejectText(const QByteArray &data);
// Whether the server cannot talk to this side, and not merely does not want to.
Q_RDMA_AUTOTEST_EXPORT bool rejectsHandshake(const QByteArray &data);

} // namespace QtRdmaPrivate

#endif // STREAMHANDSHAKE_P_H
