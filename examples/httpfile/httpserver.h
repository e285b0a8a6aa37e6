// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HTTPSERVER_H
#define HTTPSERVER_H

#include "httpconnection.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

// Serves the files of a directory, over RDMA and over TCP.
class HttpServer : public RdmaServer
{
    Q_OBJECT

public:
    explicit HttpServer(const QString &directory, QObject *parent = nullptr);

Q_SIGNALS:
    void serving(const RdmaStream *client); // one that has connected

private:
    void serve(RdmaStream *client);

    QString root;
};

#endif // HTTPSERVER_H
