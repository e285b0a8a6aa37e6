// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASHAREDRECEIVEQUEUE_P_H
#define RDMASHAREDRECEIVEQUEUE_P_H

#include "../engine/engineobject_p.h"
#include "../work/sharedreceives_p.h"

#include <QtRdma/rdmasharedreceivequeue.h>

#include <QtCore/qproperty.h>

#include <optional>

class RdmaSharedReceiveQueuePrivate final : public QtRdmaPrivate::EngineObject
{
public:
    explicit RdmaSharedReceiveQueuePrivate(RdmaSharedReceiveQueue *queue)
        : EngineObject(queue)
        , q(queue)
        , limitNotifier(limit.addNotifier([this] { limitChanged(); }))
    {
    }

    void deliver() override;
    void threadEnded() override { leaveEngine(); }
    bool isInUse() const override { return !unusable().isError(); }
    void endWith(const RdmaError &cause) override;
    void leaveEngine() override;
    bool create(const RdmaProtectionDomain &domain, int depth, int maxSge);
    void limitChanged();
    void taken();
    void failed();
    // Why the queue takes no receives; no error while it does.
    RdmaError unusable() const;
    void letGo();
    void setLimit(int receives);
    RdmaError check(const QList<RdmaWorkRequest> &requests) const;
    RdmaError checkRoom(qsizetype count) const;
    QList<quint64> post(const QList<RdmaWorkRequest> &requests);
    quint64 post(RdmaWorkRequest &&request, quint64 wrId);

    RdmaSharedReceiveQueue *q;
    std::shared_ptr<QtRdmaPrivate::SharedReceives> shared;
    std::optional<RdmaError> untoldEnd; // why it takes no receives any more
    QProperty<int> limit{ 0 };
    QPropertyNotifier limitNotifier;
    bool limitArmed = true;
    bool limitPending = false;
    bool refused = false; // a post was refused; a signal follows when there is room
};

#endif // RDMASHAREDRECEIVEQUEUE_P_H
