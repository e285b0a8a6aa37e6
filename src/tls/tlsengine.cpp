// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tlsengine_p.h"

#include "tlserrors_p.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qurl.h>
#include <QtNetwork/qhostaddress.h>

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <utility>

namespace QtRdmaPrivate {

TlsEngine::TlsEngine(std::shared_ptr<TlsContext> context, TlsTransport *transport,
                     const QString &peerName)
    : m_context(std::move(context))
    , m_transport(transport)
{
    ERR_clear_error();
    m_ssl.reset(SSL_new(m_context->handle()));
    if (!m_ssl)
        failCall("SSL_new");
    else if (!setUp(peerName) && m_state != Failed)
        failCall("SSL_set_bio");
}

TlsEngine::~TlsEngine() = default;

bool TlsEngine::setUp(const QString &peerName)
{
    const BIO_METHOD *const method = bioMethod();
    BIO *const bio = method ? BIO_new(method) : nullptr;
    if (!bio)
        return false;
    BIO_set_data(bio, this);
    BIO_set_init(bio, 1);
    SSL_set_bio(handle(), bio, bio);
    if (SSL_set_app_data(handle(), this) != 1)
        return false;
    SSL_set_info_callback(handle(), &TlsEngine::noteAlert);
    SSL_CTX_set_cert_verify_callback(m_context->handle(), &TlsEngine::verifyPeer, nullptr);
    const QSslSocket::PeerVerifyMode mode = m_context->verifyMode();
    int flags = SSL_VERIFY_NONE;
    if (m_context->role() == TlsRole::Client) {
        SSL_set_connect_state(handle());
        if (mode == QSslSocket::VerifyPeer)
            flags = SSL_VERIFY_PEER;
    } else {
        SSL_set_accept_state(handle());
        if (mode != QSslSocket::VerifyNone)
            flags = SSL_VERIFY_PEER;
        if (mode == QSslSocket::VerifyPeer)
            flags |= SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
    }
    SSL_set_verify(handle(), flags, &TlsEngine::noteCertificateError);
    return m_context->role() == TlsRole::Server || setPeerName(peerName);
}

// SNI takes names only; the certificate is checked for a name or an address.
bool TlsEngine::setPeerName(const QString &name)
{
    const bool verifies = m_context->verifyMode() != QSslSocket::VerifyNone;
    QHostAddress address;
    const bool isAddress = address.setAddress(name);
    address.setScopeId({});
    const QByteArray ace = isAddress ? address.toString().toLatin1() : QUrl::toAce(name);
    if (ace.isEmpty()) {
        if (!isStrict())
            return true;
        fail(RdmaError(RdmaError::Category::Usage, {}, 0,
                       QCoreApplication::translate("RdmaTlsStream",
                                                   "No name to verify the server's certificate by"),
                       QCoreApplication::translate("RdmaTlsStream", "See setPeerVerifyName()"),
                       QAbstractSocket::SslInvalidUserDataError));
        return false;
    }
    if (!isAddress && m_context->sendsServerName()
        && SSL_set_tlsext_host_name(handle(), ace.constData()) != 1)
        return false;
    if (!verifies)
        return true;
    X509_VERIFY_PARAM *const parameters = SSL_get0_param(handle());
    if (isAddress)
        return X509_VERIFY_PARAM_set1_ip_asc(parameters, ace.constData()) == 1;
    X509_VERIFY_PARAM_set_hostflags(parameters, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return X509_VERIFY_PARAM_set1_host(parameters, ace.constData(), size_t(ace.size())) == 1;
}

// --- handshake ---

TlsEngine::State TlsEngine::handshake()
{
    if (m_state != Handshaking)
        return m_state;
    ERR_clear_error();
    const int result = SSL_do_handshake(handle());
    if (result == 1) {
        const bool undecided =
                !m_certificateErrors.isEmpty() && !m_decided && (isStrict() || m_asksAboutClients);
        m_state = undecided ? Undecided : Established;
        return m_state;
    }
    switch (SSL_get_error(handle(), result)) {
    case SSL_ERROR_WANT_READ:
        return m_state;
    case SSL_ERROR_WANT_RETRY_VERIFY:
        m_state = Undecided;
        return m_state;
    default:
        if (m_decided && !m_accepted)
            fail(certificateError(m_certificateErrors.constFirst()));
        else
            failCall("SSL_do_handshake");
        return m_state;
    }
}

// A client is in the middle of its handshake, and tells the server by an alert. A server has
// finished: an alert now would be the first of its data.
void TlsEngine::decide(bool ignored)
{
    if (m_state != Undecided)
        return;
    m_decided = true;
    m_accepted = ignored || !isStrict();
    if (m_context->role() == TlsRole::Client)
        m_state = Handshaking;
    else if (m_accepted)
        m_state = Established;
    else
        fail(certificateError(m_certificateErrors.constFirst()));
}

void TlsEngine::noteAlert(const SSL *ssl, int event, int value)
{
    auto *const self = static_cast<TlsEngine *>(SSL_get_app_data(ssl));
    if (!self || (event & SSL_CB_ALERT) == 0)
        return;
    self->m_alerts.append({ (event & SSL_CB_READ) != 0, value >> 8 == SSL3_AL_FATAL, value & 0xff,
                            QString::fromLatin1(SSL_alert_desc_string_long(value)) });
}

TlsEngine *TlsEngine::of(X509_STORE_CTX *store)
{
    const int index = SSL_get_ex_data_X509_STORE_CTX_idx();
    auto *const ssl =
            index < 0 ? nullptr : static_cast<SSL *>(X509_STORE_CTX_get_ex_data(store, index));
    return ssl ? static_cast<TlsEngine *>(SSL_get_app_data(ssl)) : nullptr;
}

// Goes on after an error, so that the program that decides knows all errors.
int TlsEngine::noteCertificateError(int ok, X509_STORE_CTX *store)
{
    TlsEngine *const self = of(store);
    if (ok || !self)
        return ok;
    const int error = X509_STORE_CTX_get_error(store);
    if (self->m_certificateErrors.isEmpty())
        self->m_firstVerifyError = error;
    const QSslError wrong =
            toSslError(error, toCertificate(X509_STORE_CTX_get_current_cert(store)));
    if (!self->m_certificateErrors.contains(wrong))
        self->m_certificateErrors.append(wrong);
    return 1;
}

int TlsEngine::verifyPeer(X509_STORE_CTX *store, void *)
{
    TlsEngine *const self = of(store);
    return self ? self->verdict(store) : 0;
}

// OpenSSL calls this again after each pause for a decision.
int TlsEngine::verdict(X509_STORE_CTX *store)
{
    if (!std::exchange(m_verified, true))
        verify(store);
    if (m_certificateErrors.isEmpty())
        return 1;
    if (!m_decided && m_context->role() == TlsRole::Client)
        return SSL_set_retry_verify(handle());
    if (m_decided ? m_accepted : m_asksAboutClients || !isStrict())
        return 1;
    m_decided = true;
    X509_STORE_CTX_set_error(store, m_firstVerifyError); // the alert follows from it
    return 0;
}

// The chain is kept as it was sent, for a program that decides, or that has refused and wants to
// know whom.
void TlsEngine::verify(X509_STORE_CTX *store)
{
    const STACK_OF(X509) *const sent = X509_STORE_CTX_get0_untrusted(store);
    for (int i = 0; sent && i < sk_X509_num(sent); ++i)
        m_peerChain.append(toCertificate(sk_X509_value(sent, i)));
    if (m_context->verifyMode() == QSslSocket::VerifyNone)
        return;
    if (X509_verify_cert(store) <= 0 && m_certificateErrors.isEmpty()) {
        m_firstVerifyError = X509_V_ERR_UNSPECIFIED; // out of memory, for example
        m_certificateErrors.append(QSslError(QSslError::UnspecifiedError));
    }
}

QSslCipher TlsEngine::cipher() const
{
    const SSL_CIPHER *const cipher = SSL_get_current_cipher(handle());
    return cipher ? QSslCipher(QString::fromLatin1(SSL_CIPHER_get_name(cipher))) : QSslCipher();
}

QByteArray TlsEngine::nextProtocol() const
{
    const unsigned char *name = nullptr;
    unsigned int size = 0;
    SSL_get0_alpn_selected(handle(), &name, &size);
    return QByteArray(reinterpret_cast<const char *>(name), qsizetype(size));
}

// --- data ---

qint64 TlsEngine::read(char *data, qint64 maxSize)
{
    if (m_state != Established || m_peerClosed || maxSize <= 0)
        return 0;
    m_starved = false;
    while (m_idleRecords <= MaxIdleRecords) {
        ERR_clear_error();
        size_t size = 0;
        const int result = SSL_read_ex(handle(), data, size_t(maxSize), &size);
        if (result == 1) {
            m_idleRecords = 0;
            m_dataSeen = true;
            return qint64(size);
        }
        switch (SSL_get_error(handle(), result)) {
        case SSL_ERROR_WANT_READ:
            if (m_starved)
                return 0;
            ++m_idleRecords;
            break;
        case SSL_ERROR_ZERO_RETURN:
            m_peerClosed = true;
            return 0;
        default:
            failCall("SSL_read_ex");
            return 0;
        }
    }
    fail(RdmaError(RdmaError::Category::Protocol, QStringLiteral("SSL_read_ex"), 0,
                   QCoreApplication::translate(
                           "RdmaTlsStream",
                           "The peer sends key updates or tickets without end, and no data"),
                   {}, QAbstractSocket::SslInternalError));
    return 0;
}

qint64 TlsEngine::write(const char *data, qint64 size)
{
    if (m_state != Established || size <= 0 || !updateKey())
        return 0;
    ERR_clear_error();
    size_t written = 0;
    const int result = SSL_write_ex(handle(), data,
                                    size_t(qMin<qint64>(size, SSL3_RT_MAX_PLAIN_LENGTH)), &written);
    if (result == 1) {
        m_idleRecords = 0; // a peer that gets many bytes may answer by key updates alone
        --m_recordsLeft;
        return qint64(written);
    }
    // Half of a key update has arrived, so reading goes first.
    if (SSL_get_error(handle(), result) != SSL_ERROR_WANT_READ)
        failCall("SSL_write_ex");
    return 0;
}

bool TlsEngine::updateKey()
{
    if (m_recordsLeft > 0)
        return true;
    ERR_clear_error();
    if (SSL_key_update(handle(), SSL_KEY_UPDATE_NOT_REQUESTED) != 1) {
        failCall("SSL_key_update");
        return false;
    }
    m_recordsLeft = m_recordsPerKey;
    return true;
}

void TlsEngine::closeWriting()
{
    if (m_state != Established)
        return;
    ERR_clear_error();
    if (SSL_shutdown(handle()) < 0)
        ERR_clear_error(); // the peer takes the end for a truncation, as it must
}

void TlsEngine::fail(const RdmaError &error)
{
    m_state = Failed;
    m_error = error;
}

void TlsEngine::failCall(const char *call)
{
    fail(tlsProtocolError(call,
                          m_dataSeen ? QAbstractSocket::SslInternalError
                                     : QAbstractSocket::SslHandshakeFailedError));
}

// --- the transport as OpenSSL sees it ---

const BIO_METHOD *TlsEngine::bioMethod()
{
    struct FreeMethod
    {
        void operator()(BIO_METHOD *method) const { BIO_meth_free(method); }
    };
    static const std::unique_ptr<BIO_METHOD, FreeMethod> method = [] {
        std::unique_ptr<BIO_METHOD, FreeMethod> made(
                BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "QtRdma"));
        const bool complete = made && BIO_meth_set_read(made.get(), &TlsEngine::bioRead) == 1
                && BIO_meth_set_write(made.get(), &TlsEngine::bioWrite) == 1
                && BIO_meth_set_ctrl(made.get(), &TlsEngine::bioControl) == 1;
        if (!complete)
            made.reset();
        return made;
    }();
    return method.get();
}

int TlsEngine::bioRead(BIO *bio, char *data, int size)
{
    auto *const self = static_cast<TlsEngine *>(BIO_get_data(bio));
    BIO_clear_retry_flags(bio);
    const qint64 taken = self->m_transport->takeRecords(data, size);
    if (taken > 0)
        return int(taken);
    self->m_starved = true;
    BIO_set_retry_read(bio);
    return -1;
}

int TlsEngine::bioWrite(BIO *bio, const char *data, int size)
{
    auto *const self = static_cast<TlsEngine *>(BIO_get_data(bio));
    BIO_clear_retry_flags(bio);
    return self->m_transport->putRecords(data, size) ? size : -1;
}

long TlsEngine::bioControl(BIO *, int command, long, void *)
{
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

} // namespace QtRdmaPrivate
