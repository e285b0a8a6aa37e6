// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMHANDSHAKE_P_H
#define STREAMHANDSHAKE_P_H

#include "../../base/rdmaglobal_p.h"

#include <QtCore/qbytearray.h>
#include <QtCore/qstring.h>

namespace QtRdmaPrivate {

// Control frames of each type that our receives cover: four bits a type, Credit lowest.
Q_RDMA_AUTOTEST_EXPORT quint32 packedControlQuotas();

// What both sides say of themselves in the private data of the connection manager: 40 of the 56 bytes that a
// request can carry. The reply has the same form; its version is the one that will be spoken.
struct Q_RDMA_AUTOTEST_EXPORT StreamHandshake
{
    static constexpr int Size = 40;
    static constexpr quint8 Version = 1; // of this side, the highest
    static constexpr quint8 LowestVersion = 1;
    static constexpr quint32 MinWindow = 2;
    static constexpr quint32 MaxWindow = 4096;
    static constexpr quint32 Authentication =
            1; // a feature: both sides prove that they have the key

    quint8 version = Version;
    quint8 lowestVersion = LowestVersion;
    quint32 features = 0; // of a request: wanted, bits nobody knows are ignored; of a reply: agreed
    quint32 slotSize = 0; // bytes, header and payload
    quint32 window = 0; // data frames
    quint32 keepAlive = 0; // milliseconds, 0: none
    quint32 controlQuotas = packedControlQuotas();
    quint64 nonce = 0;

    QByteArray toPrivateData() const;
};

// Why a connection was refused, in its reject. Others may come from peers that are newer.
enum class RejectReason : quint8 {
    Unknown = 0,
    NotQtRdma = 1,
    VersionTooOld = 2, // nothing that the peer speaks is as new as what this side needs
    BadValue = 3,
    Busy = 4, // too many connections being set up
    Closing = 5,
    VersionTooNew = 6,
    TooManyConnections = 7,
    Authentication = 8,
    OutOfResources = 9
};

// Whether that is what the data are meant to be, right or wrong.
Q_RDMA_AUTOTEST_EXPORT bool isStreamHandshake(const QByteArray &data);
// An empty string, or what is wrong, for this side's error; 'reason' is what to tell the peer. Zeros may follow the
// handshake, the connection manager fills up with them.
Q_RDMA_AUTOTEST_EXPORT QString parseHandshake(const QByteArray &data, StreamHandshake *handshake,
                                              RejectReason *reason);
// The same for the answer to 'request': it must not agree on what was not offered.
Q_RDMA_AUTOTEST_EXPORT QString parseReply(const QByteArray &data, const StreamHandshake &request,
                                          StreamHandshake *handshake, RejectReason *reason);

// The private data of a reject. It names the versions of this side.
Q_RDMA_AUTOTEST_EXPORT QByteArray rejectData(RejectReason reason);
// For the error of the side that was rejected; empty if that is not what the data is.
Q_RDMA_AUTOTEST_EXPORT QString rejectText(const QByteArray &data);
// The server cannot talk to this side, rather than does not want to.
Q_RDMA_AUTOTEST_EXPORT bool rejectsHandshake(const QByteArray &data);

} // namespace QtRdmaPrivate

#endif // STREAMHANDSHAKE_P_H
