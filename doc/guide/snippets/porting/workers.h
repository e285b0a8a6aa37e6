// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKERS_H
#define WORKERS_H

#include <QtCore/QDataStream>
#include <QtCore/QThread>
#include <QtNetwork/QTcpServer>
#include <QtNetwork/QTcpSocket>
#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

// The code of doc/guide/porting.md, which tst_porting runs. A worker lives in another thread.

//! [moved_before]
inline void greet(QTcpSocket *socket)
{
    QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    QDataStream out(socket);
    out << QThread::currentThread()->objectName();
    socket->disconnectFromHost();
}

inline void serveFrom(QTcpServer *server, QObject *worker)
{
    QObject::connect(server, &QTcpServer::newConnection, server, [server, worker] {
        while (QTcpSocket *socket = server->nextPendingConnection()) {
            socket->setParent(nullptr);
            socket->moveToThread(worker->thread());
            QMetaObject::invokeMethod(worker, [socket] { greet(socket); });
        }
    });
}
//! [moved_before]

//! [moved_after]
inline void greet(RdmaStream *socket)
{
    QObject::connect(socket, &RdmaStream::disconnected, socket, &QObject::deleteLater);
    QDataStream out(socket);
    out << QThread::currentThread()->objectName();
    socket->disconnectFromHost();
}

class WorkerServer : public RdmaServer
{
public:
    explicit WorkerServer(QObject *worker) : m_worker(worker)
    {
        setAcceptPolicy(AcceptPolicy::Deferred);
    }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        QMetaObject::invokeMethod(m_worker, [request] {
            auto *socket = new RdmaStream;
            connect(socket, &RdmaStream::connected, socket, [socket] { greet(socket); });
            connect(socket, &RdmaStream::errorOccurred, socket, &QObject::deleteLater);
            if (!socket->accept(request))
                delete socket;
        });
    }

private:
    QObject *m_worker;
};
//! [moved_after]

#endif // WORKERS_H
