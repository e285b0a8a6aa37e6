// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "devicechoice.h"

#include "printable.h"
#include "words.h"

#include <QtRdma/RdmaDevice>

namespace Perf {

namespace {

QHostAddress addressIn(const RdmaGidEntry &entry)
{
    if (!entry.ipv4().isNull())
        return entry.ipv4();
    QHostAddress address(reinterpret_cast<const quint8 *>(entry.gid().constData()));
    if (address.isLinkLocal())
        address.setScopeId(entry.netdev());
    return address;
}

} // namespace

QHostAddress addressOf(const QString &name, qint64 port, qint64 gid, QString *problem)
{
    RdmaError error;
    const RdmaDevice device = RdmaDevice::fromName(name, &error);
    if (!device.isValid()) {
        const QStringList others = RdmaDevice::names();
        *problem = others.isEmpty() ? Words::tr("there is no device %1; %2")
                                              .arg(name, Text::printable(error.toString()))
                                    : Words::tr("there is no device %1; found: %2")
                                              .arg(name, Text::printable(others.join(' ')));
        return {};
    }
    if (port < 1 || port > device.portCount()) {
        *problem = Words::tr("ib-port must be from 1 to %1 for %2, not %3")
                           .arg(device.portCount())
                           .arg(name)
                           .arg(port);
        return {};
    }
    for (const RdmaGidEntry &entry : device.gids(int(port))) {
        const bool isIt = gid == AnyGid ? !entry.ipv4().isNull() : entry.index() == gid;
        if (entry.isUsable() && isIt)
            return addressIn(entry);
    }
    *problem = gid == AnyGid
            ? Words::tr("port %1 of %2 has no usable address").arg(port).arg(name)
            : Words::tr("GID %1 of port %2 of %3 is not usable").arg(gid).arg(port).arg(name);
    return {};
}

} // namespace Perf
