// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TLSCONTEXT_P_H
#define TLSCONTEXT_P_H

#include "tlsglobal_p.h"

#include <QtRdma/rdmaerror.h>

#include <QtNetwork/qsslconfiguration.h>

#include <openssl/ssl.h>

#include <memory>

namespace QtRdmaPrivate {

enum class TlsRole { Client, Server };

// An SSL_CTX made of a QSslConfiguration. The connections of a server share one, so that
// certificates are parsed once.
class Q_RDMA_TLS_AUTOTEST_EXPORT TlsContext
{
public:
    // Returns null and sets the failure.
    static std::shared_ptr<TlsContext> make(const QSslConfiguration &configuration, TlsRole role,
                                            RdmaError *failure);

    SSL_CTX *handle() const { return m_handle.get(); }
    TlsRole role() const { return m_role; }
    // AutoVerifyPeer is resolved for the role.
    QSslSocket::PeerVerifyMode verifyMode() const { return m_verifyMode; }
    bool sendsServerName() const { return m_sendsServerName; }

private:
    struct Free
    {
        void operator()(SSL_CTX *context) const { SSL_CTX_free(context); }
    };

    TlsContext() = default;
    RdmaError check(const QSslConfiguration &configuration) const;
    RdmaError setProtocol(const QSslConfiguration &configuration);
    RdmaError setCertificate(const QSslConfiguration &configuration);
    RdmaError setTrust(const QSslConfiguration &configuration);
    RdmaError setNextProtocols(const QList<QByteArray> &protocols);
    static int selectProtocol(SSL *ssl, const unsigned char **chosen, unsigned char *chosenSize,
                              const unsigned char *offered, unsigned int offeredSize,
                              void *context);

    std::unique_ptr<SSL_CTX, Free> m_handle;
    TlsRole m_role = TlsRole::Client;
    QSslSocket::PeerVerifyMode m_verifyMode = QSslSocket::VerifyPeer;
    bool m_sendsServerName = true;
    QByteArray m_nextProtocols; // each name with its length in front
};

} // namespace QtRdmaPrivate

#endif // TLSCONTEXT_P_H
