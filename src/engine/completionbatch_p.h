// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMPLETIONBATCH_P_H
#define COMPLETIONBATCH_P_H

#include "engineclient_p.h"
#include "tokentable_p.h"

#include <infiniband/verbs.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

// Hands completions to the clients that they are for, and tells each of these clients once when the
// batch is over.
class CompletionBatch
{
public:
    explicit CompletionBatch(const TokenTable *clients) : m_clients(clients) { }

    // 'ticks' is null where no clock has shown when they completed.
    void hand(const ibv_wc *completions, const quint64 *ticks, int count)
    {
        if (ticks)
            handStamped(completions, ticks, count);
        else
            handRuns(completions, completions + count);
    }
    void hand(Completion done)
    {
        if (ReapClient *const receiver = receiverOf(done.wc))
            receiver->workCompleted(quint32(done.wc.wr_id), done);
    }
    bool isEmpty() const { return m_tokens.empty(); }
    bool hasSeveral() const { return m_tokens.size() > 1; } // clients
    void end()
    {
        for (size_t i = 0; i < m_tokens.size(); ++i) { // one that is told may hand out more
            ReapClient *receiver = m_clients->client(m_tokens[i]);
            if (!receiver)
                continue;
            receiver->inBatch = false;
            receiver->batchEnded();
        }
        m_tokens.clear();
    }

    // A client whose token is retired may enter again at once, under another token.
    void leave(quint32 token) const
    {
        if (ReapClient *retired = m_clients->client(token))
            retired->inBatch = false;
    }
    // Nobody is told any more.
    void clear()
    {
        m_clients->forEach([](ReapClient *client) { client->inBatch = false; });
        m_tokens.clear();
    }

private:
    Q_NEVER_INLINE void handStamped(const ibv_wc *completions, const quint64 *ticks, int count)
    {
        for (int i = 0; i < count; ++i)
            hand({ completions[i], ticks[i] });
    }
    void handRuns(const ibv_wc *next, const ibv_wc *end)
    {
        while (next != end) {
            ReapClient *const receiver = receiverOf(*next);
            next = receiver ? receiver->runCompleted(next, end) : next + 1;
        }
    }
    // The upper half of the work request id is the token of the client, the lower half is its tag.
    // A queue pair that is being taken down has no client any more: its flushes are dropped.
    ReapClient *receiverOf(const ibv_wc &completion)
    {
        const auto token = quint32(completion.wr_id >> 32);
        ReapClient *const receiver = m_clients->client(token);
        if (receiver && receiver->m_wantsBatchEnds && !std::exchange(receiver->inBatch, true))
            m_tokens.push_back(token);
        return receiver;
    }

    const TokenTable *m_clients;
    std::vector<quint32> m_tokens; // of clients that had completions in this batch
};

} // namespace QtRdmaPrivate

#endif // COMPLETIONBATCH_P_H
