// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "waitingconnections_p.h"

#include <algorithm>

namespace QtRdmaPrivate {

WaitingConnection::State WaitingConnection::state() const
{
    if (!connection)
        return State::Asked;
    if (isHeld())
        return connection->isEnded() || connection->peerClosed() ? State::Failed : State::Held;
    if (connection->wasEstablished()) // what the peer has sent before its end can still be read
        return State::Proved;
    return connection->isEnded() ? State::Failed : State::Unproved;
}

bool WaitingConnection::isHeld() const
{
    return m_hold && m_hold->isActive() && connection->bytesQueued() == 0;
}

// A client that has chosen RDMA ends the connection, and one that has chosen TCP may wait for the
// server to speak.
void WaitingConnection::hold()
{
    constexpr int time = 250; // ms
    m_hold.emplace(connection->engine()->deadlines(), [this] { streamChanged(); });
    m_hold->start(time);
}

void WaitingConnection::streamChanged()
{
    connection->engine()->scheduleDelivery(server);
}

void WaitingConnection::accepted(std::shared_ptr<StreamLink> link)
{
    connection = std::move(link);
    connection->setObserver(this);
}

void WaitingConnection::end(RejectReason reason)
{
    if (connection)
        connection->abort();
    else
        incoming->reject(rejectData(reason));
}

void WaitingConnections::remove(const WaitingConnection *entry)
{
    m_list.remove_if([entry](const WaitingConnection &one) { return &one == entry; });
}

void WaitingConnections::dropFailed()
{
    m_list.remove_if([](const WaitingConnection &entry) {
        return entry.state() == WaitingConnection::State::Failed;
    });
}

void WaitingConnections::endAll(RejectReason reason)
{
    for (WaitingConnection &entry : m_list)
        entry.end(reason);
    m_list.clear();
}

bool WaitingConnections::isComingByRdma(const QHostAddress &client) const
{
    return std::any_of(m_list.begin(), m_list.end(), [&client](const WaitingConnection &entry) {
        return entry.state() == WaitingConnection::State::Unproved
                && entry.incoming->transport == Rdma::StreamTransport::Rdma
                && entry.incoming->peerAddress == client;
    });
}

WaitingConnection *WaitingConnections::toBeOffered()
{
    const auto found = std::find_if(m_list.begin(), m_list.end(),
                                    [](const auto &entry) { return entry.isToBeOffered(); });
    return found == m_list.end() ? nullptr : &*found;
}

WaitingConnection *WaitingConnections::toMakeWay(const QHostAddress &newcomer)
{
    const auto found = firstOfLargestSource(m_list, newcomer, [](const WaitingConnection &entry) {
        return entry.isWithoutProof() ? entry.incoming->peerAddress : QHostAddress();
    });
    return found == m_list.end() ? nullptr : &*found;
}

} // namespace QtRdmaPrivate
