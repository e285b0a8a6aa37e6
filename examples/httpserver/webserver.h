// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WEBSERVER_H
#define WEBSERVER_H

#include "limitedserver.h"

#include <QHttpServer>
#include <QtRdma/RdmaServer>

// A QHttpServer whose clients come over RDMA and TCP. It serves the files of a directory below
// /files/, and /devices, the RDMA devices of this machine as JSON.
class WebServer : public QObject
{
public:
    // Takes the server, which may have options and does not listen yet.
    WebServer(const QString &directory, RdmaServer *server);

    bool listen(const QHostAddress &address, quint16 port);
    QString errorString() const;

private:
    void addRoutes();

    const QString root;
    LimitedServer *const tcpServer; // QHttpServer knows it as a QTcpServer
    QHttpServer http;
};

#endif // WEBSERVER_H
