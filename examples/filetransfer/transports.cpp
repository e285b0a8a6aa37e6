// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "transports.h"

#include "transportoption.h"

void Transports::setPolicy(QObject *streamOrServer, int policy)
{
    if (auto *const stream = qobject_cast<RdmaStream *>(streamOrServer))
        TransportOption::apply(Rdma::TransportPolicy(policy), stream);
    else if (auto *const server = qobject_cast<RdmaAbstractServer *>(streamOrServer))
        TransportOption::apply(Rdma::TransportPolicy(policy), server);
}

QString Transports::textOf(QObject *streamOrServer)
{
    if (const auto *stream = qobject_cast<RdmaStream *>(streamOrServer))
        return TransportOption::textOf(*stream);
    const auto *server = qobject_cast<RdmaAbstractServer *>(streamOrServer);
    return server ? TransportOption::textOf(*server) : QString();
}

QString Transports::reasonOf(const RdmaError &error)
{
    return error.toString();
}
