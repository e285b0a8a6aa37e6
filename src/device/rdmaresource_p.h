// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMARESOURCE_P_H
#define RDMARESOURCE_P_H

#include <QtRdma/rdmaresource.h>

#include "../base/valuedata_p.h"

namespace QtRdmaPrivate {

// The values of RdmaResource, which documents them.
struct ResourceData : ValueData
{
    QString deviceName;
    RdmaResource::Kind kind = RdmaResource::Kind::QueuePair;
    quint32 number = 0;
    QString type;
    QString state;
    quint32 thread = 0;
    quint32 process = 0;
    QString owner;
    bool inKernel = false;
    quint32 queuePairNumber = 0;
    quint32 remoteQueuePairNumber = 0;
    QHostAddress localAddress;
    quint16 localPort = 0;
    QHostAddress peerAddress;
    quint16 peerPort = 0;
    quint64 size = 0;
    quint64 users = 0;
    qint64 context = -1;
    qint64 protectionDomain = -1;
    quint32 remoteKey = 0;
    bool keysTold = false;

    bool operator==(const ResourceData &) const = default;
};

} // namespace QtRdmaPrivate

#endif // RDMARESOURCE_P_H
