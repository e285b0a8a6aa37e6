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

    RdmaStream *stream() const;

    using RdmaAbstractStream::bind;
    bool bind(const QHostAddress &address, quint16 port = 0,
              QAbstractSocket::BindMode mode = QAbstractSocket::DefaultForPlatform) override;
    using RdmaAbstractStream::connectToHost;
    void connectToHost(const QString &hostName, quint16 port, OpenMode mode = ReadWrite,
                       QAbstractSocket::NetworkLayerProtocol protocol =
                               QAbstractSocket::AnyIPProtocol) override;
    void connectToHostEncrypted(
            const QString &hostName, quint16 port, OpenMode mode = ReadWrite,
            QAbstractSocket::NetworkLayerProtocol protocol = QAbstractSocket::AnyIPProtocol);
    void connectToHostEncrypted(
            const QString &hostName, quint16 port, const QString &sslPeerName,
            OpenMode mode = ReadWrite,
            QAbstractSocket::NetworkLayerProtocol protocol = QAbstractSocket::AnyIPProtocol);
    void disconnectFromHost() override;
    void closeWriteChannel() override;
    void abort() override;

    qint64 bytesAvailable() const override;
    qint64 bytesToWrite() const override;
    qint64 encryptedBytesAvailable() const;
    qint64 encryptedBytesToWrite() const;
    bool canReadLine() const override;
    void close() override;
    bool flush() override;
    using RdmaAbstractStream::sendFile;
    qint64 sendFile(int descriptor, qint64 offset, qint64 length) override;

    void setSocketOption(QAbstractSocket::SocketOption option, const QVariant &value) override;
    QVariant socketOption(QAbstractSocket::SocketOption option) override;

    QSslConfiguration sslConfiguration() const;
    void setSslConfiguration(const QSslConfiguration &configuration);
    QSsl::SslProtocol protocol() const;
    void setProtocol(QSsl::SslProtocol protocol);
    QSslCertificate localCertificate() const;
    void setLocalCertificate(const QSslCertificate &certificate);
    void setLocalCertificate(const QString &path, QSsl::EncodingFormat format = QSsl::Pem);
    QList<QSslCertificate> localCertificateChain() const;
    void setLocalCertificateChain(const QList<QSslCertificate> &chain);
    QSslKey privateKey() const;
    void setPrivateKey(const QSslKey &key);
    void setPrivateKey(const QString &path, QSsl::KeyAlgorithm algorithm = QSsl::Rsa,
                       QSsl::EncodingFormat format = QSsl::Pem,
                       const QByteArray &passPhrase = QByteArray());
    PeerVerifyMode peerVerifyMode() const;
    void setPeerVerifyMode(PeerVerifyMode mode);
    int peerVerifyDepth() const;
    void setPeerVerifyDepth(int depth);
    QString peerVerifyName() const;
    void setPeerVerifyName(const QString &hostName);
    int handshakeTimeout() const;
    void setHandshakeTimeout(int msecs);
    std::chrono::milliseconds handshakeTimeoutAsDuration() const;
    void setHandshakeTimeout(std::chrono::milliseconds timeout);

    SslMode mode() const;
    bool isEncrypted() const;

    QSslCertificate peerCertificate() const;
    QList<QSslCertificate> peerCertificateChain() const;
    QSslCipher sessionCipher() const;
    QSsl::SslProtocol sessionProtocol() const;
    QByteArray nextNegotiatedProtocol() const;
    QList<QSslError> sslHandshakeErrors() const;
    void ignoreSslErrors(const QList<QSslError> &errors);

    bool waitForConnected(int msecs = 30000) override;
    bool waitForEncrypted(int msecs = 30000);
    bool waitForReadyRead(int msecs = 30000) override;
    bool waitForBytesWritten(int msecs = 30000) override;
    bool waitForDisconnected(int msecs = 30000) override;

public Q_SLOTS:
    void startClientEncryption();
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
