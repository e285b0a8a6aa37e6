// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAQUEUEPAIR_P_H
#define RDMAQUEUEPAIR_P_H

#include "connection_p.h"
#include "worktable_p.h"

#include <QtRdma/rdmaqueuepair.h>

// What reaping found and delivering has not told yet.
class RdmaQueuePairPrivate final : public QtRdmaPrivate::ConnectionOwner,
                                   public QtRdmaPrivate::DeliverClient
{
public:
    explicit RdmaQueuePairPrivate(RdmaQueuePair *queuePair) : q(queuePair) { }

    RdmaError prepare() override;
    void established(const QByteArray &privateData) override;
    void ended(const RdmaError &error, const QByteArray &privateData) override;
    void workCompleted(quint32 tag, const ibv_wc &completion) override;
    void batchEnded() override { }
    void threadEnded() override;
    void deliver() override;

    QtRdmaPrivate::ConnectionSettings settingsFor(const RdmaConnectionOptions &options) const;
    bool begin(const RdmaConnectionOptions &options);
    bool began(const RdmaError &failure);
    void close();
    quint64 post(QtRdmaPrivate::WorkRequest &&request);
    RdmaError postToDevice(quint32 tag);
    quint64 refuse(const RdmaError &failure);
    void setState(QAbstractSocket::SocketState newState);
    void complete(QtRdmaPrivate::WorkRequest &&request, int status, quint32 vendorError,
                  quint32 bytes);
    void deliverCompletions();
    void deliverEnd();
    template <typename Predicate>
    bool waitUntil(int msecs, Predicate predicate);

    RdmaQueuePair *q;
    std::shared_ptr<QtRdmaPrivate::Engine> engine;
    std::unique_ptr<QtRdmaPrivate::Connection> connection;
    std::shared_ptr<QtRdmaPrivate::RegisteredPool> pool; // of the slots in the table
    QtRdmaPrivate::WorkTable work;
    std::deque<std::pair<RdmaCompletion, std::shared_ptr<QPromise<RdmaCompletion>>>> completions;
    QAbstractSocket::SocketState state = QAbstractSocket::UnconnectedState;
    RdmaError error;
    QByteArray peerPrivateData;
    int sendDepth = 0;
    int receiveDepth = 0;
    quint64 nextId = quint64(1) << 63;
    quint64 completionsDelivered = 0;
    bool connectedPending = false;
    bool endPending = false;
    bool errorPending = false;
};

#endif // RDMAQUEUEPAIR_P_H
