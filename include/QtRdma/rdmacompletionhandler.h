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

struct RdmaWorkDone
{
    quint64 context = 0;
    quint32 byteLength = 0;
    quint32 vendorError = 0;
    Rdma::CompletionStatus status = Rdma::CompletionStatus::Success;
    Rdma::Opcode opcode = Rdma::Opcode::Send;

    bool isSuccess() const noexcept { return status == Rdma::CompletionStatus::Success; }
};

struct RdmaReceived
{
    const char *data = nullptr;
    quint32 byteLength = 0;
    quint32 immediate = 0;
    quint32 invalidatedKey = 0;
    quint16 slot = 0;
    bool hasImmediate = false;
    bool hasInvalidatedKey = false;

    QByteArrayView view() const noexcept { return { data, qsizetype(byteLength) }; }
};

class Q_RDMA_EXPORT RdmaKeptMessage
{
    Q_DISABLE_COPY(RdmaKeptMessage)

public:
    RdmaKeptMessage() noexcept;
    RdmaKeptMessage(RdmaKeptMessage &&other) noexcept;
    RdmaKeptMessage &operator=(RdmaKeptMessage &&other) noexcept;
    ~RdmaKeptMessage();

    bool isValid() const noexcept { return bool(m_ring); }
    QByteArrayView view() const noexcept { return m_view; }
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

template <typename T>
class RdmaSpan
{
public:
    constexpr RdmaSpan(const T *first, qsizetype count) noexcept
        : m_first(first)
        , m_count(count) { }

    constexpr const T *data() const noexcept { return m_first; }
    constexpr qsizetype size() const noexcept { return m_count; }
    constexpr bool isEmpty() const noexcept { return m_count == 0; }
    constexpr const T &operator[](qsizetype i) const { return m_first[i]; }
    constexpr const T *begin() const noexcept { return m_first; }
    constexpr const T *end() const noexcept { return m_first + m_count; }

private:
    const T *m_first;
    qsizetype m_count;
};

class Q_RDMA_EXPORT RdmaCompletionHandler
{
public:
    virtual ~RdmaCompletionHandler();

    virtual void workDone(RdmaQueuePair *queuePair, RdmaSpan<RdmaWorkDone> done);
    virtual void received(RdmaQueuePair *queuePair, RdmaSpan<RdmaReceived> messages);

protected:
    RdmaCompletionHandler() = default;
    Q_DISABLE_COPY_MOVE(RdmaCompletionHandler)
};

#endif // RDMACOMPLETIONHANDLER_H
