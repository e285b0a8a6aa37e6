// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAEVENTDISPATCHER_H
#define RDMAEVENTDISPATCHER_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qabstracteventdispatcher.h>

#include <memory>

class RdmaEventDispatcherPrivate;

#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
using RdmaEventDispatcherBase = QAbstractEventDispatcherV2;
#else
using RdmaEventDispatcherBase = QAbstractEventDispatcher;
#endif

/// The RdmaEventDispatcher class is an event dispatcher for threads that use RDMA.
class Q_RDMA_EXPORT RdmaEventDispatcher : public RdmaEventDispatcherBase
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RdmaEventDispatcher)

public:
    explicit RdmaEventDispatcher(QObject *parent = nullptr);
    ~RdmaEventDispatcher() override;

    bool processEvents(QEventLoop::ProcessEventsFlags flags) override;

    void registerSocketNotifier(QSocketNotifier *notifier) override;
    void unregisterSocketNotifier(QSocketNotifier *notifier) override;

#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    void registerTimer(Qt::TimerId id, Duration interval, Qt::TimerType type,
                       QObject *object) override;
    bool unregisterTimer(Qt::TimerId id) override;
    QList<TimerInfoV2> timersForObject(QObject *object) const override;
    Duration remainingTime(Qt::TimerId id) const override;
#else
    void registerTimer(int id, qint64 interval, Qt::TimerType type, QObject *object) override;
    bool unregisterTimer(int id) override;
    QList<TimerInfo> registeredTimers(QObject *object) const override;
    int remainingTime(int id) override;
#endif
    bool unregisterTimers(QObject *object) override;

    void wakeUp() override;
    void interrupt() override;

protected:
    void connectNotify(const QMetaMethod &signal) override;

private:
    friend class RdmaEventDispatcherPrivate;
    const std::unique_ptr<RdmaEventDispatcherPrivate> d;
};

#endif // RDMAEVENTDISPATCHER_H
