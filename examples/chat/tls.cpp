// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tls.h"

#include "pemfiles.h"
#include "transportoption.h"

#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

namespace {

// The connection is of use when its peer has been verified.
class EncryptedConnection final : public Connection
{
public:
    EncryptedConnection(RdmaTlsStream *stream, QObject *parent)
        : Connection(stream, parent)
        , m_stream(stream)
    {
        disconnect(stream, &RdmaTlsStream::connected, this, &Connection::connected);
        connect(stream, &RdmaTlsStream::encrypted, this, &Connection::connected);
    }

    void connectToHost(const QString &host, quint16 port) override
    {
        m_stream->connectToHostEncrypted(host, port);
    }

protected:
    RdmaStream *plainStream() const override { return m_stream->stream(); }

private:
    RdmaTlsStream *m_stream;
};

} // namespace

Transport::Dialer Tls::dialer(Rdma::TransportPolicy policy, const QString &authorities,
                              QString *problem)
{
    const auto trusted = authorities.isEmpty() ? QSslConfiguration::systemCaCertificates()
                                               : PemFiles::certificatesOf(authorities, problem);
    if (trusted.isEmpty() && !authorities.isEmpty())
        return {};
    auto configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(trusted);
    return [policy, configuration](QObject *parent) {
        auto *const stream = new RdmaTlsStream;
        stream->setSslConfiguration(configuration);
        auto *const connection = new EncryptedConnection(stream, parent);
        connection->setPolicy(policy);
        return connection;
    };
}

Listener *Tls::createListener(Rdma::TransportPolicy policy, const QString &certificate,
                              const QString &privateKey, QString *problem)
{
    const auto chain = PemFiles::certificatesOf(certificate, problem);
    const QSslKey key = chain.isEmpty() ? QSslKey() : PemFiles::keyOf(privateKey, problem);
    if (key.isNull())
        return nullptr;
    auto configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(chain);
    configuration.setPrivateKey(key);
    auto *const server = new RdmaTlsServer;
    server->setSslConfiguration(configuration);
    TransportOption::apply(policy, server);
    auto *const listener = new Listener(server, connectionOf, nullptr);
    server->setParent(listener);
    QObject::connect(server, &RdmaTlsServer::errorOccurred, listener,
                     [listener](const RdmaTlsStream *stream) {
                         Q_EMIT listener->acceptError(stream->peerAddress().toString()
                                                      + QStringLiteral(": ")
                                                      + stream->errorString());
                     });
    return listener;
}

Connection *Tls::connectionOf(RdmaAbstractStream *stream, QObject *parent)
{
    if (auto *const encrypted = qobject_cast<RdmaTlsStream *>(stream))
        return new EncryptedConnection(encrypted, parent);
    return new Connection(stream, parent);
}
