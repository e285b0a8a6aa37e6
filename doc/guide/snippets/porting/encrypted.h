// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENCRYPTED_H
#define ENCRYPTED_H

#include "fortunes.h"

#include <QtCore/QDebug>
#include <QtNetwork/QSslConfiguration>
#include <QtNetwork/QSslServer>
#include <QtNetwork/QSslSocket>
#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

#include <functional>

// The code of doc/guide/porting.md, which tst_portingtls runs.

//! [tls_server_before]
inline void serveEncrypted(QSslServer *server, const QSslConfiguration &identity)
{
    server->setSslConfiguration(identity); // certificate and private key
    QObject::connect(server, &QSslServer::pendingConnectionAvailable, server, [server] {
        while (QTcpSocket *socket = server->nextPendingConnection()) {
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            QDataStream out(socket);
            out << fortune();
            socket->disconnectFromHost();
        }
    });
}
//! [tls_server_before]

//! [tls_server_after]
inline void serveEncrypted(RdmaTlsServer *server, const QSslConfiguration &identity)
{
    server->setSslConfiguration(identity); // certificate and private key
    QObject::connect(server, &RdmaTlsServer::pendingConnectionAvailable, server, [server] {
        while (RdmaTlsStream *socket = server->nextPendingConnection()) {
            QObject::connect(socket, &RdmaTlsStream::disconnected, socket, &QObject::deleteLater);
            QDataStream out(socket);
            out << fortune();
            socket->disconnectFromHost();
        }
    });
}
//! [tls_server_after]

//! [tls_client_before]
inline void ask(QSslSocket *socket, const QSslConfiguration &trust, const QString &host,
                quint16 port, const std::function<void(QString)> &tell)
{
    socket->setSslConfiguration(trust); // the certificates of authorities
    QObject::connect(socket, &QSslSocket::sslErrors, socket,
                     [](const QList<QSslError> &errors) { qWarning() << errors; });
    QObject::connect(socket, &QSslSocket::readyRead, socket, [socket, tell] {
        QDataStream in(socket);
        QString text;
        in.startTransaction();
        in >> text;
        if (in.commitTransaction())
            tell(text);
    });
    socket->connectToHostEncrypted(host, port);
}
//! [tls_client_before]

//! [tls_client_after]
inline void ask(RdmaTlsStream *socket, const QSslConfiguration &trust, const QString &host,
                quint16 port, const std::function<void(QString)> &tell)
{
    socket->setSslConfiguration(trust); // the certificates of authorities
    QObject::connect(socket, &RdmaTlsStream::sslErrors, socket,
                     [](const QList<QSslError> &errors) { qWarning() << errors; });
    QObject::connect(socket, &RdmaTlsStream::readyRead, socket, [socket, tell] {
        QDataStream in(socket);
        QString text;
        in.startTransaction();
        in >> text;
        if (in.commitTransaction())
            tell(text);
    });
    socket->connectToHostEncrypted(host, port);
}
//! [tls_client_after]

#endif // ENCRYPTED_H
