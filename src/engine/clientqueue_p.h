// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CLIENTQUEUE_P_H
#define CLIENTQUEUE_P_H

#include <QtCore/qglobal.h>

#include <cstddef>
#include <utility>

namespace QtRdmaPrivate {

// The base of clients that wait in a queue: the place of a client in it.
template <typename Client>
class QueuePlace
{
protected:
    QueuePlace() = default;
    Q_DISABLE_COPY_MOVE(QueuePlace)
    ~QueuePlace() = default;

private:
    template <typename>
    friend class ClientQueue;
    QueuePlace *m_next = nullptr; // null: the client does not wait, or is the first
    QueuePlace *m_previous = nullptr;
};

// Clients of the engine that wait for their turn, each of them once. Mostly only one waits, so the
// first has a place apart, and the others are linked behind it. The queue allocates nothing.
template <typename Client>
class ClientQueue
{
public:
    ClientQueue() { m_ends.m_next = m_ends.m_previous = &m_ends; }
    Q_DISABLE_COPY_MOVE(ClientQueue)

    // Returns false if the client waits already.
    bool add(Client *client)
    {
        if (m_first)
            return client != m_first && addBehind(client);
        m_first = client;
        return true;
    }
    void remove(Client *client)
    {
        if (client == m_first)
            take();
        else if (static_cast<Place &>(*client).m_next)
            unlink(client);
    }
    // Takes the first one, which must exist.
    Client *take() { return std::exchange(m_first, hasSeveral() ? takeBehind() : nullptr); }
    void clear()
    {
        while (!isEmpty())
            take();
    }

    bool isWaiting(const Client &client) const
    {
        const Place &place = client;
        return &client == m_first || place.m_next;
    }
    bool isEmpty() const { return !m_first; }
    bool hasSeveral() const { return m_behind > 0; }
    std::size_t size() const { return m_behind + (m_first ? 1 : 0); }

private:
    using Place = QueuePlace<Client>;
    struct Ends : Place
    {
    };

    Q_NEVER_INLINE bool addBehind(Client *client)
    {
        Place *place = client;
        if (place->m_next)
            return false;
        place->m_next = &m_ends;
        place->m_previous = std::exchange(m_ends.m_previous, place);
        place->m_previous->m_next = place;
        ++m_behind;
        return true;
    }
    void unlink(Client *client)
    {
        Place *place = client;
        place->m_next->m_previous = place->m_previous;
        place->m_previous->m_next = place->m_next;
        place->m_next = place->m_previous = nullptr;
        --m_behind;
    }
    Q_NEVER_INLINE Client *takeBehind()
    {
        auto &client = static_cast<Client &>(*m_ends.m_next);
        unlink(&client);
        return &client;
    }

    Client *m_first = nullptr;
    Ends m_ends; // its next one is the first of those behind, its previous one the last
    std::size_t m_behind = 0;
};

} // namespace QtRdmaPrivate

#endif // CLIENTQUEUE_P_H
