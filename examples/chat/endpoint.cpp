// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "endpoint.h"

std::optional<Endpoint> Endpoint::fromString(const QString &text)
{
    Endpoint endpoint{ text };
    qsizetype colon = -1;
    if (text.startsWith(u'[')) {
        const qsizetype bracket = text.indexOf(u']');
        if (bracket < 0)
            return {};
        endpoint.host = text.mid(1, bracket - 1);
        if (bracket + 1 < text.size()) {
            if (text.at(bracket + 1) != u':')
                return {};
            colon = bracket + 1;
        }
    } else if (text.count(u':') == 1) {
        colon = text.indexOf(u':');
        endpoint.host = text.left(colon);
    }
    bool ok = true;
    if (colon >= 0)
        endpoint.port = QStringView(text).mid(colon + 1).toUShort(&ok);
    if (!ok || endpoint.host.isEmpty())
        return {};
    return endpoint;
}
