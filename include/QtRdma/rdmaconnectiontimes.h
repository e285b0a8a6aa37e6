// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONTIMES_H
#define RDMACONNECTIONTIMES_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qmetatype.h>
#include <QtCore/qobjectdefs.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

// How long each step of connecting took, in nanoseconds, as the connection manager's events were taken; -1 for a step that has not
// ended, or that a connection which was accepted never has. Each counts from the end of the one before it.
class Q_RDMA_EXPORT RdmaConnectionTimes
{
    Q_GADGET
    Q_PROPERTY(qint64 address MEMBER address)
    Q_PROPERTY(qint64 route MEMBER route)
    Q_PROPERTY(qint64 connect MEMBER connect)

public:
    qint64 address = -1; // rdma_resolve_addr: the device that reaches the peer
    qint64 route = -1; // rdma_resolve_route
    qint64 connect =
            -1; // the queue pair is made, and rdma_connect or rdma_accept; until established
};

Q_DECLARE_METATYPE(RdmaConnectionTimes)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaConnectionTimes &times);
#endif

#endif // RDMACONNECTIONTIMES_H
