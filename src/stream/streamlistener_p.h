// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMLISTENER_P_H
#define STREAMLISTENER_P_H

#include "tcp/tcplistener_p.h"

#include "../connection/listener_p.h"

namespace QtRdmaPrivate {

// Listens for a server, over each transport that it offers. RDMA and TCP have one port, except on
// the addresses of iWARP devices, where the connection manager's listener is itself a TCP socket of
// the kernel: there TCP has a second one. The functions are called in the reap phase.
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

    struct Wanted
    {
        Rdma::StreamTransports transports;
        QHostAddress address;
        quint16 port = 0; // 0: any that is free for all transports
        quint16 tcpPort = 0; // on iWARP; 0: the one after 'port'
        int backlog = 0;
    };
    RdmaError listen(const Wanted &wanted);
    quint16 port() const { return m_port; }
    quint16 tcpPort() const { return m_tcpPort; } // the second one, where there is one

    // As those of Listener.
    void leave();
    void enter(const std::shared_ptr<Engine> &engine);

private:
    RdmaError listenOnce(const Wanted &wanted);
    RdmaError listenByRdma(const Wanted &wanted);
    RdmaError listenByTcp(const Wanted &wanted);
    RdmaError listenBesideIwarp(const Wanted &wanted);
    RdmaError addTcp(const Wanted &wanted, quint16 port, const QByteArray &interface = {});
    void rdmaLost(const RdmaError &failure);

    std::shared_ptr<Engine> m_engine;
    const Told m_told;
    std::unique_ptr<Listener> m_rdma;
    std::vector<std::unique_ptr<TcpListener>> m_tcp;
    quint16 m_port = 0;
    quint16 m_tcpPort = 0;
};

} // namespace QtRdmaPrivate

#endif // STREAMLISTENER_P_H
