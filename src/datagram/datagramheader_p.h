// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DATAGRAMHEADER_P_H
#define DATAGRAMHEADER_P_H

#include "../base/rdmaglobal_p.h"

#include <QtCore/qbytearray.h>

namespace QtRdmaPrivate {

// The routing header that a device puts in front of each datagram.
constexpr int DatagramHeaderSize = 40;

struct DatagramRoute
{
    QByteArray source; // GIDs; empty where the header is none
    QByteArray destination;
};

// RoCE v2 puts an IPv6 header there or, in the last 20 bytes, an IPv4 one: then the GIDs are mapped addresses. The other 20
// bytes may hold anything. InfiniBand's own header has the places and the version of the IPv6 one.
Q_RDMA_AUTOTEST_EXPORT DatagramRoute routeOf(const char *header);

} // namespace QtRdmaPrivate

#endif // DATAGRAMHEADER_P_H
