// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMCONNECTION_P_H
#define STREAMCONNECTION_P_H

#include "framesender_p.h"
#include "receivememory_p.h"
#include "streamsettings_p.h"
#include "../rdmalink_p.h"

namespace QtRdmaPrivate {

// Drives the native format (doc/wire-format.md): it brings to StreamProtocol what has arrived and
// completed, and lets leave what that decides on. ReceiveMemory has the receives, FrameSender the
// sends.
class StreamConnection final : public RdmaLink
{
public:
    StreamConnection(std::shared_ptr<Engine> engine, const StreamOptionsData &options,
                     Receives receives);
    ~StreamConnection() override;

    Rdma::WireFormat wireFormat() const override { return Rdma::WireFormat::QtRdma; }
    RdmaError accept(IncomingConnection *incoming) override;
    // The part of accept() that costs nothing: checks whether the peer can have what it asks for.
    RdmaError examine(IncomingConnection *incoming) const;
    // Called before accept(): receives come from 'slots'. The options of the constructor must have
    // their size as the small and the large slot size.
    void shareSlots(std::shared_ptr<SharedSlots> slots, std::shared_ptr<SharedSlots::Share> share);

    void discardBehind(qint64 size) override;
    ReceiveQueue takeReceived() override;

private:
    friend class RdmaLink;

    // ConnectionOwner
    RdmaError prepare() override;
    void established(const QByteArray &privateData) override;
    const ibv_wc *runCompleted(const ibv_wc *first, const ibv_wc *end) override;
    void sharedReceive(PostedWork &&work, Completion done) override;
    // StreamLink, RdmaLink
    void receiveCompleted(quint32 tag, const ibv_wc &completion) override;
    void serve() override;
    ConnectionSettings settings() const override;
    void read(char *data, qint64 size) override;
    void readOther(char *data, qint64 size);
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

    bool readReply(const QByteArray &privateData);

    // receiving
    bool dataReceived(quint32 slot, quint32 length);
    void keep(quint32 slot, const char *message, quint32 length);
    void messageReceived(quint32 slot, quint32 length);
    void keepEarly(quint32 tag, quint32 length);
    void takeControl(StreamProtocol::Arrival arrival, quint32 slot);
    void controlReceived(StreamProtocol::Arrival arrival);
    void peerHasReset();
    void failed();
    bool isQuiet() const;
    void serveDue();
    void makeRoom();
    bool postReceives();
    bool replenishOne();
    bool replenish();
    bool mayGrowSlots() const;
    void growSlots();

    // sending
    using Next = StreamProtocol::Next;
    bool sendInline(const char *data, qint64 size) override;
    bool sendLittle() override;
    bool sendFrameInline(char *frame, qint64 size);
    void creditIdle() override;
    void sendControlDue();
    void sendControl(Next next);
    void sendFrame(uchar *frame, quint32 length);
    bool maySendControl(FrameType type) const;

    StreamProtocol m_protocol;
    ReceiveMemory m_receives;
    FrameSender m_sender;
    // Completions that came before the handshake: slot and length.
    std::vector<std::pair<quint32, quint32>> m_early;
    QElapsedTimer m_pingClock; // since the last ping
    int m_mostInline = -1; // bytes of data that may leave without a slot
};

} // namespace QtRdmaPrivate

#endif // STREAMCONNECTION_P_H
