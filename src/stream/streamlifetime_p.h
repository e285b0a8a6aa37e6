// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMLIFETIME_P_H
#define STREAMLIFETIME_P_H

#include "streamdeadlines_p.h"
#include "streamstates_p.h"

#include "../connection/incomingconnection_p.h"
#include "../engine/engine_p.h"

namespace QtRdmaPrivate {

class TcpSocket;

class StreamObserver
{
public:
    // Called in the reap phase, when the connection is established, has ended, bytes have arrived,
    // or there is room to write.
    virtual void streamChanged() = 0;
    // The same, where the last of what was polled has done it: Engine::beginDelivery() says whether
    // the observer may deliver at once. The connection may be gone after that.
    virtual void streamChangedAtLast() { streamChanged(); }
    // Called in the flush phase, where signals may be emitted: what was written has left, as far as
    // possible.
    virtual void streamFlushed() { }

protected:
    ~StreamObserver() = default;
};

// Where a connection is to begin.
struct LocalEnd
{
    QHostAddress address = noAddress(); // null: any
    quint16 port = 0; // 0: any
    std::shared_ptr<TcpSocket> socket; // that is bound to both; null where none is yet
};

// The life of one connection, over any transport and in any wire format, from its handshake to its
// end: its states and their deadlines, which doc/stream.md draws, and how it keeps itself alive
// until it has ended. It knows nothing of bytes: StreamLink does.
class StreamLifetime : public std::enable_shared_from_this<StreamLifetime>
{
public:
    virtual ~StreamLifetime() = default;
    Q_DISABLE_COPY_MOVE(StreamLifetime)

    // A negative time has no end.
    virtual RdmaError connectTo(const QHostAddress &address, quint16 port, const LocalEnd &local,
                                int timeLeft) = 0;
    // Rejects a peer that does not speak this format, if possible with a reason that the peer can
    // print.
    virtual RdmaError accept(IncomingConnection *incoming) = 0;
    void setObserver(StreamObserver *newObserver) { m_observer = newObserver; }
    const std::shared_ptr<Engine> &engine() const { return m_engine; }

    bool wasEstablished() const { return m_states.wasOpen(); }
    bool isEnded() const { return m_states.isEnded(); }
    bool peerFinished() const { return m_states.hasPeerFinished(); } // nothing more will come
    bool peerClosed() const { return m_states.peer() == StreamStates::Peer::Closed; }
    bool takesData() const { return m_states.takesData(); }
    const RdmaError &error() const { return m_error; }

    // Known when the connection is established, and also after its end.
    struct Ends
    {
        QHostAddress peer = noAddress();
        QHostAddress local = noAddress();
        QString device;
        quint16 peerPort = 0;
        quint16 localPort = 0;
    };
    const Ends &ends() const { return m_ends; }

    // An interval of 0 leaves it as it is.
    void setKeepAlive(bool on, int interval);
    bool isKeepAliveOn() const { return m_deadlines.isOn(StreamDeadlines::Name::KeepAlive); }
    int keepAliveInterval() const; // ms; also while it is off
    void endWith(const RdmaError &error);
    // The engine keeps this alive until it has ended.
    void linger();
    bool isLingering() const { return m_lingering; }

protected:
    StreamLifetime(std::shared_ptr<Engine> engine, const StreamOptionsData &options,
                   StreamStates::LastWord lastWord);

    // A transport adds these.
    virtual bool isInitiator() const = 0;
    virtual Ends findEnds() const = 0; // of a connection that is established
    // Whether this side may be connected to nobody, and notice it only when it sends.
    virtual bool mayBeAlone() const { return false; }
    // Whether the peer's host is known to be there without an answer to a question.
    virtual bool isHostAlive() const = 0;
    virtual void takeArrived() = 0; // everything that has arrived, now
    // The reason why work was flushed, where nothing else has told it.
    virtual RdmaError flushError() const { return {}; }
    virtual void halt() = 0; // nothing is sent any more
    virtual void close() = 0; // at once; gives up everything, called at the end
    virtual void keepAliveChanged() { }

    // A format adds these.
    // Sends a question that the peer's program answers, if the format has one and there is room for
    // it; otherwise at least touches the peer.
    virtual void sendPing() = 0;
    // CreditIdle has passed, which only the format begins.
    virtual void creditIdle() { }
    // A FIN that has completed has arrived.
    virtual bool isFinAcknowledged() const { return true; }
    // Both directions have ended. Ends the connection, or waits partingTime() until the peer does.
    virtual void part() = 0;
    virtual int partingTime() const { return StreamDeadlines::EndStep; } // ms

    // StreamLink adds these.
    virtual void sendAgain() = 0; // as much as may leave now
    virtual bool isSending() const = 0; // something is to leave, or has not completed
    virtual void touchIdlePeer() = 0; // where nothing else is on its way

    void linked(bool proving); // the handshake is agreed
    void proved(); // both sides have proved
    void changed();
    void changedAtLast(); // this object may be gone after that
    void flushed(); // a work request was
    void stateEntered(); // its time-out begins
    void begin(StreamDeadlines::Name name);
    void setTimer();
    void maybeDisconnect();
    void endSoon(); // when what arrived before has been taken
    void hasEnded(const RdmaError &error); // the same, of a connection that sends nothing any more
    void finalize(); // called by every destructor

    StreamOptionsData m_options;
    Ends m_ends;
    RdmaError m_error;
    StreamObserver *m_observer = nullptr;
    StreamStates m_states;
    StreamDeadlines m_deadlines;

private:
    void open();
    int proofTimeout() const;
    void noteArrival();
    void deadlinesPassed();
    void actOn(StreamDeadlines::Name passed);
    void timedOut();
    RdmaError causeOfTimeout() const;
    void finalizeWhenEmpty();

    const std::shared_ptr<Engine> m_engine;
    Deadline m_timer; // not later than the first of m_deadlines
    qint64 m_timerEnd = 0;
    Deadline m_finalizing;
    bool m_lingering = false;
};

} // namespace QtRdmaPrivate

#endif // STREAMLIFETIME_P_H
