// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMPLETIONROUTE_P_H
#define COMPLETIONROUTE_P_H

#include "engineclient_p.h"
#include "tokentable_p.h"

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

// Hands completions to the clients that they are for.
class CompletionRoute
{
public:
    explicit CompletionRoute(const TokenTable *clients) : m_clients(clients) { }

    // 'ticks' is null where no clock has shown when they completed.
    void hand(const ibv_wc *completions, const quint64 *ticks, int count) const
    {
        if (ticks)
            handStamped(completions, ticks, count);
        else
            handRuns(completions, completions + count);
    }

private:
    Q_NEVER_INLINE void handStamped(const ibv_wc *completions, const quint64 *ticks,
                                    int count) const
    {
        for (int i = 0; i < count; ++i) {
            if (ReapClient *const receiver = receiverOf(completions[i]))
                receiver->workCompleted(quint32(completions[i].wr_id),
                                        { completions[i], ticks[i] });
        }
    }
    void handRuns(const ibv_wc *next, const ibv_wc *end) const
    {
        while (next != end) {
            ReapClient *const receiver = receiverOf(*next);
            next = receiver ? receiver->runCompleted(next, end) : next + 1;
        }
    }
    // The upper half of the work request id is the token of the client, the lower half is its tag.
    // A queue pair that is being taken down has no client any more: its flushes are dropped.
    ReapClient *receiverOf(const ibv_wc &completion) const
    {
        return m_clients->client(quint32(completion.wr_id >> 32));
    }

    const TokenTable *m_clients;
};

} // namespace QtRdmaPrivate

#endif // COMPLETIONROUTE_P_H
