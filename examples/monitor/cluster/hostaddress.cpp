// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "hostaddress.h"

#include "endpoint.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qfile.h>

std::optional<HostAddress> HostAddress::fromString(const QString &text)
{
    static constexpr QLatin1String ssh("ssh:");
    HostAddress address;
    address.text = text;
    if (text.startsWith(ssh)) {
        address.way = Way::Ssh;
        address.host = text.mid(ssh.size());
        // ssh would take it for an option.
        return address.host.isEmpty() || address.host.startsWith(u'-') ? std::nullopt
                                                                       : std::optional(address);
    }
    const auto endpoint = Endpoint::fromString(text, DefaultPort);
    if (!endpoint || endpoint->port == 0)
        return {};
    address.host = endpoint->host;
    address.port = endpoint->port;
    return address;
}

QList<HostAddress> HostAddress::fromFile(const QString &file, QString *problem)
{
    constexpr qint64 longestLine = 1024;
    QFile source(file);
    QList<HostAddress> hosts;
    if (!source.open(QIODevice::ReadOnly | QIODevice::Text))
        *problem = QCoreApplication::translate("monitor", "Cannot read %1: %2")
                           .arg(file, source.errorString());
    for (int line = 1; problem->isEmpty() && !source.atEnd() && hosts.size() <= MostHosts; ++line) {
        const QString text = QString::fromUtf8(source.readLine(longestLine)).trimmed();
        if (text.isEmpty() || text.startsWith(u'#'))
            continue;
        if (const auto host = fromString(text))
            hosts.append(*host);
        else
            *problem = QCoreApplication::translate("monitor",
                                                   "Line %1 of %2 is no host: HOST, HOST:PORT or "
                                                   "ssh:HOST")
                               .arg(line)
                               .arg(file);
    }
    return hosts;
}
