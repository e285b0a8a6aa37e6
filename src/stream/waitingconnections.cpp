// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "waitingconnections_p.h"

#include <algorithm>

namespace QtRdmaPrivate {

WaitingConnection::State WaitingConnection::state() const
{
    if (!connection)
        return State::Asked;
    if (connection->wasEstablished()) // what the peer has sent before its end can still be read
        return State::Proved;
    return connection->isEnded() ? State::Failed : State::Unproved;
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
