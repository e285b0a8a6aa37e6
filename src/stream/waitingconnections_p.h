// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WAITINGCONNECTIONS_P_H
#define WAITINGCONNECTIONS_P_H

#include "connectioncount_p.h"
#include "native/streamhandshake_p.h"
#include "streamlink_p.h"

#include <list>

namespace QtRdmaPrivate {

// A request that a server has got, and what it has made of it, until somebody takes it.
// doc/stream.md draws the states.
class WaitingConnection final : public StreamObserver
{
public:
    enum class State {
        Asked, // nobody has answered it
        Unproved, // accepted, but the peer has not confirmed, or not proved its key
        Held, // over TCP, without a byte, while its client may come by RDMA
        Proved,
        Failed // before it was proved, or while it was held
    };

    WaitingConnection(DeliverClient *owner, std::shared_ptr<IncomingConnection> request,
                      std::weak_ptr<ConnectionCount::Ticket> place)
        : server(owner)
        , incoming(std::move(request))
        , ticket(std::move(place))
    {
    }

    State state() const;
    bool isWithoutProof() const { return state() == State::Asked || state() == State::Unproved; }
    bool isToBeOffered() const { return state() == State::Asked || state() == State::Proved; }
    void accepted(std::shared_ptr<StreamLink> link);
    // For a moment, unless it sends something before.
    void hold();
    void end(RejectReason reason); // for a request that nobody has answered
    void streamChanged() override;

    DeliverClient *const server; // hears of each change
    std::shared_ptr<IncomingConnection> incoming;
    std::shared_ptr<StreamLink> connection; // null: nobody has answered it
    const std::weak_ptr<ConnectionCount::Ticket> ticket;

private:
    bool isHeld() const;

    std::optional<Deadline> m_hold;
};

// The waiting connections of one server, in the order of their requests.
class WaitingConnections
{
public:
    int count() const { return int(m_list.size()); }
    template <typename... Arguments>
    WaitingConnection *append(Arguments &&...arguments)
    {
        return &m_list.emplace_back(std::forward<Arguments>(arguments)...);
    }
    const std::list<WaitingConnection> &list() const { return m_list; }
    void remove(const WaitingConnection *entry);
    void dropFailed();
    void endAll(RejectReason reason);

    // Whether a client of this address has begun to connect by RDMA, and may come another way.
    bool isComingByRdma(const QHostAddress &client) const;
    // The oldest that is ready; null when none is. A peer that is slow to confirm holds up nobody.
    WaitingConnection *toBeOffered();
    // One without proof, to be dropped in favour of a newcomer; null when all are proved.
    WaitingConnection *toMakeWay(const QHostAddress &newcomer);

private:
    std::list<WaitingConnection> m_list;
};

} // namespace QtRdmaPrivate

#endif // WAITINGCONNECTIONS_P_H
