// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TLSERRORS_P_H
#define TLSERRORS_P_H

#include "tlsglobal_p.h"

#include <QtRdma/rdmaerror.h>

#include <QtNetwork/qsslcertificate.h>
#include <QtNetwork/qsslerror.h>

#include <openssl/x509.h>

namespace QtRdmaPrivate {

// The error of a call that has failed because of the program's settings, from the error queue of
// OpenSSL in this thread. Empties the queue.
RdmaError tlsUsageError(const char *call);
// The same for a handshake or a record. The cause is mostly the peer.
RdmaError tlsProtocolError(const char *call, QAbstractSocket::SocketError socketError);
// The certificate of the peer was not accepted.
RdmaError certificateError(const QSslError &error);
// The connection has ended without close_notify of the peer.
RdmaError truncationError();

QSslCertificate toCertificate(X509 *certificate);
// The error for an X509_V_ERR_….
QSslError toSslError(int verifyError, const QSslCertificate &certificate);

} // namespace QtRdmaPrivate

#endif // TLSERRORS_P_H
