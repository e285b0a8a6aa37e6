// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMLINK_P_H
#define STREAMLINK_P_H

#include "outgoingbuffer_p.h"
#include "rdmastreamoptions_p.h"
#include "receivequeue_p.h"
#include "silence_p.h"
#include "streamstates_p.h"

#include "../verbs/lockedmemory_p.h"

#include "../connection/connection_p.h"
#include "../connection/connectionregistry_p.h"
#include "../connection/rdmaconnectionstatus_p.h"

namespace QtRdmaPrivate {

class StreamObserver
{
public:
    // In the reap phase: established, bytes arrived, room to write, ended.
    virtual void streamChanged() = 0;
    // In the flush phase, signals may be emitted: what was written has left, as far as it may.
    virtual void streamFlushed() { }

protected:
    ~StreamObserver() = default;
};

// A connection that carries a stream, in whatever wire format: its buffers, its end and its deadlines. Knows no QObject and
// emits nothing: it outlives its RdmaStream to finish sending. The states are drawn in doc/stream.md.
class StreamLink : public ConnectionOwner,
                   public FlushClient,
                   public std::enable_shared_from_this<StreamLink>
{
public:
    virtual ~StreamLink();

    virtual Rdma::WireFormat wireFormat() const = 0;
    RdmaError connectTo(const QHostAddress &address, quint16 port, const QHostAddress &source,
                        quint16 sourcePort, int timeLeft);
    // Rejects a peer that does not speak this format, if it can with a reason that its side can print.
    virtual RdmaError accept(IncomingConnection *incoming) = 0;
    void setObserver(StreamObserver *newObserver) { m_observer = newObserver; }

    bool wasEstablished() const { return m_states.wasOpen(); }
    bool isEnded() const { return m_states.isEnded(); }
    bool peerFinished() const { return m_states.hasPeerFinished(); } // nothing more will come
    bool peerClosed() const { return m_states.peer() == StreamStates::Peer::Closed; }
    const RdmaError &error() const { return m_error; }

    qint64 bytesQueued() const { return m_received.size(); }
    virtual void read(char *data, qint64 size) = 0; // null: discard
    void discard(qint64 size) { read(nullptr, size); }
    virtual void discardBehind(qint64 size) = 0; // keeps only the first 'size' bytes
    // For an observer that leaves.
    virtual ReceiveQueue takeReceived() = 0;
    qint64 indexOf(char c, qint64 within) const { return m_received.indexOf(c, within); }
    // Up to so many bytes (0: all) what is not read is copied out of registered memory when that runs short.
    void setReadLimit(qint64 limit);

    // What the observer writes. It leaves with the next flush, and the observer hears of that.
    void append(const char *data, qint64 size);
    void append(WriteBuffer &&written); // before anything else
    bool takesData() const { return m_states.takesData(); }
    void scheduleFlush();
    // Moves as much to slots as there is room for, or sends it at once. Returns whether that was
    // something.
    bool takeWritten() { return m_outgoing.isWaiting() && takeWaiting(); }
    // Of what was written, that which announce() has not told of.
    qint64 unannounced() const { return m_outgoing.unannounced(); }
    qint64 announce();
    qint64 announceAll() { return m_outgoing.announceAll(); } // the peer takes no more
    void dropUnannounced() { m_outgoing.drop(); } // only what has not left
    // Where up to *size bytes can be put, and *size how many; null where no data is taken, or there
    // is no room or no memory now. Then so many of them.
    char *reserve(qint64 *size);
    bool commit(qint64 size);
    void flush(); // all that may leave, now
    void flushInTurn(); // as far as this turn of the engine has time, data at its end
    // FIN after all that was written; stillReading is the half-close. A full close discards what still arrives.
    void finish(bool stillReading)
    {
        finish(stillReading ? StreamStates::Finish::StillReading : StreamStates::Finish::Full);
    }
    void finishUntold(); // as finish(false); the observer leaves, and is told nothing
    // A full close that tells the peer, in place of FIN, that something is missing.
    void finishTruncated() { finish(StreamStates::Finish::Truncated); }
    void abort();
    void endWith(const RdmaError &error);
    // Keeps itself alive in the engine until it has ended.
    void linger();
    bool isLingering() const { return m_lingering; }
    void setKeepAlive(bool on);

    // Known from established on, also after the end.
    struct Ends
    {
        QHostAddress peer = noAddress();
        QHostAddress local = noAddress();
        QString device;
        quint16 peerPort = 0;
        quint16 localPort = 0;
    };
    const Ends &ends() const { return m_ends; }
    // What it counts, as far as it is the connection that knows.
    void describe(RdmaConnectionStatus *status) const;
    const std::shared_ptr<Engine> &engine() const { return m_connection.engine(); }

protected:
    // Sends carry a serial number, receives the index of their slot.
    static constexpr quint32 SendTag = 0x80000000;
    static constexpr int SignalEvery = 16;
    static constexpr int InlineWanted = 256;
    static constexpr int EndStep = 2000; // ms for the peer's answer to each step of the end
    static constexpr int RetryCount =
            6; // rxe takes 7 for ever: it would never tell of a peer that is gone
    static constexpr int FirstTouch = 1000; // ms without a word from a peer that may not be there
    // ms from the first flushed request to the event that explains it
    static constexpr int FlushGrace = 500;

    StreamLink(std::shared_ptr<Engine> engine, const StreamOptionsData &options, quint32 headerSize,
               StreamStates::LastWord lastWord);

    // What a format adds.
    virtual RdmaError checkFormat() const { return m_options.refused.first(); }
    virtual ConnectionSettings settings() const = 0;
    int proofTimeout() const;
    virtual quint32 maxPayload() const = 0; // of a message
    virtual quint32 dataAllowance() const = 0; // how many of them may leave now
    enum class Extent { Everything, ThisTurn };
    virtual void send(Extent extent) = 0;
    virtual bool hasLongWork() const { return !m_outgoing.isDrained(); } // for the end of a turn
    // What is to be done for this connection at the end of a turn, sending included.
    virtual void serve() = 0;
    // Sends a small message at once, without a slot, if nothing waits before it. Returns false if
    // that is not possible now.
    virtual bool sendInline(const char *data, qint64 size) = 0;
    // A question that the peer's program answers, where the format has one and there is room for it; at least a touch.
    virtual void sendPing() = 0;
    // A write of no bytes: the peer's device, or its kernel, acknowledges it, and its program hears nothing.
    void touchPeer();
    // What has completed has arrived.
    virtual bool isFinAcknowledged() const { return true; }
    // Both directions have ended: lets go of the connection, or waits partingTime() for the peer to.
    virtual void part() = 0;
    virtual int partingTime() const { return EndStep; } // ms
    virtual RdmaError endError(const RdmaError &error, const QByteArray &privateData) const = 0;
    // At the end, of memory that the device may still touch.
    virtual void release(std::vector<PoolSlot> *slots,
                         std::vector<std::shared_ptr<void>> *memory) = 0;

    void linked(bool proving); // the handshake is agreed
    void proved(); // by both
    void changed();
    RdmaError acceptAs(IncomingConnection *incoming); // with the settings of this side
    // What all formats do with a completion. False: it is a receive, which the format knows.
    bool settled(quint32 tag, const ibv_wc &completion);
    void workFailed(const ibv_wc &completion);
    void flushed();
    void peerHasEnded(); // what it sends, or all; the states know
    void finish(StreamStates::Finish how);
    void noteArrival();
    void maybeDisconnect();
    void startBound();
    void takeWhatArrived();
    void heard(); // from the peer's program
    OutgoingBuffer::Frames frames() const
    {
        return { m_pool.get(), maxPayload(), dataAllowance() };
    }
    RdmaError reserveSending(quint32 size);
    SendQueue &sendSlots() { return m_outgoing.slots(); }
    const SendQueue &sendSlots() const { return m_outgoing.slots(); }
    void posted(int failure); // of what was sent; 0: none
    // Between two frames. False: the turn has lasted long enough, and the next one goes on.
    bool goesOn(Extent extent);
    bool isReadFull() const { return m_readLimit > 0 && m_received.size() >= m_readLimit; }
    void roomMade(bool any); // for what arrives
    void watchWriting();
    void finalize(); // by every destructor

    std::shared_ptr<RegisteredPool> m_pool; // outlives every slot held below
    LockedMemory::Holder m_memoryShare;
    Connection m_connection;
    StreamOptionsData m_options;
    Ends m_ends;
    RdmaError m_error;

    ReceiveQueue m_received;
    // Bytes, 0: none. Until somebody takes the connection nothing is copied out.
    qint64 m_readLimit = 1;
    OutgoingBuffer m_outgoing;
    Traffic m_traffic; // payloads
    qint64 m_roundTrip = -1; // ns, where the format can tell
    int m_unsignalled = 0;
    quint32 m_finSerial = 0;

    Deadline m_finalizing;
    Deadline m_closing; // bounds the states of the end, and that of the proofs
    Deadline m_keepAlive;
    Deadline m_answer;
    Deadline m_writing;
    Deadline m_idle;
    bool m_dataMoved = false; // since m_idle was started
    bool m_progress = false; // since m_writing was started
    StreamStates m_states;
    bool m_closingExtended = false; // once

private:
    // ConnectionOwner
    void ended(const RdmaError &error, const QByteArray &privateData) override;
    void threadEnded() override;
    void batchEnded() override;
    // FlushClient
    void flushTurn(Signals signals) override;

    void open();
    bool takeWaiting();
    void sendCompleted(quint32 serial);
    bool closingGoesOn();
    void closingTimedOut();
    bool mayBeAlone() const;
    void keepAliveExpired();
    void touchSilentPeer();
    void answerExpired();
    bool isHostAlive() const;
    void writingStalled();
    void idleExpired();
    void finalizeWhenEmpty();

    StreamObserver *m_observer = nullptr;
    bool m_tellsFlushed = false; // the observer has written, or asked
    Silence m_silence; // of the peer's host
    Silence m_programSilence;
    bool m_lingering = false;
};

} // namespace QtRdmaPrivate

#endif // STREAMLINK_P_H
