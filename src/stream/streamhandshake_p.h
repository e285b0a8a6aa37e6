// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMHANDSHAKE_P_H
#define STREAMHANDSHAKE_P_H

#include "../verbs/rdmaglobal_p.h"

#include <QtCore/qbytearray.h>
#include <QtCore/qstring.h>

namespace QtRdmaPrivate {

// What both sides say of themselves in the private data of the connection manager: 40 of the 56 bytes that a
// request can carry. The reply has the same form; its version is the one that will be spoken.
struct StreamHandshake
{
    static constexpr int Size = 40;
    static constexpr quint8 Version = 1;

    quint8 version = Version;
    quint8 lowestVersion = Version;
    quint32 features = 0;
    quint32 slotSize = 0;
    quint32 window = 0;
    quint32 keepAlive = 0; // milliseconds, 0: none
    quint64 nonce = 0;

    QByteArray toPrivateData() const;
};

enum class RejectReason : quint8 {
    Unknown = 0,
    NotQtRdma = 1,
    Version = 2,
    BadValue = 3,
    Busy = 4,
    Closing = 5
};

// An empty string, or what is wrong; 'reason' is what to tell the peer.
Q_RDMA_AUTOTEST_EXPORT QString parseHandshake(const QByteArray &data, StreamHandshake *handshake,
                                              RejectReason *reason);
Q_RDMA_AUTOTEST_EXPORT QByteArray rejectData(RejectReason reason);
Q_RDMA_AUTOTEST_EXPORT QString rejectText(const QByteArray &data); // empty when it says nothing

} // namespace QtRdmaPrivate

#endif // STREAMHANDSHAKE_P_H
