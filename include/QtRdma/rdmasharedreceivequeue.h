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

class Q_RDMA_EXPORT RdmaSharedReceiveQueue : public QObject
{
    Q_OBJECT
    Q_PROPERTY(int limit READ limit WRITE setLimit NOTIFY limitChanged BINDABLE bindableLimit)
    Q_DISABLE_COPY_MOVE(RdmaSharedReceiveQueue)

public:
    explicit RdmaSharedReceiveQueue(QObject *parent = nullptr);
    ~RdmaSharedReceiveQueue() override;

    bool create(const RdmaProtectionDomain &domain, int depth = 256, int maxSge = 1);
    bool isValid() const;
    RdmaError rdmaError() const;

    quint64 post(const RdmaWorkRequest &request);
    QList<quint64> postBatch(const QList<RdmaWorkRequest> &requests);
    quint64 postReceive(qsizetype size, quint64 wrId = 0);
    quint64 postReceive(const RdmaMemorySlice &into, quint64 wrId = 0);

    int depth() const;
    int receivesInFlight() const;
    int limit() const;
    void setLimit(int receives);
    QBindable<int> bindableLimit();
    RdmaProtectionDomain protectionDomain() const;
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
