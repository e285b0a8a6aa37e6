// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sharedhandles_p.h"

#include "../verbs/cmid_p.h"
#include "../verbs/devicecontext_p.h"

#include <QtCore/qdebug.h>

#include <infiniband/verbs.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaProtectionDomain
    \inmodule QtRdma
    \brief A shared handle of a protection domain: memory and queue pairs work together only within one.

    Regions and queue pairs keep their domain alive, so handles may be dropped in any order. No handle has signals: isDeviceRemoved() tells of a device
    that is gone, and nothing can be made in its domains any more.
    The verbs call is \c ibv_alloc_pd(3).
    \sa RdmaMemoryRegion
*/

/*! Constructs a handle that is not valid. One that was moved from is the same. */
RdmaProtectionDomain::RdmaProtectionDomain() noexcept = default;
RdmaProtectionDomain::RdmaProtectionDomain(const RdmaProtectionDomain &other) = default;
RdmaProtectionDomain::RdmaProtectionDomain(RdmaProtectionDomain &&other) noexcept = default;
RdmaProtectionDomain &RdmaProtectionDomain::operator=(const RdmaProtectionDomain &other) = default;
RdmaProtectionDomain::~RdmaProtectionDomain() = default;

/*! \fn void RdmaProtectionDomain::swap(RdmaProtectionDomain &other)
    Swaps this handle with \a other. This is fast and never fails.
*/

ProtectionDomainPtr QtRdmaPrivate::domainBehind(const RdmaProtectionDomain &handle)
{
    const ProtectionDomainData *data = Access::data(handle);
    return data ? data->domain : nullptr;
}

RdmaProtectionDomain QtRdmaPrivate::handleOf(const ProtectionDomainPtr &domain)
{
    return domain ? Access::handle<RdmaProtectionDomain>(new ProtectionDomainData(domain))
                  : RdmaProtectionDomain();
}

/*! Makes a domain on the device that has \a localAddress, for memory and shared receive queues that are needed before the first
    connection; an invalid one, and \a error, where no device has it. Connections use it by
    RdmaConnectionOptions::setProtectionDomain().
*/
RdmaProtectionDomain RdmaProtectionDomain::allocate(const QHostAddress &localAddress,
                                                    RdmaError *error)
{
    RdmaError failure;
    ProtectionDomainPtr result;
    if (ibv_context *context = CmId::contextOf(localAddress, &failure))
        result = makeProtectionDomain(context, &failure);
    if (error)
        *error = failure;
    return handleOf(result);
}

/*! \fn bool RdmaProtectionDomain::isValid() const
    Returns whether there is a domain behind this handle.
*/

/*! Returns the \c ibv_pd behind this handle, or null. */
ibv_pd *RdmaProtectionDomain::nativeHandle() const noexcept
{
    return d ? d->domain.get() : nullptr;
}

QString RdmaProtectionDomain::deviceName() const
{
    return d ? QString::fromLatin1(ibv_get_device_name(d->domain->context->device)) : QString();
}

/*! Whether the kernel has removed the device of this domain, and of all regions and windows in it, or is waiting for this process to
    let go of it: drop the handles. Asks the system; \c false for an invalid handle. May be called in any thread.
    \sa RdmaDeviceWatcher::deviceRemoved(), RdmaSharedReceiveQueue::errorOccurred()
*/
bool RdmaProtectionDomain::isDeviceRemoved() const
{
    return d && removalOf(d->domain->context, "ibv_get_device_list").isError();
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaProtectionDomain &domain)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaProtectionDomain(";
    if (domain.isValid())
        debug << domain.deviceName() << ", " << domain.nativeHandle()->handle;
    debug << ')';
    return debug;
}
#endif
