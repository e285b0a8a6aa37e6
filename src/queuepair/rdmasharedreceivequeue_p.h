// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASHAREDRECEIVEQUEUE_P_H
#define RDMASHAREDRECEIVEQUEUE_P_H

#include "../work/sharedreceives_p.h"

#include <QtRdma/rdmasharedreceivequeue.h>

#include <QtCore/qproperty.h>

#include <optional>

class RdmaSharedReceiveQueuePrivate final : public QtRdmaPrivate::DeliverClient
{
public:
    explicit RdmaSharedReceiveQueuePrivate(RdmaSharedReceiveQueue *queue)
        : q(queue)
        , limitNotifier(limit.addNotifier([this] { limitChanged(); }))
    {
    }

    void deliver() override;
    void limitChanged();
    void taken();
    void failed();
    // Why the queue takes no receives; no error while it does.
    RdmaError unusable() const;
    void letGo();
    void leaveThread();
    void tellOfMove();
    RdmaError check(const QList<RdmaWorkRequest> &requests) const;
    RdmaError checkRoom(qsizetype count) const;
    QList<quint64> post(const QList<RdmaWorkRequest> &requests);

    RdmaSharedReceiveQueue *q;
    std::shared_ptr<QtRdmaPrivate::SharedReceives> shared;
    RdmaError error;
    std::optional<RdmaError> untoldMove; // a move to another thread has let go of the queue
    QProperty<int> limit{ 0 };
    QPropertyNotifier limitNotifier;
    bool limitArmed = true;
    bool limitPending = false;
    bool refused = false; // a post: room is told of
    bool errorPending = false;
};

#endif // RDMASHAREDRECEIVEQUEUE_P_H
