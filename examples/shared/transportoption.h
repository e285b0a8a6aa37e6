// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The option --transport of every program that has streams.

#ifndef TRANSPORTOPTION_H
#define TRANSPORTOPTION_H

#include "checkedoptions.h"

#include <QtRdma/RdmaAbstractServer>
#include <QtRdma/RdmaStream>

namespace TransportOption {

inline void addTo(QCommandLineParser *parser)
{
    parser->addOptions(Program::withDefaults(
            { { QStringLiteral("transport"),
                Program::Texts::tr("rdma, tcp, or prefer-rdma: TCP where there is no RDMA."),
                QStringLiteral("transport"), QStringLiteral("prefer-rdma") } }));
}

inline Rdma::TransportPolicy policyOf(const QCommandLineParser &parser)
{
    const QString value = parser.value(QStringLiteral("transport"));
    if (value == QLatin1String("rdma"))
        return Rdma::TransportPolicy::RdmaOnly;
    if (value == QLatin1String("prefer-rdma"))
        return Rdma::TransportPolicy::PreferRdma;
    if (value == QLatin1String("tcp"))
        return Rdma::TransportPolicy::TcpOnly;
    Program::refuse(Program::Texts::tr("--transport wants rdma, prefer-rdma or tcp, not \"%1\"")
                            .arg(value));
}

// For a stream that is going to be connected.
inline void apply(Rdma::TransportPolicy policy, RdmaStream *stream)
{
    RdmaStreamOptions options = stream->options();
    options.setTransport(policy);
    stream->setOptions(options);
}

// For a server that is going to listen: to clients that prefer RDMA it offers both.
inline void apply(Rdma::TransportPolicy policy, RdmaAbstractServer *server)
{
    using Transport = Rdma::StreamTransport;
    if (policy == Rdma::TransportPolicy::PreferRdma)
        server->setTransports(Transport::Rdma | Transport::Tcp);
    else
        server->setTransports(policy == Rdma::TransportPolicy::TcpOnly ? Transport::Tcp
                                                                       : Transport::Rdma);
}

// "over RDMA (rxe0)", or "over TCP: " and the reason. The stream is connected.
inline QString textOf(const RdmaStream &stream)
{
    if (stream.transport() == Rdma::StreamTransport::Rdma)
        return Program::Texts::tr("over RDMA (%1)").arg(stream.deviceName());
    const QString reason = stream.transportReason();
    return reason.isEmpty() ? Program::Texts::tr("over TCP")
                            : Program::Texts::tr("over TCP: %1").arg(reason);
}

// For a server that listens: it may offer both.
inline QString textOf(const RdmaAbstractServer &server)
{
    const Rdma::StreamTransports offered = server.transports();
    if (!(offered & Rdma::StreamTransport::Tcp))
        return Program::Texts::tr("over RDMA");
    if (!(offered & Rdma::StreamTransport::Rdma))
        return Program::Texts::tr("over TCP");
    if (server.tcpPort() == 0)
        return Program::Texts::tr("over RDMA or TCP");
    return Program::Texts::tr("over RDMA, or TCP at port %1").arg(server.tcpPort()); // with iWARP
}

} // namespace TransportOption

#endif // TRANSPORTOPTION_H
