// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaconnectionoptions_p.h"

#include "../base/gadgetdebug_p.h"
#include "../base/msecs_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <limits>

using namespace QtRdmaPrivate;

/*!
    \class RdmaConnectionOptions
    \inmodule QtRdma
    \since 0.1
    \brief The options with which RdmaQueuePair connects and accepts.

    A plain value: set what differs from the default and pass it to RdmaQueuePair::connectToHost()
    or RdmaQueuePair::accept().

    \snippet connection.cpp options

    A setter refuses a value that is out of range: the option keeps the value that it has. So that
    the mistake is noticed, what uses these options fails with an RdmaError::Category::Usage that
    names the option, the value and the range, until the option is set to a value that it can have.
    A value beyond what the device permits is refused with such an error when the device is known.

    iWARP runs over TCP, which acknowledges and repeats by itself: \l acknowledgeTimeout,
    \l retryCount, \l rnrRetryCount and \l minimumRnrTimer have no effect there, and a message that
    finds no receive ends the connection.

    Options are shared: a copy costs no more than a pointer. Options that were moved from have the
    default values. Options are equal when all their values are, and when they have the same
    queuePairFactory(): one was copied from the other, or neither has one.

    The calls are \c rdma_set_option(3), \c rdma_resolve_addr(3), \c rdma_resolve_route(3),
    \c rdma_connect(3), \c rdma_accept(3) and \c ibv_modify_qp(3); for queue pairs made by hand
    \c rdma_init_qp_attr(3) and \c rdma_establish(3).
*/

namespace {

constexpr int LongestPrivateData = 196;
constexpr int AnyNumber = std::numeric_limits<int>::max();

} // namespace

/*! Constructs options with the default values. */
RdmaConnectionOptions::RdmaConnectionOptions() noexcept = default;

/*! Constructs a copy of \a other. */
RdmaConnectionOptions::RdmaConnectionOptions(const RdmaConnectionOptions &other) = default;

/*! Constructs options with the values of \a other, which has the default values then. */
RdmaConnectionOptions::RdmaConnectionOptions(RdmaConnectionOptions &&other) noexcept = default;

/*! Assigns \a other. */
RdmaConnectionOptions &
RdmaConnectionOptions::operator=(const RdmaConnectionOptions &other) = default;

RdmaConnectionOptions::~RdmaConnectionOptions() = default;

/*! \fn void RdmaConnectionOptions::swap(RdmaConnectionOptions &other)
    Swaps these options with \a other. This is fast and never fails.
*/

bool RdmaConnectionOptions::equals(const RdmaConnectionOptions &a,
                                   const RdmaConnectionOptions &b) noexcept
{
    return Access::equal(a, b);
}

/*!
    \property RdmaConnectionOptions::sendDepth
    \brief The largest number of sends, reads and writes in flight: 1 to the device's \c max_qp_wr,
    64 by default.

    A value out of range is refused.
*/

int RdmaConnectionOptions::sendDepth() const
{
    return Access::read(*this).sendDepth;
}

void RdmaConnectionOptions::setSendDepth(int count)
{
    setWithin(this, &ConnectionOptionsData::sendDepth, QLatin1String("sendDepth"), count, 1,
              AnyNumber);
}

/*!
    \property RdmaConnectionOptions::receiveDepth
    \brief The largest number of receives in flight: 1 to the device's \c max_qp_wr, 64 by default.

    A value out of range is refused.
*/

int RdmaConnectionOptions::receiveDepth() const
{
    return Access::read(*this).receiveDepth;
}

void RdmaConnectionOptions::setReceiveDepth(int count)
{
    setWithin(this, &ConnectionOptionsData::receiveDepth, QLatin1String("receiveDepth"), count, 1,
              AnyNumber);
}

/*!
    \property RdmaConnectionOptions::maxSendSge
    \brief The largest number of slices in one request that sends, reads or writes: 1 to the
    device's \c max_sge, 4 by default.

    A value out of range is refused.
*/

int RdmaConnectionOptions::maxSendSge() const
{
    return Access::read(*this).maxSendSge;
}

void RdmaConnectionOptions::setMaxSendSge(int count)
{
    setWithin(this, &ConnectionOptionsData::maxSendSge, QLatin1String("maxSendSge"), count, 1,
              AnyNumber);
}

/*!
    \property RdmaConnectionOptions::maxReceiveSge
    \brief The largest number of slices in one receive: 1 to the device's \c max_sge, 4 by default.

    A value out of range is refused.
*/

int RdmaConnectionOptions::maxReceiveSge() const
{
    return Access::read(*this).maxReceiveSge;
}

void RdmaConnectionOptions::setMaxReceiveSge(int count)
{
    setWithin(this, &ConnectionOptionsData::maxReceiveSge, QLatin1String("maxReceiveSge"), count, 1,
              AnyNumber);
}

/*!
    \property RdmaConnectionOptions::inlineSize
    \brief The bytes of inline data that are asked for, 0 and up, 64 by default; the device may give
    less.

    A value out of range is refused.
*/

int RdmaConnectionOptions::inlineSize() const
{
    return Access::read(*this).inlineSize;
}

void RdmaConnectionOptions::setInlineSize(int bytes)
{
    setWithin(this, &ConnectionOptionsData::inlineSize, QLatin1String("inlineSize"), bytes, 0,
              AnyNumber);
}

/*!
    \property RdmaConnectionOptions::ownProtectionDomain
    \brief Whether the queue pair has a domain of its own instead of the one that the thread shares
    on the device; \c false by default.
*/

bool RdmaConnectionOptions::ownProtectionDomain() const
{
    return Access::read(*this).ownProtectionDomain;
}

void RdmaConnectionOptions::setOwnProtectionDomain(bool on)
{
    Access::write(*this).ownProtectionDomain = on;
}

/*! Returns the domain of the queue pair. An invalid one, the default, leaves the choice to
    \l ownProtectionDomain.
    \sa setProtectionDomain()
*/
RdmaProtectionDomain RdmaConnectionOptions::protectionDomain() const
{
    return Access::read(*this).protectionDomain;
}

/*! Sets \l {RdmaConnectionOptions::}{protectionDomain()} to \a domain. */
void RdmaConnectionOptions::setProtectionDomain(const RdmaProtectionDomain &domain)
{
    Access::write(*this).protectionDomain = domain;
}

/*! Returns the shared queue from which the queue pair takes its receives. With null, the default,
    it has receives of its own.

    The options do not own the queue. After the queue was deleted this is null.
    \sa setSharedReceiveQueue()
*/
RdmaSharedReceiveQueue *RdmaConnectionOptions::sharedReceiveQueue() const
{
    return Access::read(*this).sharedReceiveQueue;
}

/*! Sets \l {RdmaConnectionOptions::}{sharedReceiveQueue()} to \a queue. */
void RdmaConnectionOptions::setSharedReceiveQueue(RdmaSharedReceiveQueue *queue)
{
    Access::write(*this).sharedReceiveQueue = queue;
}

/*!
    \property RdmaConnectionOptions::connectTimeout
    \brief The limit of everything up to connected(), in milliseconds.

    30000 by default; negative: no limit.
*/

int RdmaConnectionOptions::connectTimeout() const
{
    return Access::read(*this).connectTimeout;
}

void RdmaConnectionOptions::setConnectTimeout(int msecs)
{
    Access::write(*this).connectTimeout = msecs;
}

/*! Returns \l connectTimeout as a duration. */
std::chrono::milliseconds RdmaConnectionOptions::connectTimeoutAsDuration() const
{
    return std::chrono::milliseconds(connectTimeout());
}

/*! \overload
    Sets \l connectTimeout to \a timeout. A time that is too long for an int of
    milliseconds becomes the longest possible one.
*/
void RdmaConnectionOptions::setConnectTimeout(std::chrono::milliseconds timeout)
{
    setConnectTimeout(toMsecs(timeout));
}

/*!
    \property RdmaConnectionOptions::privateData
    \brief The bytes that travel with the request (56 on InfiniBand and RoCE) or with the acceptance
    (196).

    Empty by default. More than 196 bytes are refused at once. More than the device takes are
    refused when the device is known.
*/

QByteArray RdmaConnectionOptions::privateData() const
{
    return Access::read(*this).privateData;
}

void RdmaConnectionOptions::setPrivateData(const QByteArray &data)
{
    ConnectionOptionsData &values = Access::write(*this);
    const RdmaError reason = data.size() > LongestPrivateData
            ? usageError(Words::tr("The private data has %1 bytes, %2 are the most")
                                 .arg(data.size())
                                 .arg(LongestPrivateData))
            : RdmaError();
    if (values.refused.admit(QLatin1String("privateData"), reason))
        values.privateData = data;
}

/*!
    \property RdmaConnectionOptions::sourceAddress
    \brief The address that is bound before connecting; null, the default, leaves the choice to the
    kernel.
*/

QHostAddress RdmaConnectionOptions::sourceAddress() const
{
    return Access::read(*this).sourceAddress;
}

void RdmaConnectionOptions::setSourceAddress(const QHostAddress &address)
{
    Access::write(*this).sourceAddress = address;
}

/*!
    \property RdmaConnectionOptions::sourcePort
    \brief The port that is bound before connecting; 0, the default, leaves the choice to the
    kernel.
*/

quint16 RdmaConnectionOptions::sourcePort() const
{
    return Access::read(*this).sourcePort;
}

void RdmaConnectionOptions::setSourcePort(quint16 port)
{
    Access::write(*this).sourcePort = port;
}

/*!
    \property RdmaConnectionOptions::reuseAddress
    \brief Whether the source port may be that of another connection that has set this, too;
    \c false by default.
*/

bool RdmaConnectionOptions::reuseAddress() const
{
    return Access::read(*this).reuseAddress;
}

void RdmaConnectionOptions::setReuseAddress(bool on)
{
    Access::write(*this).reuseAddress = on;
}

/*!
    \property RdmaConnectionOptions::addressIsGid
    \brief Whether the address is the GID of an InfiniBand port, written as the IPv6 address that it
    is (\c AF_IB); \c false by default.

    No port of RoCE or iWARP takes such addresses; the error says so.
*/

bool RdmaConnectionOptions::addressIsGid() const
{
    return Access::read(*this).addressIsGid;
}

void RdmaConnectionOptions::setAddressIsGid(bool on)
{
    Access::write(*this).addressIsGid = on;
}

/*!
    \property RdmaConnectionOptions::resolveTimeout
    \brief The limit of each of the two steps that find the address and the route, in milliseconds,
    at least 1; for connecting only.

    5000 by default.

    A value out of range is refused.
*/

int RdmaConnectionOptions::resolveTimeout() const
{
    return Access::read(*this).resolveTimeout;
}

void RdmaConnectionOptions::setResolveTimeout(int msecs)
{
    setWithin(this, &ConnectionOptionsData::resolveTimeout, QLatin1String("resolveTimeout"), msecs,
              1, AnyNumber);
}

/*! Returns \l resolveTimeout as a duration. */
std::chrono::milliseconds RdmaConnectionOptions::resolveTimeoutAsDuration() const
{
    return std::chrono::milliseconds(resolveTimeout());
}

/*! \overload
    Sets \l resolveTimeout to \a timeout. A time that is too long for an int of
    milliseconds becomes the longest possible one.
*/
void RdmaConnectionOptions::setResolveTimeout(std::chrono::milliseconds timeout)
{
    setResolveTimeout(toMsecs(timeout));
}

/*!
    \property RdmaConnectionOptions::typeOfService
    \brief The byte in the IP header (RoCE's traffic class, iWARP's TOS): 0 to 255; -1, the default,
    leaves it to the system.

    On RoCE the connecting side decides for both.

    A value out of range is refused.
*/

int RdmaConnectionOptions::typeOfService() const
{
    return Access::read(*this).typeOfService;
}

void RdmaConnectionOptions::setTypeOfService(int value)
{
    setWithin(this, &ConnectionOptionsData::typeOfService, QLatin1String("typeOfService"), value,
              -1, 255);
}

/*!
    \property RdmaConnectionOptions::acknowledgeTimeout
    \brief The time until a message is sent again, in the code of the InfiniBand specification: 1 to
    31 mean 4.096 µs times two to that power, 0 means for ever, and -1, the default, means that the
    route decides.

    The time holds for the messages of this side.

    A value out of range is refused.
*/

int RdmaConnectionOptions::acknowledgeTimeout() const
{
    return Access::read(*this).acknowledgeTimeout;
}

void RdmaConnectionOptions::setAcknowledgeTimeout(int value)
{
    setWithin(this, &ConnectionOptionsData::acknowledgeTimeout, QLatin1String("acknowledgeTimeout"),
              value, -1, 31);
}

/*!
    \property RdmaConnectionOptions::retryCount
    \brief How often a message without an acknowledgement is repeated: 0 to 7, 7 by default.

    The connecting side decides for both.

    A value out of range is refused.
*/

int RdmaConnectionOptions::retryCount() const
{
    return Access::read(*this).retryCount;
}

void RdmaConnectionOptions::setRetryCount(int count)
{
    setWithin(this, &ConnectionOptionsData::retryCount, QLatin1String("retryCount"), count, 0, 7);
}

/*!
    \property RdmaConnectionOptions::rnrRetryCount
    \brief How often a message of the \e peer is repeated that found no receive posted here: 0 to 6,
    6 by default; 7 means for ever.

    A value out of range is refused.
*/

int RdmaConnectionOptions::rnrRetryCount() const
{
    return Access::read(*this).rnrRetryCount;
}

void RdmaConnectionOptions::setRnrRetryCount(int count)
{
    setWithin(this, &ConnectionOptionsData::rnrRetryCount, QLatin1String("rnrRetryCount"), count, 0,
              7);
}

/*!
    \property RdmaConnectionOptions::minimumRnrTimer
    \brief The pause before such a repetition, 0 to 31 in the code of the InfiniBand specification:
    1 is 0.01 ms, 12, the default, is 0.64 ms, 31 is 491 ms, 0 is 655 ms.

    \sa rnrRetryCount

    A value out of range is refused.
*/

int RdmaConnectionOptions::minimumRnrTimer() const
{
    return Access::read(*this).minimumRnrTimer;
}

void RdmaConnectionOptions::setMinimumRnrTimer(int value)
{
    setWithin(this, &ConnectionOptionsData::minimumRnrTimer, QLatin1String("minimumRnrTimer"),
              value, 0, 31);
}

/*!
    \property RdmaConnectionOptions::responderResources
    \brief How many reads and atomics of the peer are served at once: up to the device's
    \c max_qp_rd_atom, and 255.

    With -1, the default, it is 16, or as many as the device permits. An acceptance never exceeds
    what the request offered.

    A value out of range is refused.
*/

int RdmaConnectionOptions::responderResources() const
{
    return Access::read(*this).responderResources;
}

void RdmaConnectionOptions::setResponderResources(int count)
{
    setWithin(this, &ConnectionOptionsData::responderResources, QLatin1String("responderResources"),
              count, -1, 255);
}

/*!
    \property RdmaConnectionOptions::initiatorDepth
    \brief How many reads and atomics of this side are under way at once: up to the device's
    \c max_qp_init_rd_atom, and 255.

    With -1, the default, it is 16, or as many as the device permits. An acceptance never exceeds
    what the request offered.

    A value out of range is refused.
*/

int RdmaConnectionOptions::initiatorDepth() const
{
    return Access::read(*this).initiatorDepth;
}

void RdmaConnectionOptions::setInitiatorDepth(int count)
{
    setWithin(this, &ConnectionOptionsData::initiatorDepth, QLatin1String("initiatorDepth"), count,
              -1, 255);
}

/*! Returns the function that makes the queue pair. It is empty by default: then the library makes
    it.
    \sa setQueuePairFactory()
*/
RdmaConnectionOptions::QueuePairFactory RdmaConnectionOptions::queuePairFactory() const
{
    const auto &factory = Access::read(*this).queuePairFactory;
    return factory ? *factory : QueuePairFactory();
}

/*! Lets \a factory make the queue pair, for attributes that only \c ibv_create_qp_ex(3) or a call
    of the provider has. The function is given the domain and the attributes of the queue pair that
    the library would make. It returns a queue pair with these attributes, or null with \c errno.

    If it fails with \c EINVAL it is called again with less inline data. It is called while the
    engine works, so it must not use objects of this library. The library takes the queue pair
    through its states and destroys it. An empty function leaves all this to the library.

    \snippet connection.cpp factory
*/
void RdmaConnectionOptions::setQueuePairFactory(const QueuePairFactory &factory)
{
    Access::write(*this).queuePairFactory =
            factory ? std::make_shared<const QueuePairFactory>(factory) : nullptr;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaConnectionOptions &options)
{
    return printGadget(std::move(debug), options);
}
#endif
