// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASHAREDRECEIVEQUEUE_H
#define RDMASHAREDRECEIVEQUEUE_H

#include <QtRdma/rdmaprotectiondomain.h>
#include <QtRdma/rdmaworkrequest.h>

#include <QtCore/qobject.h>
#include <QtCore/qproperty.h>
#include <QtCore/qscopedpointer.h>

struct ibv_srq;
class RdmaSharedReceiveQueuePrivate;

/// A pool of receives for many queue pairs: the memory that they need depends on the traffic, not
/// on the number of peers.
class Q_RDMA_EXPORT RdmaSharedReceiveQueue : public QObject
{
    Q_OBJECT
    Q_PROPERTY(int limit READ limit WRITE setLimit NOTIFY limitChanged BINDABLE bindableLimit)
    Q_DISABLE_COPY_MOVE(RdmaSharedReceiveQueue)

public:
    explicit RdmaSharedReceiveQueue(QObject *parent = nullptr);
    ~RdmaSharedReceiveQueue() override;

    /// Makes the queue in `domain`, for `depth` receives of up to `maxSge` slices.
    bool create(const RdmaProtectionDomain &domain, int depth = 256, int maxSge = 1);
    /// Returns whether the queue was created and has not failed.
    bool isValid() const;
    /// Returns why the last create() or post failed, or why the queue has ended; no error when the
    /// last of these has succeeded.
    RdmaError rdmaError() const;

    /// Posts `request`, a receive without a time-out.
    quint64 post(const RdmaWorkRequest &request);
    /// Posts `requests`, which are all receives, with one call.
    QList<quint64> postBatch(const QList<RdmaWorkRequest> &requests);
    /// Posts a receive of up to `size` bytes.
    quint64 postReceive(qsizetype size, quint64 wrId = 0);
    quint64 postReceive(const RdmaMemorySlice &into, quint64 wrId = 0);

    /// Returns how many receives the queue takes; 0 without a queue.
    int depth() const;
    /// Returns the number of receives that no message has taken.
    int receivesInFlight() const;
    /// The number of receives below which limitReached() is emitted; 0, the default, for never.
    int limit() const;
    void setLimit(int receives);
    QBindable<int> bindableLimit();
    /// Returns the domain of the queue; one that is not valid without a queue.
    RdmaProtectionDomain protectionDomain() const;
    /// Returns the `ibv_srq *` behind this object, or null.
    ibv_srq *nativeHandle() const;

Q_SIGNALS:
    void limitChanged(int limit);
    void limitReached();
    void receiveQueueReady();
    void errorOccurred(const RdmaError &error);

protected:
    bool event(QEvent *event) override;

private:
    friend class RdmaQueuePairPrivate;
    QScopedPointer<RdmaSharedReceiveQueuePrivate> d;
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaSharedReceiveQueue *queue);
#endif

#endif // RDMASHAREDRECEIVEQUEUE_H
