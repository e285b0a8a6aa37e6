// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HOSTADDRESS_H
#define HOSTADDRESS_H

#include <QtCore/qlist.h>
#include <QtCore/qstring.h>

#include <optional>

// How a host is reached whose samples are shown, as people write it: HOST or HOST:PORT of an agent,
// or ssh:HOST.
struct HostAddress
{
    enum class Way { Agent, Ssh };

    static constexpr quint16 DefaultPort = 18600;
    static constexpr qsizetype MostHosts = 1000;

    static std::optional<HostAddress> fromString(const QString &text);
    // One in each line; empty lines and those that begin with # do not count. A problem names the
    // line.
    static QList<HostAddress> fromFile(const QString &file, QString *problem);

    QString text; // as it was written
    Way way = Way::Agent;
    QString host;
    quint16 port = DefaultPort;
};

#endif // HOSTADDRESS_H
