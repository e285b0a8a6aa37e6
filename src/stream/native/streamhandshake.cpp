// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamhandshake_p.h"
#include "streamframe_p.h"

#include "../../base/translate_p.h"

#include <QtCore/qendian.h>

#include <algorithm>

namespace QtRdmaPrivate {

namespace {

constexpr quint64 Magic = 0x5174'5264'6d61'5331; // "QtRdmaS1"
constexpr quint64 RejectMagic = 0x5174'5264'6d61'5230; // "QtRdmaR0"
constexpr int RejectSize = 16;
constexpr quint32 MaxKeepAlive = 0x7fffffff; // must fit into an int

const uchar *bytes(const QByteArray &data)
{
    return reinterpret_cast<const uchar *>(data.constData());
}

bool isZero(const uchar *begin, const uchar *end)
{
    return std::all_of(begin, end, [](uchar byte) { return byte == 0; });
}

// A version newer than ours may use fields that are reserved in ours.
bool reservedIsInOrder(const QByteArray &data)
{
    const uchar *in = bytes(data);
    return in[8] > StreamHandshake::Version
            || (isZero(in + 10, in + 12) && isZero(in + StreamHandshake::Size, in + data.size()));
}

bool coversControlQuotas(quint32 packed)
{
    for (int type = 1; type < FrameTypes; ++type, packed >>= 4) {
        if (int(packed & 15) < controlQuota(FrameType(type)))
            return false;
    }
    return true;
}

void read(const QByteArray &data, StreamHandshake *handshake)
{
    const uchar *in = bytes(data);
    handshake->version = in[8];
    handshake->lowestVersion = in[9];
    handshake->features = qFromBigEndian<quint32>(in + 12);
    handshake->slotSize = qFromBigEndian<quint32>(in + 16);
    handshake->window = qFromBigEndian<quint32>(in + 20);
    handshake->keepAlive = qFromBigEndian<quint32>(in + 24);
    handshake->controlQuotas = qFromBigEndian<quint32>(in + 28);
    handshake->nonce = qFromBigEndian<quint64>(in + 32);
}

QString wrongValue(const StreamHandshake &handshake)
{
    if (handshake.lowestVersion > handshake.version) {
        return Words::tr("the peer's lowest version %1 is above its version %2")
                .arg(handshake.lowestVersion)
                .arg(handshake.version);
    }
    if (handshake.slotSize < MinSlotSize || handshake.slotSize > MaxSlotSize)
        return Words::tr("the peer's slot size of %1 bytes is out of range")
                .arg(handshake.slotSize);
    if (handshake.window < StreamHandshake::MinWindow
        || handshake.window > StreamHandshake::MaxWindow)
        return Words::tr("the peer's window of %1 frames is out of range").arg(handshake.window);
    if (handshake.keepAlive > MaxKeepAlive)
        return Words::tr("the peer's keepalive of %1 ms is out of range").arg(handshake.keepAlive);
    if (!coversControlQuotas(handshake.controlQuotas)) {
        return Words::tr("the peer's control quotas of 0x%1 are too small")
                .arg(handshake.controlQuotas, 8, 16, QLatin1Char('0'));
    }
    return {};
}

bool isReject(const QByteArray &data)
{
    return data.size() >= RejectSize && qFromBigEndian<quint64>(bytes(data)) == RejectMagic;
}

const char *textOf(RejectReason reason)
{
    switch (reason) {
    case RejectReason::NotQtRdma:
        return QT_TRANSLATE_NOOP("QtRdma",
                                 "The server took this side for a program that is not QtRdma");
    case RejectReason::VersionTooOld:
        return QT_TRANSLATE_NOOP("QtRdma", "This side is too old for the server");
    case RejectReason::VersionTooNew:
        return QT_TRANSLATE_NOOP("QtRdma", "This side is too new for the server");
    case RejectReason::BadValue:
        return QT_TRANSLATE_NOOP("QtRdma", "The server refused a value of the handshake");
    case RejectReason::Busy:
        return QT_TRANSLATE_NOOP("QtRdma",
                                 "The server is busy: it takes no more connections for now");
    case RejectReason::TooManyConnections:
        return QT_TRANSLATE_NOOP("QtRdma", "The server has as many connections as it takes");
    case RejectReason::Closing:
        return QT_TRANSLATE_NOOP("QtRdma", "The server is closing");
    case RejectReason::Authentication:
        return QT_TRANSLATE_NOOP("QtRdma",
                                 "The server and this side do not have the same pre-shared key");
    case RejectReason::OutOfResources:
        return QT_TRANSLATE_NOOP("QtRdma",
                                 "The server lacks memory or another resource for the connection");
    case RejectReason::Unknown:
        break;
    }
    return nullptr;
}

} // namespace

quint32 packedControlQuotas()
{
    quint32 packed = 0;
    for (int type = FrameTypes - 1; type > 0; --type)
        packed = packed << 4 | quint32(controlQuota(FrameType(type)));
    return packed;
}

QByteArray StreamHandshake::toPrivateData() const
{
    QByteArray data(Size, '\0');
    auto *out = reinterpret_cast<uchar *>(data.data());
    qToBigEndian(Magic, out);
    out[8] = version;
    out[9] = lowestVersion;
    qToBigEndian(features, out + 12);
    qToBigEndian(slotSize, out + 16);
    qToBigEndian(window, out + 20);
    qToBigEndian(keepAlive, out + 24);
    qToBigEndian(controlQuotas, out + 28);
    qToBigEndian(nonce, out + 32);
    return data;
}

bool isStreamHandshake(const QByteArray &data)
{
    return data.size() >= qsizetype(sizeof(Magic)) && qFromBigEndian<quint64>(bytes(data)) == Magic;
}

QString parseHandshake(const QByteArray &data, StreamHandshake *handshake, RejectReason *reason)
{
    *reason = RejectReason::NotQtRdma;
    if (!isStreamHandshake(data))
        return Words::tr("the peer does not speak the QtRdma stream protocol");
    *reason = RejectReason::BadValue;
    if (data.size() < StreamHandshake::Size)
        return Words::tr("the peer's handshake of %1 bytes is incomplete").arg(data.size());
    read(data, handshake);
    // The versions come first: another version may give the rest another meaning.
    if (handshake->lowestVersion > StreamHandshake::Version) {
        *reason = RejectReason::VersionTooNew;
        return Words::
                tr("the peer needs version %1 of the stream protocol, this side speaks version %2")
                        .arg(handshake->lowestVersion)
                        .arg(StreamHandshake::Version);
    }
    if (handshake->version < StreamHandshake::LowestVersion) {
        *reason = RejectReason::VersionTooOld;
        return Words::
                tr("the peer speaks version %1 of the stream protocol, this side needs version %2")
                        .arg(handshake->version)
                        .arg(StreamHandshake::LowestVersion);
    }
    QString wrong = wrongValue(*handshake);
    if (wrong.isEmpty() && !reservedIsInOrder(data))
        wrong = Words::tr("reserved bytes of the peer's handshake are not zero");
    if (wrong.isEmpty())
        *reason = RejectReason::Unknown;
    return wrong;
}

QString parseReply(const QByteArray &data, const StreamHandshake &request,
                   StreamHandshake *handshake, RejectReason *reason)
{
    QString wrong = parseHandshake(data, handshake, reason);
    if (!wrong.isEmpty())
        return wrong;
    if (handshake->version < request.lowestVersion || handshake->version > request.version)
        wrong = Words::tr("the peer chose version %1, which was not offered")
                        .arg(handshake->version);
    else if (handshake->features & ~request.features)
        wrong = Words::tr("the peer agreed to features 0x%1, which were not offered")
                        .arg(handshake->features & ~request.features, 0, 16);
    if (!wrong.isEmpty())
        *reason = RejectReason::BadValue;
    return wrong;
}

QByteArray rejectData(RejectReason reason)
{
    QByteArray data(RejectSize, '\0');
    qToBigEndian(RejectMagic, data.data());
    data[8] = char(reason);
    data[9] = char(StreamHandshake::Version);
    data[10] = char(StreamHandshake::LowestVersion);
    return data;
}

QString rejectText(const QByteArray &data)
{
    if (!isReject(data))
        return {};
    const auto reason = RejectReason(data[8]);
    const char *text = textOf(reason);
    if (!text)
        return Words::tr("The server refused for the unknown reason %1").arg(quint8(data[8]));
    if (reason != RejectReason::VersionTooOld && reason != RejectReason::VersionTooNew)
        return Words::tr(text);
    return Words::tr("%1: it speaks versions %2 to %3 of the stream protocol")
            .arg(Words::tr(text))
            .arg(quint8(data[10]))
            .arg(quint8(data[9]));
}

bool rejectsHandshake(const QByteArray &data)
{
    if (!isReject(data))
        return false;
    const auto reason = RejectReason(data[8]);
    return reason == RejectReason::NotQtRdma || reason == RejectReason::BadValue
            || reason == RejectReason::VersionTooOld || reason == RejectReason::VersionTooNew;
}

} // namespace QtRdmaPrivate
