// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDebug>
#include <QtCore/QFile>
#include <QtNetwork/QSslCertificate>
#include <QtNetwork/QSslConfiguration>
#include <QtNetwork/QSslKey>
#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

using namespace Qt::StringLiterals;

class Client : public QObject
{
public:
    void open();
};

void Client::open()
{
    //! [stream]
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(QSslCertificate::fromPath(u"ca.pem"_s));
    auto *stream = new RdmaTlsStream(this);
    stream->setSslConfiguration(configuration);
    connect(stream, &RdmaTlsStream::encrypted, stream, [stream] { stream->write("hello\n"); });
    connect(stream, &RdmaTlsStream::readyRead, stream, [stream] { qDebug() << stream->readAll(); });
    connect(stream, &RdmaTlsStream::errorOccurred, stream,
            [stream] { qWarning() << stream->errorString(); });
    stream->connectToHostEncrypted(u"10.77.0.1"_s, 7471);
    //! [stream]
}

class Server : public QObject
{
public:
    bool start();

private:
    RdmaTlsServer server;
};

bool Server::start()
{
    //! [server]
    // The class has a member: RdmaTlsServer server;
    QFile keyFile(u"server.key"_s);
    if (!keyFile.open(QIODevice::ReadOnly))
        qFatal("%s", qPrintable(keyFile.errorString()));
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(QSslCertificate::fromPath(u"server.pem"_s));
    configuration.setPrivateKey(QSslKey(&keyFile, QSsl::Ec));
    server.setSslConfiguration(configuration);
    connect(&server, &RdmaTlsServer::newConnection, this, [this] {
        while (RdmaTlsStream *stream = server.nextPendingConnection()) {
            connect(stream, &RdmaTlsStream::readyRead, stream,
                    [stream] { stream->write(stream->readAll()); });
            connect(stream, &RdmaTlsStream::disconnected, stream, &QObject::deleteLater);
        }
    });
    if (!server.listen(QHostAddress::Any, 7471))
        qWarning() << server.errorString();
    //! [server]
    return server.isListening();
}
