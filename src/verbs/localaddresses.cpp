// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "localaddresses_p.h"

#include "../base/logging_p.h"
#include "verbscall_p.h"

#include <QtNetwork/qhostaddress.h>
#include <QtNetwork/qnetworkinterface.h>

#include <infiniband/verbs.h>

#include <algorithm>

namespace QtRdmaPrivate {

namespace {

// The kernel accepts a table of up to 64 KiB. The GIDs in use are far fewer than the entries of a
// port (rxe: 1024).
constexpr size_t MostGids = 65535 / sizeof(ibv_gid_entry);

// The GID of an iWARP port is the link-layer address of its interface, filled up with zeros. The
// link-layer address of an InfiniBand interface ends in the GID of its port.
bool isOf(const QByteArray &gid, const QByteArray &linkLayerAddress)
{
    constexpr int EthernetLength = 6;
    return linkLayerAddress.size() == EthernetLength
            ? gid == linkLayerAddress.leftJustified(gid.size(), '\0')
            : linkLayerAddress.size() > gid.size() && linkLayerAddress.endsWith(gid);
}

// The link-local address that follows from the link-layer address (EUI-64). The kernel gives it to
// every RoCE port, whatever addresses the interface has.
QByteArray defaultGid(const QByteArray &linkLayerAddress)
{
    constexpr int HalfOfEthernet = 3;
    constexpr char UniversalBit = 2;
    QByteArray gid = QByteArray::fromHex("fe80000000000000")
            + linkLayerAddress.first(HalfOfEthernet) + QByteArray::fromHex("fffe")
            + linkLayerAddress.sliced(HalfOfEthernet);
    gid[8] = char(gid.at(8) ^ UniversalBit);
    return gid;
}

// Where the kernel names an interface, it does so by the index in the network namespace of the
// device. In this namespace another interface may have that index. Linux 6.12 names that of an
// iWARP port, too.
bool isInterfaceOf(const ibv_gid_entry &entry, const QNetworkInterface &interface)
{
    const QByteArray gid(reinterpret_cast<const char *>(entry.gid.raw), sizeof(entry.gid.raw));
    const QByteArray address = QByteArray::fromHex(interface.hardwareAddress().toLatin1());
    const bool isNamed = entry.ndev_ifindex != 0;
    if (isNamed && interface.index() != int(entry.ndev_ifindex))
        return false;
    constexpr int EthernetLength = 6;
    return isOf(gid, address)
            || (isNamed
                && (hasAddress(interface, gid)
                    || (address.size() == EthernetLength && gid == defaultGid(address))));
}

} // namespace

bool hasAddress(const QNetworkInterface &interface, const QByteArray &gid)
{
    const auto entries = interface.addressEntries();
    return std::any_of(entries.begin(), entries.end(), [&gid](const QNetworkAddressEntry &own) {
        const Q_IPV6ADDR address =
                own.ip().toIPv6Address(); // IPv4 as a mapped address, as in the table
        return gid == QByteArrayView(reinterpret_cast<const char *>(address.c), sizeof(address.c));
    });
}

std::vector<ibv_gid_entry> gidTable(ibv_context *context)
{
    std::vector<ibv_gid_entry> entries(MostGids);
    const ssize_t count = ibv_query_gid_table(context, entries.data(), entries.size(), 0);
    if (count < 0)
        qCDebug(lcRdmaDevice) << callError("ibv_query_gid_table", int(-count));
    entries.resize(size_t(qMax<ssize_t>(0, count)));
    return entries;
}

QString netdevOf(const ibv_gid_entry &entry, const QList<QNetworkInterface> &interfaces)
{
    const auto found = std::find_if(interfaces.begin(), interfaces.end(),
                                    [&entry](const QNetworkInterface &interface) {
                                        return isInterfaceOf(entry, interface);
                                    });
    return found == interfaces.end() ? QString() : found->name();
}

QString netdevOf(ibv_context *context, int port)
{
    const QList<QNetworkInterface> interfaces = QNetworkInterface::allInterfaces();
    for (const ibv_gid_entry &entry : gidTable(context)) {
        if (int(entry.port_num) != port)
            continue;
        if (QString name = netdevOf(entry, interfaces); !name.isEmpty())
            return name;
    }
    return {};
}

QList<QHostAddress> addressesOf(ibv_context *context)
{
    const QList<QNetworkInterface> interfaces = QNetworkInterface::allInterfaces();
    QStringList names;
    for (const ibv_gid_entry &entry : gidTable(context))
        names.append(netdevOf(entry, interfaces));
    QList<QHostAddress> addresses;
    for (const QNetworkInterface &interface : interfaces) {
        if (!names.contains(interface.name()))
            continue;
        const auto entries = interface.addressEntries();
        for (const QNetworkAddressEntry &entry : entries)
            addresses.append(entry.ip());
    }
    return addresses;
}

} // namespace QtRdmaPrivate
