// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TLSENGINE_P_H
#define TLSENGINE_P_H

#include "tlscontext_p.h"

#include <QtNetwork/qsslcipher.h>
#include <QtNetwork/qsslerror.h>

#include <utility>

namespace QtRdmaPrivate {

// Where a TlsEngine takes records from and puts them. Called from within OpenSSL: neither function may call the engine.
class TlsTransport
{
public:
    // At most 'size' bytes of what has arrived; 0 for nothing yet.
    virtual qint64 takeRecords(char *data, qint64 size) = 0;
    // Takes everything: the engine writes one record at a time, or a flight of the handshake.
    virtual bool putRecords(const char *data, qint64 size) = 0;

protected:
    ~TlsTransport() = default;
};

// What one side tells the other of itself: an error, or its end.
struct TlsAlert
{
    bool isReceived;
    bool isFatal;
    int type; // RFC 8446, 6
    QString description;
};

// One side of a TLS 1.3 connection, without sockets, signals or time: records in and out through the transport, plain bytes
// through read() and write(). It takes no more from the transport than the record that it works on, so that whoever does not read
// holds up the peer and not the memory.
//
//   Handshaking --> Undecided --> Handshaking     the peer's certificate has errors: decide()
//   Handshaking --> Established | Failed          handshake()
//   Established --> Failed                        read(), write()
class Q_RDMA_TLS_AUTOTEST_EXPORT TlsEngine
{
public:
    enum State { Handshaking, Undecided, Established, Failed };

    // How many records without data a peer may send in a row: key updates, tickets.
    static constexpr int MaxIdleRecords = 32;
    // AES-GCM is good for 24 million records with one key (RFC 8446, 5.5).
    static constexpr qint64 RecordsPerKey = qint64(1) << 23;

    // 'peerName': of a server, which its certificate must have; a name or an address.
    TlsEngine(std::shared_ptr<TlsContext> context, TlsTransport *transport,
              const QString &peerName = QString());
    ~TlsEngine();
    Q_DISABLE_COPY_MOVE(TlsEngine)

    State state() const { return m_state; }
    const RdmaError &error() const { return m_error; }

    // Whether decide() will be called for a client with a wrong certificate. Such a client is refused in the handshake otherwise,
    // and learns why; afterwards nothing tells it. Servers are always decided on, the handshake waits for that.
    void setAsksAboutClients(bool asks) { m_asksAboutClients = asks; }
    // As far as what has arrived lets it.
    State handshake();
    // With QueryPeer the handshake goes on in any case.
    void decide(bool ignored);
    const QList<QSslError> &certificateErrors() const { return m_certificateErrors; }
    // As the peer has sent it, from the moment that it has arrived: its own certificate first.
    const QList<QSslCertificate> &peerChain() const { return m_peerChain; }

    // 0: nothing now, or never again
    qint64 read(char *data, qint64 maxSize);
    // At most one record's worth of it; 0: not now.
    qint64 write(const char *data, qint64 size);
    // Says close_notify; nothing can be written any more.
    void closeWriting();
    // The last read() has used up what had arrived.
    bool isStarved() const { return m_starved; }
    // close_notify has come: nothing will be read any more.
    bool peerClosed() const { return m_peerClosed; }

    // Since the last time that they were taken.
    bool hasAlerts() const { return !m_alerts.isEmpty(); }
    QList<TlsAlert> takeAlerts() { return std::exchange(m_alerts, {}); }
    QSslCipher cipher() const;
    QByteArray nextProtocol() const;

    // For tests.
    void setRecordsPerKey(qint64 records) { m_recordsPerKey = m_recordsLeft = records; }
    SSL *handle() const { return m_ssl.get(); }

private:
    struct Free
    {
        void operator()(SSL *ssl) const { SSL_free(ssl); }
    };

    bool setUp(const QString &peerName);
    bool setPeerName(const QString &name);
    void fail(const RdmaError &error);
    void failCall(const char *call);
    bool updateKey();

    static void noteAlert(const SSL *ssl, int event, int value);
    static TlsEngine *of(X509_STORE_CTX *store);
    static int noteCertificateError(int ok, X509_STORE_CTX *store);
    static int verifyPeer(X509_STORE_CTX *store, void *);
    int verdict(X509_STORE_CTX *store);
    void verify(X509_STORE_CTX *store);
    bool isStrict() const { return m_context->verifyMode() == QSslSocket::VerifyPeer; }

    static const BIO_METHOD *bioMethod();
    static int bioRead(BIO *bio, char *data, int size);
    static int bioWrite(BIO *bio, const char *data, int size);
    static long bioControl(BIO *bio, int command, long number, void *pointer);

    const std::shared_ptr<TlsContext> m_context;
    TlsTransport *const m_transport;
    std::unique_ptr<SSL, Free> m_ssl;
    State m_state = Handshaking;
    RdmaError m_error;
    QList<TlsAlert> m_alerts;
    QList<QSslCertificate> m_peerChain;
    QList<QSslError> m_certificateErrors;
    int m_firstVerifyError = 0;
    qint64 m_recordsPerKey = RecordsPerKey;
    qint64 m_recordsLeft = RecordsPerKey;
    int m_idleRecords = 0;
    bool m_verified = false; // the certificate has been looked at
    bool m_decided = false;
    bool m_accepted = false;
    bool m_asksAboutClients = false;
    bool m_starved = true;
    bool m_peerClosed = false;
    bool m_dataSeen = false;
};

} // namespace QtRdmaPrivate

#endif // TLSENGINE_P_H
