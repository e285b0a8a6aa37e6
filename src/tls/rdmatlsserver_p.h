// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATLSSERVER_P_H
#define RDMATLSSERVER_P_H

#include "tlscontext_p.h"

#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmatlsserver.h>

#include <QtCore/qlist.h>

class RdmaTlsServerPrivate final
{
public:
    explicit RdmaTlsServerPrivate(RdmaTlsServer *tlsServer);

    void takeConnections();
    bool hasRoom() const;
    RdmaTlsStream *takeWhoMakesWay();
    void makeWay(RdmaTlsStream *leaving);
    RdmaTlsStream *adopt(RdmaStream *taken);
    RdmaTlsStream *handOut();
    void takeConnectionsLater();
    void startHandshake(RdmaTlsStream *stream);
    void passErrorsOn(RdmaTlsStream *stream);
    void encrypted(RdmaTlsStream *stream);
    void failed(RdmaTlsStream *stream);
    bool prepare(RdmaError *failure);

    RdmaTlsServer *q;
    RdmaServer server;
    QSslConfiguration configuration;
    std::shared_ptr<QtRdmaPrivate::TlsContext>
            context; // made of 'configuration' when it is needed first
    RdmaError error; // of the configuration; the server below has an error of its own
    QList<RdmaTlsStream *> handshaking;
    QList<RdmaTlsStream *> pending;
    int handshakeTimeout = 5000;
};

#endif // RDMATLSSERVER_P_H
