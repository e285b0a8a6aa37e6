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

// The next event of the channel, copied and acknowledged; none if the channel is empty. *error is
// set if the channel has failed for good.
std::optional<CmEvent> nextCmEvent(const CmChannelPtr &channel, RdmaError *error);

// The channels of the connection manager that one thread reads: its own, to which connections
// report, and one for each listener. Only those that are known to be readable are read, because
// each read is a system call.
class CmChannels
{
public:
    // Null before it is made, and if it cannot be made.
    CmChannelPtr own() const;
    void setOwn(CmChannelPtr channel);
    void replaceOwn(CmChannelPtr channel); // after the old one has failed and was removed
    void add(CmChannelPtr channel, ReapClient *listener);
    void remove(const CmChannelPtr &channel);

    // The listener that has added this channel. Null for the thread's own channel and for one that
    // is not known.
    ReapClient *listenerOf(const CmChannelPtr &channel);
    std::vector<CmChannelPtr> all() const;

    void addTo(std::vector<pollfd> *polled) const;

    // Returns false if no channel has the descriptor.
    bool setReadable(int fd);
    // Those who wait for the peer's answer look again: at the thread's own channel, and at the
    // channels that have given an event.
    void setReadableAgain();
    bool isDue() const { return m_isDue; }
    // The next channel to read, until it is null: first the thread's own, then that of the listener
    // whose turn was the longest ago.
    CmChannelPtr next();
    // The channel has given an event.
    void told(const CmChannelPtr &channel);

    // Whether the thread's own channel is the first one, or has given an event. If another one
    // fails before it gives an event, a new one would fail for the same reason.
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
    bool m_isDue = false; // a channel may be readable
    bool m_isOwnProven = true;
};

} // namespace QtRdmaPrivate

#endif // CMCHANNELS_P_H
