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

/// A queue pair for the event loop: post work requests, and get a signal for each.
class Q_RDMA_EXPORT RdmaQueuePair : public QObject
{
    Q_OBJECT
    Q_PROPERTY(QAbstractSocket::SocketState state READ state NOTIFY stateChanged)
    Q_DISABLE_COPY_MOVE(RdmaQueuePair)

public:
    explicit RdmaQueuePair(QObject *parent = nullptr);
    ~RdmaQueuePair() override;

    /// Connects to `address` and `port` (an IPv4 or IPv6 address of an RDMA device, port space
    /// TCP).
    bool connectToHost(const QHostAddress &address, quint16 port,
                       const RdmaConnectionOptions &options = RdmaConnectionOptions());
    /// Accepts `request`, with up to 196 bytes of private data in `options`.
    bool accept(const RdmaConnectionRequest &request,
                const RdmaConnectionOptions &options = RdmaConnectionOptions());
    /// Ends the connection with a notice to the peer.
    void disconnectFromHost();
    /// Ends the connection at once.
    void abort();

    /// Makes a queue pair on the device that has `localAddress`, for a program that exchanges
    /// endpoints by its own means instead of using the connection manager.
    bool create(const QHostAddress &localAddress,
                Rdma::QueuePairType type = Rdma::QueuePairType::ReliableConnected,
                const RdmaConnectionOptions &options = RdmaConnectionOptions());
    /// Returns what the peer needs to know of this queue pair; an invalid value before create().
    RdmaEndpoint localEndpoint() const;
    /// Looks for `peer`, and makes the queue pair ready to send to it and to receive from it.
    bool connectToEndpoint(const RdmaEndpoint &peer);
    /// Takes a queue pair that create() made back to its beginning, for example after an error.
    bool reset();
    /// Returns the state of the queue pair in the words of the verbs, as the device tells it;
    /// Rdma::QueuePairState::Unknown without a queue pair.
    Rdma::QueuePairState queuePairState() const;
    /// Changes those `attributes` of the queue pair that `mask` (of `ibv_qp_attr_mask`) names.
    bool modify(const ibv_qp_attr &attributes, int mask);

    /// The state, in the words of sockets.
    QAbstractSocket::SocketState state() const;
    /// Returns the last error: why the connection ended, or what a function has refused.
    RdmaError rdmaError() const;
    /// Returns the private data that the peer sent with its request, its acceptance or its refusal.
    QByteArray peerPrivateData() const;
    /// Returns the address of this side: that of the connection, or the one that create() was
    /// given.
    QHostAddress localAddress() const;
    /// Returns the port of this side; 0 without the connection manager, which alone has ports.
    quint16 localPort() const;
    /// Returns the address of the peer, from connecting to the end.
    QHostAddress peerAddress() const;
    /// Returns the port of the peer; 0 without the connection manager.
    quint16 peerPort() const;
    /// Returns the name of the device that the connection uses; empty before the device is known.
    QString deviceName() const;
    /// Returns how long each step of connecting took.
    RdmaConnectionTimes connectionTimes() const;
    /// Returns the protection domain of the queue pair.
    RdmaProtectionDomain protectionDomain() const;
    /// Returns the `ibv_qp *` behind this object, or null.
    ibv_qp *nativeHandle() const;

    /// Posts `request`.
    quint64 post(const RdmaWorkRequest &request);
    /// Posts `requests`, all sends or all receives, as one chain with one call.
    QList<quint64> postBatch(const QList<RdmaWorkRequest> &requests);
    bool post(const RdmaPreparedRequest &request, quint64 context = 0, Rdma::SendFlags flags = {});

    /// Checks `request` for this connection, and returns it in a form that post() and
    /// RdmaPostBuilder post fast.
    RdmaPreparedRequest prepare(const RdmaWorkRequest &request);
    /// Returns the handler of completions, or null.
    RdmaCompletionHandler *completionHandler() const;
    /// Sets the `handler` that is told of the completions of what RdmaPostBuilder has posted, and
    /// of the messages in the receive ring.
    void setCompletionHandler(RdmaCompletionHandler *handler);
    /// Returns the size of the slots of the receive ring, in bytes; 0 if there is none.
    qsizetype receiveRing() const;
    /// Makes the queue pair post its receives itself from the next connection on:
    /// RdmaConnectionOptions::receiveDepth slots, 65,535 at most, of `slotSize` bytes in one piece
    /// of registered memory.
    bool setReceiveRing(qsizetype slotSize);
    /// Keeps `message`, which the handler is being told of, where it is.
    RdmaKeptMessage keep(const RdmaReceived &message);

    /// Sends `data` as one message into a receive of the peer, and keeps it until the device has
    /// read it.
    quint64 postSend(const QByteArray &data, quint64 wrId = 0);
    quint64 postSend(const RdmaMemorySlice &from, quint64 wrId = 0);
    /// Sends `data` with the number `immediate`, which the peer finds in RdmaCompletion::immediate.
    quint64 postSendWithImmediate(const QByteArray &data, quint32 immediate, quint64 wrId = 0);
    quint64 postSendWithImmediate(const RdmaMemorySlice &from, quint32 immediate, quint64 wrId = 0);
    /// Posts a receive of up to `size` bytes, which RdmaCompletion::data returns.
    quint64 postReceive(qsizetype size, quint64 wrId = 0);
    quint64 postReceive(const RdmaMemorySlice &into, quint64 wrId = 0);
    /// Reads the peer's memory `from`; RdmaCompletion::data returns the bytes.
    quint64 postRead(const RdmaRemoteMemory &from, quint64 wrId = 0);
    quint64 postRead(const RdmaMemorySlice &into, const RdmaRemoteMemory &from, quint64 wrId = 0);
    /// Writes `data` into the peer's memory `to`.
    quint64 postWrite(const QByteArray &data, const RdmaRemoteMemory &to, quint64 wrId = 0);
    quint64 postWrite(const RdmaMemorySlice &from, const RdmaRemoteMemory &to, quint64 wrId = 0);
    /// Writes `data` into the peer's memory `to`, as postWrite() does, and completes a receive of
    /// the peer with the number `immediate`.
    quint64 postWriteWithImmediate(const QByteArray &data, const RdmaRemoteMemory &to,
                                   quint32 immediate, quint64 wrId = 0);
    quint64 postWriteWithImmediate(const RdmaMemorySlice &from, const RdmaRemoteMemory &to,
                                   quint32 immediate, quint64 wrId = 0);
    /// Replaces the eight bytes `at` of the peer by `desired` if they are `expected`.
    quint64 postCompareAndSwap(const RdmaRemoteMemory &at, quint64 expected, quint64 desired,
                               quint64 wrId = 0);
    /// Adds `addend` to the eight bytes `at` of the peer.
    quint64 postFetchAndAdd(const RdmaRemoteMemory &at, quint64 addend, quint64 wrId = 0);
    /// Writes the eight bytes of `value` into the peer's memory `at`, all at once.
    quint64 postAtomicWrite(const RdmaRemoteMemory &at, quint64 value, quint64 wrId = 0);
    /// Completes when the bytes of `what` that this queue pair has written before have come `to`
    /// their place in the peer's memory.
    quint64 postFlush(const RdmaRemoteMemory &what,
                      Rdma::FlushPlacements to = Rdma::FlushPlacement::Global, quint64 wrId = 0);
    /// Shows the peer the memory `to` through `window`, with the rights `access`.
    quint64 postBindMemoryWindow(const RdmaMemoryWindow &window, const RdmaMemorySlice &to,
                                 Rdma::Access access, quint64 wrId = 0);
    /// Closes a type 2 `window`.
    quint64 postLocalInvalidate(const RdmaMemoryWindow &window, quint64 wrId = 0);

    /// Returns how many work requests the send queue takes; 0 before the first connection.
    int sendDepth() const;
    /// Returns how many receives the receive queue takes; 0 before the first connection.
    int receiveDepth() const;
    /// Returns how many bytes a request can carry inline, as the device permits.
    qsizetype maxInlineSize() const;
    /// Returns how many requests to send, read, write and so on are in flight.
    int sendsInFlight() const;
    /// Returns the number of receives that are in flight.
    int receivesInFlight() const;

    /// Returns a future of the completion of `wrId`, the newest request with that id.
    QFuture<RdmaCompletion> whenCompleted(quint64 wrId);
    void whenCompleted(quint64 wrId, const QObject *context,
                       std::function<void(const RdmaCompletion &)> function);

    /// Waits up to `msecs` milliseconds (-1: for ever) for connected() without an event loop.
    bool waitForConnected(int msecs = 30000);
    /// Waits up to `msecs` milliseconds (-1: for ever) until completed() has been emitted at least
    /// once more.
    bool waitForCompleted(int msecs = 30000);
    /// Waits up to `msecs` milliseconds (-1: for ever) for the end of the connection.
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
