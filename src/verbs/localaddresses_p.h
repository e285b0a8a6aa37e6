// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOCALADDRESSES_P_H
#define LOCALADDRESSES_P_H

#include <QtCore/qstringlist.h>
#include <QtNetwork/qhostaddress.h>
#include <QtNetwork/qnetworkinterface.h>

#include <vector>

struct ibv_context;
struct ibv_gid_entry;
struct sockaddr;
struct sockaddr_storage;

namespace QtRdmaPrivate {

// Those of the interfaces of a device.
QList<QHostAddress> addressesOf(ibv_context *context);
// The GIDs in use.
std::vector<ibv_gid_entry> gidTable(ibv_context *context);
// The network interface of a GID (one of 'interfaces', which are all), of a port; empty when it has none in this network namespace.
QString netdevOf(const ibv_gid_entry &entry, const QList<QNetworkInterface> &interfaces);
QString netdevOf(ibv_context *context, int port);
// Whether the GID is one of its addresses, as the GIDs of RoCE are.
bool hasAddress(const QNetworkInterface &interface, const QByteArray &gid);

// A null one to begin with: each QHostAddress() has memory of its own, copies of one share it.
const QHostAddress &noAddress();

// Conversions between Qt's addresses and the kernel's; toSockaddr returns the length, 0 for an unknown family.
int toSockaddr(const QHostAddress &address, quint16 port, sockaddr_storage *storage);
QHostAddress fromSockaddr(const sockaddr *address, quint16 *port = nullptr);

} // namespace QtRdmaPrivate

#endif // LOCALADDRESSES_P_H
