// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FORTUNES_H
#define FORTUNES_H

#include <QtCore/QDataStream>
#include <QtCore/QThread>
#include <QtNetwork/QTcpServer>
#include <QtNetwork/QTcpSocket>
#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

// The code of doc/guide/porting.md, which tst_porting runs.

inline QString fortune()
{
    return QStringLiteral("A stitch in time saves nine.");
}

//! [server_before]
inline void serve(QTcpServer *server)
{
    QObject::connect(server, &QTcpServer::newConnection, server, [server] {
        while (QTcpSocket *socket = server->nextPendingConnection()) {
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            QDataStream out(socket);
            out << fortune();
            socket->disconnectFromHost();
        }
    });
}
//! [server_before]

//! [server_after]
inline void serve(RdmaServer *server)
{
    QObject::connect(server, &RdmaServer::newConnection, server, [server] {
        while (RdmaStream *socket = server->nextPendingConnection()) {
            QObject::connect(socket, &RdmaStream::disconnected, socket, &QObject::deleteLater);
            QDataStream out(socket);
            out << fortune();
            socket->disconnectFromHost();
        }
    });
}
//! [server_after]

//! [client_before]
inline QString fetch(QTcpSocket *socket, const QString &host, quint16 port)
{
    socket->connectToHost(host, port);
    if (!socket->waitForConnected())
        return {};
    QDataStream in(socket);
    for (;;) {
        QString text;
        in.startTransaction();
        in >> text;
        if (in.commitTransaction())
            return text;
        if (!socket->waitForReadyRead())
            return {};
    }
}
//! [client_before]

//! [client_after]
inline QString fetch(RdmaStream *socket, const QString &host, quint16 port)
{
    socket->connectToHost(host, port);
    if (!socket->waitForConnected())
        return {};
    QDataStream in(socket);
    for (;;) {
        QString text;
        in.startTransaction();
        in >> text;
        if (in.commitTransaction())
            return text;
        if (!socket->waitForReadyRead())
            return {};
    }
}
//! [client_after]

//! [threaded_before]
class ThreadedTcpServer : public QTcpServer
{
protected:
    void incomingConnection(qintptr descriptor) override
    {
        QThread *thread = QThread::create([descriptor] {
            QTcpSocket socket;
            if (!socket.setSocketDescriptor(descriptor))
                return;
            QDataStream out(&socket);
            out << fortune();
            socket.disconnectFromHost();
            socket.waitForDisconnected();
        });
        thread->setParent(this);
        connect(thread, &QThread::finished, thread, &QObject::deleteLater);
        thread->start();
    }
};
//! [threaded_before]

//! [threaded_after]
class ThreadedRdmaServer : public RdmaServer
{
public:
    ThreadedRdmaServer() { setAcceptPolicy(AcceptPolicy::Deferred); }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        QThread *thread = QThread::create([request] {
            RdmaStream socket;
            if (!socket.accept(request) || !socket.waitForConnected())
                return;
            QDataStream out(&socket);
            out << fortune();
            socket.disconnectFromHost();
            socket.waitForDisconnected();
        });
        thread->setParent(this);
        connect(thread, &QThread::finished, thread, &QObject::deleteLater);
        thread->start();
    }
};
//! [threaded_after]

#endif // FORTUNES_H
