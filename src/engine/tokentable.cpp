// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tokentable_p.h"

namespace QtRdmaPrivate {

quint32 TokenTable::enter(ReapClient *client)
{
    quint32 index = quint32(m_entries.size());
    if (m_free.size() > EntriesAtRest || index == MostClients) {
        if (m_free.empty())
            return Nobody;
        index = m_free.front();
        m_free.pop_front();
    } else {
        m_entries.emplace_back();
    }
    m_entries[index].client = client;
    forgetLast();
    return m_entries[index].generation << IndexBits | index;
}

void TokenTable::retire(quint32 token)
{
    if (!client(token))
        return;
    const quint32 index = token & IndexMask;
    Entry &entry = m_entries[index];
    entry.client = nullptr;
    entry.generation = (entry.generation + 1) & GenerationMask;
    m_free.push_back(index);
    forgetLast();
}

void TokenTable::retireAll()
{
    for (quint32 index = 0; index < m_entries.size(); ++index)
        retire(m_entries[index].generation << IndexBits | index);
}

} // namespace QtRdmaPrivate
