// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMARESOURCE_H
#define RDMARESOURCE_H

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qlist.h>
#include <QtCore/qmetatype.h>
#include <QtCore/qscopedpointer.h>
#include <QtCore/qstring.h>
#include <QtNetwork/qhostaddress.h>

class RdmaResourceReaderPrivate;

class Q_RDMA_EXPORT RdmaResource
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(Kind kind MEMBER kind)
    Q_PROPERTY(quint32 number MEMBER number)
    Q_PROPERTY(QString type MEMBER type)
    Q_PROPERTY(QString state MEMBER state)
    Q_PROPERTY(quint32 thread MEMBER thread)
    Q_PROPERTY(quint32 process MEMBER process)
    Q_PROPERTY(QString owner MEMBER owner)
    Q_PROPERTY(bool inKernel MEMBER inKernel)
    Q_PROPERTY(quint32 queuePairNumber MEMBER queuePairNumber)
    Q_PROPERTY(quint32 remoteQueuePairNumber MEMBER remoteQueuePairNumber)
    Q_PROPERTY(QHostAddress localAddress MEMBER localAddress)
    Q_PROPERTY(quint16 localPort MEMBER localPort)
    Q_PROPERTY(QHostAddress peerAddress MEMBER peerAddress)
    Q_PROPERTY(quint16 peerPort MEMBER peerPort)
    Q_PROPERTY(quint64 size MEMBER size)
    Q_PROPERTY(quint64 users MEMBER users)
    Q_PROPERTY(qint64 context MEMBER context)
    Q_PROPERTY(qint64 protectionDomain MEMBER protectionDomain)
    Q_PROPERTY(quint32 remoteKey MEMBER remoteKey)
    Q_PROPERTY(bool keysTold MEMBER keysTold)

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

    QString device;
    Kind kind = Kind::QueuePair;
    quint32 number = 0; // by the kernel's count; of a queue pair its number
    QString type; // of a queue pair; of an id the port space
    QString state; // of a queue pair or an id
    quint32 thread = 0; // that has made it; 0 for the kernel, and where it is not told
    quint32 process = 0; // that the thread belongs to; 0 when it has ended
    QString owner; // what the process or the part of the kernel is called
    bool inKernel = false;
    quint32 queuePairNumber = 0; // of a queue pair or an id
    quint32 remoteQueuePairNumber = 0;
    QHostAddress localAddress; // of an id
    quint16 localPort = 0;
    QHostAddress peerAddress;
    quint16 peerPort = 0;
    quint64 size = 0; // bytes of a region, entries of a completion queue
    quint64 users = 0; // of a completion queue or a protection domain
    qint64 context = -1; // the number of the one that it belongs to; -1 where it is not told
    qint64 protectionDomain = -1;
    quint32 remoteKey = 0; // of a region
    bool keysTold = false; // the kernel tells them to those with CAP_NET_ADMIN
};

Q_DECLARE_METATYPE(RdmaResource)

class Q_RDMA_EXPORT RdmaResourceReader
{
    Q_DISABLE_COPY_MOVE(RdmaResourceReader)

public:
    RdmaResourceReader(const QString &device, RdmaResource::Kind kind);
    ~RdmaResourceReader();

    void setOwnersResolved(bool resolved);

    bool atEnd() const;
    QList<RdmaResource> readSome();
    QList<RdmaResource> readAll();
    RdmaError error() const;

private:
    QScopedPointer<RdmaResourceReaderPrivate> d;
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaResource &resource);
#endif

#endif // RDMARESOURCE_H
