// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamformat_p.h"

#include "rsocket/rsocketconnection_p.h"
#include "native/streamconnection_p.h"
#include "tcp/tcplink_p.h"

namespace QtRdmaPrivate {

namespace {

std::shared_ptr<StreamLink> makeRdmaLink(Rdma::WireFormat format, std::shared_ptr<Engine> engine,
                                         const RdmaStreamOptions &options)
{
    if (format == Rdma::WireFormat::Rsocket)
        return std::make_shared<RsocketConnection>(std::move(engine), Access::read(options));
    return std::make_shared<StreamConnection>(std::move(engine), Access::read(options),
                                              Receives::Own);
}

Rdma::WireFormat formatOf(const QByteArray &privateData, Rdma::WireFormats taken)
{
    const bool own = isStreamHandshake(privateData) || !(taken & Rdma::WireFormat::Rsocket);
    return own && taken & Rdma::WireFormat::QtRdma ? Rdma::WireFormat::QtRdma
                                                   : Rdma::WireFormat::Rsocket;
}

} // namespace

std::shared_ptr<StreamLink> makeLink(Rdma::StreamTransport transport,
                                     std::shared_ptr<Engine> engine,
                                     const RdmaStreamOptions &options)
{
    if (transport == Rdma::StreamTransport::Tcp)
        return std::make_shared<TcpLink>(std::move(engine), Access::read(options));
    return makeRdmaLink(options.wireFormat(), std::move(engine), options);
}

std::shared_ptr<StreamLink> makeLink(const IncomingConnection &incoming,
                                     std::shared_ptr<Engine> engine,
                                     const RdmaStreamOptions &options)
{
    if (incoming.transport == Rdma::StreamTransport::Tcp)
        return makeLink(incoming.transport, std::move(engine), options);
    return makeRdmaLink(formatOf(incoming.privateData, incoming.wireFormats), std::move(engine),
                        options);
}

RdmaError bindEnd(LocalEnd *local, const RdmaStreamOptions &options, QAbstractSocket::BindMode mode)
{
    if (options.transport() != Rdma::TransportPolicy::TcpOnly)
        return {};
    const bool isShared =
            (mode & (QAbstractSocket::ShareAddress | QAbstractSocket::ReuseAddressHint)) != 0;
    RdmaError failure;
    TcpSocket socket = TcpSocket::bindTo(local->address, local->port, isShared, &failure);
    if (!failure.isError())
        local->socket = std::make_shared<TcpSocket>(std::move(socket));
    return failure;
}

QHostAddress boundAddress(const LocalEnd &local, quint16 *port)
{
    return local.socket->localAddress(port);
}

bool isNative(const IncomingConnection &incoming)
{
    return incoming.transport == Rdma::StreamTransport::Rdma
            && formatOf(incoming.privateData, incoming.wireFormats) == Rdma::WireFormat::QtRdma;
}

} // namespace QtRdmaPrivate
