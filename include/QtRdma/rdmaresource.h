// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMARESOURCE_H
#define RDMARESOURCE_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qobjectdefs.h>
#include <QtCore/qshareddata.h>
#include <QtCore/qstring.h>
#include <QtNetwork/qhostaddress.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct ResourceData;
} // namespace QtRdmaPrivate

/// One RDMA object of the whole system: a queue pair, an id of the connection manager, a queue, a
/// region, a domain, a context.
class Q_RDMA_EXPORT RdmaResource
{
    Q_GADGET
    Q_PROPERTY(QString deviceName READ deviceName)
    Q_PROPERTY(Kind kind READ kind)
    Q_PROPERTY(quint32 number READ number)
    Q_PROPERTY(QString type READ type)
    Q_PROPERTY(QString state READ state)
    Q_PROPERTY(quint32 thread READ thread)
    Q_PROPERTY(quint32 process READ process)
    Q_PROPERTY(QString owner READ owner)
    Q_PROPERTY(bool inKernel READ isInKernel)
    Q_PROPERTY(quint32 queuePairNumber READ queuePairNumber)
    Q_PROPERTY(quint32 remoteQueuePairNumber READ remoteQueuePairNumber)
    Q_PROPERTY(QHostAddress localAddress READ localAddress)
    Q_PROPERTY(quint16 localPort READ localPort)
    Q_PROPERTY(QHostAddress peerAddress READ peerAddress)
    Q_PROPERTY(quint16 peerPort READ peerPort)
    Q_PROPERTY(quint64 size READ size)
    Q_PROPERTY(quint64 users READ users)
    Q_PROPERTY(qint64 context READ context)
    Q_PROPERTY(qint64 protectionDomain READ protectionDomain)
    Q_PROPERTY(quint32 remoteKey READ remoteKey)
    Q_PROPERTY(bool keysTold READ keysTold)

public:
    enum class Kind : quint8 {
        QueuePair,
        ConnectionId,
        CompletionQueue,
        MemoryRegion,
        ProtectionDomain,
        Context,
        SharedReceiveQueue
    };
    Q_ENUM(Kind)

    RdmaResource() noexcept;
    RdmaResource(const RdmaResource &other);
    RdmaResource(RdmaResource &&other) noexcept;
    RdmaResource &operator=(const RdmaResource &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaResource)
    ~RdmaResource();
    void swap(RdmaResource &other) noexcept { d.swap(other.d); }

    /// The name of the device.
    QString deviceName() const;
    /// What the object is.
    Kind kind() const;
    /// The number of the object by the kernel's count; the number of a queue pair.
    quint32 number() const;
    /// The type of a queue pair, the port space of an id.
    QString type() const;
    /// The state of a queue pair or an id.
    QString state() const;
    /// The thread that has made the object; 0 for the kernel, and where it is not told.
    quint32 thread() const;
    /// The process that the thread belongs to; 0 when it has ended.
    quint32 process() const;
    /// The name of the process, or of the part of the kernel.
    QString owner() const;
    /// Whether the object belongs to the kernel.
    bool isInKernel() const;
    /// The number of the queue pair, of a queue pair or an id.
    quint32 queuePairNumber() const;
    /// The number of the peer's queue pair.
    quint32 remoteQueuePairNumber() const;
    /// The address of this side, of an id.
    QHostAddress localAddress() const;
    /// The port of this side, of an id.
    quint16 localPort() const;
    /// The address of the peer, of an id.
    QHostAddress peerAddress() const;
    /// The port of the peer, of an id.
    quint16 peerPort() const;
    /// The bytes of a region, the entries of a completion queue.
    quint64 size() const;
    /// How many objects use a completion queue or a protection domain.
    quint64 users() const;
    /// The number of the context that the object belongs to; -1 where it is not told.
    qint64 context() const;
    /// The number of the protection domain that the object belongs to; -1 where it is not told.
    qint64 protectionDomain() const;
    /// The remote key of a region.
    quint32 remoteKey() const;
    /// Whether the kernel tells the keys: it does to processes with CAP_NET_ADMIN.
    bool keysTold() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaResource &a, const RdmaResource &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaResource &a, const RdmaResource &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaResource &a, const RdmaResource &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::ResourceData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaResource)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaResource &resource);
#endif

#endif // RDMARESOURCE_H
