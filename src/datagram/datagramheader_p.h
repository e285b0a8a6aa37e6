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
    QByteArray source; // GIDs; both are empty if there is no such header
    QByteArray destination;
};

// RoCE v2 puts an IPv6 header there, or an IPv4 one in the last 20 bytes. In the latter case the
// GIDs are mapped addresses, and the other 20 bytes may hold anything. InfiniBand's own header has
// its version and its GIDs in the same places as IPv6.
Q_RDMA_AUTOTEST_EXPORT DatagramRoute routeOf(const char *header);

} // namespace QtRdmaPrivate

#endif // DATAGRAMHEADER_P_H
