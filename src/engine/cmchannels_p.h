// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CMCHANNELS_P_H
#define CMCHANNELS_P_H

#include "engineclient_p.h"

#include "../verbs/cmid_p.h"

#include <optional>
#include <vector>

struct pollfd;

namespace QtRdmaPrivate {

// The next event of the channel, copied and acknowledged; none when it is empty. *error: it has failed for good.
std::optional<CmEvent> nextCmEvent(const CmChannelPtr &channel, RdmaError *error);

// The channels of the connection manager that one thread reads: its own, to which connections report, and one for each listener. Only
// those are read that were said to be readable, for each read is a system call.
class CmChannels
{
public:
    // Null before it is made, and where none can be had.
    CmChannelPtr own() const;
    void setOwn(CmChannelPtr channel);
    void replaceOwn(CmChannelPtr channel); // of one that has failed, which was removed
    void add(CmChannelPtr channel, ReapClient *listener);
    void remove(const CmChannelPtr &channel);

    // The listener that has added this channel; null for the thread's own and for one that is not among them.
    ReapClient *listenerOf(const CmChannelPtr &channel);
    std::vector<CmChannelPtr> all() const;

    void addTo(std::vector<pollfd> *polled) const;

    // False where none of them has the descriptor.
    bool setReadable(int fd);
    // Whoever waits for the peer's answer looks once more at the thread's own, and where something was told.
    void setReadableAgain();
    bool isDue() const { return m_isDue; }
    // The next to be read, until null: the thread's own, then that of the listener whose turn was the longest ago.
    CmChannelPtr next();
    void hasTold(const CmChannelPtr &channel);

    // Whether the thread's own is the first, or has given an event. One that has not, and fails, fails for a reason that a third would
    // have, too.
    bool isOwnProven() const { return m_isOwnProven; }

private:
    enum class State { Quiet, HasTold, Readable };

    struct Entry
    {
        CmChannelPtr channel;
        ReapClient *listener = nullptr;
        State state = State::Quiet;
    };
    using Entries = std::vector<Entry>;

    bool hasOwn() const { return !m_entries.empty() && !m_entries.front().listener; }
    Entries::iterator find(const CmChannelPtr &channel);

    Entries m_entries; // the thread's own is the first
    bool m_isDue = false; // one may be readable
    bool m_isOwnProven = true;
};

} // namespace QtRdmaPrivate

#endif // CMCHANNELS_P_H
