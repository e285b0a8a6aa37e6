// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tls.h"

#include "pemfiles.h"
#include "program.h"

#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

#include <QSslConfiguration>

namespace {

// Returns the problem.
QString setIdentity(QSslConfiguration *configuration, const Tls::Files &files)
{
    QString problem;
    if (files.certificate.isEmpty())
        return problem;
    const auto chain = PemFiles::certificatesOf(files.certificate, &problem);
    const QSslKey key = chain.isEmpty() ? QSslKey() : PemFiles::keyOf(files.privateKey, &problem);
    configuration->setLocalCertificateChain(chain);
    configuration->setPrivateKey(key);
    return problem;
}

RdmaTlsServer *makeServer(const QSslConfiguration &configuration)
{
    auto *const server = new RdmaTlsServer;
    server->setSslConfiguration(configuration);
    QObject::connect(
            server, &RdmaTlsServer::errorOccurred, server, [](const RdmaTlsStream *stream) {
                Program::fail(stream->peerAddress().toString() + ": " + stream->errorString());
            });
    return server;
}

} // namespace

QString Tls::setServer(RdmaBridge *bridge, const Files &files)
{
    auto configuration = QSslConfiguration::defaultConfiguration();
    QString problem = setIdentity(&configuration, files);
    if (problem.isEmpty() && !files.authorities.isEmpty()) {
        configuration.setCaCertificates(PemFiles::certificatesOf(files.authorities, &problem));
        configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    }
    if (problem.isEmpty())
        bridge->setServerFactory([configuration] { return makeServer(configuration); });
    return problem;
}

QString Tls::setClient(RdmaBridge *bridge, const Files &files)
{
    auto configuration = QSslConfiguration::defaultConfiguration();
    QString problem = setIdentity(&configuration, files);
    configuration.setCaCertificates(
            files.authorities.isEmpty() ? QSslConfiguration::systemCaCertificates()
                                        : PemFiles::certificatesOf(files.authorities, &problem));
    if (!problem.isEmpty())
        return problem;
    bridge->setStreamFactory([configuration](const RdmaStreamOptions &options) {
        auto *const stream = new RdmaTlsStream;
        stream->setSslConfiguration(configuration);
        stream->stream()->setOptions(options);
        return stream;
    });
    return {};
}
