// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef QUEUEPAIRS_H
#define QUEUEPAIRS_H

#include "rdmatest.h"

#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>

#include <QtTest/qtest.h>

#include <infiniband/verbs.h>

#include <functional>
#include <memory>

// Accepts each request as a bare queue pair, with some receives posted.
class AcceptingServer : public RdmaServer
{
public:
    AcceptingServer() { setAcceptPolicy(AcceptPolicy::Deferred); }

    RdmaConnectionOptions options;
    int receives = 8;
    std::function<void()> beforeAccepting = [] {};
    std::unique_ptr<RdmaQueuePair> queuePair;
    QString requestText; // as QDebug prints it

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        QDebug(&requestText) << request;
        beforeAccepting();
        queuePair = std::make_unique<RdmaQueuePair>();
        for (int i = 0; i < receives; ++i)
            queuePair->postReceive(256);
        queuePair->accept(request, options);
    }
};

// A function for RdmaConnectionOptions::setQueuePairFactory().
inline ibv_qp *createByHand(ibv_pd *domain, ibv_qp_init_attr *attributes)
{
    return ibv_create_qp(domain, attributes);
}

// Two connected queue pairs of this process.
class QueuePairs
{
public:
    bool connect(int msecs = 30000, const QHostAddress &address = RdmaTest::address())
    {
        if (!server.listen(address))
            return false;
        here.connectToHost(server.serverAddress(), server.serverPort(), options);
        const auto areConnected = [this] {
            return here.state() == QAbstractSocket::ConnectedState && there()
                    && there()->state() == QAbstractSocket::ConnectedState;
        };
        if (QTest::qWaitFor(areConnected, msecs))
            return true;
        if (msecs == 0)
            return false;
        qWarning() << "here:" << here.state() << here.rdmaError() << "server:" << server.rdmaError()
                   << "there:" << bool(there());
        if (there())
            qWarning() << there()->state() << there()->rdmaError();
        return false;
    }
    RdmaQueuePair *there() const { return server.queuePair.get(); }

    RdmaConnectionOptions options;
    AcceptingServer server;
    RdmaQueuePair here;
};

#endif // QUEUEPAIRS_H
