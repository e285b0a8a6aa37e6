// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SILENTNEIGHBOUR_H
#define SILENTNEIGHBOUR_H

#include "rdmatest.h"

#include <QtCore/qfile.h>
#include <QtCore/qprocess.h>
#include <QtNetwork/qnetworkinterface.h>

// An address in the network of the device that no machine has.
namespace RdmaTest {

inline QHostAddress silentNeighbour()
{
    return QHostAddress((address().toIPv4Address() & ~0xffu) | 99);
}

inline QString interfaceOf(const QHostAddress &address)
{
    const auto interfaces = QNetworkInterface::allInterfaces();
    for (const QNetworkInterface &interface : interfaces) {
        const auto entries = interface.addressEntries();
        for (const QNetworkAddressEntry &entry : entries) {
            if (entry.ip() == address)
                return interface.name();
        }
    }
    return {};
}

// Gives the kernel a link-layer address that no machine has, so that requests leave and no answer
// comes. The request of siw is a TCP connection, which the kernel would try for two minutes after
// nobody waits for it any more. Returns false if this process may not do that.
inline bool addSilentNeighbour()
{
    QFile retries(QStringLiteral("/proc/sys/net/ipv4/tcp_syn_retries"));
    if (isSiw() && (!retries.open(QIODevice::WriteOnly) || retries.write("2") != 1))
        return false;
    retries.close();
    return QProcess::execute(QStringLiteral("ip"),
                             { QStringLiteral("neigh"), QStringLiteral("replace"),
                               silentNeighbour().toString(), QStringLiteral("lladdr"),
                               QStringLiteral("02:00:00:00:00:99"), QStringLiteral("nud"),
                               QStringLiteral("permanent"), QStringLiteral("dev"),
                               interfaceOf(address()) })
            == 0;
}

} // namespace RdmaTest

#endif // SILENTNEIGHBOUR_H
