// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "worktable_p.h"

#include <algorithm>

namespace QtRdmaPrivate {

quint32 WorkTable::add(WorkRequest &&request)
{
    if (m_free.empty()) {
        m_free.push_back(quint32(m_requests.size()));
        m_requests.emplace_back();
    }
    const quint32 tag = m_free.back();
    m_free.pop_back();
    m_requests[tag] = std::move(request);
    m_requests[tag].used = true;
    m_requests[tag].order = m_nextOrder++;
    ++m_counts[m_requests[tag].opcode == Rdma::Receive];
    return tag;
}

WorkRequest *WorkTable::find(quint32 tag)
{
    return tag < m_requests.size() && m_requests[tag].used ? &m_requests[tag] : nullptr;
}

WorkRequest *WorkTable::findByUserId(quint64 userId)
{
    WorkRequest *newest = nullptr;
    for (WorkRequest &request : m_requests) {
        if (request.used && request.userId == userId
            && (!newest || request.order > newest->order)) {
            newest = &request;
        }
    }
    return newest;
}

WorkRequest WorkTable::take(quint32 tag)
{
    WorkRequest request = std::move(m_requests[tag]);
    m_requests[tag] = WorkRequest();
    m_free.push_back(tag);
    --m_counts[request.opcode == Rdma::Receive];
    return request;
}

std::vector<quint32> WorkTable::tags() const
{
    std::vector<quint32> result;
    for (quint32 tag = 0; tag < m_requests.size(); ++tag) {
        if (m_requests[tag].used)
            result.push_back(tag);
    }
    std::sort(result.begin(), result.end(),
              [this](quint32 a, quint32 b) { return m_requests[a].order < m_requests[b].order; });
    return result;
}

std::vector<WorkRequest> WorkTable::takeAll()
{
    std::vector<WorkRequest> result;
    for (const quint32 tag : tags())
        result.push_back(take(tag));
    return result;
}

} // namespace QtRdmaPrivate
