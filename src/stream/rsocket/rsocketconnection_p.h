// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RSOCKETCONNECTION_P_H
#define RSOCKETCONNECTION_P_H

#include "rsocketmemory_p.h"
#include "rsocketsender_p.h"
#include "../rdmalink_p.h"

namespace QtRdmaPrivate {

// Drives version 1 of rsockets (doc/rsockets.md): it brings to RsocketProtocol what has arrived and
// completed, and lets leave what that decides on. RsocketMemory has what the peer writes to,
// RsocketSender the sends.
class RsocketConnection final : public RdmaLink
{
public:
    RsocketConnection(std::shared_ptr<Engine> engine, const StreamOptionsData &options);
    ~RsocketConnection() override;

    Rdma::WireFormat wireFormat() const override { return Rdma::WireFormat::Rsocket; }
    RdmaError accept(IncomingConnection *incoming) override;

    void discardBehind(qint64 size) override;
    ReceiveQueue takeReceived() override;

private:
    // ConnectionOwner
    RdmaError prepare() override;
    void established(const QByteArray &privateData) override;
    // StreamLink, RdmaLink
    void serve() override;
    RdmaError checkFormat() const override;
    ConnectionSettings settings() const override;
    void receiveCompleted(quint32 tag, const ibv_wc &completion) override;
    void read(char *data, qint64 size) override;
    quint32 maxPayload() const override;
    quint32 dataAllowance() const override { return m_protocol.allowance(); }
    void send(Extent extent) override;
    void sendPing() override;
    void part() override { } // the connection goes when that time is over
    int partingTime() const override { return m_protocol.partingTime(); }
    RdmaError endError(const RdmaError &error, const QByteArray &privateData) const override;
    void release(std::vector<PoolSlot> *slots, std::vector<std::shared_ptr<void>> *memory) override;

    void beginLedger();

    // receiving
    void messageReceived(quint32 encoded, quint32 written);
    void dataReceived();
    void failed();
    bool postReceives();
    void makeRoom();
    void copyOut();
    void giveBack(qint64 lentBefore);
    void grantBlocks();

    // sending
    bool sendInline(const char *data, qint64 size) override;
    void sendControlDue();

    RsocketProtocol m_protocol;
    RsocketMemory m_memory;
    RsocketSender m_sender;
    bool m_receivesDue = false; // at once: not all of them were receives of data
    std::vector<std::pair<quint32, quint32>> m_early; // messages before the handshake
};

} // namespace QtRdmaPrivate

#endif // RSOCKETCONNECTION_P_H
