// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sharedhandles_p.h"

#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>

#include <unistd.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaBufferPool
    \inmodule QtRdma
    \since 0.1
    \brief A pool of registered buffers, which saves the tens of microseconds of each registration.

    take() gives a page-aligned region, registered for a power of two of at least one page. The
    memory returns to the pool when its last handle and the last work request with it are gone.

    The pool never registers more than maxBytes(), and gives idle memory back to the system. Its
    buffers have local rights only: a remote key would open the neighbouring buffers to the peer
    too.

    \snippet memory.cpp pool

    The class is a shared handle that can be used in any thread. A buffer shares no page with other
    memory of the program, so a fork() of the program does no harm.
    \sa RdmaMemoryRegion
*/

/*! Constructs an invalid handle. A handle that was moved from is invalid too. */
RdmaBufferPool::RdmaBufferPool() noexcept = default;
RdmaBufferPool::RdmaBufferPool(const RdmaBufferPool &other) = default;
RdmaBufferPool::RdmaBufferPool(RdmaBufferPool &&other) noexcept = default;
RdmaBufferPool &RdmaBufferPool::operator=(const RdmaBufferPool &other) = default;
RdmaBufferPool::~RdmaBufferPool() = default;

/*! \fn void RdmaBufferPool::swap(RdmaBufferPool &other)
    Swaps this handle with \a other. This is fast and never fails.
*/

/*! Makes a pool in \a domain that registers at most \a maxBytes. Nothing is registered yet. */
RdmaBufferPool::RdmaBufferPool(const RdmaProtectionDomain &domain, qsizetype maxBytes)
{
    if (domain.isValid())
        d.reset(new BufferPoolData(std::make_shared<RegisteredPool>(
                domainBehind(domain), 0, size_t(qMax<qsizetype>(0, maxBytes)))));
}

/*! \fn bool RdmaBufferPool::isValid() const
    Returns whether there is a pool behind this handle.
*/

/*! Returns a buffer of at least \a size bytes (1 to LargestBuffer); its size() is \a size.

    If the pool has reached maxBytes() (RdmaError::Category::QueueFull) or the system refuses,
    the region is invalid and \a error says why.
*/
RdmaMemoryRegion RdmaBufferPool::take(qsizetype size, RdmaError *error)
{
    static const auto page = quint32(sysconf(_SC_PAGESIZE));
    RdmaMemoryRegion region;
    RdmaError failure;
    PoolSlot slot;
    if (!d || size < 1 || size > LargestBuffer)
        failure = usageError(QStringLiteral("A buffer of this pool has 1 to %1 bytes, not %2")
                                     .arg(d ? LargestBuffer : 0)
                                     .arg(size));
    else
        slot = d->pool->take(qMax(quint32(size), page), &failure);
    if (slot) {
        auto *data = new MemoryRegionData(slot.memory(), size);
        data->begin = slot.data() - data->memory->data();
        data->pool = d->pool;
        data->slot = std::move(slot);
        region = Access::handle<RdmaMemoryRegion>(data);
    }
    if (error)
        *error = failure;
    return region;
}

/*! Returns how many bytes are registered now, whether in use or idle. */
qsizetype RdmaBufferPool::registeredBytes() const
{
    return d ? qsizetype(d->pool->registeredBytes()) : 0;
}

/*! Returns the most bytes that the pool registers; 0 for a handle that is not valid. */
qsizetype RdmaBufferPool::maxBytes() const
{
    return d ? qsizetype(d->pool->mostBytes()) : 0;
}

/*! Returns the domain that the pool registers its memory in. */
RdmaProtectionDomain RdmaBufferPool::protectionDomain() const
{
    return d ? handleOf(d->pool->domain()) : RdmaProtectionDomain();
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaBufferPool &pool)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaBufferPool(";
    if (pool.isValid())
        debug << pool.registeredBytes() << " of " << pool.maxBytes() << " bytes registered";
    debug << ')';
    return debug;
}
#endif
