// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAREMOTEMEMORY_H
#define RDMAREMOTEMEMORY_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qmetatype.h>
#include <QtCore/qobjectdefs.h>

QT_BEGIN_NAMESPACE
class QDataStream;
class QDebug;
QT_END_NAMESPACE

class Q_RDMA_EXPORT RdmaRemoteMemory
{
    Q_GADGET
    Q_PROPERTY(quint64 address MEMBER address)
    Q_PROPERTY(quint64 length MEMBER length)
    Q_PROPERTY(quint32 key MEMBER key)

public:
    bool isValid() const;
    RdmaRemoteMemory slice(quint64 offset, quint64 size) const;

    friend bool operator==(const RdmaRemoteMemory &a, const RdmaRemoteMemory &b)
    {
        return a.address == b.address && a.length == b.length && a.key == b.key;
    }
    friend bool operator!=(const RdmaRemoteMemory &a, const RdmaRemoteMemory &b)
    {
        return !(a == b);
    }

    quint64 address = 0;
    quint64 length = 0;
    quint32 key = 0;
};

Q_DECLARE_METATYPE(RdmaRemoteMemory)

Q_RDMA_EXPORT QDataStream &operator<<(QDataStream &stream, const RdmaRemoteMemory &memory);
Q_RDMA_EXPORT QDataStream &operator>>(QDataStream &stream, RdmaRemoteMemory &memory);
#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaRemoteMemory &memory);
#endif

#endif // RDMAREMOTEMEMORY_H
