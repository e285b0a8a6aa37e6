// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDebug>
#include <QtCore/QFile>
#include <QtCore/QSaveFile>
#include <QtCore/QSaveFile>
#include <QtNetwork/QSslCertificate>
#include <QtNetwork/QSslConfiguration>
#include <QtNetwork/QSslKey>
#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

using namespace Qt::StringLiterals;

void connectEncrypted()
{
    //! [client]
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(QSslCertificate::fromPath(u"ca.pem"_s)); // not the system's
    RdmaTlsStream stream;
    stream.setSslConfiguration(configuration);
    stream.connectToHostEncrypted(u"10.77.0.1"_s, 7471); // the certificate must be for this address
    //! [client]
}

void configure(RdmaTlsServer &server, QFile &keyFile)
{
    //! [server]
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(QSslCertificate::fromPath(u"server.pem"_s));
    configuration.setPrivateKey(QSslKey(&keyFile, QSsl::Ec)); // the file server.key, opened
    server.setSslConfiguration(configuration);
    if (!server.listen(QHostAddress::Any, 7471))
        qWarning() << server.errorString();
    //! [server]
}

void sendFile(RdmaTlsStream &stream, QFile &file)
{
    //! [send]
    QObject::connect(&stream, &RdmaTlsStream::encrypted, &file, [&] { stream.sendFile(&file); });
    QObject::connect(&stream, &RdmaTlsStream::fileSent, &stream,
                     &RdmaTlsStream::disconnectFromHost);
    QObject::connect(&stream, &RdmaTlsStream::errorOccurred, &stream,
                     [&] { qWarning() << stream.errorString(); });
    stream.connectToHostEncrypted(u"10.77.0.1"_s, 7471);
    //! [send]
}

//! [receive]
void receiveFile(RdmaTlsStream *stream) // for each stream of nextPendingConnection()
{
    auto *file = new QSaveFile(u"received.bin"_s, stream);
    if (QFile::exists(file->fileName()) || !file->open(QIODevice::WriteOnly)) {
        qWarning() << file->fileName() << "exists, or cannot be written" << file->errorString();
        stream->deleteLater();
        return;
    }
    const auto take = [stream, file] { file->write(stream->readAll()); };
    QObject::connect(stream, &RdmaTlsStream::readyRead, file, take);
    QObject::connect(stream, &RdmaTlsStream::disconnected, file, [stream, file, take] {
        take();
        if (stream->endedCleanly()) // the whole file has come
            file->commit();
        stream->deleteLater();
    });
    take();
}
//! [receive]
