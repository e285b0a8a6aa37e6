// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATLSSERVER_P_H
#define RDMATLSSERVER_P_H

#include "tlscontext_p.h"

#include <QtRdma/rdmatlsserver.h>

#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qlist.h>

class RdmaTlsServerPrivate final
{
public:
    explicit RdmaTlsServerPrivate(RdmaTlsServer *tlsServer);

    void dropStreams();
    void takeConnections();
    bool mayTake() const;
    bool hasRoom() const;
    RdmaTlsStream *takeWhoMakesWay(const QHostAddress &newcomer);
    void makeWay(RdmaTlsStream *leaving);
    RdmaTlsStream *adopt(RdmaStream *taken);
    RdmaTlsStream *handOut();
    void takeConnectionsLater();
    void startHandshake(RdmaTlsStream *stream);
    void passErrorsOn(RdmaTlsStream *stream);
    void encrypted(RdmaTlsStream *stream);
    void failed(RdmaTlsStream *stream);
    bool prepare(RdmaError *failure);
    void waitForHandshakes(QDeadlineTimer deadline);

    RdmaTlsServer *q;
    QSslConfiguration configuration;
    std::shared_ptr<QtRdmaPrivate::TlsContext>
            context; // made of 'configuration' when it is needed first
    QList<RdmaTlsStream *> handshaking;
    QList<RdmaTlsStream *> pending;
    int handshakeTimeout = 5000;
    quint64 announced = 0; // encrypted connections
};

#endif // RDMATLSSERVER_P_H
