// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMCONNECTION_P_H
#define STREAMCONNECTION_P_H

#include "sharedslots_p.h"
#include "streamprotocol_p.h"
#include "../streamlink_p.h"

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

// Drives the native format (doc/wire-format.md): owns the memory of its slots, posts what StreamProtocol
// decides on, and brings to it what has arrived and completed.
class StreamConnection final : public StreamLink
{
public:
    StreamConnection(std::shared_ptr<Engine> engine, const StreamOptionsData &options);
    ~StreamConnection() override;

    Rdma::WireFormat wireFormat() const override { return Rdma::WireFormat::QtRdma; }
    RdmaError accept(IncomingConnection *incoming) override;
    // The part of accept() that costs nothing: checks whether the peer can have what it asks for.
    RdmaError examine(IncomingConnection *incoming) const;
    // Before accept(): receives come from 'slots'. The options that this was made with name the size of these, large and small.
    void shareSlots(std::shared_ptr<SharedSlots> slots, std::shared_ptr<SharedSlots::Share> share);

    void read(char *data, qint64 size) override;
    void discardBehind(qint64 size) override;
    ReceiveQueue takeReceived() override;

private:
    // ConnectionOwner
    RdmaError prepare() override;
    void established(const QByteArray &privateData) override;
    void workCompleted(quint32 tag, Completion done) override;
    void sharedReceive(PostedWork &&work, Completion done) override;
    // StreamLink
    void serve() override;
    ConnectionSettings settings() const override;
    quint32 maxPayload() const override { return m_protocol.maxPayload(); }
    quint32 dataAllowance() const override { return m_protocol.dataAllowance(); }
    void send(Extent extent) override;
    bool hasLongWork() const override
    {
        return !m_outgoing.isDrained() || (m_protocol.isAgreed() && mayGrowSlots());
    }
    void sendPing() override;
    bool isFinAcknowledged() const override { return m_protocol.isFinAcknowledged(); }
    void part() override { m_connection.disconnect(); }
    RdmaError endError(const RdmaError &error, const QByteArray &privateData) const override;
    void release(std::vector<PoolSlot> *slots, std::vector<std::shared_ptr<void>> *memory) override;

    static StreamProtocol::Setup setupOf(const StreamOptionsData &options);
    bool readReply(const QByteArray &privateData);

    // receiving
    void receiveCompleted(quint32 index, quint32 length);
    void messageReceived(PoolSlot slot, quint32 length);
    void dataReceived(PoolSlot slot);
    void controlReceived(StreamProtocol::Arrival arrival);
    void peerHasReset();
    void failed();
    void makeRoom();
    void slotsFreed(size_t count);
    void copyOut(int slotCount);
    void addSlot(PoolSlot slot);
    int widen(int wanted);
    bool mayGrowSlots() const;
    quint32 largestSlots() const;
    bool takeLarger();
    void growSlots();
    bool replenish();
    bool postReceives();
    bool giveBackShared();
    void adjustSharedWindow();

    // sending
    using Next = StreamProtocol::Next;
    void sendStaged(Extent extent);
    bool sendInline(const char *data, qint64 size) override;
    void sendControlDue();
    void sendControl(Next next);
    void sendFrame(uchar *frame, quint32 length);
    bool maySendControl(FrameType type) const;
    bool hasRoomFor(FrameType type) const;
    void post(uchar *bytes, quint32 length, quint32 key, quint32 serial, bool last);
    int sendSpace() const;
    void creditIdle();

    StreamProtocol m_protocol;

    std::vector<PoolSlot> m_posted; // by receive tag, as many as there are slots
    std::vector<quint32> m_freeTags;
    std::vector<PoolSlot> m_freed; // slots to post again
    std::vector<PoolSlot> m_larger; // promised to the peer, posted as small ones become free
    std::vector<ibv_recv_wr> m_receiveChain; // scratch of postReceives()
    std::vector<ibv_sge> m_receiveSges;
    // Completions before the handshake: tag and length.
    std::vector<std::pair<quint32, quint32>> m_early;
    int m_receivesPosted = 0;

    std::shared_ptr<SharedSlots> m_sharedSlots; // null: receives of its own
    std::shared_ptr<SharedSlots::Share> m_share;
    int m_sharedHeld = 0; // slots taken from there and not given back

    QElapsedTimer m_pingClock; // since the last ping
    Deadline m_creditIdle;
};

} // namespace QtRdmaPrivate

#endif // STREAMCONNECTION_P_H
