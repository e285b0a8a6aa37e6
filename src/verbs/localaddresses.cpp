// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "localaddresses_p.h"

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtNetwork/qhostaddress.h>
#include <QtNetwork/qnetworkinterface.h>

#include <netinet/in.h>

namespace QtRdmaPrivate {

namespace {

// The GID of an iWARP port is the link-layer address of its interface, filled up with zeros.
QString iwarpInterface(const QString &port)
{
    QFile file(port + QStringLiteral("/gids/0"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray gid = QByteArray::fromHex(file.readLine(64));
    const QByteArray address = gid.left(6);
    if (gid.size() != 16 || gid.mid(6) != QByteArray(10, '\0') || address == QByteArray(6, '\0'))
        return {};
    const auto interfaces = QNetworkInterface::allInterfaces();
    for (const QNetworkInterface &interface : interfaces) {
        if (QByteArray::fromHex(interface.hardwareAddress().toLatin1()) == address)
            return interface.name();
    }
    return {};
}

QString root()
{
    return QStringLiteral("/sys/class/infiniband");
}

// Each GID of a RoCE device names the interface it stands for.
QStringList portInterfaces(const QString &port)
{
    QStringList names;
    const QString iwarp = iwarpInterface(port);
    if (!iwarp.isEmpty())
        names.append(iwarp);
    const QString ndevs = port + QStringLiteral("/gid_attrs/ndevs");
    const QStringList indexes = QDir(ndevs).entryList(QDir::Files);
    for (const QString &index : indexes) {
        QFile file(ndevs + u'/' + index);
        if (!file.open(QIODevice::ReadOnly))
            continue; // an unused entry cannot be read: not an error
        const QString name = QString::fromLatin1(file.readLine(64).trimmed());
        if (!name.isEmpty() && !names.contains(name))
            names.append(name);
    }
    return names;
}

QStringList interfacesOf(const QString &device)
{
    QStringList names;
    const QString ports = root() + u'/' + device + QStringLiteral("/ports");
    const QStringList numbers = QDir(ports).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &number : numbers)
        names += portInterfaces(ports + u'/' + number);
    names.removeDuplicates();
    return names;
}

} // namespace

QString netdevOf(const QString &device, int port)
{
    const QString place =
            root() + u'/' + device + QStringLiteral("/ports/") + QString::number(port);
    return portInterfaces(place).value(0);
}

QStringList rdmaAddresses()
{
    QStringList addresses;
    const QStringList devices = QDir(root()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &device : devices) {
        const QList<QHostAddress> found = addressesOf(device);
        for (const QHostAddress &address : found) {
            if (!address.isLinkLocal())
                addresses.append(address.toString());
        }
    }
    addresses.removeDuplicates();
    return addresses;
}

QList<QHostAddress> addressesOf(const QString &device)
{
    QList<QHostAddress> addresses;
    const QStringList names = interfacesOf(device);
    for (const QString &name : names) {
        const auto entries = QNetworkInterface::interfaceFromName(name).addressEntries();
        for (const QNetworkAddressEntry &entry : entries)
            addresses.append(entry.ip());
    }
    return addresses;
}

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
    if (!address)
        return {};
    if (address->sa_family == AF_INET && port)
        *port = ntohs(reinterpret_cast<const sockaddr_in *>(address)->sin_port);
    if (address->sa_family == AF_INET6 && port)
        *port = ntohs(reinterpret_cast<const sockaddr_in6 *>(address)->sin6_port);
    if (address->sa_family != AF_INET && address->sa_family != AF_INET6)
        return {};
    QHostAddress result(address);
    bool isIPv4 = false;
    const quint32 ipv4 = result.toIPv4Address(&isIPv4);
    // An IPv4 peer of a listener on both families appears as ::ffff:a.b.c.d; people expect a.b.c.d.
    return isIPv4 ? QHostAddress(ipv4) : result;
}

} // namespace QtRdmaPrivate
