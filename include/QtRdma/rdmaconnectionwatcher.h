// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONWATCHER_H
#define RDMACONNECTIONWATCHER_H

#include <QtRdma/rdmaconnectionstatus.h>

#include <QtCore/qlist.h>
#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>

class RdmaConnectionWatcherPrivate;

/// Asks every RdmaStream, RdmaTlsStream and RdmaQueuePair of the program, in all threads, for its
/// state.
class Q_RDMA_EXPORT RdmaConnectionWatcher : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RdmaConnectionWatcher)

public:
    explicit RdmaConnectionWatcher(QObject *parent = nullptr);
    ~RdmaConnectionWatcher() override;

    /// Asks all there are; updated() follows, from the event loop.
    void requestUpdate();

Q_SIGNALS:
    void updated(const QList<RdmaConnectionStatus> &connections);

private:
    QScopedPointer<RdmaConnectionWatcherPrivate> d;
};

#endif // RDMACONNECTIONWATCHER_H
