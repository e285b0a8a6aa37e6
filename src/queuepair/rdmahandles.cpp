// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmacompletion.h>
#include <QtRdma/rdmamemoryregion.h>

#include "../verbs/protectiondomain_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>

#include <infiniband/verbs.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaProtectionDomain
    \inmodule QtRdma
    \brief A shared handle of a protection domain: memory and queue pairs work together only within one.

    Regions and queue pairs keep their domain alive, so handles may be dropped in any order.
    The verbs call is \c ibv_alloc_pd(3).
    \sa RdmaMemoryRegion
*/

RdmaProtectionDomain::RdmaProtectionDomain() = default;
RdmaProtectionDomain::RdmaProtectionDomain(std::shared_ptr<ibv_pd> handle)
    : domain(std::move(handle))
{
}
RdmaProtectionDomain::RdmaProtectionDomain(const RdmaProtectionDomain &other) = default;
RdmaProtectionDomain &RdmaProtectionDomain::operator=(const RdmaProtectionDomain &other) = default;
RdmaProtectionDomain::~RdmaProtectionDomain() = default;

bool RdmaProtectionDomain::isValid() const
{
    return domain != nullptr;
}

ibv_pd *RdmaProtectionDomain::nativeHandle() const
{
    return domain.get();
}

/*!
    \class RdmaMemoryRegion
    \inmodule QtRdma
    \brief A shared handle of registered memory that only this machine's queue pairs may use.

    The memory is page-aligned and zeroed, registered for local access alone, and stays registered as long as a
    handle or a work request in flight uses it.
    The verbs call is \c ibv_reg_mr(3).
    \sa RdmaQueuePair::postSend()
*/

RdmaMemoryRegion::RdmaMemoryRegion() = default;
RdmaMemoryRegion::RdmaMemoryRegion(const RdmaMemoryRegion &other) = default;
RdmaMemoryRegion &RdmaMemoryRegion::operator=(const RdmaMemoryRegion &other) = default;
RdmaMemoryRegion::~RdmaMemoryRegion() = default;

/*! Allocates and registers \a size bytes in \a domain; an invalid region and \a error where that fails, most often for
    the limit on locked memory.
*/
RdmaMemoryRegion RdmaMemoryRegion::allocate(const RdmaProtectionDomain &domain, qsizetype size,
                                            RdmaError *error)
{
    RdmaMemoryRegion region;
    RdmaError failure;
    if (!domain.isValid() || size < 1) {
        failure = usageError(QStringLiteral("A region needs a protection domain and a size"));
    } else {
        region.memory = RegisteredMemory::make(domain.domain, size_t(size), IBV_ACCESS_LOCAL_WRITE,
                                               &failure);
        region.requested = region.memory ? size : 0;
    }
    if (error)
        *error = failure;
    return region;
}

bool RdmaMemoryRegion::isValid() const
{
    return memory != nullptr;
}

char *RdmaMemoryRegion::data() const
{
    return memory ? memory->data() : nullptr;
}

qsizetype RdmaMemoryRegion::size() const
{
    return requested;
}

quint32 RdmaMemoryRegion::localKey() const
{
    return memory ? memory->localKey() : 0;
}

RdmaProtectionDomain RdmaMemoryRegion::protectionDomain() const
{
    return RdmaProtectionDomain(memory ? memory->domain() : nullptr);
}

/*! The \c {ibv_mr *} behind this handle, or null. */
void *RdmaMemoryRegion::nativeHandle() const
{
    return memory ? memory->handle() : nullptr;
}

/*!
    \class RdmaCompletion
    \inmodule QtRdma
    \brief What became of one work request.

    \c status is an \c ibv_wc_status (0 is success), \c byteLength the bytes sent or received, \c data what a
    receive with its own buffer got. Of a failed completion only wrId, opcode, status and vendorError mean something.
*/

RdmaError RdmaCompletion::error() const
{
    return isSuccess() ? RdmaError() : completionError(status, vendorError);
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaCompletion &completion)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaCompletion(" << completion.wrId << ", " << completion.opcode;
    if (completion.isSuccess())
        debug << ", " << completion.byteLength << " bytes)";
    else
        debug << ", " << completion.error().text() << ')';
    return debug;
}
#endif
