// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAQUEUEPAIR_H
#define RDMAQUEUEPAIR_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmacompletion.h>
#include <QtRdma/rdmacompletionhandler.h>
#include <QtRdma/rdmaconnectionoptions.h>
#include <QtRdma/rdmaconnectionrequest.h>
#include <QtRdma/rdmaconnectiontimes.h>
#include <QtRdma/rdmaendpoint.h>
#include <QtRdma/rdmamemoryregion.h>
#include <QtRdma/rdmaprotectiondomain.h>
#include <QtRdma/rdmapreparedrequest.h>
#include <QtRdma/rdmaworkrequest.h>

#include <QtCore/qfuture.h>
#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>
#include <QtNetwork/qhostaddress.h>

#include <functional>

struct ibv_qp;
struct ibv_qp_attr;
class RdmaQueuePairPrivate;

class Q_RDMA_EXPORT RdmaQueuePair : public QObject
{
    Q_OBJECT
    Q_PROPERTY(QAbstractSocket::SocketState state READ state NOTIFY stateChanged)
    Q_DISABLE_COPY_MOVE(RdmaQueuePair)

public:
    explicit RdmaQueuePair(QObject *parent = nullptr);
    ~RdmaQueuePair() override;

    bool connectToHost(const QHostAddress &address, quint16 port,
                       const RdmaConnectionOptions &options = RdmaConnectionOptions());
    bool accept(const RdmaConnectionRequest &request,
                const RdmaConnectionOptions &options = RdmaConnectionOptions());
    void disconnectFromHost();
    void abort();

    bool create(const QHostAddress &localAddress,
                Rdma::QueuePairType type = Rdma::QueuePairType::ReliableConnected,
                const RdmaConnectionOptions &options = RdmaConnectionOptions());
    RdmaEndpoint localEndpoint() const;
    bool connectToEndpoint(const RdmaEndpoint &peer);
    bool reset();
    Rdma::QueuePairState queuePairState() const;
    bool modify(const ibv_qp_attr &attributes, int mask);

    QAbstractSocket::SocketState state() const;
    RdmaError rdmaError() const;
    QByteArray peerPrivateData() const;
    QHostAddress localAddress() const;
    quint16 localPort() const;
    QHostAddress peerAddress() const;
    quint16 peerPort() const;
    QString deviceName() const;
    RdmaConnectionTimes connectionTimes() const;
    RdmaProtectionDomain protectionDomain() const;
    ibv_qp *nativeHandle() const;

    quint64 post(const RdmaWorkRequest &request);
    QList<quint64> postBatch(const QList<RdmaWorkRequest> &requests);

    RdmaPreparedRequest prepare(const RdmaWorkRequest &request);
    RdmaCompletionHandler *completionHandler() const;
    void setCompletionHandler(RdmaCompletionHandler *handler);
    qsizetype receiveRing() const;
    bool setReceiveRing(qsizetype slotSize);
    RdmaKeptMessage keep(const RdmaReceived &message);

    quint64 postSend(const QByteArray &data, quint64 wrId = 0);
    quint64 postSend(const RdmaMemorySlice &from, quint64 wrId = 0);
    quint64 postSendWithImmediate(const QByteArray &data, quint32 immediate, quint64 wrId = 0);
    quint64 postSendWithImmediate(const RdmaMemorySlice &from, quint32 immediate, quint64 wrId = 0);
    quint64 postReceive(qsizetype size, quint64 wrId = 0);
    quint64 postReceive(const RdmaMemorySlice &into, quint64 wrId = 0);
    quint64 postRead(const RdmaRemoteMemory &from, quint64 wrId = 0);
    quint64 postRead(const RdmaMemorySlice &into, const RdmaRemoteMemory &from, quint64 wrId = 0);
    quint64 postWrite(const QByteArray &data, const RdmaRemoteMemory &to, quint64 wrId = 0);
    quint64 postWrite(const RdmaMemorySlice &from, const RdmaRemoteMemory &to, quint64 wrId = 0);
    quint64 postWriteWithImmediate(const QByteArray &data, const RdmaRemoteMemory &to,
                                   quint32 immediate, quint64 wrId = 0);
    quint64 postWriteWithImmediate(const RdmaMemorySlice &from, const RdmaRemoteMemory &to,
                                   quint32 immediate, quint64 wrId = 0);
    quint64 postCompareAndSwap(const RdmaRemoteMemory &at, quint64 expected, quint64 desired,
                               quint64 wrId = 0);
    quint64 postFetchAndAdd(const RdmaRemoteMemory &at, quint64 addend, quint64 wrId = 0);
    quint64 postAtomicWrite(const RdmaRemoteMemory &at, quint64 value, quint64 wrId = 0);
    quint64 postFlush(const RdmaRemoteMemory &what,
                      Rdma::FlushPlacements to = Rdma::FlushPlacement::Global, quint64 wrId = 0);
    quint64 postBindMemoryWindow(const RdmaMemoryWindow &window, const RdmaMemorySlice &to,
                                 Rdma::Access access, quint64 wrId = 0);
    quint64 postLocalInvalidate(const RdmaMemoryWindow &window, quint64 wrId = 0);

    int sendDepth() const;
    int receiveDepth() const;
    qsizetype maxInlineSize() const;
    int sendsInFlight() const;
    int receivesInFlight() const;

    QFuture<RdmaCompletion> whenCompleted(quint64 wrId);
    void whenCompleted(quint64 wrId, const QObject *context,
                       std::function<void(const RdmaCompletion &)> function);

    bool waitForConnected(int msecs = 30000);
    bool waitForCompleted(int msecs = 30000);
    bool waitForDisconnected(int msecs = 30000);

Q_SIGNALS:
    void connected();
    void disconnected();
    void stateChanged(QAbstractSocket::SocketState state);
    void errorOccurred(const RdmaError &error);
    void completed(quint64 wrId, const RdmaCompletion &completion);
    void sendQueueReady();
    void receiveQueueReady();

protected:
    bool event(QEvent *event) override;

private:
    friend class RdmaQueuePairPrivate;
    friend class RdmaPostBuilder;
    QScopedPointer<RdmaQueuePairPrivate> d;
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaQueuePair *queuePair);
#endif

#endif // RDMAQUEUEPAIR_H
