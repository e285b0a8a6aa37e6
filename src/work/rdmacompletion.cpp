// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmacompletion.h>

#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaCompletion
    \inmodule QtRdma
    \since 0.1
    \brief The result of one work request.

    If the request has failed, only \l wrId, \l opcode, \l status and \l vendorError mean something.

    Only RdmaQueuePair::whenCompleted() gives two more statuses. Rdma::CompletionStatus::NotPosted
    means that the post was refused, and rdmaError() is the reason.
    Rdma::CompletionStatus::UnknownRequest means that no request with this id is in flight, and
    \l opcode means nothing either.

    A default-constructed value is the completion of a send that has succeeded. A value that was
    moved from has no \l data and no refusal.
*/

/*! \fn RdmaCompletion::RdmaCompletion()
    Constructs the completion of a send that has succeeded.
*/

/*! \fn void RdmaCompletion::swap(RdmaCompletion &other)
    Swaps this value with \a other. This is fast and never fails.
*/

/*! \fn bool RdmaCompletion::isSuccess() const
    Returns whether the \l status is Rdma::CompletionStatus::Success.
*/

/*!
    \property RdmaCompletion::wrId
    \brief The id of the work request.
*/

/*!
    \property RdmaCompletion::opcode
    \brief The operation of the work request.
*/

/*!
    \property RdmaCompletion::status
    \brief The result of the work request: an \c ibv_wc_status, or a status of this library.

    Rdma::CompletionStatus::Success by default.
*/

/*!
    \property RdmaCompletion::vendorError
    \brief A code of the device that says more about a failure.
*/

/*!
    \property RdmaCompletion::byteLength
    \brief The bytes that were sent or received.
*/

/*!
    \property RdmaCompletion::hasImmediate
    \brief Whether the message carried an immediate number.
*/

/*!
    \property RdmaCompletion::immediate
    \brief The immediate number of the peer, in host order.

    Setting it sets \l hasImmediate.
*/

/*!
    \property RdmaCompletion::hasInvalidatedKey
    \brief Whether the message has invalidated a key of this side.
*/

/*!
    \property RdmaCompletion::invalidatedKey
    \brief The key that the message has invalidated.

    Setting it sets \l hasInvalidatedKey.
*/

/*!
    \property RdmaCompletion::timestamp
    \brief The time of the completion in nanoseconds of the device's own clock; -1 if nobody has
    asked for it by RdmaCompletionQueue::setTimestamps(), or if the device has no such clock, as the
    software devices.

    The times of one device can be compared with each other. wallClockTime compares with other
    clocks.
*/

/*! \fn std::chrono::nanoseconds RdmaCompletion::timestampAsDuration() const
    Returns \l timestamp as a duration.
*/

/*! \fn void RdmaCompletion::setTimestamp(std::chrono::nanoseconds time)
    \overload
    Sets \l timestamp to \a time.
*/

/*!
    \property RdmaCompletion::hasWallClockTime
    \brief Whether the device stamps completions and tells what its clock shows now, so that the
    time of the completion is known by the clock of the system.

    It is false without RdmaCompletionQueue::setTimestamps(), for software devices, which have no
    clock (RdmaDeviceAttributes::hcaCoreClock is 0), for a request that was flushed, and for a
    device whose driver does not show the clock. The verbs call is \c ibv_query_rt_values_ex(3).
*/

/*!
    \property RdmaCompletion::wallClockTime
    \brief When the device has completed the request: nanoseconds since 1970, UTC, by the clock of
    the system; 0 without hasWallClockTime.

    It is computed from timestamp, which the device has stamped, and from what both clocks have
    shown at one moment within a millisecond of it, or later. A clock that was set meanwhile
    falsifies it.
    \sa wallClockError
*/

/*!
    \property RdmaCompletion::wallClockError
    \brief By how many nanoseconds wallClockTime may be too early or too late; -1 without
    hasWallClockTime.

    It is half the time that it took to read both clocks, a tick of the device's clock, and a
    thousandth of the time between the reading and the completion.
*/

/*! \fn void RdmaCompletion::setWallClockTime(qint64 nsecsSinceEpoch, qint64 error)
    Sets wallClockTime to \a nsecsSinceEpoch and wallClockError to \a error.
*/

/*! \typedef RdmaCompletion::TimePoint
    A point in time by the clock of the system, in nanoseconds.
*/

/*! \fn RdmaCompletion::TimePoint RdmaCompletion::wallClockTimePoint() const
    Returns wallClockTime as a point in time.
*/

/*! \fn std::chrono::nanoseconds RdmaCompletion::wallClockErrorAsDuration() const
    Returns wallClockError as a duration.
*/

/*!
    \property RdmaCompletion::originalValue
    \brief The value that an atomic operation found.
*/

/*!
    \property RdmaCompletion::data
    \brief The bytes that a receive or a read with its own buffer got.
*/

/*! \fn void RdmaCompletion::setData(QByteArray &&data)
    \overload
    Takes \a data without a copy.
*/

/*!
    \property RdmaCompletion::rdmaError
    \brief What went wrong: the refusal where the request was not posted, else what the \l status
    means.

    No error where the request has succeeded.
*/

/*! \fn void RdmaCompletion::setRefusal(const RdmaError &refusal)
    Sets the rdmaError() of a request that was not posted to \a refusal.
*/

RdmaError RdmaCompletion::rdmaError() const
{
    if (isSuccess() || m_refusal.isError())
        return m_refusal;
    return completionError(int(m_status), m_vendorError);
}

bool RdmaCompletion::equals(const RdmaCompletion &a, const RdmaCompletion &b) noexcept
{
    return a.m_wrId == b.m_wrId && a.m_opcode == b.m_opcode && a.m_status == b.m_status
            && a.m_vendorError == b.m_vendorError && a.m_byteLength == b.m_byteLength
            && a.m_hasImmediate == b.m_hasImmediate && a.m_immediate == b.m_immediate
            && a.m_hasInvalidatedKey == b.m_hasInvalidatedKey
            && a.m_invalidatedKey == b.m_invalidatedKey && a.m_timestamp == b.m_timestamp
            && a.m_wallClockTime == b.m_wallClockTime && a.m_wallClockError == b.m_wallClockError
            && a.m_originalValue == b.m_originalValue && a.m_data == b.m_data
            && a.m_refusal == b.m_refusal;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaCompletion &completion)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaCompletion(" << completion.wrId() << ", " << completion.opcode();
    if (completion.isSuccess())
        debug << ", " << completion.byteLength() << " bytes)";
    else
        debug << ", " << completion.rdmaError().text() << ')';
    return debug;
}
#endif
