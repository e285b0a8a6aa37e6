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

namespace QtRdmaPrivate {

// The addresses of the interfaces of a device.
QList<QHostAddress> addressesOf(ibv_context *context);
// The GIDs in use.
std::vector<ibv_gid_entry> gidTable(ibv_context *context);
// The network interface of a GID of a port; empty when it has none in this network namespace.
// 'interfaces' are all interfaces, and the result is one of them.
QString netdevOf(const ibv_gid_entry &entry, const QList<QNetworkInterface> &interfaces);
QString netdevOf(ibv_context *context, int port);
// Whether the GID is an address of the interface, as the GIDs of RoCE are.
bool hasAddress(const QNetworkInterface &interface, const QByteArray &gid);

} // namespace QtRdmaPrivate

#endif // LOCALADDRESSES_P_H
