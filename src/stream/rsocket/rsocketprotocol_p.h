// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RSOCKETPROTOCOL_P_H
#define RSOCKETPROTOCOL_P_H

#include "rsocketledger_p.h"
#include "../streamstates_p.h"

#include <optional>

namespace QtRdmaPrivate {

// One side of a connection that speaks rsockets (doc/rsockets.md), without a device, an event loop
// or a clock. Messages that have arrived go in, messages to send come out. The driver owns the
// memory to which the peer writes, and reports completions to the StreamStates that both share.
class Q_RDMA_AUTOTEST_EXPORT RsocketProtocol
{
public:
    static constexpr quint16 OwnCredits = 128;
    static constexpr quint32 OwnEntries = 8;
    static constexpr int CrossingGrace = 200; // ms for what the peer has sent at the same time
    static constexpr int AnswerTime = 2000; // ms for the peer to end the connection

    // The meaning of a message.
    enum class Arrival : quint8 {
        Dropped, // the connection has failed already
        Data, // place() and length() say where
        Unread, // the same, but this side has closed
        Ignored, // data behind the peer's end: unmodified programs send it
        Control,
        Granted, // credit, or memory to write to
        PeerFinished,
        PeerClosed,
        Failed // failure() says why
    };

    // The word that is due when the data that may leave have left.
    enum class Next : quint8 {
        Nothing,
        SendLimit,
        SendShutdown,
        SendDisconnect,
        SkipDisconnect // the peer has said the last word, and expects nothing
    };

    // Whether a message is the immediate data of a write, which tells how much was written.
    enum class Transport : quint8 { Immediate, Iwarp };

    explicit RsocketProtocol(StreamStates *states) : m_states(*states) { }

    // --- set-up ---

    // Reads the peer's handshake. Returns an empty string, or what is wrong.
    [[nodiscard]] QString peerOffers(const QByteArray &privateData);
    const RsocketHandshake &peer() const { return m_peer; }
    quint32 peerEntries() const { return m_peer.targetList.length; }
    // The handshake of this side completes the accounts: messages may be received.
    void begin(Transport transport, quint32 ownFirstGrant, quint16 firstSerial = 0);
    bool isAgreed() const { return m_ledger.has_value(); }
    bool isImmediate() const { return m_transport == Transport::Immediate; }
    // The connection manager has reported the connection.
    void established(bool isInitiator);
    // On iWARP the side that accepts must not send first.
    bool mayTalk() const { return m_mayTalk; }

    // --- receiving ---

    // 'written' bytes came with the message; on iWARP that has no meaning. 'list' is this side's
    // target list; an entry that was granted is removed from it.
    Arrival received(quint32 encoded, quint32 written, uchar *list);
    const RsocketLedger::Place &place() const { return m_place; }
    quint32 length() const { return m_length; }
    const QString &failure() const { return m_failure; } // goes on after "the peer"
    Arrival fail(const QString &text);
    // How many large messages came in a row; small ones are no reason for larger memory.
    int largeMessages() const { return m_largeMessages; }

    void consumed(quint64 bytes) { m_ledger->consumed(bytes); }
    size_t takeFinished() { return m_ledger->takeFinished(); }
    size_t blockAtWork() const { return m_ledger->place().grant; }

    // --- sending ---

    bool maySendData() const { return m_ledger->canSendData(); }
    quint32 maxPayload() const { return m_ledger->maxPayload(); }
    quint32 allowance() const { return m_ledger->allowance(); }
    RsocketGrant sending(quint32 length) { return m_ledger->sending(length); }

    bool mayGrant() const { return m_ledger->canGrant() && !m_states.hasPeerFinished(); }
    // Returns where the peer expects the next grant, for memory of 'length' bytes. limit() must be
    // sent with it.
    RsocketGrant granting(quint32 length);
    RsocketMessage limit() { return m_ledger->update(); }

    // 'isDrained()' tells whether all data has left, 'hasRoom()' whether a control message may
    // leave.
    template <typename IsDrained, typename HasRoom>
    Next next(IsDrained isDrained, HasRoom hasRoom) const
    {
        if (!m_states.isLive())
            return Next::Nothing;
        if (m_ledger->updateDue() && hasRoom())
            return Next::SendLimit;
        if (m_states.own() != StreamStates::Own::Finishing || !isDrained())
            return Next::Nothing;
        if (m_states.peer() == StreamStates::Peer::Closed)
            return Next::SkipDisconnect;
        if (!hasRoom())
            return Next::Nothing;
        const bool isHalf = !m_states.isClosed() && !m_states.hasPeerFinished();
        return isHalf ? Next::SendShutdown : Next::SendDisconnect;
    }
    // The message to send, which leaves now; not for Nothing and SkipDisconnect.
    RsocketMessage put(Next next);
    void skipDisconnect();

    // ms between the last word and ending the connection. Nothing answers the last word but the end
    // of the connection. On iWARP it may still be on its way after it has completed; elsewhere
    // something of the peer may be on its way.
    int partingTime() const;

private:
    static constexpr quint32 LargeMessage = 1024; // bytes

    static quint32 toldLength(const RsocketMessage &message, quint32 written);
    std::optional<RsocketGrant> takeEntry(uchar *list);
    Arrival dataReceived(const RsocketLedger::Place &place, quint32 length);
    Arrival controlReceived(const RsocketMessage &message);

    StreamStates &m_states;
    std::optional<RsocketLedger> m_ledger;
    RsocketHandshake m_peer;
    RsocketLedger::Place m_place;
    quint32 m_length = 0;
    int m_largeMessages = 0;
    QString m_failure;
    Transport m_transport = Transport::Immediate;
    bool m_mayTalk = false;
    bool m_lastWordSaid = false; // by the peer
};

} // namespace QtRdmaPrivate

#endif // RSOCKETPROTOCOL_P_H
