// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAQUEUEPAIR_P_H
#define RDMAQUEUEPAIR_P_H

#include "../base/deletionguard_p.h"
#include "../connection/barequeuepair_p.h"
#include "../connection/connection_p.h"
#include "../connection/connectionregistry_p.h"
#include "../engine/enginesocket_p.h"
#include "../work/receivering_p.h"
#include "../work/requestpipeline_p.h"

#include <QtRdma/rdmaqueuepair.h>

// The state of a queue pair between the phases of a turn: reaping changes it, delivering emits the
// signals for it.
class RdmaQueuePairPrivate final : public QtRdmaPrivate::ConnectionOwner,
                                   public QtRdmaPrivate::EngineSocket
{
public:
    explicit RdmaQueuePairPrivate(RdmaQueuePair *queuePair) : EngineSocket(queuePair), q(queuePair)
    {
    }

    RdmaError prepare() override;
    void established(const QByteArray &privateData) override;
    void ended(const RdmaError &cause, const QByteArray &privateData) override;
    void workCompleted(quint32 tag, QtRdmaPrivate::Completion done) override;
    const ibv_wc *runCompleted(const ibv_wc *first, const ibv_wc *end) override;
    void sharedReceive(QtRdmaPrivate::PostedWork &&work, QtRdmaPrivate::Completion done) override;
    void threadEnded() override;
    void forked() override;
    void endWith(const RdmaError &cause) override { ended(cause, {}); }
    void leaveEngine() override;
    void emitStateChanged(QAbstractSocket::SocketState newState) override;
    void letGo();
    void deliver() override;

    QtRdmaPrivate::ConnectionSettings settingsFor(const RdmaConnectionOptions &options) const;
    RdmaError checkBegin(const RdmaConnectionOptions &options) const;
    RdmaError checkReceives(const RdmaSharedReceiveQueue *receives) const;
    bool beginOrRefuse(const RdmaConnectionOptions &options);
    // Returns null if the attempt was refused.
    QtRdmaPrivate::Connection *begin(const RdmaConnectionOptions &options);
    void becomeConnecting(const RdmaError &failed);
    bool connectToHost(const QHostAddress &address, quint16 port,
                       const RdmaConnectionOptions &options);
    bool accept(const RdmaConnectionRequest &request, const RdmaConnectionOptions &options);
    void disconnectFromHost();
    void abort();
    void end();
    void setFailure(const RdmaError &cause);
    void close();
    bool deliverConnected(const QtRdmaPrivate::DeletionGuard &alive);
    void deliverEnd(const QtRdmaPrivate::DeletionGuard &alive);
    void deliverDisconnected();
    RdmaConnectionStatus describe() const;

    QtRdmaPrivate::WorkQueues *queues() const // null if there are none
    {
        return transport && transport->canPost() ? &transport->queues() : nullptr;
    }
    bool create(const QHostAddress &localAddress, Rdma::QueuePairType type,
                const RdmaConnectionOptions &options);
    bool connectTo(const RdmaEndpoint &peer);
    bool reset();
    bool modify(const ibv_qp_attr &attributes, int mask);
    bool isReusable() const { return transport && transport->isReusable(); }

    bool waitForConnected(int msecs);
    bool waitForCompleted(int msecs);
    bool waitForDisconnected(int msecs);

    // Null, 0 and empty where there is no connection.
    QHostAddress localAddress() const;
    quint16 localPort() const;
    QHostAddress peerAddress() const;
    quint16 peerPort() const;
    QString deviceName() const { return transport ? transport->deviceName() : QString(); }
    ibv_qp *queuePair() const { return transport ? transport->queues().queuePair() : nullptr; }

    quint64 post(const RdmaWorkRequest &request);
    quint64 post(RdmaWorkRequest &&request, quint64 wrId);
    quint64 postWithImmediate(RdmaWorkRequest &&request, quint32 immediate, quint64 wrId);
    QList<quint64> postBatch(const QList<RdmaWorkRequest> &requests);
    QtRdmaPrivate::WorkIds postAll(QtRdmaPrivate::WorkRequests requests);
    bool mayPostAgain(bool receives) const;
    RdmaError check(QtRdmaPrivate::WorkRequests requests);
    const ibv_wc *othersCompleted(const ibv_wc *first, const ibv_wc *end);
    const ibv_wc *requestsCompleted(const ibv_wc *first, const ibv_wc *end);
    void endIfFailed(const ibv_wc &wc);
    void endWithFailure(const RdmaError &cause);
    void deliverLater();
    void deliverNews();
    bool deliverFirst();
    bool deliverDone(const QtRdmaPrivate::DeletionGuard &alive);
    bool deliverMessages();
    void ringFailed(int result);
    void deliverRest();
    bool deliverUndelivered(const QtRdmaPrivate::DeletionGuard &alive);
    bool deliverNewRoom(const QtRdmaPrivate::DeletionGuard &alive);
    void setHandler(RdmaCompletionHandler *handler);
    bool setReceiveRing(qsizetype slotSize);
    RdmaError startReceiveRing();
    // A builder adds to this; null in another thread.
    QtRdmaPrivate::FastSends *builderSends()
    {
        QtRdmaPrivate::FastSends *const ready = readySends();
        return ready ? ready : findBuilderSends();
    }
    // The same, if something was prepared; else null.
    QtRdmaPrivate::FastSends *readySends()
    {
        return engine && engine->isOfThisThread() ? pipeline.madeFastSends() : nullptr;
    }
    QtRdmaPrivate::FastSends *findBuilderSends();
    bool postFirst(const QtRdmaPrivate::PreparedRequest *request, quint64 context,
                   Rdma::SendFlags flags);
    RdmaPreparedRequest prepareRequest(const RdmaWorkRequest &request);
    QFuture<RdmaCompletion> whenCompleted(quint64 wrId);
    void whenCompleted(quint64 wrId, const QObject *context,
                       QtRdmaPrivate::CompletionPromises::Function function);
    RdmaCompletion whatBecameOf(quint64 wrId) const;

    RdmaQueuePair *q;
    QtRdmaPrivate::RegisteredConnection registered{ q, [this] { return describe(); } };
    // Null before the first connection.
    std::unique_ptr<QtRdmaPrivate::QueuePairTransport> transport;
    QtRdmaPrivate::RequestPipeline pipeline{ this };
    std::shared_ptr<QtRdmaPrivate::SharedReceives> shared;
    RdmaCompletionHandler *handler = nullptr;
    std::vector<RdmaWorkDone> spareDone; // memory for the next call of the handler
    qsizetype ringSlotSize = 0; // 0: the program posts receives itself
    std::shared_ptr<QtRdmaPrivate::ReceiveRing> ring; // of the present connection
    RdmaError failure; // the reason for which the connection ended
    QByteArray peerPrivateData;
    quint64 connectionNumber = 0;
    quint64 attempts = 0; // attempts to connect that have failed
    quint64 completionsDelivered = 0;
    bool connectedPending = false;
    bool errorPending = false;
    bool isBeingDeleted = false; // continuations of its futures can begin nothing then
};

#endif // RDMAQUEUEPAIR_P_H
