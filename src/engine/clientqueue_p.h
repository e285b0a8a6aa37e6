// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CLIENTQUEUE_P_H
#define CLIENTQUEUE_P_H

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

namespace QtRdmaPrivate {

// Clients of the engine that wait for their turn, each once. A client that is removed leaves its place
// empty: whoever takes from the queue meanwhile may count on its length.
template <typename Client>
class ClientQueue
{
public:
    // False where it waits already.
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
        // A client that is never taken by a turn may be removed at each message: no empty places may be left of it.
        while (!m_clients.empty() && !m_clients.front())
            m_clients.pop_front();
        while (!m_clients.empty() && !m_clients.back())
            m_clients.pop_back();
    }
    // The first, which must be there; null for an empty place.
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
    std::size_t size() const { return m_clients.size(); } // with the empty places

private:
    std::deque<Client *> m_clients;
};

} // namespace QtRdmaPrivate

#endif // CLIENTQUEUE_P_H
