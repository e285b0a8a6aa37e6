// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Encrypted connections, with certificates and keys from files in PEM format. Where QtRdmaTls is
// not built notls.cpp takes the place of tls.cpp: all is refused there.

#ifndef TLS_H
#define TLS_H

#include "transport.h"

namespace Tls {

// Connects to relays whose certificate leads to one of those in the file, or to a certificate of
// the system if there is no file. Empty, with the problem, if the file is no good.
Transport::Dialer dialer(Rdma::TransportPolicy policy, const QString &authorities,
                         QString *problem);

// Null, with the problem, if a file is no good.
Listener *createListener(Rdma::TransportPolicy policy, const QString &certificate,
                         const QString &privateKey, QString *problem);

// Takes the stream over. One that is to be connected is connected with encryption if it is an
// RdmaTlsStream.
Connection *connectionOf(RdmaAbstractStream *stream, QObject *parent);

} // namespace Tls

#endif // TLS_H
