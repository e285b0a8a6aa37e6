// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMLISTENER_P_H
#define STREAMLISTENER_P_H

#include "tcp/tcplistener_p.h"

#include "../connection/listener_p.h"

namespace QtRdmaPrivate {

// Listens for a server, over each transport that it offers and on one port. The functions are
// called in the reap phase.
class StreamListener
{
public:
    struct Told
    {
        Listener::Requested requested;
        Listener::Lost lost; // no request can come any more
        TcpListener::Failed acceptFailed;
    };

    StreamListener(std::shared_ptr<Engine> engine, Told told);

    RdmaError listen(Rdma::StreamTransports transports, const QHostAddress &address, quint16 port,
                     int backlog);
    quint16 port() const { return m_port; }

    // As those of Listener.
    void leave();
    void enter(const std::shared_ptr<Engine> &engine);

private:
    RdmaError listenByRdma(const QHostAddress &address, quint16 port, int backlog);
    RdmaError listenByTcp(const QHostAddress &address, quint16 port, int backlog);
    void rdmaLost(const RdmaError &failure);

    std::shared_ptr<Engine> m_engine;
    const Told m_told;
    std::unique_ptr<Listener> m_rdma;
    std::unique_ptr<TcpListener> m_tcp;
    quint16 m_port = 0;
};

} // namespace QtRdmaPrivate

#endif // STREAMLISTENER_P_H
