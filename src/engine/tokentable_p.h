// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TOKENTABLE_P_H
#define TOKENTABLE_P_H

#include "../base/rdmaglobal_p.h"

#include <deque>
#include <vector>

namespace QtRdmaPrivate {

class ReapClient;

// A token stands for a client in work request ids and connection manager ids. The lower bits are the
// index of the client's entry, the upper bits count how often that entry was retired: what arrives
// for a client that is gone carries an old count and finds nobody. The count wraps, so an entry also
// rests until EntriesAtRest others were retired after it.
class Q_RDMA_AUTOTEST_EXPORT TokenTable
{
public:
    static constexpr quint32 Nobody = 0xffffffff; // no client ever has it
    static constexpr size_t EntriesAtRest = 64;
    static constexpr quint32 IndexBits = 20;
    static constexpr quint32 MostClients = (1u << IndexBits) - 1; // the last index is Nobody's

    // Nobody when there are MostClients already.
    quint32 enter(ReapClient *client);
    void retire(quint32 token);
    void retireAll();
    // Null when the token was retired.
    ReapClient *client(quint32 token) const
    {
        const quint32 index = token & IndexMask;
        if (index >= m_entries.size() || m_entries[index].generation != token >> IndexBits)
            return nullptr;
        return m_entries[index].client;
    }
    // The function may enter and retire clients; those it enters may be called, too.
    template <typename Function>
    void forEach(Function function) const
    {
        for (size_t i = 0; i < m_entries.size(); ++i) {
            if (ReapClient *client = m_entries[i].client)
                function(client);
        }
    }

private:
    static constexpr quint32 IndexMask = (1u << IndexBits) - 1;
    static constexpr quint32 GenerationMask = (1u << (32 - IndexBits)) - 1;

    struct Entry
    {
        ReapClient *client = nullptr;
        quint32 generation = 0;
    };

    std::vector<Entry> m_entries;
    std::deque<quint32> m_free; // the one that has rested longest is the first
};

} // namespace QtRdmaPrivate

#endif // TOKENTABLE_P_H
