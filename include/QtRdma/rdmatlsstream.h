// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATLSSTREAM_H
#define RDMATLSSTREAM_H

#include <QtRdma/qtrdmatlsexport.h>
#include <QtRdma/rdmaabstractstream.h>

#include <QtCore/qlist.h>
#include <QtNetwork/qsslcertificate.h>
#include <QtNetwork/qsslcipher.h>
#include <QtNetwork/qsslconfiguration.h>
#include <QtNetwork/qsslerror.h>
#include <QtNetwork/qsslkey.h>
#include <QtNetwork/qsslsocket.h>

#include <chrono>

class RdmaStream;
class RdmaTlsStreamPrivate;

/// TLS 1.3 over an RdmaStream, with the interface of QSslSocket.
class Q_RDMA_TLS_EXPORT RdmaTlsStream : public RdmaAbstractStream
{
    Q_OBJECT
    Q_PROPERTY(bool encrypted READ isEncrypted NOTIFY encryptedChanged)
    Q_DISABLE_COPY_MOVE(RdmaTlsStream)

public:
    using PeerVerifyMode = QSslSocket::PeerVerifyMode;
    static constexpr PeerVerifyMode VerifyNone = QSslSocket::VerifyNone;
    static constexpr PeerVerifyMode QueryPeer = QSslSocket::QueryPeer;
    static constexpr PeerVerifyMode VerifyPeer = QSslSocket::VerifyPeer;
    static constexpr PeerVerifyMode AutoVerifyPeer = QSslSocket::AutoVerifyPeer;
    using SslMode = QSslSocket::SslMode;
    static constexpr SslMode UnencryptedMode = QSslSocket::UnencryptedMode;
    static constexpr SslMode SslClientMode = QSslSocket::SslClientMode;
    static constexpr SslMode SslServerMode = QSslSocket::SslServerMode;

    explicit RdmaTlsStream(QObject *parent = nullptr);
    explicit RdmaTlsStream(RdmaStream *stream, QObject *parent = nullptr);
    ~RdmaTlsStream() override;

    /// The stream below, for its options, its addresses and the name of its device.
    RdmaStream *stream() const;

    using RdmaAbstractStream::bind;
    /// Chooses the local `address` and `port` of the next connection, as RdmaStream::bind() does
    /// with `mode`.
    bool bind(const QHostAddress &address, quint16 port = 0,
              QAbstractSocket::BindMode mode = QAbstractSocket::DefaultForPlatform) override;
    using RdmaAbstractStream::connectToHost;
    /// Connects to `port` of `hostName`, as RdmaStream::connectToHost() does with `mode` and
    /// `protocol`, without encryption: startClientEncryption() begins that once state() is
    /// QAbstractSocket::ConnectedState.
    void connectToHost(const QString &hostName, quint16 port, OpenMode mode = ReadWrite,
                       QAbstractSocket::NetworkLayerProtocol protocol =
                               QAbstractSocket::AnyIPProtocol) override;
    /// Connects to `port` of `hostName`, as RdmaStream::connectToHost() does with `mode` and
    /// `protocol`, and starts the handshake.
    void connectToHostEncrypted(
            const QString &hostName, quint16 port, OpenMode mode = ReadWrite,
            QAbstractSocket::NetworkLayerProtocol protocol = QAbstractSocket::AnyIPProtocol);
    void connectToHostEncrypted(
            const QString &hostName, quint16 port, const QString &sslPeerName,
            OpenMode mode = ReadWrite,
            QAbstractSocket::NetworkLayerProtocol protocol = QAbstractSocket::AnyIPProtocol);
    /// Closes the connection after everything written has been encrypted and handed to the stream,
    /// with a close_notify; disconnected() follows.
    void disconnectFromHost() override;
    /// Half-close: tells the peer, by a close_notify, that nothing more will be written; reading
    /// goes on.
    void closeWriteChannel() override;
    /// Closes at once, and drops bytes that are not encrypted yet: then the peer finds a truncated
    /// connection.
    void abort() override;

    /// Bytes that are decrypted and can be read without waiting.
    qint64 bytesAvailable() const override;
    /// Bytes that were written and are not encrypted yet.
    qint64 bytesToWrite() const override;
    /// Bytes that have arrived and are not decrypted yet; 0 before the handshake has begun.
    qint64 encryptedBytesAvailable() const;
    /// Bytes of records that are not in a send buffer yet.
    qint64 encryptedBytesToWrite() const;
    /// Returns whether a whole line is decrypted.
    bool canReadLine() const override;
    /// Closes the device, drops what was not read, and ends the connection as disconnectFromHost()
    /// does.
    void close() override;
    /// Encrypts as much as possible, copies it into send buffers and starts sending; returns
    /// whether that was anything.
    bool flush() override;
    using RdmaAbstractStream::sendFile;
    qint64 sendFile(int descriptor, qint64 offset, qint64 length) override;

    /// Sets the `option` of the stream below to `value`, as RdmaStream::setSocketOption() does.
    void setSocketOption(QAbstractSocket::SocketOption option, const QVariant &value) override;
    /// Returns the value of `option` of the stream below.
    QVariant socketOption(QAbstractSocket::SocketOption option) override;

    /// The configuration of the next handshake.
    QSslConfiguration sslConfiguration() const;
    /// Sets the `configuration` of the next handshake; the default is
    /// QSslConfiguration::defaultConfiguration().
    void setSslConfiguration(const QSslConfiguration &configuration);
    /// The protocol of the next handshake; QSsl::SecureProtocols by default.
    QSsl::SslProtocol protocol() const;
    /// Sets the `protocol` of the next handshake, which must include TLS 1.3.
    void setProtocol(QSsl::SslProtocol protocol);
    /// The certificate that is shown to peers.
    QSslCertificate localCertificate() const;
    /// Sets the `certificate` to show to peers; setPrivateKey() sets its key.
    void setLocalCertificate(const QSslCertificate &certificate);
    void setLocalCertificate(const QString &path, QSsl::EncodingFormat format = QSsl::Pem);
    /// The certificate that is shown to peers, and those of the CAs that are sent with it.
    QList<QSslCertificate> localCertificateChain() const;
    /// Sets the certificate to show to peers and those of the CAs between it and one that peers
    /// know: the `chain`, the certificate itself first.
    void setLocalCertificateChain(const QList<QSslCertificate> &chain);
    /// The private key of localCertificate().
    QSslKey privateKey() const;
    /// Sets the private `key` of localCertificate().
    void setPrivateKey(const QSslKey &key);
    void setPrivateKey(const QString &path, QSsl::KeyAlgorithm algorithm = QSsl::Rsa,
                       QSsl::EncodingFormat format = QSsl::Pem,
                       const QByteArray &passPhrase = QByteArray());
    /// How peers are verified.
    PeerVerifyMode peerVerifyMode() const;
    /// Sets in what `mode` peers are verified.
    void setPeerVerifyMode(PeerVerifyMode mode);
    /// How many CAs there may be between the certificate of the peer and one of the configuration;
    /// 0 is OpenSSL's limit.
    int peerVerifyDepth() const;
    /// Sets how many CAs there may be between the certificate of the peer and one of the
    /// configuration's to `depth`; 0, the default, is OpenSSL's limit of 100.
    void setPeerVerifyDepth(int depth);
    /// The name or address that the certificate of the server must be for; empty for the one that
    /// is connected to.
    QString peerVerifyName() const;
    /// Sets the name or address that the server's certificate must be for to `hostName`; empty, the
    /// default, is the one that is connected to.
    void setPeerVerifyName(const QString &hostName);
    /// How long a handshake may take, in milliseconds; a negative value is no limit.
    int handshakeTimeout() const;
    /// Ends a connection whose handshake takes longer than `msecs` milliseconds, by
    /// QAbstractSocket::SocketTimeoutError; 30000 by default, a negative value is no limit.
    void setHandshakeTimeout(int msecs);
    std::chrono::milliseconds handshakeTimeoutAsDuration() const;
    void setHandshakeTimeout(std::chrono::milliseconds timeout);

    /// The role of this side since its handshake has begun, also after the end;
    /// RdmaTlsStream::UnencryptedMode before.
    SslMode mode() const;
    /// Returns whether the handshake has finished, and the connection has not ended.
    bool isEncrypted() const;

    /// The certificate of the peer; null before it has arrived, and when the peer has none.
    QSslCertificate peerCertificate() const;
    /// The certificates that the peer has sent, its own first.
    QList<QSslCertificate> peerCertificateChain() const;
    /// The cipher of the connection; null before encrypted().
    QSslCipher sessionCipher() const;
    /// QSsl::TlsV1_3, or QSsl::UnknownProtocol before encrypted().
    QSsl::SslProtocol sessionProtocol() const;
    /// The application protocol that both sides have agreed on (ALPN); empty when there was none to
    /// agree on.
    QByteArray nextNegotiatedProtocol() const;
    /// The errors of the certificate of the peer, also when they were ignored or, with
    /// QSslSocket::QueryPeer, of no importance.
    QList<QSslError> sslHandshakeErrors() const;
    /// Lets the handshake go on although the certificate of the peer has errors, now and whenever
    /// they are all among `errors`.
    void ignoreSslErrors(const QList<QSslError> &errors);

    /// Waits up to `msecs` milliseconds (-1: for ever) for the stream below, as
    /// RdmaStream::waitForConnected() does.
    bool waitForConnected(int msecs = 30000) override;
    /// Waits up to `msecs` milliseconds (-1: for ever) for the end of the handshake, without an
    /// event loop; returns whether the connection is encrypted.
    bool waitForEncrypted(int msecs = 30000);
    /// Waits up to `msecs` milliseconds (-1: for ever) for new bytes, without an event loop;
    /// returns whether there are.
    bool waitForReadyRead(int msecs = 30000) override;
    /// Waits up to `msecs` milliseconds (-1: for ever) until something written has been encrypted,
    /// and its records have left: when bytesToWrite() is 0 afterwards, all of them are in send
    /// buffers.
    bool waitForBytesWritten(int msecs = 30000) override;
    /// Waits up to `msecs` milliseconds (-1: for ever) for the end of the connection; returns
    /// whether it has come.
    bool waitForDisconnected(int msecs = 30000) override;

public Q_SLOTS:
    /// Starts the handshake of a client on the stream that was given to the constructor.
    void startClientEncryption();
    /// Waits for the handshake of the client on the stream that was given to the constructor.
    void startServerEncryption();
    void ignoreSslErrors();

Q_SIGNALS:
    void encrypted();
    void encryptedChanged(bool encrypted);
    void modeChanged(QSslSocket::SslMode mode);
    void sslErrors(const QList<QSslError> &errors);
    void peerVerifyError(const QSslError &error);
    void alertSent(QSsl::AlertLevel level, QSsl::AlertType type, const QString &description);
    void alertReceived(QSsl::AlertLevel level, QSsl::AlertType type, const QString &description);
    void encryptedBytesWritten(qint64 totalBytes);

protected:
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 readLineData(char *data, qint64 maxSize) override;
    qint64 skipData(qint64 maxSize) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    friend class RdmaTlsServerPrivate;
    Q_DECLARE_PRIVATE(RdmaTlsStream)
};

#endif // RDMATLSSTREAM_H
