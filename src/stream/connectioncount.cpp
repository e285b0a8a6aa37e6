// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connectioncount_p.h"

#include "../verbs/forkedchild_p.h"

#include <utility>

namespace QtRdmaPrivate {

class ConnectionCount::Ticket
{
public:
    enum class State { Counted, MakingWay };

    Ticket(std::shared_ptr<ConnectionCount> owner, const QHostAddress &peer)
        : source(peer)
        , count(std::move(owner))
    {
    }
    ~Ticket()
    {
        if (!isForkedChild()) // the mutex may be held for ever there
            count->leave(*this);
    }
    Q_DISABLE_COPY_MOVE(Ticket)

    const QHostAddress source;
    State state = State::Counted;

private:
    std::shared_ptr<ConnectionCount> count;
};

std::shared_ptr<ConnectionCount::Ticket> ConnectionCount::admit(const QHostAddress &peer,
                                                                int mostEach)
{
    const QHostAddress source = sourceOf(peer);
    const QMutexLocker locker(&m_mutex);
    if (mostEach > 0 && m_each.value(source) >= mostEach)
        return {};
    ++m_total;
    ++m_each[source];
    return std::make_shared<Ticket>(shared_from_this(), source);
}

void ConnectionCount::makesWay(Ticket *ticket)
{
    const QMutexLocker locker(&m_mutex);
    if (std::exchange(ticket->state, Ticket::State::MakingWay) == Ticket::State::MakingWay)
        return;
    discount(ticket->source);
    ++m_makingWay;
}

void ConnectionCount::leave(const Ticket &ticket)
{
    const QMutexLocker locker(&m_mutex);
    if (ticket.state == Ticket::State::MakingWay)
        --m_makingWay;
    else
        discount(ticket.source);
}

void ConnectionCount::discount(const QHostAddress &source)
{
    --m_total;
    if (--m_each[source] == 0)
        m_each.remove(source);
}

int ConnectionCount::total() const
{
    const QMutexLocker locker(&m_mutex);
    return m_total;
}

int ConnectionCount::makingWay() const
{
    const QMutexLocker locker(&m_mutex);
    return m_makingWay;
}

} // namespace QtRdmaPrivate
