// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CMREADER_P_H
#define CMREADER_P_H

#include "cmchannels_p.h"
#include "turnclock_p.h"

#include <functional>

namespace QtRdmaPrivate {

class Descriptors;
class TokenTable;

// Reads the events of the connection manager for a thread, and hands each to the client that it is
// about. A channel that fails is replaced, or ends what depends on it.
class CmReader
{
public:
    CmReader(const TokenTable *clients, TurnClock *turn, Descriptors *descriptors);

    // Makes the call on the thread's own channel, which is made on first use. If the channel
    // refuses commands the call is made again on another one.
    using ChannelCall = std::function<RdmaError(const CmChannelPtr &channel)>;
    RdmaError withOwn(const ChannelCall &call);
    void add(const CmChannelPtr &channel, ReapClient *listener);
    void remove(const CmChannelPtr &channel);

    bool setReadable(int fd) { return m_channels.setReadable(fd); } // false: it is of no channel
    // Reads the channels that are readable. Returns whether there was an event.
    bool read() { return m_channels.isDue() && readAll(); }
    // For a thread that waits for a peer's answer: what was not readable is read, too.
    bool readAgain();

    void forked();

private:
    static constexpr int CmEventsPerChannel = 32; // in one pass of a turn

    CmChannelPtr own(RdmaError *error); // null and *error without a device
    bool readAll();
    bool takeEvents(const CmChannelPtr &channel);
    bool takeEvent(const CmChannelPtr &channel);
    void channelFailed(const CmChannelPtr &channel, const RdmaError &cause);
    void endChannel(const CmChannelPtr &channel, const RdmaError &cause);
    void replaceOwn(const RdmaError &cause);

    const TokenTable *m_clients;
    TurnClock *m_turn;
    Descriptors *m_descriptors;
    CmChannels m_channels;
};

} // namespace QtRdmaPrivate

#endif // CMREADER_P_H
