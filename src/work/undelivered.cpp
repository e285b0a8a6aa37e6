// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "undelivered_p.h"

#include <algorithm>
#include <iterator>

namespace QtRdmaPrivate {

const Undelivered *UndeliveredQueue::find(quint64 id) const
{
    const Undelivered *one = m_end;
    while (one != m_first) {
        if ((--one)->context == id)
            return one;
    }
    return nullptr;
}

std::vector<Undelivered> UndeliveredQueue::takeAll()
{
    std::vector<Undelivered> all(std::make_move_iterator(m_first), std::make_move_iterator(m_end));
    m_first = m_end = m_places.data();
    return all;
}

// There are as many places free afterwards as are used, so each one is moved once at most.
Q_NEVER_INLINE void UndeliveredQueue::makeRoom()
{
    constexpr size_t Fewest = 16;
    std::vector<Undelivered> waiting = takeAll();
    const size_t count = waiting.size();
    waiting.resize(std::max(Fewest, 2 * count));
    m_places = std::move(waiting);
    m_first = m_places.data();
    m_end = m_first + count;
}

} // namespace QtRdmaPrivate
