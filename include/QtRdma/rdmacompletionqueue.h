// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACOMPLETIONQUEUE_H
#define RDMACOMPLETIONQUEUE_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qflags.h>
#include <QtCore/qobjectdefs.h>
#include <QtNetwork/qhostaddress.h>

#include <chrono>

/// Controls how the calling thread waits for the completion queue that all its queue pairs, streams
/// and datagram sockets share on a device.
class Q_RDMA_EXPORT RdmaCompletionQueue
{
    Q_GADGET

public:
    enum class SpinOption : quint8 {
        Adaptive = 1, // spins while completions follow each other within the time
        OnSoftwareDevice = 2 // without it a software device refuses
    };
    Q_ENUM(SpinOption)
    Q_DECLARE_FLAGS(SpinOptions, SpinOption)
    Q_FLAG(SpinOptions)

    explicit RdmaCompletionQueue(const QHostAddress &localAddress);
    RdmaCompletionQueue(const RdmaCompletionQueue &other);
    RdmaCompletionQueue(RdmaCompletionQueue &&other) noexcept;
    RdmaCompletionQueue &operator=(const RdmaCompletionQueue &other);
    RdmaCompletionQueue &operator=(RdmaCompletionQueue &&other) noexcept;
    ~RdmaCompletionQueue();
    void swap(RdmaCompletionQueue &other) noexcept { address.swap(other.address); }

    /// Polls the queue for up to `microseconds`, 0 to 1000000, after each completion before the
    /// thread sleeps.
    bool setSpin(int microseconds, SpinOptions options = {}, RdmaError *error = nullptr);
    bool setSpin(std::chrono::microseconds time, SpinOptions options = {},
                 RdmaError *error = nullptr);
    /// Returns the time in microseconds that was set in the calling thread, 0 for none.
    int spin() const;
    std::chrono::microseconds spinAsDuration() const;
    /// With `yielding` the thread lets others run (`sched_yield(2)`, twice at most) before it arms
    /// the queue and sleeps, and polls the queue once more.
    bool setYielding(bool yielding, RdmaError *error = nullptr);
    /// Returns whether the calling thread yields before it sleeps.
    bool isYielding() const;
    /// Leaves the queue alone for `microseconds`, 0 to 65535, after something was received, and
    /// then takes together what has completed.
    bool setModeration(int microseconds, RdmaError *error = nullptr);
    bool setModeration(std::chrono::microseconds time, RdmaError *error = nullptr);
    /// Returns the time in microseconds that was set in the calling thread, 0 for none.
    int moderation() const;
    std::chrono::microseconds moderationAsDuration() const;
    /// With `timestamps` the device stamps what completes in queues that the calling thread makes
    /// from now on with its clock, where it has one: RdmaCompletion::timestamp() and
    /// RdmaCompletion::wallClockTime() tell the time.
    bool setTimestamps(bool timestamps, RdmaError *error = nullptr);
    /// Returns whether queues that the calling thread makes from now on stamp completions.
    bool hasTimestamps() const;
    /// Lets `vector`, 0 to one less than RdmaDeviceAttributes::numCompVectors, tell of the
    /// completions of queues that the calling thread makes from now on.
    bool setCompletionVector(int vector, RdmaError *error = nullptr);
    /// Returns the vector of the queues that the calling thread makes from now on; 0 if no device
    /// has the address.
    int completionVector() const;

private:
    friend bool operator==(const RdmaCompletionQueue &a, const RdmaCompletionQueue &b) noexcept
    {
        return a.address == b.address;
    }
    friend bool operator!=(const RdmaCompletionQueue &a, const RdmaCompletionQueue &b) noexcept
    {
        return !(a == b);
    }

    QHostAddress address;
    [[maybe_unused]] quint64 reserved = 0;
};

Q_DECLARE_SHARED(RdmaCompletionQueue)

Q_DECLARE_OPERATORS_FOR_FLAGS(RdmaCompletionQueue::SpinOptions)

#endif // RDMACOMPLETIONQUEUE_H
