// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "workring_p.h"

#include <algorithm>
#include <utility>

namespace QtRdmaPrivate {

// The tags of these do not begin anew in between.
WorkRing::Places WorkRing::places(quint64 most)
{
    while (span() > m_mask || m_works.size() < FewestPlaces)
        grow();
    const size_t index = size_t(m_next) & m_mask;
    const quint64 tags = NumberMask - (quint32(m_next) & NumberMask) + 1;
    return { &m_works[index],
             std::min({ size_t(most), m_works.size() - index, m_works.size() - size_t(span()),
                        size_t(tags) }) };
}

void WorkRing::grow()
{
    constexpr size_t Fewest = 16;
    std::vector<PostedWork> works(qMax(Fewest, 2 * m_works.size()));
    const size_t mask = works.size() - 1;
    for (quint64 number = m_first; number < m_next; ++number)
        works[size_t(number) & mask] = std::move(*at(number));
    m_works = std::move(works);
    m_mask = mask;
}

PostedWork *WorkRing::findByUserId(quint64 userId)
{
    for (quint64 number = m_next; number > m_first; --number) {
        PostedWork *work = at(number - 1);
        if (work->used && work->userId == userId && !work->answered && !work->isPrepared())
            return work;
    }
    return nullptr;
}

void WorkRing::removeNewest(quint64 count)
{
    for (; count > 0; --count) {
        --m_next;
        at(m_next)->end();
    }
    m_signalEnd = std::min(m_signalEnd, m_next);
    while (m_signalEnd > m_first && at(m_signalEnd - 1)->used && !at(m_signalEnd - 1)->signalled)
        --m_signalEnd;
}

} // namespace QtRdmaPrivate
