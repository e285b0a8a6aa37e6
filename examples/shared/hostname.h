// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The address of a server that people name, for classes that take addresses only. RdmaStream takes
// names itself.

#ifndef HOSTNAME_H
#define HOSTNAME_H

#include <QCoreApplication>
#include <QHostInfo>
#include <QtRdma/RdmaDevice>

#include <algorithm>

namespace HostName {

// Returns the first address of the host to which an RDMA device leads, of either family. If there
// is none, it is the first address, and to connect tells the reason. Null, with the problem, if the
// name is unknown. Waits for the name servers.
inline QHostAddress addressOf(const QString &host, QString *problem)
{
    const QHostAddress literal(host);
    if (!literal.isNull())
        return literal;
    const QHostInfo found = QHostInfo::fromName(host);
    const QList<QHostAddress> addresses = found.addresses();
    if (addresses.isEmpty()) {
        *problem = QCoreApplication::translate("HostName", "Cannot find the address of %1: %2")
                           .arg(host, found.errorString());
        return {};
    }
    const auto reachable =
            std::find_if(addresses.begin(), addresses.end(), [](const QHostAddress &address) {
                return RdmaDevice::fromRoute(address).isValid();
            });
    return reachable == addresses.end() ? addresses.constFirst() : *reachable;
}

} // namespace HostName

#endif // HOSTNAME_H
