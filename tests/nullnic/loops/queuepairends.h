// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef QUEUEPAIRENDS_H
#define QUEUEPAIRENDS_H

#include "loops.h"

#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>

#include <QtCore/qeventloop.h>
#include <QtCore/qtimer.h>

#include <chrono>
#include <cstdio>
#include <memory>

constexpr int Patience = 10000; // ms
constexpr int Receives = 256;
constexpr std::chrono::microseconds SpinTime{ 100 };

// One end: the receives come first in its memory, then one message, to send or to be written.
class End
{
public:
    explicit End(const QHostAddress &address)
        : m_domain(RdmaProtectionDomain::allocate(address))
        , m_memory(RdmaMemoryRegion::allocate(m_domain, (Receives + 1) * MessageSize,
                                              Rdma::AccessFlag::LocalWrite
                                                      | Rdma::AccessFlag::RemoteWrite))
    {
        for (int i = 0; i < Receives; ++i) {
            m_receives.append(RdmaWorkRequest::receive({ slice(i) }));
            m_receives.last().setWrId(quint64(i) + 1);
        }
    }

    RdmaConnectionOptions options() const
    {
        RdmaConnectionOptions options;
        options.setProtectionDomain(m_domain);
        options.setSendDepth(Depth);
        options.setReceiveDepth(Receives);
        return options;
    }
    void postReceives()
    {
        if (queuePair.receiveRing() == 0)
            queuePair.postBatch(m_receives);
    }
    // Posts the receive with this id again, 'atOnce' of them together.
    void receiveAgain(quint64 id, int atOnce)
    {
        if (atOnce == 1) {
            queuePair.post(m_receives.at(qsizetype(id) - 1));
            return;
        }
        m_used.append(m_receives.at(qsizetype(id) - 1));
        if (m_used.size() < atOnce)
            return;
        queuePair.postBatch(m_used);
        m_used.clear();
    }
    RdmaMemorySlice message() const { return slice(Receives); }
    RdmaRemoteMemory remoteMessage() const
    {
        return m_memory.remoteMemory(Receives * MessageSize, MessageSize);
    }

    RdmaQueuePair queuePair;

private:
    RdmaMemorySlice slice(int number) const
    {
        return { m_memory, qsizetype(number) * MessageSize, MessageSize };
    }

    RdmaProtectionDomain m_domain;
    RdmaMemoryRegion m_memory;
    QList<RdmaWorkRequest> m_receives; // by id
    QList<RdmaWorkRequest> m_used;
};

class Server : public RdmaServer
{
public:
    explicit Server(End *end) : m_end(end) { setAcceptPolicy(AcceptPolicy::Deferred); }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        m_end->postReceives();
        m_end->queuePair.accept(request, m_end->options());
    }

private:
    End *m_end;
};

class Ends
{
public:
    explicit Ends(const QHostAddress &address)
        : here(address)
        , there(address)
        , m_address(address)
        , m_server(&there)
    {
    }

    bool connect()
    {
        if (!m_server.listen(m_address))
            return complain(m_server.rdmaError());
        here.postReceives();
        here.queuePair.connectToHost(m_address, m_server.serverPort(), here.options());
        return areConnected() || complain(here.queuePair.rdmaError());
    }

    End here;
    End there;

private:
    bool areConnected()
    {
        QEventLoop loop;
        int connected = 0;
        const auto count = [&] {
            if (++connected == 2)
                loop.quit();
        };
        QObject::connect(&here.queuePair, &RdmaQueuePair::connected, &loop, count);
        QObject::connect(&there.queuePair, &RdmaQueuePair::connected, &loop, count);
        QTimer::singleShot(Patience, &loop, &QEventLoop::quit);
        loop.exec();
        return connected == 2;
    }
    static bool complain(const RdmaError &error)
    {
        std::fprintf(stderr, "loops: %s\n", qPrintable(error.toString()));
        return false;
    }

    QHostAddress m_address;
    Server m_server;
};

inline bool prepare(Ends *ends, const QHostAddress &address, bool isSpinning)
{
    return (!isSpinning || RdmaCompletionQueue(address).setSpin(SpinTime)) && ends->connect();
}

#endif // QUEUEPAIRENDS_H
