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

// What the error queue of OpenSSL in this thread says about a call that has failed; empties the queue. Something wrong with what
// the program has set.
RdmaError tlsUsageError(const char *call);
// The same, for a handshake or a record: mostly the peer's doing.
RdmaError tlsProtocolError(const char *call, QAbstractSocket::SocketError socketError);
// A certificate of the peer that was not accepted.
RdmaError certificateError(const QSslError &error);
// The connection ended, and the peer had not said that it would.
RdmaError truncationError();

QSslCertificate toCertificate(X509 *certificate);
// Of an X509_V_ERR_….
QSslError toSslError(int verifyError, const QSslCertificate &certificate);

} // namespace QtRdmaPrivate

#endif // TLSERRORS_P_H
