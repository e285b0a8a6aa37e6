// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tlserrors_p.h"

#include <QtCore/qcoreapplication.h>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <algorithm>
#include <iterator>

namespace QtRdmaPrivate {

namespace {

struct Explanation
{
    int reason; // a reason code of the library SSL
    const char *text;
    const char *hint;
};

const char otherProtocol[] = QT_TRANSLATE_NOOP("RdmaTlsStream", "The peer does not speak TLS");
const char otherProtocolHint[] =
        QT_TRANSLATE_NOOP("RdmaTlsStream", "A plain RdmaStream on its side?");
const char otherVersion[] = QT_TRANSLATE_NOOP("RdmaTlsStream", "The peer does not speak TLS 1.3");
const char refused[] = QT_TRANSLATE_NOOP("RdmaTlsStream", "The peer has refused our certificate");
const char refusedHint[] =
        QT_TRANSLATE_NOOP("RdmaTlsStream",
                          "Has it our CA in QSslConfiguration::caCertificates(), is the name "
                          "right, has the time not run out?");
const char tampered[] =
        QT_TRANSLATE_NOOP("RdmaTlsStream", "A record has been changed on its way, or is none");
const char tamperedHint[] = QT_TRANSLATE_NOOP(
        "RdmaTlsStream", "Somebody in the network, or a peer that mixes plain bytes with TLS");
const char nothingShared[] = QT_TRANSLATE_NOOP(
        "RdmaTlsStream", "The two sides have no cipher, group or signature algorithm in common");
const char noProtocol[] =
        QT_TRANSLATE_NOOP("RdmaTlsStream", "The two sides have no application protocol in common");
const char noProtocolHint[] =
        QT_TRANSLATE_NOOP("RdmaTlsStream", "See QSslConfiguration::setAllowedNextProtocols()");
const char certificateWanted[] =
        QT_TRANSLATE_NOOP("RdmaTlsStream", "The peer wants a certificate and got none");
const char certificateWantedHint[] = QT_TRANSLATE_NOOP(
        "RdmaTlsStream",
        "Set one with QSslConfiguration::setLocalCertificate() and setPrivateKey()");
const char noCertificate[] = QT_TRANSLATE_NOOP("RdmaTlsStream", "The peer has no certificate");

const Explanation explanations[] = {
    { SSL_R_WRONG_VERSION_NUMBER, otherProtocol, otherProtocolHint },
    { SSL_R_HTTP_REQUEST, otherProtocol, otherProtocolHint },
    { SSL_R_RECORD_LENGTH_MISMATCH, otherProtocol, otherProtocolHint },
    { SSL_R_UNSUPPORTED_PROTOCOL, otherVersion, nullptr },
    { SSL_R_TLSV1_ALERT_PROTOCOL_VERSION, otherVersion, nullptr },
    { SSL_R_DECRYPTION_FAILED_OR_BAD_RECORD_MAC, tampered, tamperedHint },
    { SSL_R_BAD_RECORD_TYPE, tampered, tamperedHint },
    { SSL_R_PACKET_LENGTH_TOO_LONG, tampered, tamperedHint },
    { SSL_R_NO_SHARED_CIPHER, nothingShared, nullptr },
    { SSL_R_NO_SUITABLE_KEY_SHARE, nothingShared, nullptr },
    { SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, nothingShared, nullptr },
    { SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE, nothingShared, nullptr },
    { SSL_R_NO_APPLICATION_PROTOCOL, noProtocol, noProtocolHint },
    { SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL, noProtocol, noProtocolHint },
    { SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE, noCertificate, nullptr },
    { SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED, certificateWanted, certificateWantedHint },
    { SSL_R_SSLV3_ALERT_BAD_CERTIFICATE, refused, refusedHint },
    { SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE, refused, refusedHint },
    { SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED, refused, refusedHint },
    { SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED, refused, refusedHint },
    { SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN, refused, refusedHint },
    { SSL_R_TLSV1_ALERT_UNKNOWN_CA, refused, refusedHint },
    { SSL_R_TLSV1_ALERT_ACCESS_DENIED, refused, refusedHint },
    { SSL_R_TLSV1_ALERT_DECRYPT_ERROR, refused, refusedHint },
};

QString translated(const char *text)
{
    return text ? QCoreApplication::translate("RdmaTlsStream", text) : QString();
}

// The first error is the cause, and the errors after it follow from it.
unsigned long firstError()
{
    const unsigned long first = ERR_get_error();
    ERR_clear_error();
    return first;
}

QString reasonText(unsigned long error)
{
    const char *const reason = error ? ERR_reason_error_string(error) : nullptr;
    return reason ? QString::fromLatin1(reason)
                  : QCoreApplication::translate("RdmaTlsStream", "OpenSSL gives no reason");
}

} // namespace

RdmaError tlsUsageError(const char *call)
{
    const unsigned long error = firstError();
    return RdmaError(RdmaError::Category::Usage, QString::fromLatin1(call),
                     int(ERR_GET_REASON(error)),
                     translated(QT_TRANSLATE_NOOP("RdmaTlsStream",
                                                  "The TLS configuration cannot be used: %1"))
                             .arg(reasonText(error)),
                     {}, QAbstractSocket::SslInvalidUserDataError);
}

RdmaError tlsProtocolError(const char *call, QAbstractSocket::SocketError socketError)
{
    const unsigned long error = firstError();
    const int reason = ERR_GET_LIB(error) == ERR_LIB_SSL ? int(ERR_GET_REASON(error)) : 0;
    const auto known = std::find_if(std::begin(explanations), std::end(explanations),
                                    [reason](const Explanation &e) { return e.reason == reason; });
    QString text = reasonText(error);
    QString hint;
    if (known != std::end(explanations)) {
        text = translated(known->text) + QStringLiteral(": ") + text;
        hint = translated(known->hint);
    } else {
        text = translated(QT_TRANSLATE_NOOP("RdmaTlsStream", "TLS failed: %1")).arg(text);
    }
    return RdmaError(RdmaError::Category::Protocol, QString::fromLatin1(call),
                     int(ERR_GET_REASON(error)), text, hint, socketError);
}

RdmaError certificateError(const QSslError &error)
{
    QString hint;
    if (error.error() == QSslError::HostNameMismatch) {
        hint = translated(QT_TRANSLATE_NOOP(
                "RdmaTlsStream",
                "Connect by a name or address of the certificate, or give one as sslPeerName"));
    } else if (error.error() == QSslError::SelfSignedCertificate
               || error.error() == QSslError::SelfSignedCertificateInChain
               || error.error() == QSslError::UnableToGetLocalIssuerCertificate
               || error.error() == QSslError::UnableToVerifyFirstCertificate) {
        hint = translated(
                QT_TRANSLATE_NOOP("RdmaTlsStream",
                                  "Give its CA to QSslConfiguration::setCaCertificates(); those "
                                  "of the system, systemCaCertificates(), are not taken by "
                                  "themselves"));
    }
    return RdmaError(
            RdmaError::Category::Protocol, QStringLiteral("X509_verify_cert"), int(error.error()),
            translated(QT_TRANSLATE_NOOP("RdmaTlsStream",
                                         "The certificate of the peer is not accepted: %1"))
                    .arg(error.errorString()),
            hint, QAbstractSocket::SslHandshakeFailedError);
}

RdmaError truncationError()
{
    return RdmaError(
            RdmaError::Category::Protocol, QStringLiteral("SSL_read_ex"), 0,
            translated(QT_TRANSLATE_NOOP("RdmaTlsStream",
                                         "The connection ended without a TLS close_notify")),
            translated(QT_TRANSLATE_NOOP("RdmaTlsStream",
                                         "What was read may not be all that the peer has written")),
            QAbstractSocket::RemoteHostClosedError);
}

QSslCertificate toCertificate(X509 *certificate)
{
    unsigned char *der = nullptr;
    const int size = certificate ? i2d_X509(certificate, &der) : 0;
    if (size <= 0) {
        ERR_clear_error();
        return QSslCertificate();
    }
    const QSslCertificate result(QByteArray(reinterpret_cast<const char *>(der), size), QSsl::Der);
    OPENSSL_free(der);
    return result;
}

QSslError toSslError(int verifyError, const QSslCertificate &certificate)
{
    static const struct
    {
        int verifyError;
        QSslError::SslError error;
    } known[] = {
        { X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, QSslError::UnableToGetIssuerCertificate },
        { X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE,
          QSslError::UnableToDecryptCertificateSignature },
        { X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY, QSslError::UnableToDecodeIssuerPublicKey },
        { X509_V_ERR_CERT_SIGNATURE_FAILURE, QSslError::CertificateSignatureFailed },
        { X509_V_ERR_CERT_NOT_YET_VALID, QSslError::CertificateNotYetValid },
        { X509_V_ERR_CERT_HAS_EXPIRED, QSslError::CertificateExpired },
        { X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD, QSslError::InvalidNotBeforeField },
        { X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD, QSslError::InvalidNotAfterField },
        { X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, QSslError::SelfSignedCertificate },
        { X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, QSslError::SelfSignedCertificateInChain },
        { X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
          QSslError::UnableToGetLocalIssuerCertificate },
        { X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, QSslError::UnableToVerifyFirstCertificate },
        { X509_V_ERR_CERT_REVOKED, QSslError::CertificateRevoked },
        { X509_V_ERR_INVALID_CA, QSslError::InvalidCaCertificate },
        { X509_V_ERR_CERT_CHAIN_TOO_LONG, QSslError::PathLengthExceeded },
        { X509_V_ERR_PATH_LENGTH_EXCEEDED, QSslError::PathLengthExceeded },
        { X509_V_ERR_INVALID_PURPOSE, QSslError::InvalidPurpose },
        { X509_V_ERR_CERT_UNTRUSTED, QSslError::CertificateUntrusted },
        { X509_V_ERR_CERT_REJECTED, QSslError::CertificateRejected },
        { X509_V_ERR_HOSTNAME_MISMATCH, QSslError::HostNameMismatch },
        { X509_V_ERR_IP_ADDRESS_MISMATCH, QSslError::HostNameMismatch },
    };
    const auto match =
            std::find_if(std::begin(known), std::end(known), [verifyError](const auto &entry) {
                return entry.verifyError == verifyError;
            });
    return QSslError(match == std::end(known) ? QSslError::UnspecifiedError : match->error,
                     certificate);
}

} // namespace QtRdmaPrivate
