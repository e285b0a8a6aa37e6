// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SOCKETADDRESS_P_H
#define SOCKETADDRESS_P_H

#include "../base/noaddress_p.h"

struct sockaddr;
struct sockaddr_storage;

namespace QtRdmaPrivate {

// Conversions between Qt's addresses and the kernel's; toSockaddr returns the length, 0 for an
// unknown family.
int toSockaddr(const QHostAddress &address, quint16 port, sockaddr_storage *storage);
QHostAddress fromSockaddr(const sockaddr *address, quint16 *port = nullptr);

} // namespace QtRdmaPrivate

#endif // SOCKETADDRESS_P_H
