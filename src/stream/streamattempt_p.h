// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMATTEMPT_P_H
#define STREAMATTEMPT_P_H

#include "streamlink_p.h"

#include <QtRdma/rdmastreamoptions.h>

#include <QtCore/qdeadlinetimer.h>

#include <optional>

namespace QtRdmaPrivate {

// Connects a stream to one address, over one transport or over both. Where RDMA is preferred it
// gets a head start, as an address does in RFC 8305:
//
//   Rdma --> Both          the head start is over, and the address is resolved
//   Rdma --> Tcp           RDMA has failed, or did when this address was tried last
//   Both --> Rdma | Tcp    the other one has failed
//   any --> Connected      the first one that is established, RDMA if both are
//   any --> Failed         nothing is left to try
//
// The links are made and dropped in look() alone. So an RDMA connection that is established before
// look() has chosen TCP is always the one that is chosen, and its client's first frame may leave at
// once.
class StreamAttempt
{
public:
    struct Route
    {
        QHostAddress address;
        quint16 port = 0;
        LocalEnd local;
    };

    enum class State : quint8 { UnderWay, Connected, Failed };

    // 'observer' hears that something has changed, and is to call look() then, outside of the reap
    // phase.
    StreamAttempt(std::shared_ptr<Engine> engine, const RdmaStreamOptions &options, Route route,
                  StreamObserver *observer);
    ~StreamAttempt();
    Q_DISABLE_COPY_MOVE(StreamAttempt)

    void begin();
    State look();
    std::shared_ptr<StreamLink> takeLink(); // the one that is connected
    const RdmaError &error() const { return m_error; } // when it has failed
    // Why it goes over TCP though RDMA is preferred, for people.
    QString reasonForTcp() const { return m_reason; }

    void forked(); // nothing belongs to this process

private:
    // One transport.
    struct Try
    {
        bool isUnderWay() const { return link != nullptr; }
        bool hasBegun() const { return link || failure.isError(); }
        bool isEstablished() const { return link && link->wasEstablished(); }
        bool hasEnded() const { return link && link->isEnded(); }

        std::shared_ptr<StreamLink> link;
        RdmaError failure;
    };

    bool mayUseTcp() const // besides RDMA
    {
        return m_options.transport() == Rdma::TransportPolicy::PreferRdma;
    }
    // A client of rsockets cannot say that it goes on with a connection, so it tries one at a time.
    bool hasHeadStart() const { return m_options.wireFormat() == Rdma::WireFormat::QtRdma; }
    int timeLeft() const;
    void begin(Try *which, Rdma::StreamTransport transport, quint16 port);
    void findTcpPort();
    void beginTcp();
    bool isHeadStartOver() const;
    bool mayBeginTcp() const;
    bool mayBeginRdma() const;
    void endRdma();
    void fail(Try *which);
    State decide(Try *winner, Try *loser);
    static void drop(Try *which);
    RdmaError bothErrors() const;

    const std::shared_ptr<Engine> m_engine;
    const RdmaStreamOptions m_options;
    const Route m_route;
    StreamObserver *const m_observer;
    QDeadlineTimer m_end;
    std::optional<Deadline> m_headStart;
    Try m_rdma;
    Try m_tcp;
    std::shared_ptr<StreamLink> m_winner;
    quint16 m_tcpPort;
    QString m_reason;
    RdmaError m_error;
};

} // namespace QtRdmaPrivate

#endif // STREAMATTEMPT_P_H
