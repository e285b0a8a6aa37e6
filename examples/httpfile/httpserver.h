// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HTTPSERVER_H
#define HTTPSERVER_H

#include "httpconnection.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QHostAddress>
#include <QObject>
#include <QTcpServer>
#include <QTcpSocket>

// Serves the files of a directory over RDMA and over TCP, with the same code: the servers of both
// have the same functions.
class HttpServer : public QObject
{
    Q_OBJECT

public:
    explicit HttpServer(const QString &directory, QObject *parent = nullptr);

    // On InfiniBand and RoCE both can have the same port, on iWARP they cannot.
    bool listenRdma(const QHostAddress &address, quint16 port);
    bool listenTcp(const QHostAddress &address, quint16 port);
    quint16 rdmaPort() const { return rdma.serverPort(); }
    quint16 tcpPort() const { return tcp.serverPort(); }
    QString errorString() const { return error; }
    int rdmaConnections() const { return rdmaCount; } // since the beginning

private:
    template <typename Socket>
    void serve(Socket *socket);

    QString root;
    RdmaServer rdma;
    QTcpServer tcp;
    QString error;
    int rdmaCount = 0;
};

#endif // HTTPSERVER_H
