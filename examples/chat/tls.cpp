// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tls.h"

#include "sockets.h"

#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

#include <QFile>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>

namespace {

constexpr qint64 MaxFile = 16 * 1024 * 1024;

// Empty, with the problem, if there is nothing to read.
QByteArray contentsOf(const QString &file, QString *problem)
{
    QFile source(file);
    QByteArray bytes = source.open(QIODevice::ReadOnly) ? source.read(MaxFile) : QByteArray();
    if (bytes.isEmpty())
        *problem = QStringLiteral("Cannot read %1: %2")
                           .arg(file,
                                source.error() == QFile::NoError ? QStringLiteral("it is empty")
                                                                 : source.errorString());
    return bytes;
}

QList<QSslCertificate> certificatesOf(const QString &file, QString *problem)
{
    const QByteArray pem = contentsOf(file, problem);
    auto certificates = QSslCertificate::fromData(pem, QSsl::Pem);
    if (certificates.isEmpty() && !pem.isEmpty())
        *problem = QStringLiteral("%1 has no certificate in PEM format, which begins with "
                                  "-----BEGIN CERTIFICATE-----")
                           .arg(file);
    return certificates;
}

QSslKey keyOf(const QString &file, QString *problem)
{
    const QByteArray pem = contentsOf(file, problem);
    for (const QSsl::KeyAlgorithm algorithm : { QSsl::Ec, QSsl::Rsa }) {
        QSslKey key(pem, algorithm);
        if (!key.isNull())
            return key;
    }
    if (!pem.isEmpty())
        *problem = QStringLiteral("%1 has no private key in PEM format: one of RSA or of an "
                                  "elliptic curve, without a passphrase")
                           .arg(file);
    return {};
}

template <typename Socket>
Connection *createConnection(const QSslConfiguration &configuration, QObject *parent)
{
    auto *const socket = new Socket;
    socket->setSslConfiguration(configuration);
    return new SocketConnection(socket, parent);
}

template <typename Server, typename Socket>
Listener *createListener(const QSslConfiguration &configuration)
{
    auto *const server = new Server;
    server->setSslConfiguration(configuration);
    Listener *const listener = listenerWithServer<Socket>(server, nullptr);
    QObject::connect(server, &Server::errorOccurred, listener, [listener](const Socket *socket) {
        Q_EMIT listener->acceptError(socket->peerAddress().toString() + QStringLiteral(": ")
                                     + socket->errorString());
    });
    return listener;
}

} // namespace

Transport::Dialer Tls::dialer(Transport::Kind kind, const QString &authorities, QString *problem)
{
    const auto trusted = authorities.isEmpty() ? QSslConfiguration::systemCaCertificates()
                                               : certificatesOf(authorities, problem);
    if (trusted.isEmpty() && !authorities.isEmpty())
        return {};
    auto configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(trusted);
    return [kind, configuration](QObject *parent) {
        return kind == Transport::Kind::Rdma
                ? createConnection<RdmaTlsStream>(configuration, parent)
                : createConnection<QSslSocket>(configuration, parent);
    };
}

Listener *Tls::createListener(Transport::Kind kind, const QString &certificate,
                              const QString &privateKey, QString *problem)
{
    const auto chain = certificatesOf(certificate, problem);
    const QSslKey key = chain.isEmpty() ? QSslKey() : keyOf(privateKey, problem);
    if (key.isNull())
        return nullptr;
    auto configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(chain);
    configuration.setPrivateKey(key);
    return kind == Transport::Kind::Rdma
            ? ::createListener<RdmaTlsServer, RdmaTlsStream>(configuration)
            : ::createListener<QSslServer, QSslSocket>(configuration);
}

Connection *Tls::connectionOf(RdmaAbstractStream *stream, QObject *parent)
{
    if (auto *const encrypted = qobject_cast<RdmaTlsStream *>(stream))
        return new SocketConnection(encrypted, parent);
    return Transport::connectionOf(stream, parent);
}
