// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef BAREQUEUEPAIR_P_H
#define BAREQUEUEPAIR_P_H

#include "addresshandle_p.h"
#include "queuepairstates_p.h"
#include "queuepairtransport_p.h"

namespace QtRdmaPrivate {

// The state of a queue pair, as the device tells it.
Rdma::QueuePairState stateOf(ibv_qp *queuePair);

// Takes one step of a queue pair's state machine. The step is checked against the table and the
// device before the call.
RdmaError modifyQueuePair(const WorkQueues &queues, int port, const ibv_qp_attr &attributes,
                          int mask);

// A queue pair that the program connects itself, by exchanging endpoints. No state blocks, and
// nothing here tells that the peer is gone. The id of the connection manager only tells of the
// removal of the device.
//
//     create() --> Initialized -- connectToEndpoint() --> looking for the peer
//                   ^   |                                   |         |
//                   |   +-- open(), for datagrams ---+      |       nobody there, or too late:
//                   |                                v      v       the owner calls stop()
//                   |                              ReadyToSend        |
//                   |                                |                v
//                   |                                +-- stop() --> Error
//                   +-------------------- reset() ------------------+
class BareQueuePair final : public QueuePairTransport
{
public:
    BareQueuePair(std::shared_ptr<Engine> engine, ConnectionOwner *owner);
    ~BareQueuePair() override;

    RdmaError create(const QHostAddress &localAddress, Rdma::QueuePairType type,
                     const ConnectionSettings &settings);
    RdmaError connectToEndpoint(const RdmaEndpoint &peer) override;
    // Makes the queue pair ready for datagrams to and from everybody who knows the key. For
    // datagrams only.
    RdmaError open(quint32 queueKey);
    void disconnect() override { m_ending.start(0); }
    // Keeps memory until the device does not use it any more.
    void keep(std::vector<PoolSlot> slots);
    void stop(std::vector<PoolSlot> slots, std::vector<std::shared_ptr<void>> memory) override;
    bool isReusable() const override { return true; }
    RdmaError reset() override;

    RdmaEndpoint localEndpoint() const override { return m_local; }
    QHostAddress localAddress(quint16 *port) const override;
    // Known on Ethernet only, where a GID is an address.
    QHostAddress peerAddress(quint16 *port) const override;
    Destination destination() const override;
    bool isDatagram() const { return m_type == Rdma::QueuePairType::UnreliableDatagram; }

    // Starts to look for a peer, on behalf of the client 'token'. Returns null and sets *error if
    // that cannot begin.
    std::shared_ptr<AddressCall> lookFor(const RdmaEndpoint &peer, quint32 token,
                                         RdmaError *error) const;

private:
    void cmEvent(const CmEvent &event) override;
    void asyncEvent(const AsyncEvent &event) override;
    void workCompleted(quint32 tag, Completion done) override;
    const ibv_wc *runCompleted(const ibv_wc *first, const ibv_wc *end) override;
    void sharedReceive(PostedWork &&work, Completion done) override;

    static constexpr int GidIndexes = 256; // a path has one byte for the index of the GID
    RdmaError findGid(const QHostAddress &localAddress);
    RdmaError checkDevice(const Provider &provider) const;
    RdmaError initialize();
    void peerFound();
    void peerNotFoundInTime();
    RdmaError becomeReady();
    RdmaError becomeReadyToReceive();
    RdmaError becomeReadyToSend();
    RdmaError modify(const ibv_qp_attr &attributes, int mask);
    ibv_ah_attr pathTo(const RdmaEndpoint &peer) const;
    RdmaError checkPeer(const RdmaEndpoint &peer) const;
    void fail(const RdmaError &error) override;
    void close();

    Rdma::QueuePairType m_type = Rdma::QueuePairType::ReliableConnected;
    ibv_context *m_context = nullptr;
    int m_gidIndex = 0;
    RdmaEndpoint m_local;
    RdmaEndpoint m_peer;
    std::shared_ptr<ibv_ah> m_peerHandle;
    std::vector<PoolSlot> m_slots; // the memory of requests that were stopped
    std::vector<std::shared_ptr<void>> m_memory;
    std::shared_ptr<AddressCall> m_call; // while the peer is looked for
    Deadline m_ending;
    Deadline m_deadline; // for finding the peer
};

} // namespace QtRdmaPrivate

#endif // BAREQUEUEPAIR_P_H
