// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sharedhandles_p.h"

#include "../verbs/devicelist_p.h"
#include "../verbs/provider_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>

#include <infiniband/verbs.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaMemoryWindow
    \inmodule QtRdma
    \since 0.1
    \brief A shared handle of a memory window, which shows a part of a region to a peer until it is
    closed.

    A window is opened and closed by work requests, which cost much less than registering memory. A
    type 2 window serves only the queue pair that bound it. It is closed by
    RdmaQueuePair::postLocalInvalidate() or by a send with invalidate of the peer. A type 1 window
    serves the whole protection domain until it is bound anew or destroyed.

    \snippet memory.cpp window

    Devices without memory windows, such as iWARP's siw, refuse the allocation. The verbs calls are
    \c ibv_alloc_mw(3) and \c ibv_bind_mw(3).
*/

/*!
    \enum RdmaMemoryWindow::Type
    The types of the InfiniBand specification.

    \value One Serves the whole protection domain, until it is bound anew or destroyed.
    \value Two Serves the queue pair that has bound it, and can be closed by a work request.
*/

static RdmaError checkDevice(const RdmaProtectionDomain &domain)
{
    if (!domain.isValid())
        return usageError(QStringLiteral("A memory window needs a protection domain"));
    ibv_context *const context = domain.nativeHandle()->context;
    if (RdmaError refusal = refusalOf(context, "ibv_alloc_mw"); refusal.isError())
        return refusal;
    RdmaError failure;
    const Provider provider = Provider::query(context, &failure);
    if (failure.isError())
        return failure;
    if (provider.limits().max_mw == 0) {
        return usageError(QStringLiteral("%1 has no memory windows").arg(domain.deviceName()),
                          QStringLiteral("Give the peer a region of its own protection domain "
                                         "instead."));
    }
    return {};
}

/*! Constructs an invalid handle. A handle that was moved from is invalid too. */
RdmaMemoryWindow::RdmaMemoryWindow() noexcept = default;
RdmaMemoryWindow::RdmaMemoryWindow(const RdmaMemoryWindow &other) = default;
RdmaMemoryWindow::RdmaMemoryWindow(RdmaMemoryWindow &&other) noexcept = default;
RdmaMemoryWindow &RdmaMemoryWindow::operator=(const RdmaMemoryWindow &other) = default;
RdmaMemoryWindow::~RdmaMemoryWindow() = default;

/*! \fn void RdmaMemoryWindow::swap(RdmaMemoryWindow &other)
    Swaps this handle with \a other. This is fast and never fails.
*/

/*! Makes a window of the given \a type in \a domain. If the device has no windows or was removed,
    the result is invalid and \a error says so.
*/
RdmaMemoryWindow RdmaMemoryWindow::allocate(const RdmaProtectionDomain &domain, Type type,
                                            RdmaError *error)
{
    RdmaError failure = checkDevice(domain);
    std::shared_ptr<MemoryWindow> window;
    if (!failure.isError())
        window = MemoryWindow::make(domainBehind(domain), int(type), &failure);
    if (error)
        *error = failure;
    return window ? Access::handle<RdmaMemoryWindow>(new MemoryWindowData(std::move(window)))
                  : RdmaMemoryWindow();
}

/*! \fn bool RdmaMemoryWindow::isValid() const
    Returns whether there is a window behind this handle.
*/

/*! Returns whether a binding has completed and this side has not ended it. */
bool RdmaMemoryWindow::isBound() const
{
    return d && d->window->isBound();
}

/*! Returns the type that it was allocated with; Type::Two for a handle that is not valid. */
RdmaMemoryWindow::Type RdmaMemoryWindow::type() const
{
    return d ? Type(d->window->type()) : Type::Two;
}

/*! Returns the key that opens the window (\c rkey); binding a window of type 2 changes it.
    \sa remoteMemory()
*/
quint32 RdmaMemoryWindow::remoteKey() const
{
    return d ? d->window->remoteKey() : 0;
}

/*! Returns the value by which the peer uses the memory that the window shows. It is invalid while
    the window is not bound.
*/
RdmaRemoteMemory RdmaMemoryWindow::remoteMemory() const
{
    if (!isBound())
        return {};
    return { d->window->address(), d->window->length(), d->window->remoteKey() };
}

/*! Returns the domain that it was allocated in. */
RdmaProtectionDomain RdmaMemoryWindow::protectionDomain() const
{
    return d ? handleOf(d->window->domain()) : RdmaProtectionDomain();
}

/*! Returns the \c {ibv_mw *} behind this handle, or null. */
void *RdmaMemoryWindow::nativeHandle() const
{
    return d ? d->window->handle() : nullptr;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaMemoryWindow &window)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaMemoryWindow(";
    if (window.isValid())
        debug << "type " << int(window.type()) << ", " << window.remoteMemory();
    debug << ')';
    return debug;
}
#endif
