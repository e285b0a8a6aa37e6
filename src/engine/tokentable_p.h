// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TOKENTABLE_P_H
#define TOKENTABLE_P_H

#include "../base/rdmaglobal_p.h"

#include <deque>
#include <vector>

namespace QtRdmaPrivate {

class ReapClient;

// A token stands for a client in work request ids and connection manager ids. The lower bits are
// the index of the client's entry. The upper bits count how often that entry was retired, so what
// arrives for a client that is gone carries an old count and is dropped. The count wraps, so an
// entry also rests until EntriesAtRest others were retired after it.
class Q_RDMA_AUTOTEST_EXPORT TokenTable
{
public:
    static constexpr quint32 Nobody = 0xffffffff; // no client ever has it
    static constexpr size_t EntriesAtRest = 64;
    static constexpr quint32 IndexBits = 20;
    // the last index belongs to Nobody
    static constexpr quint32 MostClients = (1u << IndexBits) - 1;

    // Returns Nobody if there are MostClients already.
    quint32 enter(ReapClient *client);
    void retire(quint32 token);
    void retireAll();
    // Returns null if the token was retired.
    ReapClient *client(quint32 token) const
    {
        const Entry &entry = m_entries[token & m_mask];
        return entry.token == token ? entry.client : nullptr;
    }
    // The function may enter and retire clients. Clients that it enters may be visited, too.
    template <typename Function>
    void forEach(Function function) const
    {
        for (size_t i = 0; i < m_entries.size(); ++i) {
            if (ReapClient *client = m_entries[i].client)
                function(client);
        }
    }

private:
    struct Entry
    {
        ReapClient *client = nullptr;
        quint32 token = Nobody; // of the client, or of the next one
    };

    quint32 newEntry();

    std::vector<Entry> m_entries = std::vector<Entry>(1); // as many as a power of two
    quint32 m_mask = 0; // of the index, as the table has grown so far
    quint32 m_used = 0; // entries that a client has had
    std::deque<quint32> m_free; // the one that has rested longest comes first
};

} // namespace QtRdmaPrivate

#endif // TOKENTABLE_P_H
