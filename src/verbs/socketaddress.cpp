// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "socketaddress_p.h"

#include <QtNetwork/qnetworkinterface.h>

#include <netinet/in.h>

#include <cstring>

namespace QtRdmaPrivate {

int toSockaddr(const QHostAddress &address, quint16 port, sockaddr_storage *storage)
{
    *storage = {};
    const auto protocol = address.protocol();
    // Not toIPv4Address() for everything: it would turn :: into 0.0.0.0.
    if (protocol == QAbstractSocket::IPv4Protocol) {
        auto *in = reinterpret_cast<sockaddr_in *>(storage);
        in->sin_family = AF_INET;
        in->sin_port = htons(port);
        in->sin_addr.s_addr = htonl(address.toIPv4Address());
        return sizeof(sockaddr_in);
    }
    if (protocol == QAbstractSocket::UnknownNetworkLayerProtocol)
        return 0;
    auto *in6 = reinterpret_cast<sockaddr_in6 *>(storage);
    in6->sin6_family = AF_INET6;
    in6->sin6_port = htons(port);
    const Q_IPV6ADDR bytes = address.toIPv6Address();
    memcpy(&in6->sin6_addr, &bytes, sizeof(bytes));
    bool isIndex = false;
    const QString scope = address.scopeId();
    in6->sin6_scope_id = scope.toUInt(&isIndex);
    if (!isIndex && !scope.isEmpty())
        in6->sin6_scope_id = uint(QNetworkInterface::interfaceIndexFromName(scope));
    return sizeof(sockaddr_in6);
}

QHostAddress fromSockaddr(const sockaddr *address, quint16 *port)
{
    if (!address || (address->sa_family != AF_INET && address->sa_family != AF_INET6))
        return noAddress();
    if (address->sa_family == AF_INET) {
        const auto *in = reinterpret_cast<const sockaddr_in *>(address);
        if (port)
            *port = ntohs(in->sin_port);
        return QHostAddress(ntohl(in->sin_addr.s_addr));
    }
    const auto *in = reinterpret_cast<const sockaddr_in6 *>(address);
    if (port)
        *port = ntohs(in->sin6_port);
    const QHostAddress result(address);
    // An IPv4 peer of a listener on both families appears as ::ffff:a.b.c.d; people expect a.b.c.d.
    return IN6_IS_ADDR_V4MAPPED(&in->sin6_addr) ? QHostAddress(result.toIPv4Address()) : result;
}

} // namespace QtRdmaPrivate
