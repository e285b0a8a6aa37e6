// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONTIMES_H
#define RDMACONNECTIONTIMES_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qobjectdefs.h>
#include <QtCore/qshareddata.h>

#include <chrono>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct ConnectionTimesData;
} // namespace QtRdmaPrivate

/// The duration of each step of connecting, in nanoseconds, from one event of the connection
/// manager to the next.
class Q_RDMA_EXPORT RdmaConnectionTimes
{
    Q_GADGET
    Q_PROPERTY(qint64 address READ address)
    Q_PROPERTY(qint64 route READ route)
    Q_PROPERTY(qint64 queuePair READ queuePair)
    Q_PROPERTY(qint64 connect READ connect)

public:
    RdmaConnectionTimes() noexcept;
    RdmaConnectionTimes(const RdmaConnectionTimes &other);
    RdmaConnectionTimes(RdmaConnectionTimes &&other) noexcept;
    RdmaConnectionTimes &operator=(const RdmaConnectionTimes &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaConnectionTimes)
    ~RdmaConnectionTimes();
    void swap(RdmaConnectionTimes &other) noexcept { d.swap(other.d); }

    /// The time of finding the device that reaches the peer (`rdma_resolve_addr(3)`), in
    /// nanoseconds.
    qint64 address() const;
    std::chrono::nanoseconds addressAsDuration() const;
    /// The time of finding the way to the peer (`rdma_resolve_route(3)`), in nanoseconds.
    qint64 route() const;
    std::chrono::nanoseconds routeAsDuration() const;
    /// The time of making the queue pair (`rdma_create_qp(3)`) and of posting the first receives,
    /// in nanoseconds.
    qint64 queuePair() const;
    std::chrono::nanoseconds queuePairAsDuration() const;
    /// The time of connecting or accepting, until established, in nanoseconds.
    qint64 connect() const;
    std::chrono::nanoseconds connectAsDuration() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaConnectionTimes &a, const RdmaConnectionTimes &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaConnectionTimes &a, const RdmaConnectionTimes &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaConnectionTimes &a, const RdmaConnectionTimes &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::ConnectionTimesData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaConnectionTimes)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaConnectionTimes &times);
#endif

#endif // RDMACONNECTIONTIMES_H
