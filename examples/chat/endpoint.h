// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENDPOINT_H
#define ENDPOINT_H

#include <QString>

#include <optional>

// The address of a relay.
struct Endpoint
{
    static constexpr quint16 DefaultPort = 4747;

    // HOST, HOST:PORT, [IPv6]:PORT, or an IPv6 address alone, whose colons are its own.
    static std::optional<Endpoint> fromString(const QString &text);

    QString host;
    quint16 port = DefaultPort;
};

#endif // ENDPOINT_H
