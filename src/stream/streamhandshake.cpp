// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamhandshake_p.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qendian.h>

namespace QtRdmaPrivate {

namespace {
constexpr quint64 Magic = 0x5174'5264'6d61'5331; // "QtRdmaS1"
constexpr quint64 RejectMagic = 0x5174'5264'6d61'5230; // "QtRdmaR0"
} // namespace

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
    qToBigEndian(nonce, out + 32);
    return data;
}

QString parseHandshake(const QByteArray &data, StreamHandshake *handshake, RejectReason *reason)
{
    const auto *in = reinterpret_cast<const uchar *>(data.constData());
    *reason = RejectReason::NotQtRdma;
    if (data.size() < StreamHandshake::Size || qFromBigEndian<quint64>(in) != Magic)
        return QCoreApplication::translate("QtRdma", "the peer does not speak the QtRdma stream protocol");
    handshake->version = in[8];
    handshake->lowestVersion = in[9];
    handshake->features = qFromBigEndian<quint32>(in + 12);
    handshake->slotSize = qFromBigEndian<quint32>(in + 16);
    handshake->window = qFromBigEndian<quint32>(in + 20);
    handshake->keepAlive = qFromBigEndian<quint32>(in + 24);
    handshake->nonce = qFromBigEndian<quint64>(in + 32);
    *reason = RejectReason::Version;
    if (handshake->lowestVersion > StreamHandshake::Version || handshake->version < 1) {
        return QCoreApplication::translate("QtRdma", "the peer speaks versions %1 to %2 of the stream protocol, this "
                                                     "side version %3")
                .arg(handshake->lowestVersion)
                .arg(handshake->version)
                .arg(StreamHandshake::Version);
    }
    *reason = RejectReason::BadValue;
    if (handshake->slotSize < 512 || handshake->slotSize > 1024 * 1024)
        return QCoreApplication::translate("QtRdma", "the peer's slot size of %1 bytes is out of range")
                .arg(handshake->slotSize);
    if (handshake->window < 2 || handshake->window > 4096)
        return QCoreApplication::translate("QtRdma", "the peer's window of %1 frames is out of range")
                .arg(handshake->window);
    *reason = RejectReason::Unknown;
    return {};
}

QByteArray rejectData(RejectReason reason)
{
    QByteArray data(16, '\0');
    qToBigEndian(RejectMagic, data.data());
    data[8] = char(reason);
    data[9] = char(StreamHandshake::Version);
    return data;
}

QString rejectText(const QByteArray &data)
{
    if (data.size() < 16 || qFromBigEndian<quint64>(data.constData()) != RejectMagic)
        return {};
    const char *text = nullptr;
    switch (RejectReason(data[8])) {
    case RejectReason::NotQtRdma:
        text = QT_TRANSLATE_NOOP("QtRdma", "The server took this side for a program that is not QtRdma");
        break;
    case RejectReason::Version:
        text = QT_TRANSLATE_NOOP("QtRdma", "The server speaks another version of the stream protocol");
        break;
    case RejectReason::BadValue:
        text = QT_TRANSLATE_NOOP("QtRdma", "The server refused a value of the handshake");
        break;
    case RejectReason::Busy:
        text = QT_TRANSLATE_NOOP("QtRdma", "The server has as many connections as it takes");
        break;
    case RejectReason::Closing:
        text = QT_TRANSLATE_NOOP("QtRdma", "The server is closing");
        break;
    default:
        return QCoreApplication::translate("QtRdma", "The server refused for the unknown reason %1")
                .arg(quint8(data[8]));
    }
    return QCoreApplication::translate("QtRdma", text);
}

} // namespace QtRdmaPrivate
