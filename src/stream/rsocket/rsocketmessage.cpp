// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rsocketmessage_p.h"

#include "../../base/translate_p.h"

#include <QtCore/qendian.h>

#include <limits>

namespace QtRdmaPrivate {

namespace {

constexpr uchar NetFlag = 1; // the sender is big-endian
constexpr uchar IoMapFlag = 2; // the sender knows the operation; its entries are told elsewhere

bool wraps(const RsocketGrant &memory, quint64 unit)
{
    return memory.address > std::numeric_limits<quint64>::max() - unit * memory.length;
}

QString wrongMemory(const RsocketHandshake &handshake)
{
    const quint32 entries = handshake.targetList.length;
    if (entries < RsocketHandshake::FewestEntries || entries > RsocketHandshake::MostEntries)
        return Words::tr("the peer's list of %1 targets is out of range").arg(entries);
    if (wraps(handshake.targetList, RsocketGrant::Size))
        return Words::tr("the peer's list of targets is beyond the end of memory");
    if (handshake.firstGrant.length == 0)
        return Words::tr("the peer grants no memory");
    if (wraps(handshake.firstGrant, 1))
        return Words::tr("the peer grants memory beyond the end of memory");
    return {};
}

} // namespace

void RsocketGrant::encode(bool bigEndian, uchar *out) const
{
    const auto put = [bigEndian](auto value, uchar *to) {
        bigEndian ? qToBigEndian(value, to) : qToLittleEndian(value, to);
    };
    put(address, out);
    put(key, out + 8);
    put(length, out + 12);
}

RsocketGrant RsocketGrant::decode(bool bigEndian, const uchar *in)
{
    RsocketGrant grant;
    grant.address = bigEndian ? qFromBigEndian<quint64>(in) : qFromLittleEndian<quint64>(in);
    grant.key = bigEndian ? qFromBigEndian<quint32>(in + 8) : qFromLittleEndian<quint32>(in + 8);
    grant.length =
            bigEndian ? qFromBigEndian<quint32>(in + 12) : qFromLittleEndian<quint32>(in + 12);
    return grant;
}

QByteArray RsocketHandshake::toPrivateData() const
{
    QByteArray data(Size, '\0');
    auto *out = reinterpret_cast<uchar *>(data.data());
    out[0] = Version;
    out[1] = IoMapFlag | (bigEndian ? NetFlag : 0);
    qToBigEndian(credits, out + 2);
    targetList.encode(true, out + 8);
    firstGrant.encode(true, out + 24);
    return data;
}

QString parseRsocketHandshake(const QByteArray &data, RsocketHandshake *handshake)
{
    if (data.size() < RsocketHandshake::Size)
        return Words::tr("the peer's handshake of %1 bytes is too short for rsockets")
                .arg(data.size());
    const auto *in = reinterpret_cast<const uchar *>(data.constData());
    if (in[0] != RsocketHandshake::Version)
        return Words::tr("the peer speaks version %1 of rsockets, this side version 1").arg(in[0]);
    handshake->bigEndian = in[1] & NetFlag;
    handshake->credits = qFromBigEndian<quint16>(in + 2);
    handshake->targetList = RsocketGrant::decode(true, in + 8);
    handshake->firstGrant = RsocketGrant::decode(true, in + 24);
    return wrongMemory(*handshake);
}

QString parseRsocketMessage(quint32 encoded, RsocketMessage *message)
{
    message->operation = RsocketOperation(encoded >> 29);
    message->value = encoded & RsocketMessage::MostValue;
    switch (message->operation) {
    case RsocketOperation::Data:
        // A receiver of rsockets would take it for the end.
        return message->value > 0 ? QString() : QStringLiteral("sent no data and called it data");
    case RsocketOperation::Internal:
    case RsocketOperation::Grant:
    case RsocketOperation::IoMap:
    case RsocketOperation::Control:
        return {};
    }
    return QStringLiteral("sent the reserved operation %1").arg(encoded >> 29);
}

} // namespace QtRdmaPrivate
