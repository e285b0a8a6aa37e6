// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamformat_p.h"

#include "rsocket/rsocketconnection_p.h"
#include "native/streamconnection_p.h"

namespace QtRdmaPrivate {

std::shared_ptr<StreamLink> makeLink(Rdma::WireFormat format, std::shared_ptr<Engine> engine,
                                     const RdmaStreamOptions &options)
{
    if (format == Rdma::WireFormat::Rsocket)
        return std::make_shared<RsocketConnection>(std::move(engine), Access::read(options));
    return std::make_shared<StreamConnection>(std::move(engine), Access::read(options));
}

Rdma::WireFormat formatOf(const QByteArray &privateData, Rdma::WireFormats taken)
{
    const bool own = isStreamHandshake(privateData) || !(taken & Rdma::WireFormat::Rsocket);
    return own && taken & Rdma::WireFormat::QtRdma ? Rdma::WireFormat::QtRdma
                                                   : Rdma::WireFormat::Rsocket;
}

} // namespace QtRdmaPrivate
