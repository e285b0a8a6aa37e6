// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "datagram/datagramheader_p.h"

#include <algorithm>
#include <memory>

using namespace QtRdmaPrivate;

// The header that a device puts in front of a datagram: both addresses are known, or none.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < DatagramHeaderSize)
        return 0;
    const auto header = std::make_unique<char[]>(DatagramHeaderSize);
    std::copy_n(data, DatagramHeaderSize, header.get());
    const DatagramRoute route = routeOf(header.get());
    require(route.source.size() == route.destination.size(), "both addresses or none");
    require(route.source.isEmpty() || route.source.size() == 16, "an address is a GID");
    const QByteArray bytes(header.get(), DatagramHeaderSize);
    require(bytes.contains(route.source.right(4)) && bytes.contains(route.destination.right(4)),
            "of which the packet says so");
    return 0;
}
