// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PEERSOURCE_P_H
#define PEERSOURCE_P_H

#include <QtCore/qhash.h>
#include <QtNetwork/qhostaddress.h>

#include <algorithm>
#include <iterator>

namespace QtRdmaPrivate {

// The address under which a peer is counted. IPv4 counts by address, in either form of it. A host
// has as many IPv6 addresses as it likes, but one /64, so IPv6 counts by that. All link-local
// addresses have the same /64, so each of these counts for itself.
inline QHostAddress sourceOf(const QHostAddress &peer)
{
    bool isIpv4 = false;
    const quint32 ipv4 = peer.toIPv4Address(&isIpv4);
    if (isIpv4)
        return QHostAddress(ipv4);
    if (peer.protocol() != QAbstractSocket::IPv6Protocol || peer.isLinkLocal())
        return peer;
    Q_IPV6ADDR network = peer.toIPv6Address();
    std::fill(std::begin(network.c) + 8, std::end(network.c), quint8(0));
    return QHostAddress(network);
}

// Which connection goes when there are too many: the first of the source that has most of them, the
// newcomer counted. So a source that sends many only takes from itself. 'addressOf' gives the
// peer's address, or a null one for a connection that must stay. Returns the end when all must
// stay.
template <typename Range, typename AddressOf>
auto firstOfLargestSource(Range &connections, const QHostAddress &newcomer, AddressOf addressOf)
{
    QHash<QHostAddress, int> counts = { { sourceOf(newcomer), 1 } };
    const auto countOf = [&](auto &connection) -> int * {
        const QHostAddress address = addressOf(connection);
        return address.isNull() ? nullptr : &counts[sourceOf(address)];
    };
    for (auto &connection : connections) {
        if (int *count = countOf(connection))
            ++*count;
    }
    auto chosen = std::end(connections);
    int most = 0;
    for (auto at = std::begin(connections); at != std::end(connections); ++at) {
        const int *count = countOf(*at);
        if (count && *count > most) {
            chosen = at;
            most = *count;
        }
    }
    return chosen;
}

} // namespace QtRdmaPrivate

#endif // PEERSOURCE_P_H
