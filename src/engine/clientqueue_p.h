// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CLIENTQUEUE_P_H
#define CLIENTQUEUE_P_H

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

namespace QtRdmaPrivate {

// Clients of the engine that wait for their turn, each of them once. A client that is removed
// leaves its place empty, because those who take from the queue may count on its length.
template <typename Client>
class ClientQueue
{
public:
    // Returns false if the client waits already.
    bool add(Client *client)
    {
        if (std::exchange(client->queued, true))
            return false;
        m_clients.push_back(client);
        return true;
    }
    void remove(Client *client)
    {
        if (!std::exchange(client->queued, false))
            return;
        std::replace(m_clients.begin(), m_clients.end(), client, static_cast<Client *>(nullptr));
        // Some clients are never taken by a turn and removed at each message. They must not leave
        // more and more empty places.
        while (!m_clients.empty() && !m_clients.front())
            m_clients.pop_front();
        while (!m_clients.empty() && !m_clients.back())
            m_clients.pop_back();
    }
    // Takes the first one, which must exist. Returns null for an empty place.
    Client *take()
    {
        Client *first = m_clients.front();
        m_clients.pop_front();
        if (first)
            first->queued = false;
        return first;
    }
    void clear()
    {
        while (!m_clients.empty())
            take();
    }

    static bool isWaiting(const Client &client) { return client.queued; }
    bool isEmpty() const { return m_clients.empty(); }
    std::size_t size() const { return m_clients.size(); } // includes the empty places

private:
    std::deque<Client *> m_clients;
};

} // namespace QtRdmaPrivate

#endif // CLIENTQUEUE_P_H
