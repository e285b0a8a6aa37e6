// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACOMPLETIONHANDLER_H
#define RDMACOMPLETIONHANDLER_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdma.h>

#include <QtCore/qbytearrayview.h>

#include <memory>
#include <utility>

namespace QtRdmaPrivate {
class ReceiveRing;
}
class RdmaQueuePair;

/// A request of RdmaPostBuilder that has completed.
struct RdmaWorkDone
{
    quint64 context = 0;
    quint32 byteLength = 0;
    quint32 vendorError = 0;
    Rdma::CompletionStatus status = Rdma::CompletionStatus::Success;
    Rdma::Opcode opcode = Rdma::Opcode::Send;

    /// Returns whether the request was carried out.
    bool isSuccess() const noexcept { return status == Rdma::CompletionStatus::Success; }
};

/// A message in the receive ring of a queue pair.
struct RdmaReceived
{
    const char *data = nullptr;
    quint32 byteLength = 0;
    quint32 immediate = 0;
    quint32 invalidatedKey = 0;
    quint16 slot = 0;
    bool hasImmediate = false;
    bool hasInvalidatedKey = false;

    /// Returns the bytes of the message.
    QByteArrayView view() const noexcept { return { data, qsizetype(byteLength) }; }
};

/// A message that stays in the memory where the device has put it.
class Q_RDMA_EXPORT RdmaKeptMessage
{
    Q_DISABLE_COPY(RdmaKeptMessage)

public:
    RdmaKeptMessage() noexcept;
    RdmaKeptMessage(RdmaKeptMessage &&other) noexcept;
    RdmaKeptMessage &operator=(RdmaKeptMessage &&other) noexcept;
    ~RdmaKeptMessage();

    /// Returns whether there is a message.
    bool isValid() const noexcept { return bool(m_ring); }
    /// Returns the bytes of the message.
    QByteArrayView view() const noexcept { return m_view; }
    /// Gives the memory of the message back, for another message.
    void giveBack();

private:
    friend class RdmaQueuePair;
    RdmaKeptMessage(std::shared_ptr<QtRdmaPrivate::ReceiveRing> ring, const RdmaReceived &message)
        : m_ring(std::move(ring))
        , m_view(message.view())
        , m_slot(message.slot)
    {
    }

    std::shared_ptr<QtRdmaPrivate::ReceiveRing> m_ring; // null: not valid
    QByteArrayView m_view;
    quint16 m_slot = 0;
};

/// Values that lie side by side in memory of somebody else.
template <typename T>
class RdmaSpan
{
public:
    constexpr RdmaSpan(const T *first, qsizetype count) noexcept
        : m_first(first)
        , m_count(count) { }

    /// Returns the address of the first value.
    constexpr const T *data() const noexcept { return m_first; }
    /// Returns the number of values.
    constexpr qsizetype size() const noexcept { return m_count; }
    /// Returns whether there is no value.
    constexpr bool isEmpty() const noexcept { return m_count == 0; }
    constexpr const T &operator[](qsizetype i) const { return m_first[i]; }
    /// Returns an iterator to the first value.
    constexpr const T *begin() const noexcept { return m_first; }
    /// Returns an iterator behind the last value.
    constexpr const T *end() const noexcept { return m_first + m_count; }

private:
    const T *m_first;
    qsizetype m_count;
};

/// Takes the completions of a queue pair many at a time, without signals.
class Q_RDMA_EXPORT RdmaCompletionHandler
{
public:
    virtual ~RdmaCompletionHandler();

    /// Called with the requests of RdmaPostBuilder that have completed at `queuePair`, in their
    /// order.
    virtual void workDone(RdmaQueuePair *queuePair, RdmaSpan<RdmaWorkDone> done);
    /// Called with the messages that have arrived in the receive ring of `queuePair`, in their
    /// order.
    virtual void received(RdmaQueuePair *queuePair, RdmaSpan<RdmaReceived> messages);

protected:
    RdmaCompletionHandler() = default;
    Q_DISABLE_COPY_MOVE(RdmaCompletionHandler)
};

#endif // RDMACOMPLETIONHANDLER_H
