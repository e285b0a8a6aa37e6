// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "datagramheader_p.h"

#include <QtCore/qendian.h>

namespace QtRdmaPrivate {

namespace {

constexpr int Ipv4Size = 20;
constexpr int Ipv4Source = 12;
constexpr int Ipv4Destination = 16;
constexpr int GidSource = 8;
constexpr int GidBytes = 16;
constexpr char VersionAndLength = 0x45; // IPv4 without options
constexpr int GidVersion = 6;

// The sum of a header that includes its checksum is all ones.
bool hasChecksum(const char *ipv4)
{
    quint32 sum = 0;
    for (int i = 0; i < Ipv4Size; i += 2)
        sum += qFromBigEndian<quint16>(ipv4 + i);
    while (sum > 0xffff)
        sum = (sum & 0xffff) + (sum >> 16);
    return sum == 0xffff;
}

QByteArray mapped(const char *ipv4)
{
    return QByteArray(10, '\0') + QByteArray(2, '\xff') + QByteArray(ipv4, 4);
}

} // namespace

DatagramRoute routeOf(const char *header)
{
    const char *const ipv4 = header + DatagramHeaderSize - Ipv4Size;
    const bool maybeGids = quint8(header[0]) >> 4 == GidVersion;
    // rxe leaves out the checksum of packets to its own device. The bytes before their header are
    // zero.
    if (ipv4[0] == VersionAndLength && (!maybeGids || hasChecksum(ipv4)))
        return { mapped(ipv4 + Ipv4Source), mapped(ipv4 + Ipv4Destination) };
    if (!maybeGids)
        return {};
    return { QByteArray(header + GidSource, GidBytes),
             QByteArray(header + GidSource + GidBytes, GidBytes) };
}

} // namespace QtRdmaPrivate
