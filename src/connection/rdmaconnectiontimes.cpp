// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaconnectiontimes_p.h"

#include "../base/gadgetdebug_p.h"

using namespace QtRdmaPrivate;

/*!
    \class RdmaConnectionTimes
    \inmodule QtRdma
    \since 0.1
    \brief The duration of each step of connecting, in nanoseconds, from one event of the connection
    manager to the next.

    \l address is the time to find the device that reaches the peer (\c rdma_resolve_addr(3)), and
    \l route the time to find the way to it (\c rdma_resolve_route(3)). \l queuePair is the time to
    make the queue pair (\c rdma_create_qp(3)) and to post the first receives. \l connect is the
    time to connect or accept, until the connection is established. Each step counts from the end
    of the one before it. It is -1 if the step has not ended, or if an accepted connection does not
    have it.

    After RdmaQueuePair::connectToEndpoint() \l address is the time to find the peer, and \l connect
    the time to make the queue pair ready. There is no \l route and no \l queuePair.
    \sa RdmaQueuePair::connectionTimes()
*/

/*! Constructs an empty value. A value that was moved from is empty too. */
RdmaConnectionTimes::RdmaConnectionTimes() noexcept = default;
RdmaConnectionTimes::RdmaConnectionTimes(const RdmaConnectionTimes &other) = default;
RdmaConnectionTimes::RdmaConnectionTimes(RdmaConnectionTimes &&other) noexcept = default;
RdmaConnectionTimes &RdmaConnectionTimes::operator=(const RdmaConnectionTimes &other) = default;
RdmaConnectionTimes::~RdmaConnectionTimes() = default;

/*! \fn void RdmaConnectionTimes::swap(RdmaConnectionTimes &other)
    Swaps this value with \a other. This is fast and never fails.
*/

bool RdmaConnectionTimes::equals(const RdmaConnectionTimes &a,
                                 const RdmaConnectionTimes &b) noexcept
{
    return Access::equal(a, b);
}

/*!
    \property RdmaConnectionTimes::address
    \brief The time of finding the device that reaches the peer (\c rdma_resolve_addr(3)), in
    nanoseconds.
*/

qint64 RdmaConnectionTimes::address() const
{
    return Access::read(*this).address;
}

/*! Returns \l address as a duration. */
std::chrono::nanoseconds RdmaConnectionTimes::addressAsDuration() const
{
    return std::chrono::nanoseconds(address());
}

/*!
    \property RdmaConnectionTimes::route
    \brief The time of finding the way to the peer (\c rdma_resolve_route(3)), in nanoseconds.
*/

qint64 RdmaConnectionTimes::route() const
{
    return Access::read(*this).route;
}

/*! Returns \l route as a duration. */
std::chrono::nanoseconds RdmaConnectionTimes::routeAsDuration() const
{
    return std::chrono::nanoseconds(route());
}

/*!
    \property RdmaConnectionTimes::queuePair
    \brief The time of making the queue pair (\c rdma_create_qp(3)) and of posting the first
    receives, in nanoseconds.
*/

qint64 RdmaConnectionTimes::queuePair() const
{
    return Access::read(*this).queuePair;
}

/*! Returns \l queuePair as a duration. */
std::chrono::nanoseconds RdmaConnectionTimes::queuePairAsDuration() const
{
    return std::chrono::nanoseconds(queuePair());
}

/*!
    \property RdmaConnectionTimes::connect
    \brief The time of connecting or accepting, until established, in nanoseconds.
*/

qint64 RdmaConnectionTimes::connect() const
{
    return Access::read(*this).connect;
}

/*! Returns \l connect as a duration. */
std::chrono::nanoseconds RdmaConnectionTimes::connectAsDuration() const
{
    return std::chrono::nanoseconds(connect());
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaConnectionTimes &times)
{
    return printGadget(std::move(debug), times);
}
#endif
