// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RSOCKETSENDER_P_H
#define RSOCKETSENDER_P_H

#include "rsocketprotocol_p.h"
#include "../sendposter_p.h"

#include <deque>

namespace QtRdmaPrivate {

// Sends messages of rsockets: each is a write, and the word for it. On InfiniBand and RoCE the word
// is its immediate data, on iWARP it is a message of its own.
class RsocketSender
{
public:
    static constexpr int MessagesInFlight = 48; // on iWARP each takes two requests
    static constexpr size_t ControlsInFlight = 4;
    static constexpr int ControlSends = 2 * int(ControlsInFlight) + 2; // and a ping
    static constexpr int SendDepth = 2 * MessagesInFlight + ControlSends;

    RsocketSender(RsocketProtocol *protocol, const StreamStates *states, SendPoster *poster)
        : m_protocol(*protocol)
        , m_states(*states)
        , m_poster(*poster)
    {
    }

    // Places in the send queue.
    int space() const { return m_protocol.mayTalk() ? SendDepth - m_poster.slots().inFlight() : 0; }

    // Whether a message of data may leave. Control messages have places of their own.
    bool mayBegin() const { return m_protocol.maySendData() && space() > ControlSends + 1; }
    quint32 maxPayload() const { return m_protocol.maxPayload(); }
    // Returns false if this message is the last one for now.
    bool sendData(const char *bytes, quint32 length, quint32 key, quint32 serial, bool isLast);

    // The same of bytes in memory of the program. This format has no header.
    bool sendSlice(const char *, quint32, const RegisteredBytes &bytes, quint32 serial,
                   bool isLast);

    bool maySendControl();
    // Returns its serial number.
    quint32 sendControl(const RsocketMessage &message, const uchar *payload = nullptr,
                        const RsocketGrant &target = {});

private:
    struct Write
    {
        quint64 address = 0;
        quint32 key = 0;
        RsocketGrant target; // its length is that of the bytes
        bool isForDevice = false; // only the device may be able to read the bytes
    };
    bool sendData(Write write, quint32 length, quint32 serial, bool isLast);
    void post(const Write &write, const RsocketMessage &message, quint32 serial, bool isSignalled);

    RsocketProtocol &m_protocol;
    const StreamStates &m_states;
    SendPoster &m_poster;
    std::deque<quint32> m_controls; // on the way, by serial number
};

} // namespace QtRdmaPrivate

#endif // RSOCKETSENDER_P_H
