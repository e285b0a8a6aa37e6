// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HTTPSERVER_H
#define HTTPSERVER_H

#include "httpconnection.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

// Each connection has a socket and at most one open file.
struct HttpLimits
{
    std::chrono::milliseconds patience = std::chrono::seconds(30);
    int connections = 256;
    int connectionsPerAddress = 128;
};

// Serves the files of a directory, over RDMA and over TCP.
class HttpServer : public RdmaServer
{
    Q_OBJECT

public:
    explicit HttpServer(const QString &directory, const HttpLimits &limits = {},
                        QObject *parent = nullptr);

Q_SIGNALS:
    void serving(const RdmaStream *client); // one that has connected

private:
    void serve(RdmaStream *client);

    QString root;
    std::chrono::milliseconds patience;
};

#endif // HTTPSERVER_H
