// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "poster.h"

#include <QtRdma/RdmaPostBuilder>

#include <algorithm>
#include <utility>

namespace Perf {

namespace {

bool isReceive(const RdmaCompletion &completion)
{
    return completion.opcode() == Rdma::Opcode::Receive
            || completion.opcode() == Rdma::Opcode::ReceiveWithImmediate;
}

// Every request is a RdmaWorkRequest, which is checked when it is posted. A signal or a future
// tells of each one that has completed.
class PlainPoster : public Poster
{
public:
    using Poster::Poster;

    bool start(const RdmaMemorySlice &room) override;
    bool setMessage(const RdmaWorkRequest &message) override;
    bool post(qint64 count, bool isSignalled) override;
    bool postEmpty() override { return queuePair()->post(m_empty) != 0; }
    bool receiveAgain(qint64 count) override;

private:
    static constexpr int KeptReceives = 16; // that are posted in one chain at most

    bool hasFutures() const { return description().interface == Interface::Futures; }
    bool receiveOne();
    bool receiveChain(qint64 count);
    void wait(quint64 id);
    void completed(const RdmaCompletion &completion);

    QList<RdmaWorkRequest> m_chain;
    bool m_isSignalled = false; // the last of the chain
    QList<RdmaWorkRequest> m_receives;
    RdmaWorkRequest m_empty;
};

bool PlainPoster::start(const RdmaMemorySlice &room)
{
    if (!hasFutures()) {
        QObject::connect(queuePair(), &RdmaQueuePair::completed, queuePair(),
                         [this](quint64, const RdmaCompletion &done) { completed(done); });
    }
    m_receives = QList<RdmaWorkRequest>(KeptReceives, RdmaWorkRequest::receive({ room }));
    return receiveAgain(description().receives());
}

bool PlainPoster::setMessage(const RdmaWorkRequest &message)
{
    m_chain = QList<RdmaWorkRequest>(description().batch, message);
    for (RdmaWorkRequest &request : m_chain)
        request.setFlags(Rdma::SendFlag::Unsignalled);
    m_empty = RdmaWorkRequest::send(QByteArray());
    m_empty.setFlags(Rdma::SendFlag::Unsignalled);
    return true;
}

// The future of the last request tells of the chain.
bool PlainPoster::post(qint64 count, bool isSignalled)
{
    quint64 last = 0;
    if (std::exchange(m_isSignalled, isSignalled) != isSignalled) {
        Rdma::SendFlags flags;
        flags.setFlag(Rdma::SendFlag::Unsignalled, !isSignalled);
        m_chain.last().setFlags(flags);
    }
    if (count == 1) {
        last = queuePair()->post(m_chain.constLast());
    } else {
        const QList<quint64> ids =
                queuePair()->postBatch(count == m_chain.size() ? m_chain : m_chain.last(count));
        last = ids.size() == count ? ids.constLast() : 0;
    }
    if (last != 0 && isSignalled)
        wait(last);
    return last != 0;
}

bool PlainPoster::receiveAgain(qint64 count)
{
    while (count > 0) {
        const qint64 chain = qMin<qint64>(count, m_receives.size());
        const bool isPosted = chain == 1 ? receiveOne() : receiveChain(chain);
        if (!isPosted)
            return false;
        count -= chain;
    }
    return true;
}

bool PlainPoster::receiveOne()
{
    const quint64 id = queuePair()->post(m_receives.constFirst());
    wait(id);
    return id != 0;
}

bool PlainPoster::receiveChain(qint64 count)
{
    const QList<quint64> ids = queuePair()->postBatch(m_receives.first(count));
    for (const quint64 id : ids)
        wait(id);
    return ids.size() == count;
}

void PlainPoster::wait(quint64 id)
{
    if (!hasFutures())
        return;
    queuePair()->whenCompleted(id).then(
            [this](const RdmaCompletion &completion) { completed(completion); });
}

void PlainPoster::completed(const RdmaCompletion &completion)
{
    if (!completion.isSuccess() || !owner())
        return; // it ends the connection, and errorOccurred() tells
    if (isReceive(completion))
        owner()->received(completion.byteLength() <= description().headerSize()
                          && !completion.hasImmediate());
    else
        owner()->chainsCompleted(1);
}

// Requests are checked once, and a handler is told of what has completed, many at a time. Messages
// are received in a ring that the queue pair keeps filled, or where that would take too much
// memory, as without it.
class PreparedPoster : public PlainPoster, private RdmaCompletionHandler
{
public:
    using PlainPoster::PlainPoster;

    bool start(const RdmaMemorySlice &room) override;
    bool setMessage(const RdmaWorkRequest &message) override;
    bool post(qint64 count, bool isSignalled) override;
    bool postEmpty() override;
    bool receiveAgain(qint64 count) override
    {
        return m_hasRing || PlainPoster::receiveAgain(count);
    }

private:
    void workDone(RdmaQueuePair *queuePair, RdmaSpan<RdmaWorkDone> done) override;
    void received(RdmaQueuePair *queuePair, RdmaSpan<RdmaReceived> messages) override;

    const bool m_hasRing = description().hasReceiveRing(); // asked for with each message
    RdmaPreparedRequest m_message;
    RdmaPreparedRequest m_empty;
};

bool PreparedPoster::start(const RdmaMemorySlice &room)
{
    queuePair()->setCompletionHandler(this);
    return m_hasRing ? queuePair()->setReceiveRing(description().ringSlotSize())
                     : PlainPoster::start(room);
}

bool PreparedPoster::setMessage(const RdmaWorkRequest &message)
{
    m_message = queuePair()->prepare(message);
    m_empty = queuePair()->prepare(RdmaWorkRequest::send(QList<RdmaMemorySlice>()));
    return m_message.isValid() && m_empty.isValid();
}

bool PreparedPoster::post(qint64 count, bool isSignalled)
{
    RdmaPostBuilder builder(queuePair());
    for (; count > 1; --count) {
        if (!builder.add(m_message, 0, Rdma::SendFlag::Unsignalled))
            return false;
    }
    Rdma::SendFlags flags;
    flags.setFlag(Rdma::SendFlag::Unsignalled, !isSignalled);
    return builder.add(m_message, 0, flags) && builder.post();
}

bool PreparedPoster::postEmpty()
{
    RdmaPostBuilder builder(queuePair());
    return builder.add(m_empty, 0, Rdma::SendFlag::Unsignalled) && builder.post();
}

void PreparedPoster::workDone(RdmaQueuePair *, RdmaSpan<RdmaWorkDone> done)
{
    owner()->chainsCompleted(std::count_if(
            done.begin(), done.end(), [](const RdmaWorkDone &one) { return one.isSuccess(); }));
}

void PreparedPoster::received(RdmaQueuePair *, RdmaSpan<RdmaReceived> messages)
{
    for (const RdmaReceived &message : messages)
        owner()->received(message.byteLength == 0 && !message.hasImmediate);
}

} // namespace

std::unique_ptr<Poster> Poster::make(const Description &description, RdmaQueuePair *queuePair,
                                     Owner *owner)
{
    if (description.interface == Interface::Prepared)
        return std::make_unique<PreparedPoster>(description, queuePair, owner);
    return std::make_unique<PlainPoster>(description, queuePair, owner);
}

} // namespace Perf
