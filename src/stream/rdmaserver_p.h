// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASERVER_P_H
#define RDMASERVER_P_H

#include "connectioncount_p.h"
#include "native/sharedslots_p.h"
#include "waitingconnections_p.h"

#include "../connection/listener_p.h"

#include <QtRdma/rdmaserver.h>

#include <map>

class RdmaServerPrivate final : public QtRdmaPrivate::DeliverClient
{
public:
    // How many waiting connections one delivery hands out: after a pause all, as QTcpServer does; otherwise as many as a
    // turn of the event loop has time for.
    enum class Offers { None, AllThatWait, AsTimeAllows };

    explicit RdmaServerPrivate(RdmaServer *server) : q(server) { }

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
    void stop();
    int excessWithOneMore() const;
    bool isOneComing() const;
    bool canMakeWay();
    void makeWay();
    RdmaError makeWayForReceives(QtRdmaPrivate::IncomingConnection *incoming);
    void leaveEngine();
    void leaveThread();
    void arrive();
    void endWaiting(QtRdmaPrivate::RejectReason reason);
    void dropPending();
    bool offerNext();
    bool mayOffer() const;
    bool isInTime() const;
    void setError(const RdmaError &failure);
    void acceptFailed(const RdmaError &failure);
    void deviceLost(const RdmaError &failure);

    RdmaServer *q;
    std::shared_ptr<QtRdmaPrivate::Engine> engine;
    std::unique_ptr<QtRdmaPrivate::Listener> listener;
    QtRdmaPrivate::WaitingConnections waiting;
    QList<RdmaStream *> pending;
    RdmaStreamOptions options;
    std::map<ibv_context *, std::shared_ptr<QtRdmaPrivate::SharedSlots>> sharedSlots;
    int sharedReceives = 0;
    Rdma::WireFormats wireFormats = Rdma::WireFormat::QtRdma;
    RdmaServer::AcceptPolicy policy = RdmaServer::AcceptPolicy::Ahead;
    RdmaError error;
    QAbstractSocket::SocketError socketError = QAbstractSocket::UnknownSocketError;
    QHostAddress address;
    quint16 port = 0;
    const std::shared_ptr<QtRdmaPrivate::ConnectionCount> count =
            std::make_shared<QtRdmaPrivate::ConnectionCount>();
    int maxPending = 30;
    int backlog = 50;
    int maximumConnections = 0;
    int maximumConnectionsPerAddress = 0;
    quint64 announced = 0;
    quint64 failures = 0; // to accept, announced
    Offers offers = Offers::AsTimeAllows;
    bool waited = false; // for the next connection, paused or not
    bool acceptErrorPending = false;
    bool lost = false; // the device it listens on is gone
};

#endif // RDMASERVER_P_H
