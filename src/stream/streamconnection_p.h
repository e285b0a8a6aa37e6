// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMCONNECTION_P_H
#define STREAMCONNECTION_P_H

#include "creditledger_p.h"
#include "receivequeue_p.h"
#include "sendqueue_p.h"
#include "sharedslots_p.h"
#include "streamauthentication_p.h"
#include "streamframe_p.h"
#include "streamhandshake_p.h"
#include "writebuffer_p.h"

#include "../queuepair/connection_p.h"
#include "../queuepair/connectionregistry_p.h"

#include <QtRdma/rdmastreamoptions.h>

#include <infiniband/verbs.h>

#include <optional>

namespace QtRdmaPrivate {

// What is out of range, named; in rdmastreamoptions.cpp.
RdmaError checkOptions(const RdmaStreamOptions &options);

// Told in the reap phase that something changed: established, bytes arrived, room to write, ended.
class StreamObserver
{
public:
    virtual void streamChanged() = 0;
    // The thread ends: what was written and the connection has not taken.
    virtual WriteBuffer takeUnsent() { return {}; }

protected:
    ~StreamObserver() = default;
};

// The stream protocol (doc/wire-format.md) on one connection: frames, credit, slots, FIN. Knows no QObject and emits
// nothing: it outlives its RdmaStream to finish sending. The states are drawn in doc/stream.md.
class StreamConnection final : public ConnectionOwner,
                               public FlushClient,
                               public std::enable_shared_from_this<StreamConnection>
{
public:
    StreamConnection(std::shared_ptr<Engine> engine, const RdmaStreamOptions &options);
    ~StreamConnection();

    RdmaError connectTo(const QHostAddress &address, quint16 port, const QHostAddress &source,
                        quint16 sourcePort);
    // Rejects a peer that does not speak this protocol, with a reason that its side can print.
    RdmaError accept(IncomingConnection *incoming);
    // Before accept(): receives come from 'slots'; the window may grow to 'widest'. The options that this was made with name
    // the first window and the size of these slots, large and small.
    void shareSlots(std::shared_ptr<SharedSlots> slots, std::shared_ptr<SharedSlots::Share> share,
                    int widest);
    void setObserver(StreamObserver *newObserver) { m_observer = newObserver; }

    bool isEstablished() const { return wasEstablished() && !m_ended; }
    bool wasEstablished() const { return m_linked && !m_authentication; }
    bool isEnded() const { return m_ended; }
    bool peerFinished() const { return m_peerFin; } // nothing more will come
    bool peerClosed() const { return m_peerFin && !m_peerReads; } // and nothing more will be read
    const RdmaError &error() const { return m_error; }

    qint64 bytesQueued() const { return m_received.size(); }
    void read(char *data, qint64 size);
    void discard(qint64 size) { read(nullptr, size); }
    void discardBehind(qint64 size); // all but the first so many bytes
    // For an observer that leaves.
    ReceiveQueue takeReceived();
    bool contains(char c, qint64 within) const { return m_received.contains(c, within); }
    // Up to so many bytes (0: all) what is not read is copied out of the slots when they run short.
    void setReadLimit(qint64 limit);

    // Both take what there is room for, up to twice the send budget.
    qint64 write(const char *data, qint64 size); // may send it at once
    qint64 stage(const char *data, qint64 size); // leaves with the next flush
    qint64 withinBudget(qint64 size) const; // of the last bytes staged
    void unstage(qint64 size) { m_sendQueue.dropLast(size); } // of these, what has not left
    void flush(); // all that may leave, now
    void flushInTurn(); // as far as this turn of the engine has time, data at its end
    // FIN after all that was written; stillReading is the half-close. A full close discards what still arrives.
    void finish(bool stillReading);
    void finishWith(WriteBuffer rest); // for good; the rest is taken as there is room
    void finishTruncated(); // for good; in place of FIN the peer is told that something is missing
    void abort();
    void endWith(const RdmaError &error);
    // Keeps itself alive in the engine until it has ended.
    void linger();
    bool isLingering() const { return m_lingering; }
    void setKeepAlive(bool on);

    // Known from established on, also after the end.
    struct Ends
    {
        QHostAddress peer;
        QHostAddress local;
        QString device;
        quint16 peerPort = 0;
        quint16 localPort = 0;
    };
    const Ends &ends() const { return m_ends; }
    // What it counts, as far as it is the connection that knows.
    void describe(RdmaConnectionStatus *status) const;
    const std::shared_ptr<Engine> &engine() const { return m_connection.engine(); }

private:
    // ConnectionOwner
    RdmaError prepare() override;
    void established(const QByteArray &privateData) override;
    void ended(const RdmaError &error, const QByteArray &privateData) override;
    void workCompleted(quint32 tag, const ibv_wc &completion) override;
    void sharedReceive(PostedWork &&work, const ibv_wc &completion) override;
    void batchEnded() override;
    void threadEnded() override;
    // FlushClient
    void flushTurn() override;
    enum class Extent { Everything, ThisTurn };
    void send(Extent extent);
    bool emitsSignals() const override { return false; }

    ConnectionSettings settings() const;
    static StreamHandshake handshakeOf(const RdmaStreamOptions &options);
    void beginLedger(const StreamHandshake &peer);
    bool readReply(const QByteArray &privateData);
    void open();
    void authenticate();
    void proofReceived(const QByteArray &message);
    void changed();

    // receiving
    void workFailed(const ibv_wc &completion);
    void receiveCompleted(quint32 index, quint32 length);
    void messageReceived(PoolSlot slot, quint32 length);
    void dataReceived(PoolSlot slot, const ParsedFrame &frame);
    void controlReceived(const ParsedFrame &frame);
    void finReceived(bool peerReads);
    void makeRoom();
    void slotsFreed(size_t count);
    void takeWhatArrived();
    void flushed();
    void copyOut(int slotCount);
    bool mayGrowSlots() const;
    void growSlots();
    bool replenishDue() const;
    bool replenish();
    bool postReceives();
    bool giveBackShared();
    void adjustSharedWindow();

    // sending
    void sendStaged(Extent extent);
    qint64 sendInline(const char *data, qint64 size);
    bool maySendControl(FrameType type) const;
    bool sendControl(FrameType type, quint8 flags = 0, const uchar *payload = nullptr,
                     quint32 size = 0);
    qint64 copyToSlots(const char *data, qint64 size);
    void stageRest();
    void sendFin();
    void sendPing();
    void post(uchar *bytes, quint32 length, quint32 key, quint32 serial, bool last);
    int sendSpace() const;
    bool hasIdleCredit() const;
    void returnIdleCredit();

    // the end
    bool hasFinArrived() const;
    bool finsCrossed() const;
    void maybeDisconnect();
    void protocolFailure(const QString &text);
    void resetPeer(ResetReason reason, const QString &text);
    bool closingGoesOn();
    void closingTimedOut();
    void keepAliveExpired();
    void watchWriting();
    void writingStalled();
    void idleExpired();
    void finalizeWhenEmpty();
    void finalize();

    std::shared_ptr<RegisteredPool> m_pool; // outlives every slot held below
    Connection m_connection;
    RdmaStreamOptions m_options;
    Ends m_ends;
    const StreamHandshake m_handshake; // what this side says of itself
    StreamObserver *m_observer = nullptr;
    std::optional<CreditLedger> m_ledger;
    std::optional<StreamAuthentication> m_authentication; // until it is done
    RdmaError m_error;

    std::vector<PoolSlot> m_posted; // by receive tag
    std::vector<quint32> m_freeTags;
    std::vector<PoolSlot> m_freed; // slots to post again
    std::vector<PoolSlot> m_larger; // promised to the peer, posted as small ones become free
    std::vector<ibv_recv_wr> m_receiveChain; // scratch of postReceives()
    std::vector<ibv_sge> m_receiveSges;
    // Completions before the handshake: tag and length.
    std::vector<std::pair<quint32, quint32>> m_early;
    int m_controlToAnnounce = 0;
    int m_dataToAnnounce = 0;
    qint64 m_readLimit =
            1; // bytes, 0: none; until somebody takes the connection nothing is copied out
    int m_fullFrames = 0;
    int m_receivesPosted = 0;
    quint32 m_slotSize = 0;
    ReceiveQueue m_received;

    std::shared_ptr<SharedSlots> m_sharedSlots; // null: receives of its own
    std::shared_ptr<SharedSlots::Share> m_share;
    int m_widest = 0;
    int m_sharedHeld = 0; // slots taken from there and not given back
    bool m_peerWasShort = false; // it has used all its credit
    bool m_peerRests = false; // it has given credit back, and sent no data since

    SendQueue m_sendQueue;
    WriteBuffer m_rest; // of a stream that has gone
    int m_unsignalled = 0;
    quint64 m_pongEcho = 0;
    quint32 m_finSerial = 0;
    quint32 m_firstAllowance = 0; // data frames, by the peer's handshake
    Traffic m_traffic;
    QElapsedTimer m_pingClock; // since the last ping
    qint64 m_roundTrip = -1; // ns
    bool m_sentData = false; // since m_creditIdle was started
    bool m_dataMoved = false; // since m_idle was started
    bool m_progress = false; // since m_writing was started

    Deadline m_finalizing;
    Deadline m_closing; // bounds every step of the end
    Deadline m_keepAlive;
    Deadline m_creditIdle;
    Deadline m_writing;
    Deadline m_idle;
    bool m_linked = false; // the handshake is done, the proofs may not be
    bool m_mayTalk = false;
    bool m_ended = false;
    bool m_lingering = false;
    bool m_finRequested = false;
    bool m_stillReading = true;
    bool m_truncated = false;
    bool m_finSent = false;
    bool m_finCompleted = false;
    std::optional<quint32> m_finNumber; // of the first, among the control frames
    bool m_peerFin = false;
    quint32 m_peerFinNumber = 0;
    bool m_peerReads = true;
    bool m_pongDue = false;
    bool m_pingSent = false;
    bool m_heard = false;
    bool m_flushed = false;
    bool m_failing = false;
    bool m_disconnecting = false;
    bool m_closingExtended = false;
};

} // namespace QtRdmaPrivate

#endif // STREAMCONNECTION_P_H
