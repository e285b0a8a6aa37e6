// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAENDPOINT_H
#define RDMAENDPOINT_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qmetatype.h>
#include <QtCore/qobjectdefs.h>

QT_BEGIN_NAMESPACE
class QDataStream;
class QDebug;
QT_END_NAMESPACE

class Q_RDMA_EXPORT RdmaEndpoint
{
    Q_GADGET
    Q_PROPERTY(quint32 queuePairNumber MEMBER queuePairNumber)
    Q_PROPERTY(quint32 packetSequenceNumber MEMBER packetSequenceNumber)
    Q_PROPERTY(quint32 queueKey MEMBER queueKey)
    Q_PROPERTY(quint16 lid MEMBER lid)
    Q_PROPERTY(int mtu MEMBER mtu)
    Q_PROPERTY(QByteArray gid MEMBER gid)

public:
    bool isValid() const;

    friend bool operator==(const RdmaEndpoint &a, const RdmaEndpoint &b)
    {
        return a.queuePairNumber == b.queuePairNumber
                && a.packetSequenceNumber == b.packetSequenceNumber && a.queueKey == b.queueKey
                && a.lid == b.lid && a.mtu == b.mtu && a.gid == b.gid;
    }
    friend bool operator!=(const RdmaEndpoint &a, const RdmaEndpoint &b) { return !(a == b); }

    quint32 queuePairNumber = 0;
    quint32 packetSequenceNumber = 0;
    quint32 queueKey = 0;
    quint16 lid = 0;
    int mtu = 0;
    QByteArray gid;
};

Q_DECLARE_METATYPE(RdmaEndpoint)

Q_RDMA_EXPORT QDataStream &operator<<(QDataStream &stream, const RdmaEndpoint &endpoint);
Q_RDMA_EXPORT QDataStream &operator>>(QDataStream &stream, RdmaEndpoint &endpoint);
#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaEndpoint &endpoint);
#endif

#endif // RDMAENDPOINT_H
