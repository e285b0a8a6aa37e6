// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMFORMAT_P_H
#define STREAMFORMAT_P_H

#include "streamlink_p.h"

namespace QtRdmaPrivate {

// For a connection to a server, over this transport.
std::shared_ptr<StreamLink> makeLink(Rdma::StreamTransport transport,
                                     std::shared_ptr<Engine> engine,
                                     const RdmaStreamOptions &options);
// For this request, which may still be in no format that is taken.
std::shared_ptr<StreamLink> makeLink(const IncomingConnection &incoming,
                                     std::shared_ptr<Engine> engine,
                                     const RdmaStreamOptions &options);
// Binds this end where that can be done before connecting, which is over TCP alone: it has a socket
// then.
RdmaError bindEnd(LocalEnd *local, const RdmaStreamOptions &options,
                  QAbstractSocket::BindMode mode);
// The address to which the socket of this end is bound.
QHostAddress boundAddress(const LocalEnd &local, quint16 *port);
// Whether a request is to be understood in the native format.
bool isNative(const IncomingConnection &incoming);

} // namespace QtRdmaPrivate

#endif // STREAMFORMAT_P_H
