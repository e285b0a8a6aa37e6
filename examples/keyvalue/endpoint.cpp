// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "endpoint.h"

namespace KeyValue {

std::optional<Endpoint> parseEndpoint(const QString &text)
{
    QString address = text;
    QString port;
    if (text.startsWith(u'[')) {
        const qsizetype bracket = text.indexOf(u"]:");
        address = text.mid(1, (bracket < 0 ? text.size() - 1 : bracket) - 1);
        port = bracket < 0 ? QString() : text.mid(bracket + 2);
    } else if (text.count(u':') == 1) {
        address = text.section(u':', 0, 0);
        port = text.section(u':', 1);
    }
    Endpoint endpoint;
    endpoint.address = address == u"any" ? QHostAddress(QHostAddress::Any) : QHostAddress(address);
    bool ok = true;
    if (!port.isEmpty())
        endpoint.port = port.toUShort(&ok);
    if (!ok || endpoint.address.isNull())
        return {};
    return endpoint;
}

} // namespace KeyValue
