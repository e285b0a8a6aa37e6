// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sharedhandles_p.h"

#include "../verbs/cmid_p.h"
#include "../verbs/devicelist_p.h"

#include <QtCore/qdebug.h>

#include <infiniband/verbs.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaProtectionDomain
    \inmodule QtRdma
    \since 0.1
    \brief A shared handle of a protection domain, within which memory and queue pairs work
    together.

    Regions and queue pairs keep their domain alive, so handles may be dropped in any order. After
    the device was removed, nothing can be made in its domains any more. No handle has signals: ask
    isDeviceRemoved().

    \snippet memory.cpp domain

    The verbs call is \c ibv_alloc_pd(3).
    \sa RdmaMemoryRegion
*/

/*! Constructs an invalid handle. A handle that was moved from is invalid too. */
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

/*! Makes a domain on the device that has \a localAddress. Use it for memory and shared receive
    queues that are needed before the first connection; RdmaConnectionOptions::setProtectionDomain()
    makes connections use it.

    If no device has the address, the handle is invalid and \a error says so.
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

/*! Returns the name of the device; empty for a handle that is not valid. */
QString RdmaProtectionDomain::deviceName() const
{
    return d ? QString::fromLatin1(ibv_get_device_name(d->domain->context->device)) : QString();
}

/*! Returns whether the kernel has removed the device of this domain, and of all regions and windows
    in it, or waits for this process to release the device. In both cases drop the handles.

    The function asks the system, and returns \c false for an invalid handle. It may be called in
    any thread.
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
