// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connectioncount_p.h"

namespace QtRdmaPrivate {

std::shared_ptr<void> ConnectionCount::admit(const QHostAddress &peer, int most, int mostEach)
{
    const QMutexLocker locker(&m_mutex);
    if ((most > 0 && m_total >= most) || (mostEach > 0 && m_each.value(peer) >= mostEach))
        return {};
    ++m_total;
    ++m_each[peer];
    return std::shared_ptr<void>(this,
                                 [self = shared_from_this(), peer](void *) { self->leave(peer); });
}

void ConnectionCount::leave(const QHostAddress &peer)
{
    const QMutexLocker locker(&m_mutex);
    --m_total;
    if (--m_each[peer] == 0)
        m_each.remove(peer);
}

int ConnectionCount::total() const
{
    const QMutexLocker locker(&m_mutex);
    return m_total;
}

} // namespace QtRdmaPrivate
