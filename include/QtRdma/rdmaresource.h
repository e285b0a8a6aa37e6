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

    QString deviceName() const;
    Kind kind() const;
    quint32 number() const;
    QString type() const;
    QString state() const;
    quint32 thread() const;
    quint32 process() const;
    QString owner() const;
    bool isInKernel() const;
    quint32 queuePairNumber() const;
    quint32 remoteQueuePairNumber() const;
    QHostAddress localAddress() const;
    quint16 localPort() const;
    QHostAddress peerAddress() const;
    quint16 peerPort() const;
    quint64 size() const;
    quint64 users() const;
    qint64 context() const;
    qint64 protectionDomain() const;
    quint32 remoteKey() const;
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
