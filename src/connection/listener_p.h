// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LISTENER_P_H
#define LISTENER_P_H

#include "incomingconnection_p.h"

#include "../engine/engine_p.h"

#include <QtNetwork/qhostaddress.h>

#include <functional>

namespace QtRdmaPrivate {

// Listening ids, on a channel of their own. Both functions are called in the reap phase:
// 'requested' with each connection request, 'lost' when no request can come any more.
class Listener final : private ReapClient
{
public:
    using Requested = std::function<void(std::shared_ptr<IncomingConnection>)>;

    using Lost = std::function<void(const RdmaError &)>;

    Listener(std::shared_ptr<Engine> engine, Requested requested, Lost lost);
    ~Listener();

    RdmaError listen(const QHostAddress &address, quint16 port, int backlog);
    quint16 port() const;
    // Whether its port is one of the kernel's TCP on an address where it listens: on iWARP.
    bool takesTcpPort() const;

    // Move the listener to another thread: leave() is called in the old one, enter() in the new
    // one. Requests that come in between wait in the channel.
    void leave();
    void enter(std::shared_ptr<Engine> engine);

private:
    RdmaError takeChannel();
    RdmaError renewChannel();
    RdmaError listenOnAll(const QHostAddress &address, quint16 port, int backlog);
    RdmaError listenOn(const QHostAddress &address, quint16 port, int backlog);
    void cmEvent(const CmEvent &event) override;
    void addedChannelFailed(const RdmaError &cause) override;
    void workCompleted(quint32, Completion) override { }

    std::shared_ptr<Engine> m_engine;
    CmChannelPtr m_channel;
    Requested m_requested;
    Lost m_lost;
    quint32 m_token = Engine::Nobody;
    std::vector<CmId> m_ids;
};

} // namespace QtRdmaPrivate

#endif // LISTENER_P_H
