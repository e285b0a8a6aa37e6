// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TLSENGINE_P_H
#define TLSENGINE_P_H

#include "tlscontext_p.h"

#include <QtNetwork/qsslcipher.h>
#include <QtNetwork/qsslerror.h>

#include <utility>

namespace QtRdmaPrivate {

// A TlsEngine takes records from here and puts them here. Called from within OpenSSL, so neither
// function may call the engine.
class TlsTransport
{
public:
    // Takes at most 'size' bytes of those that have arrived; 0 when there are none yet.
    virtual qint64 takeRecords(char *data, qint64 size) = 0;
    // Takes all bytes: the engine writes one record at a time, or a flight of the handshake.
    virtual bool putRecords(const char *data, qint64 size) = 0;

protected:
    ~TlsTransport() = default;
};

// An alert: one side tells the other of an error, or of its end.
struct TlsAlert
{
    bool isReceived;
    bool isFatal;
    int type; // RFC 8446, 6
    QString description;
};

// One side of a TLS 1.3 connection, without sockets, signals or time: records go in and out through
// the transport, plain bytes through read() and write(). It takes no more from the transport than
// the record that it works on. So a program that does not read holds up the peer, and needs no
// memory for it.
//
//   Handshaking --> Undecided --> Handshaking     the peer's certificate has errors: decide()
//   Handshaking --> Established | Failed          handshake()
//   Established --> Failed                        read(), write()
class Q_RDMA_TLS_AUTOTEST_EXPORT TlsEngine
{
public:
    enum State { Handshaking, Undecided, Established, Failed };

    // The number of records without data that a peer may send in a row: key updates, tickets.
    static constexpr int MaxIdleRecords = 32;
    // AES-GCM is good for 24 million records with one key (RFC 8446, 5.5).
    static constexpr qint64 RecordsPerKey = qint64(1) << 23;

    // 'peerName' is the name or address of a server, which its certificate must have.
    TlsEngine(std::shared_ptr<TlsContext> context, TlsTransport *transport,
              const QString &peerName = QString());
    ~TlsEngine();
    Q_DISABLE_COPY_MOVE(TlsEngine)

    State state() const { return m_state; }
    const RdmaError &error() const { return m_error; }

    // Whether decide() will be called for a client with a wrong certificate. If not, the handshake
    // refuses such a client and tells it why; after the handshake nothing would tell it. Servers
    // are always decided on, and the handshake waits for that.
    void setAsksAboutClients(bool asks) { m_asksAboutClients = asks; }
    // Goes on as far as the bytes that have arrived allow.
    State handshake();
    // With QueryPeer the handshake goes on whatever is decided.
    void decide(bool ignored);
    const QList<QSslError> &certificateErrors() const { return m_certificateErrors; }
    // The chain as the peer has sent it, from the moment of its arrival, its own certificate first.
    const QList<QSslCertificate> &peerChain() const { return m_peerChain; }

    // 0: there are no bytes now, or there never will be.
    qint64 read(char *data, qint64 maxSize);
    // Takes at most the bytes of one record; 0: none can be taken now.
    qint64 write(const char *data, qint64 size);
    // Sends close_notify. Nothing can be written afterwards.
    void closeWriting();
    // The last read() has used up all bytes that had arrived.
    bool isStarved() const { return m_starved; }
    // close_notify has come: there will be no more bytes to read.
    bool peerClosed() const { return m_peerClosed; }

    // The alerts since this was called last.
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
    bool m_verified = false; // the certificate has been verified, with or without errors
    bool m_decided = false;
    bool m_accepted = false;
    bool m_asksAboutClients = false;
    bool m_starved = true;
    bool m_peerClosed = false;
    bool m_dataSeen = false;
};

} // namespace QtRdmaPrivate

#endif // TLSENGINE_P_H
