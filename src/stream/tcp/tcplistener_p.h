// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TCPLISTENER_P_H
#define TCPLISTENER_P_H

#include "tcpsocket_p.h"

#include "../../connection/incomingconnection_p.h"
#include "../../engine/engine_p.h"

#include <functional>

namespace QtRdmaPrivate {

// Listens for TCP connections. Its functions are called in the reap phase.
class TcpListener final : private SocketClient
{
public:
    using Requested = std::function<void(std::shared_ptr<IncomingConnection>)>;
    using Failed = std::function<void(const RdmaError &)>; // to accept one, of which others follow

    TcpListener(std::shared_ptr<Engine> engine, Requested requested, Failed failed);
    ~TcpListener();

    RdmaError listen(const QHostAddress &address, quint16 port, int backlog,
                     const QByteArray &interface = {});
    quint16 port() const;

    // As those of Listener. Connections that come in between wait in the kernel.
    void leave();
    void enter(std::shared_ptr<Engine> engine);

private:
    void socketReady(quint32 events) override;
    void threadEnded() override { }
    RdmaError watch();
    void rest();

    std::shared_ptr<Engine> m_engine;
    const Requested m_requested;
    const Failed m_failed;
    TcpSocket m_socket;
    std::optional<Deadline> m_resting;
};

} // namespace QtRdmaPrivate

#endif // TCPLISTENER_P_H
