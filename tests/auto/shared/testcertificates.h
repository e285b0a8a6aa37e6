// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TESTCERTIFICATES_H
#define TESTCERTIFICATES_H

#include <QtNetwork/qsslcertificate.h>
#include <QtNetwork/qsslconfiguration.h>
#include <QtNetwork/qsslkey.h>

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>

namespace RdmaTest {

struct Identity
{
    QSslCertificate certificate;
    QSslKey key;
};

// Makes certificates when a test starts, because stored ones would expire.
class TestAuthority
{
public:
    static constexpr long Hour = 3600;

    explicit TestAuthority(const char *name = "QtRdma test CA") : m_key(newKey())
    {
        m_certificate = newCertificate(name, m_key.get(), -Hour, 24 * Hour);
        extend(m_certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
        extend(m_certificate.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
        sign(m_certificate.get());
    }

    QSslCertificate certificate() const { return toQt(m_certificate.get()); }

    // 'names' are written as in openssl.cnf: "DNS:host.example,IP:10.77.0.1". 'from' and 'until'
    // are in seconds from now.
    Identity issue(const char *names, const char *usage = "serverAuth", long from = -Hour,
                   long until = Hour) const
    {
        const Key key = newKey();
        const Certificate certificate = newCertificate("QtRdma test", key.get(), from, until);
        check(X509_set_issuer_name(certificate.get(), X509_get_subject_name(m_certificate.get())));
        extend(certificate.get(), NID_basic_constraints, "critical,CA:FALSE");
        extend(certificate.get(), NID_ext_key_usage, usage);
        if (names)
            extend(certificate.get(), NID_subject_alt_name, names);
        sign(certificate.get());
        return { toQt(certificate.get()), toQt(key.get()) };
    }

private:
    struct Free
    {
        void operator()(EVP_PKEY *key) const { EVP_PKEY_free(key); }
        void operator()(X509 *certificate) const { X509_free(certificate); }
    };
    using Key = std::unique_ptr<EVP_PKEY, Free>;
    using Certificate = std::unique_ptr<X509, Free>;

    template <typename Result>
    static Result check(Result result)
    {
        if (!result)
            qFatal("OpenSSL cannot make a certificate");
        return result;
    }

    static Key newKey() { return Key(check(EVP_EC_gen("P-256"))); }

    static Certificate newCertificate(const char *name, EVP_PKEY *key, long from, long until)
    {
        Certificate result(check(X509_new()));
        check(X509_set_version(result.get(), 2));
        static long serial = 1;
        check(ASN1_INTEGER_set(X509_get_serialNumber(result.get()), ++serial));
        check(X509_gmtime_adj(X509_getm_notBefore(result.get()), from));
        check(X509_gmtime_adj(X509_getm_notAfter(result.get()), until));
        check(X509_set_pubkey(result.get(), key));
        X509_NAME *const subject = X509_get_subject_name(result.get());
        check(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                                         reinterpret_cast<const unsigned char *>(name), -1, -1, 0));
        check(X509_set_issuer_name(result.get(), subject));
        return result;
    }

    static void extend(X509 *certificate, int nid, const char *value)
    {
        X509_EXTENSION *const extension = check(X509V3_EXT_conf_nid(nullptr, nullptr, nid, value));
        check(X509_add_ext(certificate, extension, -1));
        X509_EXTENSION_free(extension);
    }

    void sign(X509 *certificate) const { check(X509_sign(certificate, m_key.get(), EVP_sha256())); }

    static QSslCertificate toQt(X509 *certificate)
    {
        unsigned char *der = nullptr;
        const int size = i2d_X509(certificate, &der);
        check(size > 0);
        const QSslCertificate result(QByteArray(reinterpret_cast<const char *>(der), size),
                                     QSsl::Der);
        OPENSSL_free(der);
        check(!result.isNull());
        return result;
    }

    static QSslKey toQt(EVP_PKEY *key)
    {
        unsigned char *der = nullptr;
        const int size = i2d_PrivateKey(key, &der);
        check(size > 0);
        const QSslKey result(QByteArray(reinterpret_cast<const char *>(der), size), QSsl::Ec,
                             QSsl::Der);
        OPENSSL_free(der);
        check(!result.isNull());
        return result;
    }

    Key m_key;
    Certificate m_certificate;
};

inline QSslConfiguration configurationOf(const Identity &identity)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(identity.certificate);
    configuration.setPrivateKey(identity.key);
    return configuration;
}

inline QSslConfiguration configurationTrusting(const TestAuthority &authority)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates({ authority.certificate() });
    return configuration;
}

} // namespace RdmaTest

#endif // TESTCERTIFICATES_H
