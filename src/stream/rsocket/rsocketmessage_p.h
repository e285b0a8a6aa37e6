// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RSOCKETMESSAGE_P_H
#define RSOCKETMESSAGE_P_H

#include "../../base/rdmaglobal_p.h"

#include <QtCore/qbytearray.h>
#include <QtCore/qstring.h>

namespace QtRdmaPrivate {

// The wire format of rsockets, the socket layer of librdmacm: doc/rsockets.md.

constexpr bool NativeIsBigEndian = Q_BYTE_ORDER == Q_BIG_ENDIAN;

// Memory to which the other side may write. An entry of a target list is 16 bytes, in the byte
// order of the side that has the list.
struct Q_RDMA_AUTOTEST_EXPORT RsocketGrant
{
    static constexpr quint32 Size = 16;

    quint64 address = 0;
    quint32 key = 0;
    quint32 length = 0; // bytes

    void encode(bool bigEndian, uchar *out) const;
    static RsocketGrant decode(bool bigEndian, const uchar *in);
};

// Each side describes itself so in the private data of the connection manager. The reply has the
// same form.
struct Q_RDMA_AUTOTEST_EXPORT RsocketHandshake
{
    static constexpr int Size = 40;
    static constexpr quint8 Version = 1;
    static constexpr quint32 FewestEntries = 2;
    static constexpr quint32 MostEntries = 65536;

    bool bigEndian = NativeIsBigEndian;
    quint16 credits = 0; // data messages that the other side may send at first
    RsocketGrant targetList; // of this side, for later grants; its length is in entries
    RsocketGrant firstGrant;

    QByteArray toPrivateData() const;
};

// Returns an empty string, or what is wrong, for this side's error. What follows the handshake is
// ignored, as rsockets does.
Q_RDMA_AUTOTEST_EXPORT QString parseRsocketHandshake(const QByteArray &data,
                                                     RsocketHandshake *handshake);

enum class RsocketOperation : quint8 {
    Data = 0, // this many bytes were written, behind the last ones
    Internal = 2, // never on the wire; ignored there
    Grant = 4, // a new limit of data messages, and perhaps a new entry in the target list
    IoMap = 6, // an entry in the table of mapped memory, which this side does not offer
    Control = 7
};

enum class RsocketControl : quint32 { Disconnect = 0, KeepAlive = 1, Shutdown = 2 };

// The immediate data of a write, big-endian on the wire. On iWARP it is a message of four bytes in
// the byte order of its sender.
struct Q_RDMA_AUTOTEST_EXPORT RsocketMessage
{
    static constexpr quint32 Size = 4;
    static constexpr quint32 MostValue = 0x1fffffff;

    RsocketOperation operation = RsocketOperation::Data;
    quint32 value = 0;

    static constexpr RsocketMessage data(quint32 length)
    {
        return { RsocketOperation::Data, length };
    }
    static constexpr RsocketMessage control(RsocketControl control)
    {
        return { RsocketOperation::Control, quint32(control) };
    }
    bool isControl(RsocketControl control) const
    {
        return operation == RsocketOperation::Control && value == quint32(control);
    }
    quint32 encoded() const { return quint32(operation) << 29 | value; }
};

// Returns an empty string, or how the peer broke the protocol, which goes on after "the peer".
[[nodiscard]] Q_RDMA_AUTOTEST_EXPORT QString parseRsocketMessage(quint32 encoded,
                                                                 RsocketMessage *message);

} // namespace QtRdmaPrivate

#endif // RSOCKETMESSAGE_P_H
