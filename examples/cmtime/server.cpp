// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "server.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTextStream>
#include <QtRdma/RdmaQueuePair>

#include <cstdio>

Server::Server(bool printsJson) : json(printsJson)
{
    setAcceptPolicy(AcceptDeferred);
}

void Server::incomingConnection(const RdmaConnectionRequest &request)
{
    const QByteArray said = request.privateData(); // zeros follow
    const int count = QByteArray(said.constData()).toInt();
    if (count < 1) {
        request.reject("cmtime: this is no client of mine");
        return;
    }
    if (expected == 0)
        expected = count;
    auto *queuePair = new RdmaQueuePair(this);
    connect(queuePair, &RdmaQueuePair::connected, this, [this] { ++accepted; });
    connect(queuePair, &RdmaQueuePair::stateChanged, this,
            [this, queuePair](QAbstractSocket::SocketState state) {
                if (state != QAbstractSocket::UnconnectedState)
                    return;
                queuePair->deleteLater();
                ended();
            });
    RdmaConnectionOptions options;
    options.sendDepth = options.receiveDepth = 1;
    queuePair->accept(request, options);
}

void Server::ended()
{
    if (++finished < expected)
        return;
    QTextStream out(stdout);
    if (json)
        out << QJsonDocument(QJsonObject{ { QStringLiteral("accepted"), accepted } })
                        .toJson(QJsonDocument::Compact)
            << '\n';
    else
        out << "Accepted " << accepted << " connections\n";
    QCoreApplication::quit();
}
