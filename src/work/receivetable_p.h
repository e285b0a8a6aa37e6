// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVETABLE_P_H
#define RECEIVETABLE_P_H

#include "postedwork_p.h"

#include <vector>

namespace QtRdmaPrivate {

// The receives of a shared queue in flight, by tag. Its queue pairs complete them in any order.
class ReceiveTable
{
public:
    // A receive without an id gets one.
    quint32 add(PostedWork &&work);
    // Adds all requests, and returns a tag for each.
    WorkTags addAll(WorkRequests requests, WorkIds *ids);
    // Null where there is none.
    PostedWork *find(quint32 tag);
    PostedWork take(quint32 tag);
    int size() const { return int(m_works.size() - m_free.size()); }

private:
    std::vector<PostedWork> m_works;
    std::vector<quint32> m_free;
    quint64 m_count = 0; // receives that were added in all
};

} // namespace QtRdmaPrivate

#endif // RECEIVETABLE_P_H
