// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOCALADDRESSES_P_H
#define LOCALADDRESSES_P_H

#include <QtCore/qstringlist.h>
#include <QtNetwork/qhostaddress.h>

struct sockaddr;
struct sockaddr_storage;

namespace QtRdmaPrivate {

// The addresses of this machine whose network interface carries an RDMA device, read from sysfs: opens no device.
QStringList rdmaAddresses();
// All those of the interfaces of one device.
QList<QHostAddress> addressesOf(const QString &device);

// Conversions between Qt's addresses and the kernel's; toSockaddr returns the length, 0 for an unknown family.
int toSockaddr(const QHostAddress &address, quint16 port, sockaddr_storage *storage);
QHostAddress fromSockaddr(const sockaddr *address, quint16 *port = nullptr);

// The network interface of a port; empty when it has none in this namespace.
QString netdevOf(const QString &device, int port);

} // namespace QtRdmaPrivate

#endif // LOCALADDRESSES_P_H
