// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMSTATES_P_H
#define STREAMSTATES_P_H

#include "../base/rdmaglobal_p.h"

#include <QtCore/qglobal.h>

namespace QtRdmaPrivate {

// The life of one connection, in either wire format, as doc/stream.md draws it. Both directions end
// independently; the state of the whole follows from the two. The class decides nothing about
// messages, memory or time (StreamDeadlines does): its owner reports what has happened and acts on
// the state that results.
class Q_RDMA_AUTOTEST_EXPORT StreamStates
{
public:
    // The order matters: takesData(), isLive() and finish() compare.
    enum class State : quint8 {
        Connecting,
        Proving, // one of the two has not yet proved that it has the pre-shared key
        Open,
        HalfClosedByPeer,
        HalfClosedByUs,
        HalfClosedByBoth,
        Closing, // one of the two has closed in full
        Disconnecting, // both have said all they had to say, and both know it
        Failing,
        Ended
    };
    static constexpr int States = int(State::Ended) + 1;

    // The direction from here to the peer.
    enum class Own : quint8 {
        Open,
        Finishing, // FIN follows what was written
        Sent,
        Completed, // the device is done with FIN; on iWARP it may be on its way
        Arrived
    };

    // The direction from the peer to here.
    enum class Peer : quint8 {
        Open,
        Finished, // it sends no more data
        Closed // and it reads none
    };

    // How this side ends its direction. A later call can raise it, but never lower it.
    enum class Finish : quint8 {
        StillReading, // the half-close
        Full, // what arrives from now on is not read
        Truncated // something that was written is missing, and the peer must be told
    };

    // Whether a full close of this side waits for the peer's end, or is the last word of the
    // connection.
    enum class LastWord : quint8 { Answered, Final };

    explicit StreamStates(LastWord lastWord) : m_lastWord(lastWord) { }

    State state() const { return m_state; }
    Own own() const { return m_own; }
    Peer peer() const { return m_peer; }

    // Whether this side may write.
    bool takesData() const { return isWithin(State::Open, State::HalfClosedByPeer); }
    // Whether the connection is open, or closing in order.
    bool isLive() const { return isWithin(State::Open, State::Disconnecting); }
    // The same, or the proofs are under way.
    bool isLinked() const { return isWithin(State::Proving, State::Disconnecting); }
    // Whether the connection has ever been open.
    bool wasOpen() const { return m_wasOpen; }
    bool isProving() const { return m_state == State::Proving; }
    bool isFailing() const { return m_state == State::Failing; }
    bool isEnded() const { return m_state == State::Ended; }
    bool isFlushed() const { return m_flushed; }
    bool isFinRequested() const { return m_own != Own::Open; }
    bool isFinSent() const { return m_own >= Own::Sent; }
    bool hasPeerFinished() const { return m_peer != Peer::Open; }
    // Whether nobody will read what arrives.
    bool isClosed() const { return m_finish != Finish::StillReading; }
    bool isTruncated() const { return m_finish == Finish::Truncated; }
    // Whether both directions have ended, and both sides know it.
    bool isOver() const;
    bool mayDisconnect() const { return isOver() && isLive() && m_state != State::Disconnecting; }

    // These report what has happened. A transition that a state does not have changes nothing.
    void linked(bool proving); // the handshake is agreed
    void proved(); // both sides have proved
    bool finish(Finish how); // true: a FIN must be sent, the first or a second one
    void finSent();
    void finCompleted();
    void finArrived();
    void peerFinished();
    void peerClosed();
    bool flushed(); // true for the first time
    void disconnect();
    void fail();
    bool end(); // true for the first time

private:
    bool isWithin(State first, State last) const
    {
        return quint8(quint8(m_state) - quint8(first)) <= quint8(last) - quint8(first);
    }
    void settle();

    State m_state = State::Connecting;
    Own m_own = Own::Open;
    Peer m_peer = Peer::Open;
    Finish m_finish = Finish::StillReading;
    const LastWord m_lastWord;
    bool m_wasOpen = false;
    // a work request was flushed: the connection is gone, and its event under way
    bool m_flushed = false;
};

} // namespace QtRdmaPrivate

#endif // STREAMSTATES_P_H
