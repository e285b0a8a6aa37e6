// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tlscontext_p.h"

#include "tlserrors_p.h"

#include <QtCore/qcoreapplication.h>
#include <QtNetwork/qsslcertificate.h>
#include <QtNetwork/qsslcipher.h>
#include <QtNetwork/qsslkey.h>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/x509.h>

namespace QtRdmaPrivate {

namespace {

const char certificateHint[] = QT_TRANSLATE_NOOP(
        "RdmaTlsStream",
        "Set both with QSslConfiguration::setLocalCertificate() and setPrivateKey()");

struct FreeCertificate
{
    void operator()(X509 *certificate) const { X509_free(certificate); }
};
using Certificate = std::unique_ptr<X509, FreeCertificate>;

struct FreeChain
{
    void operator()(STACK_OF(X509) * chain) const { sk_X509_pop_free(chain, X509_free); }
};
using Chain = std::unique_ptr<STACK_OF(X509), FreeChain>;

struct FreeKey
{
    void operator()(EVP_PKEY *key) const { EVP_PKEY_free(key); }
};
using Key = std::unique_ptr<EVP_PKEY, FreeKey>;

RdmaError configurationError(const char *text, const char *hint = nullptr)
{
    const auto translated = [](const char *source) {
        return source ? QCoreApplication::translate("RdmaTlsStream", source) : QString();
    };
    return RdmaError(RdmaError::Category::Usage, {}, 0, translated(text), translated(hint),
                     QAbstractSocket::SslInvalidUserDataError);
}

Certificate fromQt(const QSslCertificate &certificate)
{
    const QByteArray der = certificate.toDer();
    const auto *bytes = reinterpret_cast<const unsigned char *>(der.constData());
    return Certificate(d2i_X509(nullptr, &bytes, long(der.size())));
}

// Empty for a key to which Qt has only a handle.
Key fromQt(const QSslKey &key)
{
    QByteArray der = key.toDer();
    const auto *bytes = reinterpret_cast<const unsigned char *>(der.constData());
    Key result(d2i_AutoPrivateKey(nullptr, &bytes, long(der.size())));
    OPENSSL_cleanse(der.data(), size_t(der.size()));
    return result;
}

// All certificates but the first, which is the certificate itself; null with a failure.
Chain restOf(const QList<QSslCertificate> &certificates)
{
    Chain chain(sk_X509_new_null());
    for (qsizetype i = 1; chain && i < certificates.size(); ++i) {
        Certificate next = fromQt(certificates.at(i));
        if (!next || sk_X509_push(chain.get(), next.get()) <= 0)
            return nullptr;
        (void)next.release(); // the chain owns it now
    }
    return chain;
}

// Names of TLS 1.3 only: a QSslConfiguration lists those of all versions.
QByteArray cipherSuites(const QList<QSslCipher> &ciphers)
{
    QByteArrayList names;
    for (const QSslCipher &cipher : ciphers) {
        if (cipher.name().startsWith(QLatin1String("TLS_")))
            names.append(cipher.name().toLatin1());
    }
    return names.join(':');
}

// Nothing but TLS 1.3 is spoken. A value that is not named here is refused, because it may come to
// mean anything.
bool includesTls13(QSsl::SslProtocol protocol)
{
    switch (protocol) {
    case QSsl::TlsV1_3:
    case QSsl::TlsV1_3OrLater:
    case QSsl::TlsV1_2OrLater:
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_DEPRECATED
    case QSsl::TlsV1_0OrLater:
    case QSsl::TlsV1_1OrLater:
        QT_WARNING_POP
    case QSsl::AnyProtocol:
    case QSsl::SecureProtocols:
        return true;
    default:
        return false;
    }
}

} // namespace

std::shared_ptr<TlsContext> TlsContext::make(const QSslConfiguration &configuration, TlsRole role,
                                             RdmaError *failure)
{
    const std::shared_ptr<TlsContext> context(new TlsContext);
    context->m_role = role;
    context->m_verifyMode = configuration.peerVerifyMode();
    if (context->m_verifyMode == QSslSocket::AutoVerifyPeer) {
        context->m_verifyMode =
                role == TlsRole::Client ? QSslSocket::VerifyPeer : QSslSocket::QueryPeer;
    }
    context->m_sendsServerName =
            !configuration.testSslOption(QSsl::SslOptionDisableServerNameIndication);
    *failure = context->check(configuration);
    if (failure->isError())
        return nullptr;
    ERR_clear_error();
    context->m_handle.reset(SSL_CTX_new(TLS_method()));
    *failure =
            context->m_handle ? context->setProtocol(configuration) : tlsUsageError("SSL_CTX_new");
    if (!failure->isError())
        *failure = context->setCertificate(configuration);
    if (!failure->isError())
        *failure = context->setTrust(configuration);
    if (!failure->isError())
        *failure = context->setNextProtocols(configuration.allowedNextProtocols());
    return failure->isError() ? nullptr : context;
}

RdmaError TlsContext::check(const QSslConfiguration &configuration) const
{
    if (!includesTls13(configuration.protocol())) {
        return configurationError(
                QT_TRANSLATE_NOOP("RdmaTlsStream",
                                  "The protocol of the configuration does not include TLS 1.3"),
                QT_TRANSLATE_NOOP("RdmaTlsStream",
                                  "QSslConfiguration::setProtocol() with QSsl::TlsV1_3OrLater; "
                                  "there is no older version here, and no DTLS"));
    }
    const bool hasCertificate = !configuration.localCertificate().isNull();
    if (m_role == TlsRole::Server && !hasCertificate) {
        return configurationError(
                QT_TRANSLATE_NOOP("RdmaTlsStream", "A server needs a certificate and its key"),
                certificateHint);
    }
    if (hasCertificate && configuration.privateKey().isNull()) {
        return configurationError(
                QT_TRANSLATE_NOOP("RdmaTlsStream", "The certificate has no private key"),
                certificateHint);
    }
    return {};
}

RdmaError TlsContext::setProtocol(const QSslConfiguration &configuration)
{
    SSL_CTX *const context = handle();
    if (SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) != 1)
        return tlsUsageError("SSL_CTX_set_min_proto_version");
    // Without AUTO_RETRY each record without data comes back to the engine, which counts them.
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_mode(context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
                             | SSL_MODE_RELEASE_BUFFERS);
    // No session is resumed, so each connection verifies its peer, and no ticket is kept.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    if (SSL_CTX_set_num_tickets(context, 0) != 1)
        return tlsUsageError("SSL_CTX_set_num_tickets");
    const QByteArray suites = cipherSuites(configuration.ciphers());
    if (!suites.isEmpty() && SSL_CTX_set_ciphersuites(context, suites.constData()) != 1)
        return tlsUsageError("SSL_CTX_set_ciphersuites");
    return {};
}

RdmaError TlsContext::setCertificate(const QSslConfiguration &configuration)
{
    const QList<QSslCertificate> certificates = configuration.localCertificateChain();
    if (certificates.isEmpty())
        return {};
    const Certificate own = fromQt(certificates.constFirst());
    if (!own)
        return tlsUsageError("d2i_X509");
    const Key key = fromQt(configuration.privateKey());
    if (!key)
        return tlsUsageError("d2i_AutoPrivateKey");
    const Chain chain = restOf(certificates);
    if (!chain)
        return tlsUsageError("sk_X509_push");
    // This also checks that the key belongs to the certificate.
    if (SSL_CTX_use_cert_and_key(handle(), own.get(), key.get(), chain.get(), 1) != 1)
        return tlsUsageError("SSL_CTX_use_cert_and_key");
    return {};
}

RdmaError TlsContext::setTrust(const QSslConfiguration &configuration)
{
    X509_STORE *const store = SSL_CTX_get_cert_store(handle());
    const QList<QSslCertificate> authorities = configuration.caCertificates();
    for (const QSslCertificate &authority : authorities) {
        const Certificate certificate = fromQt(authority);
        if (!certificate)
            return tlsUsageError("d2i_X509");
        if (X509_STORE_add_cert(store, certificate.get()) != 1)
            return tlsUsageError("X509_STORE_add_cert");
    }
    if (configuration.peerVerifyDepth() > 0)
        SSL_CTX_set_verify_depth(handle(), configuration.peerVerifyDepth());
    return {};
}

// ALPN, RFC 7301.
RdmaError TlsContext::setNextProtocols(const QList<QByteArray> &protocols)
{
    for (const QByteArray &protocol : protocols) {
        if (protocol.isEmpty() || protocol.size() > 255) {
            return configurationError(QT_TRANSLATE_NOOP(
                    "RdmaTlsStream", "The name of an application protocol has 1 to 255 bytes"));
        }
        m_nextProtocols += char(protocol.size());
        m_nextProtocols += protocol;
    }
    if (m_nextProtocols.isEmpty())
        return {};
    if (m_role == TlsRole::Server) {
        SSL_CTX_set_alpn_select_cb(handle(), &TlsContext::selectProtocol, this);
        return {};
    }
    // Unlike the other functions this one returns 0 for success.
    if (SSL_CTX_set_alpn_protos(
                handle(), reinterpret_cast<const unsigned char *>(m_nextProtocols.constData()),
                unsigned(m_nextProtocols.size()))
        != 0)
        return tlsUsageError("SSL_CTX_set_alpn_protos");
    return {};
}

// The first protocol of this side that the client has, too.
int TlsContext::selectProtocol(SSL *, const unsigned char **chosen, unsigned char *chosenSize,
                               const unsigned char *offered, unsigned int offeredSize,
                               void *context)
{
    const QByteArray &ours = static_cast<TlsContext *>(context)->m_nextProtocols;
    unsigned char *match = nullptr;
    const int result = SSL_select_next_proto(
            &match, chosenSize, reinterpret_cast<const unsigned char *>(ours.constData()),
            unsigned(ours.size()), offered, offeredSize);
    if (result != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *chosen = match;
    return SSL_TLSEXT_ERR_OK;
}

} // namespace QtRdmaPrivate
