// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAABSTRACTSERVER_P_H
#define RDMAABSTRACTSERVER_P_H

#include "connectioncount_p.h"
#include "native/sharedslots_p.h"
#include "streamlistener_p.h"
#include "waitingconnections_p.h"

#include <QtRdma/rdmaserver.h>

#include <QtCore/qdeadlinetimer.h>

#include <map>

class RdmaAbstractServerPrivate final : public QtRdmaPrivate::DeliverClient
{
public:
    // How many waiting connections one delivery hands out: after a pause all of them, as QTcpServer
    // does; otherwise as many as a turn of the event loop has time for.
    enum class Offers { None, AllThatWait, AsTimeAllows };

    enum class Waited { Offered, Ended, Expired };

    // The values of the properties when their signals were last emitted.
    struct Told
    {
        RdmaError error;
        QHostAddress address;
        quint16 port = 0;
        bool listening = false;
    };

    explicit RdmaAbstractServerPrivate(RdmaAbstractServer *server) : q(server) { }

    void requested(const std::shared_ptr<QtRdmaPrivate::IncomingConnection> &incoming);
    void deliver() override;
    void threadEnded() override;
    void forked() override;
    std::shared_ptr<QtRdmaPrivate::StreamLink> accept(QtRdmaPrivate::IncomingConnection *incoming,
                                                      RdmaError *failure);
    std::shared_ptr<QtRdmaPrivate::StreamLink>
    makeShared(QtRdmaPrivate::IncomingConnection *incoming, RdmaError *failure);
    bool acceptNow(const RdmaConnectionRequest &request);
    std::shared_ptr<QtRdmaPrivate::SharedSlots> slotsOn(ibv_context *context, RdmaError *failure);
    bool isUsedInItsThread(const char *function) const;
    RdmaError listen(const QHostAddress &wanted, quint16 wantedPort);
    void stop();
    int excessWithOneMore() const;
    bool isOneComing() const;
    bool canMakeWay(const QHostAddress &newcomer);
    void makeWay(const QHostAddress &newcomer);
    RdmaError makeWayForReceives(QtRdmaPrivate::IncomingConnection *incoming);
    void leaveEngine();
    void leaveThread();
    void arrive();
    void endWaiting(QtRdmaPrivate::RejectReason reason);
    void dropPending();
    bool offerNext();
    bool mayOffer() const;
    bool isInTime() const;
    Waited waitForOffer(QDeadlineTimer deadline);
    void setError(const RdmaError &failure);
    void acceptFailed(const RdmaError &failure);
    void deviceLost(const RdmaError &failure);
    void tellChanges();

    RdmaAbstractServer *q;
    std::shared_ptr<QtRdmaPrivate::Engine> engine;
    std::unique_ptr<QtRdmaPrivate::StreamListener> listener;
    QtRdmaPrivate::WaitingConnections waiting;
    QList<RdmaStream *> pending;
    RdmaStreamOptions options;
    std::map<ibv_context *, std::shared_ptr<QtRdmaPrivate::SharedSlots>> sharedSlots;
    int sharedReceives = 0;
    Rdma::StreamTransports transports = Rdma::StreamTransport::Rdma;
    Rdma::WireFormats wireFormats = Rdma::WireFormat::QtRdma;
    bool acceptsAhead = true; // before incomingConnection() gets the request
    RdmaError error;
    QAbstractSocket::SocketError socketError = QAbstractSocket::UnknownSocketError;
    QHostAddress address;
    quint16 port = 0;
    quint16 tcpPort = 0; // that is wanted, as the options of clients have it
    const std::shared_ptr<QtRdmaPrivate::ConnectionCount> count =
            std::make_shared<QtRdmaPrivate::ConnectionCount>();
    int maxPending = 30;
    int backlog = 50;
    int maxConnections = 0;
    int maxConnectionsPerAddress = 0;
    quint64 offered = 0; // requests handed to serveRequest()
    quint64 failures = 0; // how often accepting has failed and acceptError() was emitted
    Told told;
    Offers offers = Offers::AsTimeAllows;
    bool waited = false; // somebody waits for the next connection, paused or not
    bool acceptErrorPending = false;
    bool lost = false; // the device on which it listens is gone
};

#endif // RDMAABSTRACTSERVER_P_H
