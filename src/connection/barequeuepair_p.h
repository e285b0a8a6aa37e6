// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef BAREQUEUEPAIR_P_H
#define BAREQUEUEPAIR_P_H

#include "addresshandle_p.h"
#include "connection_p.h"
#include "queuepairstates_p.h"

#include <QtRdma/rdmaendpoint.h>

namespace QtRdmaPrivate {

// The state of a queue pair, by the device's own word.
Rdma::QueuePairState stateOf(ibv_qp *queuePair);

// One step of a queue pair's state machine, checked against the table and the device before the call.
RdmaError modifyQueuePair(const WorkQueues &queues, int port, const ibv_qp_attr &attributes,
                          int mask);

// A queue pair that the program connects itself, by endpoints that it exchanges. No state blocks, nothing here tells that the
// peer is gone. Of a device that goes its id hears, which does nothing else.
//
//     create() -> Initialized -- connectTo() --> looking for the peer --> ReadyToSend -- stop(), after an error --> Error
//                   ^     \                             \                    ^          or on request            ^    |
//                   |      +- open(), for datagrams -----)-------------------+                                   |    |
//                   |                                    +- nobody there, or too late: the owner stops it -------+    |
//                   +------------------------------------ reset() --------------------------------------------------+
class BareQueuePair final : private ReapClient, private SharedReceiver
{
public:
    BareQueuePair(std::shared_ptr<Engine> engine, ConnectionOwner *owner);
    ~BareQueuePair();

    RdmaError create(const QHostAddress &localAddress, Rdma::QueuePairType type,
                     const ConnectionSettings &settings);
    // The owner's established() or ended() follows.
    RdmaError connectTo(const RdmaEndpoint &peer);
    // Ready for datagrams to and from everybody who knows the key. Only for those.
    RdmaError open(quint32 queueKey);
    // Ends it soon: the owner's ended() follows.
    void endSoon() { m_ending.start(0); }
    // Memory that stays until the device has forgotten it.
    void keep(std::vector<PoolSlot> slots);
    // Nothing is sent or received any more; the memory stays as long.
    void stop(std::vector<PoolSlot> slots, std::vector<std::shared_ptr<void>> memory);
    RdmaError reset();

    bool canPost() const { return m_usable; }
    WorkQueues &queues() { return m_queues; }
    RdmaEndpoint localEndpoint() const { return m_local; }
    QHostAddress localAddress() const;
    // Of the peer that it is connected to, where a GID is an address: on Ethernet.
    QHostAddress peerAddress() const;
    QString deviceName() const;
    RdmaConnectionTimes times() const { return m_times; }
    int port() const { return m_port; }
    bool hasReads() const { return m_settings.cm.initiatorDepth != 0; }
    bool isDatagram() const { return m_type == Rdma::QueuePairType::UnreliableDatagram; }
    Rdma::QueuePairType type() const { return m_type; }
    const std::shared_ptr<Engine> &engine() const { return m_engine; }

    // Looks for a peer, for the client 'token'; null and *error where that cannot begin.
    std::shared_ptr<AddressCall> lookFor(const RdmaEndpoint &peer, quint32 token,
                                         RdmaError *error) const;
    const std::shared_ptr<ibv_ah> &peerHandle() const { return m_peerHandle; }
    const RdmaEndpoint &peer() const { return m_peer; }

private:
    void cmEvent(const CmEvent &event) override;
    void asyncEvent(const AsyncEvent &event) override;
    void channelFailed(const CmChannelPtr &channel, const RdmaError &cause) override;
    void completionsFailed(const ibv_context *context, const RdmaError &cause) override;
    void workCompleted(quint32 tag, const ibv_wc &completion) override;
    void sharedReceive(PostedWork &&work, const ibv_wc &completion) override;
    void sharedQueueFailed(const RdmaError &error) override { fail(error); }
    void batchEnded() override { m_owner->batchEnded(); }
    void threadEnded() override { m_owner->threadEnded(); }

    static constexpr int GidIndexes = 256; // a path names the GID by a byte
    RdmaError findGid(const QHostAddress &localAddress);
    RdmaError checkDevice();
    RdmaError initialize();
    void peerFound();
    void peerNotFoundInTime();
    RdmaError becomeReady();
    RdmaError becomeReadyToReceive();
    RdmaError becomeReadyToSend();
    RdmaError modify(const ibv_qp_attr &attributes, int mask);
    ibv_ah_attr pathTo(const RdmaEndpoint &peer) const;
    RdmaError checkPeer(const RdmaEndpoint &peer) const;
    void fail(const RdmaError &error);
    void close();

    std::shared_ptr<Engine> m_engine;
    ConnectionOwner *m_owner;
    ConnectionSettings m_settings;
    quint32 m_token;
    Rdma::QueuePairType m_type = Rdma::QueuePairType::ReliableConnected;
    CmId m_id;
    ibv_context *m_context = nullptr;
    int m_port = 0;
    int m_gidIndex = 0;
    WorkQueues m_queues;
    RdmaEndpoint m_local;
    RdmaEndpoint m_peer;
    QElapsedTimer m_step;
    RdmaConnectionTimes m_times;
    std::shared_ptr<ibv_ah> m_peerHandle;
    std::vector<PoolSlot> m_slots; // of requests that were stopped
    std::vector<std::shared_ptr<void>> m_memory;
    std::shared_ptr<AddressCall> m_call; // while it looks for the peer
    Deadline m_ending;
    Deadline m_deadline; // for finding the peer
    bool m_usable = false;
};

} // namespace QtRdmaPrivate

#endif // BAREQUEUEPAIR_P_H
