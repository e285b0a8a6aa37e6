// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACOMPLETION_H
#define RDMACOMPLETION_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdma.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qobjectdefs.h>

#include <chrono>
#include <utility>

namespace QtRdmaPrivate {
struct Undelivered;
}

// The library makes one for each work request. To save the allocation, the values are members of
// the class, and there is room for more of them.
/// The result of one work request.
class Q_RDMA_EXPORT RdmaCompletion
{
    Q_GADGET
    Q_PROPERTY(quint64 wrId READ wrId WRITE setWrId)
    Q_PROPERTY(Rdma::Opcode opcode READ opcode WRITE setOpcode)
    Q_PROPERTY(Rdma::CompletionStatus status READ status WRITE setStatus)
    Q_PROPERTY(quint32 vendorError READ vendorError WRITE setVendorError)
    Q_PROPERTY(quint32 byteLength READ byteLength WRITE setByteLength)
    Q_PROPERTY(bool hasImmediate READ hasImmediate)
    Q_PROPERTY(quint32 immediate READ immediate WRITE setImmediate)
    Q_PROPERTY(bool hasInvalidatedKey READ hasInvalidatedKey)
    Q_PROPERTY(quint32 invalidatedKey READ invalidatedKey WRITE setInvalidatedKey)
    Q_PROPERTY(qint64 timestamp READ timestamp WRITE setTimestamp)
    Q_PROPERTY(bool hasWallClockTime READ hasWallClockTime)
    Q_PROPERTY(qint64 wallClockTime READ wallClockTime)
    Q_PROPERTY(qint64 wallClockError READ wallClockError)
    Q_PROPERTY(quint64 originalValue READ originalValue WRITE setOriginalValue)
    Q_PROPERTY(QByteArray data READ data WRITE setData)
    Q_PROPERTY(RdmaError rdmaError READ rdmaError)

public:
    using TimePoint = std::chrono::time_point<std::chrono::system_clock, std::chrono::nanoseconds>;

    RdmaCompletion() noexcept = default;
    void swap(RdmaCompletion &other) noexcept { std::swap(*this, other); }

    /// Returns whether the status is Rdma::CompletionStatus::Success.
    bool isSuccess() const noexcept { return m_status == Rdma::CompletionStatus::Success; }
    /// What went wrong: the refusal where the request was not posted, else what the status means.
    RdmaError rdmaError() const;
    /// Sets the rdmaError() of a request that was not posted to `refusal`.
    void setRefusal(const RdmaError &refusal) { m_refusal = refusal; }

    /// The id of the work request.
    quint64 wrId() const noexcept { return m_wrId; }
    void setWrId(quint64 wrId) noexcept { m_wrId = wrId; }
    /// The operation of the work request.
    Rdma::Opcode opcode() const noexcept { return m_opcode; }
    void setOpcode(Rdma::Opcode opcode) noexcept { m_opcode = opcode; }
    /// The result of the work request: an `ibv_wc_status`, or a status of this library.
    Rdma::CompletionStatus status() const noexcept { return m_status; }
    void setStatus(Rdma::CompletionStatus status) noexcept { m_status = status; }
    /// A code of the device that says more about a failure.
    quint32 vendorError() const noexcept { return m_vendorError; }
    void setVendorError(quint32 code) noexcept { m_vendorError = code; }
    /// The bytes that were sent or received.
    quint32 byteLength() const noexcept { return m_byteLength; }
    void setByteLength(quint32 length) noexcept { m_byteLength = length; }

    /// Whether the message carried an immediate number.
    bool hasImmediate() const noexcept { return m_hasImmediate; }
    /// The immediate number of the peer, in host order.
    quint32 immediate() const noexcept { return m_immediate; }
    void setImmediate(quint32 immediate) noexcept
    {
        m_hasImmediate = true;
        m_immediate = immediate;
    }
    /// Whether the message has invalidated a key of this side.
    bool hasInvalidatedKey() const noexcept { return m_hasInvalidatedKey; }
    /// The key that the message has invalidated.
    quint32 invalidatedKey() const noexcept { return m_invalidatedKey; }
    void setInvalidatedKey(quint32 key) noexcept
    {
        m_hasInvalidatedKey = true;
        m_invalidatedKey = key;
    }

    /// The time of the completion in nanoseconds of the device's own clock; -1 if nobody has asked
    /// for it by RdmaCompletionQueue::setTimestamps(), or if the device has no such clock, as the
    /// software devices.
    qint64 timestamp() const noexcept { return m_timestamp; }
    void setTimestamp(qint64 nsecs) noexcept { m_timestamp = nsecs; }
    std::chrono::nanoseconds timestampAsDuration() const noexcept
    {
        return std::chrono::nanoseconds(m_timestamp);
    }
    void setTimestamp(std::chrono::nanoseconds time) noexcept { m_timestamp = time.count(); }
    /// Whether the device stamps completions and tells what its clock shows now, so that the time
    /// of the completion is known by the clock of the system.
    bool hasWallClockTime() const noexcept { return m_wallClockError >= 0; }
    /// When the device has completed the request: nanoseconds since 1970, UTC, by the clock of the
    /// system; 0 without hasWallClockTime.
    qint64 wallClockTime() const noexcept { return m_wallClockTime; }
    /// By how many nanoseconds wallClockTime may be too early or too late; -1 without
    /// hasWallClockTime.
    qint64 wallClockError() const noexcept { return m_wallClockError; }
    /// Sets wallClockTime to `nsecsSinceEpoch` and wallClockError to `error`.
    void setWallClockTime(qint64 nsecsSinceEpoch, qint64 error) noexcept
    {
        m_wallClockTime = nsecsSinceEpoch;
        m_wallClockError = error;
    }
    /// Returns wallClockTime as a point in time.
    TimePoint wallClockTimePoint() const noexcept
    {
        return TimePoint(std::chrono::nanoseconds(m_wallClockTime));
    }
    std::chrono::nanoseconds wallClockErrorAsDuration() const noexcept
    {
        return std::chrono::nanoseconds(m_wallClockError);
    }
    /// The value that an atomic operation found.
    quint64 originalValue() const noexcept { return m_originalValue; }
    void setOriginalValue(quint64 value) noexcept { m_originalValue = value; }
    /// The bytes that a receive or a read with its own buffer got.
    QByteArray data() const { return m_data; }
    void setData(const QByteArray &data) { m_data = data; }
    void setData(QByteArray &&data) noexcept { m_data = std::move(data); }

private:
    friend struct QtRdmaPrivate::Undelivered;
    RdmaCompletion(quint64 wrId, Rdma::Opcode opcode, Rdma::CompletionStatus status,
                   quint32 vendorError, quint32 byteLength) noexcept
        : m_wrId(wrId)
        , m_opcode(opcode)
        , m_status(status)
        , m_vendorError(vendorError)
        , m_byteLength(byteLength)
    {
    }

    friend bool operator==(const RdmaCompletion &a, const RdmaCompletion &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaCompletion &a, const RdmaCompletion &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaCompletion &a, const RdmaCompletion &b) noexcept;

    quint64 m_wrId = 0;
    Rdma::Opcode m_opcode = Rdma::Opcode::Send;
    bool m_hasImmediate = false;
    bool m_hasInvalidatedKey = false;
    Rdma::CompletionStatus m_status = Rdma::CompletionStatus::Success;
    quint32 m_vendorError = 0;
    quint32 m_byteLength = 0;
    quint32 m_immediate = 0;
    quint32 m_invalidatedKey = 0;
    qint64 m_timestamp = -1;
    qint64 m_wallClockTime = 0;
    qint64 m_wallClockError = -1;
    quint64 m_originalValue = 0;
    QByteArray m_data;
    RdmaError m_refusal;
    [[maybe_unused]] quint64 m_reserved = 0;
};

Q_DECLARE_SHARED(RdmaCompletion)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaCompletion &completion);
#endif

#endif // RDMACOMPLETION_H
