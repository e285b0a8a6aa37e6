// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENDPOINT_H
#define ENDPOINT_H

#include "barenumber.h"

#include <QHostAddress>
#include <QString>

#include <optional>

// The address of a server, as people write it: HOST, HOST:PORT, [IPv6]:PORT, or an IPv6 address
// alone, whose colons are its own.
struct Endpoint
{
    QString host;
    quint16 port = 0;

    // Nothing if the text is no endpoint.
    static std::optional<Endpoint> fromString(const QString &text, quint16 defaultPort)
    {
        Endpoint endpoint{ text, defaultPort };
        qsizetype colon = -1;
        if (text.startsWith(u'[')) {
            const qsizetype bracket = text.indexOf(u']');
            endpoint.host = text.mid(1, bracket - 1);
            colon = bracket + 1 < text.size() ? bracket + 1 : -1;
            if (bracket < 0 || (colon >= 0 && text.at(colon) != u':'))
                return {};
        } else if (text.count(u':') == 1) {
            colon = text.indexOf(u':');
            endpoint.host = text.left(colon);
        }
        bool ok = true;
        if (colon >= 0) {
            const QString digits = text.mid(colon + 1);
            endpoint.port = digits.toUShort(&ok);
            ok = ok && isBareNumber(digits);
        }
        if (!ok || endpoint.host.isEmpty())
            return {};
        return endpoint;
    }

    // The address to listen on; "any" and "*" stand for all addresses of this machine. Null if the
    // host is a name, or a number without points, which is rather a port.
    QHostAddress address() const
    {
        const bool isAny = host == u"any" || host == u"*";
        if (isAny)
            return QHostAddress(QHostAddress::Any);
        bool isNumber = false;
        host.toULongLong(&isNumber);
        return isNumber ? QHostAddress() : QHostAddress(host);
    }

    QString toString() const
    {
        const QString shown = host.contains(u':') ? u'[' + host + u']' : host;
        return shown + u':' + QString::number(port);
    }
};

#endif // ENDPOINT_H
