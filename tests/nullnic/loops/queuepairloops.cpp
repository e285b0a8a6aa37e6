// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "queuepairends.h"

#include <functional>

namespace {

QList<RdmaWorkRequest> chainOf(RdmaWorkRequest request)
{
    QList<RdmaWorkRequest> chain(Chain, request);
    request.setFlags(Rdma::SendFlag::Unsignalled);
    std::fill_n(chain.begin(), Chain - 1, request);
    return chain;
}

// Chains one way; a completion tells of each of them.
bool runChains(Ends *ends, const RdmaWorkRequest &request, long messages)
{
    Counter counter(messages);
    RdmaQueuePair *const sender = &ends->here.queuePair;
    const QList<RdmaWorkRequest> chain = chainOf(request);
    const auto fill = [&] {
        while (!counter.isDone() && sender->sendsInFlight() + Chain <= Depth)
            sender->postBatch(chain);
    };
    QObject::connect(sender, &RdmaQueuePair::completed, sender, [&](quint64, const auto &) {
        counter.passed(Chain);
        fill();
    });
    End *const receiver = &ends->there;
    QObject::connect(&receiver->queuePair, &RdmaQueuePair::completed, sender,
                     [receiver](quint64 id, const auto &) { receiver->receiveAgain(id, Chain); });
    fill();
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
    return prepare(&ends, address, true)
            && runChains(&ends, RdmaWorkRequest::send({ ends.here.message() }), messages);
}

// Each request is signalled, and another one follows its completion.
bool writeOneByOne(const QHostAddress &address, long messages)
{
    Ends ends(address);
    if (!prepare(&ends, address, true))
        return false;
    Counter counter(messages);
    RdmaQueuePair *const sender = &ends.here.queuePair;
    const auto write = RdmaWorkRequest::write({ ends.here.message() }, ends.there.remoteMessage());
    QObject::connect(sender, &RdmaQueuePair::completed, sender, [&](quint64, const auto &) {
        counter.passed();
        if (!counter.isDone())
            sender->post(write);
    });
    for (int i = 0; i < Depth; ++i)
        sender->post(write);
    QCoreApplication::exec();
    return counter.isDone();
}

bool writeFutures(const QHostAddress &address, long messages)
{
    Ends ends(address);
    if (!prepare(&ends, address, true))
        return false;
    Counter counter(messages);
    RdmaQueuePair *const sender = &ends.here.queuePair;
    const auto write = RdmaWorkRequest::write({ ends.here.message() }, ends.there.remoteMessage());
    std::function<void()> post = [&] {
        sender->whenCompleted(sender->post(write)).then([&](const RdmaCompletion &) {
            counter.passed();
            if (!counter.isDone())
                post();
        });
    };
    for (int i = 0; i < Depth; ++i)
        post();
    QCoreApplication::exec();
    return counter.isDone();
}

bool writeCalls(const QHostAddress &address, long messages)
{
    Ends ends(address);
    if (!prepare(&ends, address, true))
        return false;
    Counter counter(messages);
    RdmaQueuePair *const sender = &ends.here.queuePair;
    const auto write = RdmaWorkRequest::write({ ends.here.message() }, ends.there.remoteMessage());
    std::function<void()> post = [&] {
        sender->whenCompleted(sender->post(write), sender, [&](const RdmaCompletion &) {
            counter.passed();
            if (!counter.isDone())
                post();
        });
    };
    for (int i = 0; i < Depth; ++i)
        post();
    QCoreApplication::exec();
    return counter.isDone();
}

bool pingPong(const QHostAddress &address, long messages, bool isSpinning)
{
    Ends ends(address);
    if (!prepare(&ends, address, isSpinning))
        return false;
    Counter counter(messages);
    const auto answer = [&counter](End *end) {
        RdmaWorkRequest reply = RdmaWorkRequest::send({ end->message() });
        reply.setFlags(Rdma::SendFlag::Unsignalled);
        QObject::connect(&end->queuePair, &RdmaQueuePair::completed, &end->queuePair,
                         [&counter, end, reply](quint64 id, const RdmaCompletion &completion) {
                             if (completion.opcode() != Rdma::Opcode::Receive)
                                 return;
                             end->receiveAgain(id, 1);
                             counter.passed();
                             if (!counter.isDone())
                                 end->queuePair.post(reply);
                         });
    };
    answer(&ends.here);
    answer(&ends.there);
    ends.here.queuePair.post(RdmaWorkRequest::send({ ends.here.message() }));
    QCoreApplication::exec();
    return counter.isDone();
}

} // namespace

const Loop queuePairLoops[] = {
    { "write-chains", writeChains },
    { "send-chains", sendChains },
    { "write-signals", writeOneByOne },
    { "write-futures", writeFutures },
    { "write-calls", writeCalls },
    { "pingpong-spinning",
      [](const QHostAddress &address, long messages) {
          return pingPong(address, messages, true);
      } },
    { "pingpong-events",
      [](const QHostAddress &address, long messages) {
          return pingPong(address, messages, false);
      } },
};
