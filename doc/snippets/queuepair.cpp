// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDataStream>
#include <QtCore/QDebug>
#include <QtCore/QFuture>
#include <QtNetwork/QHostAddress>
#include <QtRdma/RdmaCompletion>
#include <QtRdma/RdmaCompletionHandler>
#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaConnectionOptions>
#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaEndpoint>
#include <QtRdma/RdmaPostBuilder>
#include <QtRdma/RdmaPreparedRequest>
#include <QtRdma/RdmaProtectionDomain>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaSharedReceiveQueue>
#include <QtRdma/RdmaStream>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

//! [handler]
class Counter : public RdmaCompletionHandler
{
public:
    void workDone(RdmaQueuePair *queuePair, RdmaSpan<RdmaWorkDone> done) override
    {
        Q_UNUSED(queuePair)
        for (const RdmaWorkDone &one : done)
            written += one.isSuccess() ? one.byteLength : 0;
    }

    qint64 written = 0;
};

void count(RdmaQueuePair *queuePair, Counter *counter)
{
    queuePair->setCompletionHandler(counter);
}
//! [handler]

class Client : public QObject
{
public:
    void open();
    void spin(RdmaStream *stream);
    void callBack(RdmaQueuePair *queuePair);
};

void Client::open()
{
    //! [queue pair]
    auto *queuePair = new RdmaQueuePair(this);
    connect(queuePair, &RdmaQueuePair::completed, this, [](quint64, const RdmaCompletion &done) {
        if (done.opcode() == Rdma::Opcode::Receive)
            qDebug() << done.data();
    });
    connect(queuePair, &RdmaQueuePair::connected, queuePair,
            [queuePair] { queuePair->postSend("hello"); });
    queuePair->postReceive(4096);
    queuePair->connectToHost(QHostAddress(u"10.77.0.1"_s), 7471);
    //! [queue pair]
}

void Client::spin(RdmaStream *stream)
{
    //! [spin]
    connect(stream, &RdmaStream::connected, this, [stream] {
        RdmaCompletionQueue queue(stream->localAddress());
        queue.setSpin(20us, RdmaCompletionQueue::SpinOption::Adaptive);
    });
    //! [spin]
}

void Client::callBack(RdmaQueuePair *queuePair)
{
    //! [callback]
    queuePair->whenCompleted(queuePair->postSend("hello"), this, [](const RdmaCompletion &done) {
        if (!done.isSuccess())
            qWarning() << done.rdmaError();
    });
    //! [callback]
}

void passOn(RdmaQueuePair *queuePair)
{
    //! [future]
    queuePair->whenCompleted(queuePair->postSend("hello")).then([](const RdmaCompletion &done) {
        if (!done.isSuccess())
            qWarning() << done.rdmaError();
    });
    //! [future]
}

void exchange(RdmaQueuePair *queuePair, QDataStream &channel)
{
    //! [endpoint here]
    queuePair->create(QHostAddress(u"10.77.0.1"_s));
    queuePair->postReceive(4096);
    channel << queuePair->localEndpoint(); // a QDataStream on a TCP connection
    //! [endpoint here]
}

void connectTo(RdmaQueuePair *queuePair, QDataStream &channel)
{
    //! [endpoint there]
    RdmaEndpoint endpoint;
    channel >> endpoint;
    queuePair->connectToEndpoint(endpoint); // connected() follows
    //! [endpoint there]
}

void moderate(RdmaQueuePair *queuePair)
{
    //! [moderation]
    RdmaCompletionQueue(queuePair->localAddress()).setModeration(100us);
    //! [moderation]
}

void build(RdmaQueuePair *queuePair, const RdmaPreparedRequest &write, qsizetype size,
           quint64 number)
{
    //! [builder]
    RdmaPostBuilder builder(queuePair);
    for (int i = 0; i < 15; ++i)
        builder.add(write, i * size, size, i * size, 0, Rdma::SendFlag::Unsignalled);
    builder.add(write, 15 * size, size, 15 * size, number); // tells when all 16 are done
    //! [builder]
}

bool answer(RdmaQueuePair *queuePair, const RdmaPreparedRequest &reply)
{
    //! [postprepared]
    const bool posted = queuePair->post(reply, 0, Rdma::SendFlag::Unsignalled);
    //! [postprepared]
    return posted;
}

class Server : public QObject
{
public:
    void postMore();
    void start(const RdmaProtectionDomain &domain);
    void accept(RdmaQueuePair *queuePair, const RdmaConnectionRequest &request);

private:
    RdmaSharedReceiveQueue receives;
};

void Server::start(const RdmaProtectionDomain &domain)
{
    //! [shared]
    // The class has a member: RdmaSharedReceiveQueue receives;
    receives.create(domain, 1024);
    receives.setLimit(256);
    connect(&receives, &RdmaSharedReceiveQueue::limitReached, this, &Server::postMore);
    //! [shared]
}

void Server::accept(RdmaQueuePair *queuePair, const RdmaConnectionRequest &request)
{
    //! [shared accept]
    RdmaConnectionOptions options;
    options.setSharedReceiveQueue(&receives);
    queuePair->accept(request, options);
    //! [shared accept]
}
