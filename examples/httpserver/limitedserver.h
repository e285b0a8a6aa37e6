// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LIMITEDSERVER_H
#define LIMITEDSERVER_H

#include <QtRdma/RdmaTcpServer>

// QHttpServer keeps a request in memory, however long it is. The sockets of this server end the
// connection when a client sends too much before it is answered.
class LimitedServer : public RdmaTcpServer
{
    Q_OBJECT

public:
    static constexpr qint64 MaxRequest = 64 * 1024;

    using RdmaTcpServer::RdmaTcpServer;

protected:
    RdmaTcpSocket *createSocket(RdmaAbstractStream *stream) override;
};

#endif // LIMITEDSERVER_H
