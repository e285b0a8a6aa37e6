// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "queuepairends.h"

#include <QtRdma/RdmaPostBuilder>

namespace {

// Counts what has been written, or what has arrived.
class Counting : public RdmaCompletionHandler
{
public:
    explicit Counting(Counter *counter) : m_counter(counter) { }

    void workDone(RdmaQueuePair *, RdmaSpan<RdmaWorkDone> done) override
    {
        m_counter->passed(Chain * long(done.size()));
        fill();
    }

    void fill()
    {
        if (m_counter->isDone())
            return;
        while (m_sender->sendsInFlight() + Chain <= Depth) {
            RdmaPostBuilder builder(m_sender);
            for (int i = 1; i < Chain; ++i)
                builder.add(m_request, quint64(i), Rdma::SendFlag::Unsignalled);
            builder.add(m_request, Chain);
        }
    }
    void begin(RdmaQueuePair *sender, const RdmaWorkRequest &request)
    {
        m_sender = sender;
        m_request = sender->prepare(request);
        sender->setCompletionHandler(this);
        fill();
    }

private:
    Counter *m_counter;
    RdmaQueuePair *m_sender = nullptr;
    RdmaPreparedRequest m_request;
};

// Receives without looking.
class Dropping : public RdmaCompletionHandler
{
};

bool runChains(Ends *ends, const RdmaWorkRequest &request, long messages)
{
    Counter counter(messages);
    Counting sender(&counter);
    Dropping receiver;
    ends->there.queuePair.setCompletionHandler(&receiver);
    sender.begin(&ends->here.queuePair, request);
    QCoreApplication::exec();
    return counter.isDone();
}

bool writeChains(const QHostAddress &address, long messages)
{
    Ends ends(address);
    return prepare(&ends, address, true)
            && runChains(
                    &ends,
                    RdmaWorkRequest::write({ ends.here.message() }, ends.there.remoteMessage()),
                    messages);
}

bool sendChains(const QHostAddress &address, long messages)
{
    Ends ends(address);
    ends.there.queuePair.setReceiveRing(MessageSize);
    return prepare(&ends, address, true)
            && runChains(&ends, RdmaWorkRequest::send({ ends.here.message() }), messages);
}

// Sends a message for each that has come.
class Answering : public RdmaCompletionHandler
{
public:
    Answering(End *end, Counter *counter)
        : m_queuePair(&end->queuePair)
        , m_reply(m_queuePair->prepare(RdmaWorkRequest::send({ end->message() })))
        , m_counter(counter)
    {
        m_queuePair->setCompletionHandler(this);
    }

    void received(RdmaQueuePair *, RdmaSpan<RdmaReceived> messages) override
    {
        m_counter->passed(long(messages.size()));
        if (!m_counter->isDone())
            send();
    }
    void send() { m_queuePair->post(m_reply, 0, Rdma::SendFlag::Unsignalled); }

private:
    RdmaQueuePair *m_queuePair;
    RdmaPreparedRequest m_reply;
    Counter *m_counter;
};

bool pingPongSpinning(const QHostAddress &address, long messages)
{
    Ends ends(address);
    ends.here.queuePair.setReceiveRing(MessageSize);
    ends.there.queuePair.setReceiveRing(MessageSize);
    if (!prepare(&ends, address, true))
        return false;
    Counter counter(messages);
    Answering here(&ends.here, &counter);
    const Answering there(&ends.there, &counter);
    here.send();
    QCoreApplication::exec();
    return counter.isDone();
}

} // namespace

const Loop handlerLoops[] = {
    { "write-chains-handler", writeChains },
    { "send-chains-handler", sendChains },
    { "pingpong-spinning-handler", pingPongSpinning },
};
