// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tokentable_p.h"

namespace QtRdmaPrivate {

quint32 TokenTable::enter(ReapClient *client)
{
    quint32 index = m_used;
    if (m_free.size() > EntriesAtRest || index == MostClients) {
        if (m_free.empty())
            return Nobody;
        index = m_free.front();
        m_free.pop_front();
    } else {
        index = newEntry();
    }
    m_entries[index].client = client;
    return m_entries[index].token;
}

quint32 TokenTable::newEntry()
{
    if (m_used == m_entries.size()) {
        m_entries.resize(2 * m_entries.size());
        m_mask = quint32(m_entries.size()) - 1;
    }
    m_entries[m_used].token = m_used;
    return m_used++;
}

void TokenTable::retire(quint32 token)
{
    if (!client(token))
        return;
    const quint32 index = token & m_mask;
    m_entries[index] = { nullptr, token + (1u << IndexBits) }; // the count wraps
    m_free.push_back(index);
}

void TokenTable::retireAll()
{
    for (quint32 index = 0; index < m_used; ++index)
        retire(m_entries[index].token);
}

} // namespace QtRdmaPrivate
