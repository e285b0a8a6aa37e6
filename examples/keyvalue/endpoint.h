// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENDPOINT_H
#define ENDPOINT_H

#include <QHostAddress>
#include <QString>

#include <optional>

namespace KeyValue {

inline constexpr quint16 DefaultPort = 4848;

struct Endpoint
{
    QHostAddress address;
    quint16 port = DefaultPort;
};

// ADDRESS, ADDRESS:PORT or [IPv6]:PORT; "any" for all addresses.
std::optional<Endpoint> parseEndpoint(const QString &text);

} // namespace KeyValue

#endif // ENDPOINT_H
