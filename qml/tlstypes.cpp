// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tlstypes.h"

#include <QtCore/qfile.h>
#include <QtCore/qurl.h>
#include <QtQml/qqmlfile.h>
#include <QtQml/qqmlinfo.h>

#include <utility>

QByteArray TlsFiles::contents(const QString &file) const
{
    const QString local = QQmlFile::urlToLocalFileOrQrc(file);
    QFile source(local.isEmpty() ? file : local);
    if (!source.open(QIODevice::ReadOnly))
        qmlWarning(m_owner) << file << ": " << source.errorString();
    return source.isOpen() ? source.readAll() : QByteArray();
}

QList<QSslCertificate> TlsFiles::certificatesOf(const QString &file) const
{
    const QByteArray pem = file.isEmpty() ? QByteArray() : contents(file);
    auto certificates = QSslCertificate::fromData(pem, QSsl::Pem);
    if (certificates.isEmpty() && !pem.isEmpty())
        qmlWarning(m_owner) << file << ": no certificate";
    return certificates;
}

QSslKey TlsFiles::keyOf(const QString &file) const
{
    const QByteArray pem = file.isEmpty() ? QByteArray() : contents(file);
    for (const QSsl::KeyAlgorithm algorithm : { QSsl::Ec, QSsl::Rsa }) {
        QSslKey key(pem, algorithm);
        if (!key.isNull())
            return key;
    }
    if (!pem.isEmpty())
        qmlWarning(m_owner) << file << ": no private key";
    return {};
}

bool TlsFiles::setCertificate(const QString &file, QSslConfiguration *configuration)
{
    if (std::exchange(m_certificate, file) == file)
        return false;
    configuration->setLocalCertificateChain(certificatesOf(file));
    return true;
}

bool TlsFiles::setPrivateKey(const QString &file, QSslConfiguration *configuration)
{
    if (std::exchange(m_privateKey, file) == file)
        return false;
    configuration->setPrivateKey(keyOf(file));
    return true;
}

bool TlsFiles::setCaCertificates(const QString &file, QSslConfiguration *configuration)
{
    if (std::exchange(m_caCertificates, file) == file)
        return false;
    configuration->setCaCertificates(certificatesOf(file));
    return true;
}

QmlRdmaTlsStream::QmlRdmaTlsStream(QObject *parent) : RdmaTlsStream(parent)
{
    listen();
}

QmlRdmaTlsStream::QmlRdmaTlsStream(RdmaStream *stream, QObject *parent)
    : RdmaTlsStream(stream, parent)
{
    listen();
}

// As that of QmlRdmaStream.
QmlRdmaTlsStream::~QmlRdmaTlsStream()
{
    if (state() != QAbstractSocket::ClosingState)
        RdmaTlsStream::abort();
    disconnect(this, nullptr, this, nullptr);
}

// Not to sslErrors(): a stream whose signal has a receiver waits for what that decides.
void QmlRdmaTlsStream::listen()
{
    QmlTypes::tellChanges(this);
    QmlTypes::watchError(this, [this] { Q_EMIT sslErrorTextsChanged(); });
    connect(this, &RdmaTlsStream::encrypted, this, &QmlRdmaTlsStream::sslErrorTextsChanged);
}

void QmlRdmaTlsStream::setCertificate(const QString &file)
{
    if (m_files.change(this, &TlsFiles::setCertificate, file))
        Q_EMIT certificateChanged();
}

void QmlRdmaTlsStream::setPrivateKeyFile(const QString &file)
{
    if (m_files.change(this, &TlsFiles::setPrivateKey, file))
        Q_EMIT privateKeyChanged();
}

void QmlRdmaTlsStream::setCaCertificates(const QString &file)
{
    if (m_files.change(this, &TlsFiles::setCaCertificates, file))
        Q_EMIT caCertificatesChanged();
}

void QmlRdmaTlsStream::setVerifyMode(VerifyMode mode)
{
    if (mode == verifyMode())
        return;
    setPeerVerifyMode(QSslSocket::PeerVerifyMode(mode));
    Q_EMIT peerVerifyModeChanged();
}

void QmlRdmaTlsStream::setVerifyName(const QString &name)
{
    if (name == peerVerifyName())
        return;
    setPeerVerifyName(name);
    Q_EMIT peerVerifyNameChanged();
}

QStringList QmlRdmaTlsStream::sslErrorTexts() const
{
    QStringList texts;
    const auto errors = sslHandshakeErrors();
    for (const QSslError &error : errors)
        texts.append(error.errorString());
    return texts;
}

void QmlRdmaTlsStream::connectToHost(const QString &host, int port)
{
    if (QmlTypes::isPort(port, 1, "RdmaTlsStream.connectToHost"))
        connectToHost(host, quint16(port));
}

void QmlRdmaTlsStream::connectToHostEncrypted(const QString &host, int port)
{
    if (QmlTypes::isPort(port, 1, "RdmaTlsStream.connectToHostEncrypted"))
        connectToHostEncrypted(host, quint16(port));
}

QmlRdmaTlsServer::QmlRdmaTlsServer(QObject *parent) : RdmaTlsServer(parent)
{
    QmlTypes::tellAddress(this);
}

void QmlRdmaTlsServer::setCertificate(const QString &file)
{
    if (m_files.change(this, &TlsFiles::setCertificate, file))
        Q_EMIT certificateChanged();
}

void QmlRdmaTlsServer::setPrivateKey(const QString &file)
{
    if (m_files.change(this, &TlsFiles::setPrivateKey, file))
        Q_EMIT privateKeyChanged();
}

void QmlRdmaTlsServer::setCaCertificates(const QString &file)
{
    if (m_files.change(this, &TlsFiles::setCaCertificates, file))
        Q_EMIT caCertificatesChanged();
}

QmlRdmaTlsStream::VerifyMode QmlRdmaTlsServer::peerVerifyMode() const
{
    return QmlRdmaTlsStream::VerifyMode(sslConfiguration().peerVerifyMode());
}

void QmlRdmaTlsServer::setPeerVerifyMode(QmlRdmaTlsStream::VerifyMode mode)
{
    if (mode == peerVerifyMode())
        return;
    QSslConfiguration configuration = sslConfiguration();
    configuration.setPeerVerifyMode(QSslSocket::PeerVerifyMode(mode));
    setSslConfiguration(configuration);
    Q_EMIT peerVerifyModeChanged();
}

bool QmlRdmaTlsServer::listen(const QString &address, int port)
{
    QHostAddress own;
    return QmlTypes::toAddress(address, port, &own) && listen(own, quint16(port));
}

QmlRdmaTlsStream *QmlRdmaTlsServer::nextPendingConnection()
{
    auto *stream = qobject_cast<QmlRdmaTlsStream *>(RdmaTlsServer::nextPendingConnection());
    QmlTypes::giveAway(stream);
    return stream;
}

RdmaTlsStream *QmlRdmaTlsServer::createStream(RdmaStream *stream)
{
    return new QmlRdmaTlsStream(stream, this);
}
