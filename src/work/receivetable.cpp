// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "receivetable_p.h"

#include <utility>

namespace QtRdmaPrivate {

quint32 ReceiveTable::add(PostedWork &&work)
{
    if (m_free.empty()) {
        m_free.push_back(quint32(m_works.size()));
        m_works.emplace_back();
    }
    const quint32 tag = m_free.back();
    m_free.pop_back();
    PostedWork &added = m_works[tag] = std::move(work);
    if (added.userId == 0)
        added.userId = FirstOwnId | SharedId | (m_count & (SharedId - 1));
    ++m_count;
    return tag;
}

WorkTags ReceiveTable::addAll(WorkRequests requests, WorkIds *ids)
{
    WorkTags tags;
    tags.reserve(qsizetype(requests.size()));
    ids->reserve(qsizetype(requests.size()));
    for (const RdmaWorkRequest &request : requests) {
        PostedWork work;
        work.begin(request);
        tags.push_back(add(std::move(work)));
        ids->append(m_works[tags.back()].userId);
    }
    return tags;
}

PostedWork *ReceiveTable::find(quint32 tag)
{
    return tag < m_works.size() && m_works[tag].used ? &m_works[tag] : nullptr;
}

PostedWork ReceiveTable::take(quint32 tag)
{
    PostedWork work = std::move(m_works[tag]);
    m_works[tag].used = false;
    m_free.push_back(tag);
    return work;
}

} // namespace QtRdmaPrivate
