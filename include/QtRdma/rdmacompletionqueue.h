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

    bool setSpin(int microseconds, SpinOptions options = {}, RdmaError *error = nullptr);
    bool setSpin(std::chrono::microseconds time, SpinOptions options = {},
                 RdmaError *error = nullptr);
    int spin() const;
    std::chrono::microseconds spinAsDuration() const;
    bool setYielding(bool yielding, RdmaError *error = nullptr);
    bool isYielding() const;
    bool setModeration(int microseconds, RdmaError *error = nullptr);
    bool setModeration(std::chrono::microseconds time, RdmaError *error = nullptr);
    int moderation() const;
    std::chrono::microseconds moderationAsDuration() const;
    bool setTimestamps(bool timestamps, RdmaError *error = nullptr);
    bool hasTimestamps() const;
    bool setCompletionVector(int vector, RdmaError *error = nullptr);
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
