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
    QueuePlace *m_next = nullptr; // null: the client does not wait
    QueuePlace *m_previous = nullptr;
};

// Clients of the engine that wait for their turn, each of them once. The queue allocates nothing.
template <typename Client>
class ClientQueue
{
public:
    ClientQueue() { m_ends.m_next = m_ends.m_previous = &m_ends; }
    Q_DISABLE_COPY_MOVE(ClientQueue)

    // Returns false if the client waits already.
    bool add(Client *client)
    {
        Place *place = &static_cast<Place &>(*client);
        if (place->m_next)
            return false;
        place->m_next = &m_ends;
        place->m_previous = std::exchange(m_ends.m_previous, place);
        place->m_previous->m_next = place;
        ++m_size;
        return true;
    }
    void remove(Client *client)
    {
        Place *place = &static_cast<Place &>(*client);
        if (!place->m_next)
            return;
        place->m_next->m_previous = place->m_previous;
        place->m_previous->m_next = place->m_next;
        place->m_next = place->m_previous = nullptr;
        --m_size;
    }
    // Takes the first one, which must exist.
    Client *take()
    {
        auto &first = static_cast<Client &>(*m_ends.m_next);
        remove(&first);
        return &first;
    }
    void clear()
    {
        while (!isEmpty())
            take();
    }

    static bool isWaiting(const Client &client)
    {
        const Place &place = client;
        return place.m_next != nullptr;
    }
    bool isEmpty() const { return m_size == 0; }
    std::size_t size() const { return m_size; }

private:
    using Place = QueuePlace<Client>;
    struct Ends : Place
    {
    };

    Ends m_ends; // its next one is the first, its previous one the last
    std::size_t m_size = 0;
};

} // namespace QtRdmaPrivate

#endif // CLIENTQUEUE_P_H
