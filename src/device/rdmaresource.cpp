// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaresource_p.h"

#include <QtCore/qdebug.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaResource
    \inmodule QtRdma
    \since 0.1
    \brief One RDMA object of the whole system: a queue pair, an id of the connection manager, a
    queue, a region, a domain, a context.

    The data come from the kernel's resource tracking, as \c {rdma resource show} prints it. Fields
    that are not of its \l kind, or that the kernel does not tell, are 0 or empty, numbers of other
    objects -1. Objects of processes in other PID namespaces are not told at all.
    \sa RdmaResourceReader
*/

/*!
    \enum RdmaResource::Kind
    The kinds of objects that the kernel lists.

    \value QueuePair Queue pairs.
    \value ConnectionId The ids of the connection manager, those that listen among them.
    \value CompletionQueue Completion queues.
    \value MemoryRegion Registered memory.
    \value ProtectionDomain Protection domains.
    \value Context Open devices.
    \value SharedReceiveQueue Shared receive queues.
*/

/*! Constructs a value with nothing in it. A value that was moved from is the same. */
RdmaResource::RdmaResource() noexcept = default;
RdmaResource::RdmaResource(const RdmaResource &other) = default;
RdmaResource::RdmaResource(RdmaResource &&other) noexcept = default;
RdmaResource &RdmaResource::operator=(const RdmaResource &other) = default;
RdmaResource::~RdmaResource() = default;

/*! \fn void RdmaResource::swap(RdmaResource &other)
    Swaps this value with \a other. This is fast and never fails.
*/

bool RdmaResource::equals(const RdmaResource &a, const RdmaResource &b) noexcept
{
    return Access::equal(a, b);
}

/*!
    \property RdmaResource::deviceName
    \brief The name of the device.
*/

QString RdmaResource::deviceName() const
{
    return Access::read(*this).deviceName;
}

/*!
    \property RdmaResource::kind
    \brief What the object is.
*/

RdmaResource::Kind RdmaResource::kind() const
{
    return Access::read(*this).kind;
}

/*!
    \property RdmaResource::number
    \brief The number of the object by the kernel's count; the number of a queue pair.
*/

quint32 RdmaResource::number() const
{
    return Access::read(*this).number;
}

/*!
    \property RdmaResource::type
    \brief The type of a queue pair, the port space of an id.
*/

QString RdmaResource::type() const
{
    return Access::read(*this).type;
}

/*!
    \property RdmaResource::state
    \brief The state of a queue pair or an id.
*/

QString RdmaResource::state() const
{
    return Access::read(*this).state;
}

/*!
    \property RdmaResource::thread
    \brief The thread that has made the object; 0 for the kernel, and where it is not told.
*/

quint32 RdmaResource::thread() const
{
    return Access::read(*this).thread;
}

/*!
    \property RdmaResource::process
    \brief The process that the thread belongs to; 0 when it has ended.
*/

quint32 RdmaResource::process() const
{
    return Access::read(*this).process;
}

/*!
    \property RdmaResource::owner
    \brief The name of the process, or of the part of the kernel.
*/

QString RdmaResource::owner() const
{
    return Access::read(*this).owner;
}

/*!
    \property RdmaResource::inKernel
    \brief Whether the object belongs to the kernel.
*/

bool RdmaResource::isInKernel() const
{
    return Access::read(*this).inKernel;
}

/*!
    \property RdmaResource::queuePairNumber
    \brief The number of the queue pair, of a queue pair or an id.
*/

quint32 RdmaResource::queuePairNumber() const
{
    return Access::read(*this).queuePairNumber;
}

/*!
    \property RdmaResource::remoteQueuePairNumber
    \brief The number of the peer's queue pair.
*/

quint32 RdmaResource::remoteQueuePairNumber() const
{
    return Access::read(*this).remoteQueuePairNumber;
}

/*!
    \property RdmaResource::localAddress
    \brief The address of this side, of an id.
*/

QHostAddress RdmaResource::localAddress() const
{
    return Access::read(*this).localAddress;
}

/*!
    \property RdmaResource::localPort
    \brief The port of this side, of an id.
*/

quint16 RdmaResource::localPort() const
{
    return Access::read(*this).localPort;
}

/*!
    \property RdmaResource::peerAddress
    \brief The address of the peer, of an id.
*/

QHostAddress RdmaResource::peerAddress() const
{
    return Access::read(*this).peerAddress;
}

/*!
    \property RdmaResource::peerPort
    \brief The port of the peer, of an id.
*/

quint16 RdmaResource::peerPort() const
{
    return Access::read(*this).peerPort;
}

/*!
    \property RdmaResource::size
    \brief The bytes of a region, the entries of a completion queue.
*/

quint64 RdmaResource::size() const
{
    return Access::read(*this).size;
}

/*!
    \property RdmaResource::users
    \brief How many objects use a completion queue or a protection domain.
*/

quint64 RdmaResource::users() const
{
    return Access::read(*this).users;
}

/*!
    \property RdmaResource::context
    \brief The number of the context that the object belongs to; -1 where it is not told.
*/

qint64 RdmaResource::context() const
{
    return Access::read(*this).context;
}

/*!
    \property RdmaResource::protectionDomain
    \brief The number of the protection domain that the object belongs to; -1 where it is not told.
*/

qint64 RdmaResource::protectionDomain() const
{
    return Access::read(*this).protectionDomain;
}

/*!
    \property RdmaResource::remoteKey
    \brief The remote key of a region.
*/

quint32 RdmaResource::remoteKey() const
{
    return Access::read(*this).remoteKey;
}

/*!
    \property RdmaResource::keysTold
    \brief Whether the kernel tells the keys: it does to processes with CAP_NET_ADMIN.
*/

bool RdmaResource::keysTold() const
{
    return Access::read(*this).keysTold;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaResource &resource)
{
    const QDebugStateSaver saver(debug);
    debug.nospace().noquote() << "RdmaResource(" << resource.deviceName() << ", " << resource.kind()
                              << ' ' << resource.number() << ' ' << resource.type() << ' '
                              << resource.state() << ", " << resource.owner() << ' '
                              << resource.process() << ')';
    return debug;
}
#endif
