// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmabufferpool.h>

#include "../verbs/registeredpool_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>

#include <unistd.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaBufferPool
    \inmodule QtRdma
    \brief Registered buffers that are used again: registering costs tens of microseconds, taking one costs none.

    take() gives a page-aligned region of a power of two, at least a page; it returns to the pool when its last handle and
    the last work request with it are gone. The pool registers no more than maximumBytes() and gives memory that lies idle back to the
    system. Its buffers have local rights only: a key would open the neighbours too.

    \code
    RdmaBufferPool pool(queuePair->protectionDomain());
    const RdmaMemoryRegion buffer = pool.take(65536);
    fill(buffer.data());
    queuePair->postSend({ buffer, 0, used });
    \endcode

    A shared handle, usable in any thread. The memory shares no page with anything else, so that a fork() of the
    program does no harm.
    \sa RdmaMemoryRegion
*/

namespace {

// What a region of the pool holds instead of memory of its own.
struct Lease
{
    std::shared_ptr<RegisteredPool> pool;
    PoolSlot slot; // destroyed before the pool, to which it goes back
    std::shared_ptr<RegisteredMemory> memory;
};

} // namespace

RdmaBufferPool::RdmaBufferPool() = default;
RdmaBufferPool::RdmaBufferPool(const RdmaBufferPool &other) = default;
RdmaBufferPool &RdmaBufferPool::operator=(const RdmaBufferPool &other) = default;
RdmaBufferPool::~RdmaBufferPool() = default;

/*! Makes a pool in \a domain that registers at most \a maximumBytes. Registers nothing yet. */
RdmaBufferPool::RdmaBufferPool(const RdmaProtectionDomain &domain, qsizetype maximumBytes)
{
    if (domain.isValid())
        pool = std::make_shared<RegisteredPool>(domain.domain, 0,
                                                size_t(qMax<qsizetype>(0, maximumBytes)));
}

bool RdmaBufferPool::isValid() const
{
    return pool != nullptr;
}

/*! A buffer of at least \a size bytes (1 to LargestBuffer); its size() is what was asked for. Invalid, with \a error, when the pool
    has reached maximumBytes() (RdmaError::Category::QueueFull) or the system refuses.
*/
RdmaMemoryRegion RdmaBufferPool::take(qsizetype size, RdmaError *error) const
{
    static const auto page = quint32(sysconf(_SC_PAGESIZE));
    RdmaMemoryRegion region;
    RdmaError failure;
    PoolSlot slot;
    if (!pool || size < 1 || size > LargestBuffer)
        failure = usageError(QStringLiteral("A buffer of this pool has 1 to %1 bytes, not %2")
                                     .arg(pool ? LargestBuffer : 0)
                                     .arg(size));
    else
        slot = pool->take(qMax(quint32(size), page), &failure);
    if (slot) {
        const std::shared_ptr<RegisteredMemory> memory = pool->memoryOf(slot);
        region.begin = slot.data() - memory->data();
        region.requested = size;
        const auto lease = std::make_shared<Lease>(Lease{ pool, std::move(slot), memory });
        region.memory = std::shared_ptr<RegisteredMemory>(lease, memory.get());
    }
    if (error)
        *error = failure;
    return region;
}

/*! What is registered now, used or waiting to be, in bytes. */
qsizetype RdmaBufferPool::registeredBytes() const
{
    return pool ? qsizetype(pool->registeredBytes()) : 0;
}

qsizetype RdmaBufferPool::maximumBytes() const
{
    return pool ? qsizetype(pool->mostBytes()) : 0;
}

RdmaProtectionDomain RdmaBufferPool::protectionDomain() const
{
    return RdmaProtectionDomain(pool ? pool->domain() : nullptr);
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaBufferPool &pool)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaBufferPool(";
    if (pool.isValid())
        debug << pool.registeredBytes() << " of " << pool.maximumBytes() << " bytes registered";
    debug << ')';
    return debug;
}
#endif
