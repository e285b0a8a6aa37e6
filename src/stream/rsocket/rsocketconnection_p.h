// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RSOCKETCONNECTION_P_H
#define RSOCKETCONNECTION_P_H

#include "rsocketprotocol_p.h"
#include "../streamlink_p.h"

#include "../../verbs/registeredmemory_p.h"

#include <infiniband/verbs.h>

#include <deque>
#include <optional>

namespace QtRdmaPrivate {

// Drives version 1 of rsockets (doc/rsockets.md): owns the memory that the peer writes to, posts what
// RsocketProtocol decides on, and brings to it what has arrived and completed.
class RsocketConnection final : public StreamLink
{
public:
    RsocketConnection(std::shared_ptr<Engine> engine, const StreamOptionsData &options);
    ~RsocketConnection() override;

    Rdma::WireFormat wireFormat() const override { return Rdma::WireFormat::Rsocket; }
    RdmaError accept(IncomingConnection *incoming) override;

    void read(char *data, qint64 size) override;
    void discardBehind(qint64 size) override;
    ReceiveQueue takeReceived() override;

private:
    using Memory = std::shared_ptr<RegisteredMemory>;

    // ConnectionOwner
    RdmaError prepare() override;
    void established(const QByteArray &privateData) override;
    void workCompleted(quint32 tag, Completion done) override;
    // StreamLink
    void serve() override;
    RdmaError checkFormat() const override;
    ConnectionSettings settings() const override;
    quint32 maxPayload() const override;
    quint32 dataAllowance() const override { return m_protocol.allowance(); }
    void send(Extent extent) override;
    void sendPing() override;
    void part() override { } // the connection goes when that time is over
    int partingTime() const override { return m_protocol.partingTime(); }
    RdmaError endError(const RdmaError &error, const QByteArray &privateData) const override;
    void release(std::vector<PoolSlot> *slots, std::vector<std::shared_ptr<void>> *memory) override;

    // set-up
    RdmaError registerMemory();
    RsocketHandshake ownHandshake() const;
    void beginLedger();

    // receiving
    void messageReceived(quint32 encoded, quint32 written);
    void dataReceived();
    void failed();
    bool postReceives();
    void makeRoom();
    void copyOut();
    void giveBack(qint64 lentBefore);

    // blocks
    quint32 blockSize() const;
    size_t blocksWanted() const;
    bool mayGrant() const;
    Memory takeBlock();
    Memory makeBlock() const;
    void grantBlocks();

    // sending
    struct Outgoing;
    void sendStaged(Extent extent);
    bool sendInline(const char *data, qint64 size) override;
    void sendData(const char *bytes, quint32 length, quint32 key, quint32 serial, bool last);
    bool maySendControl();
    quint32 sendControl(const RsocketMessage &message, const uchar *payload = nullptr,
                        const RsocketGrant &target = {});
    void post(const Outgoing &outgoing);
    int sendSpace() const;

    // the end
    void sendControlDue();

    RsocketProtocol m_protocol;

    Memory m_targetList;
    Memory m_messages; // iWARP: what receives are filled with, four bytes each
    std::deque<Memory> m_blocks; // granted and not done with, the oldest first
    std::vector<Memory> m_spare;
    std::vector<quint32> m_freeReceives; // to post again
    bool m_receivesDue = false; // now: not all of them were those of data
    std::vector<std::pair<quint32, quint32>> m_early; // messages before the handshake
    std::deque<quint32> m_controls; // on the way, by serial number
    bool m_grown = false;
};

} // namespace QtRdmaPrivate

#endif // RSOCKETCONNECTION_P_H
