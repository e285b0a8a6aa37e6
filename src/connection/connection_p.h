// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONNECTION_P_H
#define CONNECTION_P_H

#include "connectcall_p.h"
#include "incomingconnection_p.h"
#include "queuepairtransport_p.h"

struct rdma_conn_param;

namespace QtRdmaPrivate {

// One connection of the connection manager and its queue pair, on the client's or the server's
// side. It is a state machine that never blocks (drawn in doc/engine.md). It is not a QObject,
// because the connection of a stream outlives the stream to finish sending.
class Connection final : public QueuePairTransport
{
public:
    enum class State {
        Idle,
        ResolvingAddress,
        ResolvingRoute,
        Connecting,
        Accepting,
        Established,
        Disconnecting,
        Closed
    };

    Connection(std::shared_ptr<Engine> engine, ConnectionOwner *owner);
    ~Connection() override;

    // Failures that are known at once are returned, ended() tells the others.
    RdmaError connectTo(const QHostAddress &address, quint16 port,
                        const ConnectionSettings &settings);
    RdmaError accept(IncomingConnection *incoming, const ConnectionSettings &settings);

    // Called from prepare(), for private data that depends on the queue pair.
    void setPrivateData(const QByteArray &data) { m_settings.privateData = data; }
    // Tells the peer; ended() follows when the peer has answered.
    void disconnect() override;
    // Nothing is sent any more. The owner closes the connection soon, which tells the peer.
    void halt();
    // Gives everything to the reaper at once, and tells the owner nothing. 'slots' and 'memory' are
    // memory that the device may still touch.
    void close(std::vector<PoolSlot> slots = {}, std::vector<std::shared_ptr<void>> memory = {});
    void stop(std::vector<PoolSlot> slots, std::vector<std::shared_ptr<void>> memory) override
    {
        close(std::move(slots), std::move(memory));
    }

    State state() const { return m_state; }
    bool isAddressResolved() const { return m_state > State::ResolvingAddress; }
    // Whether ports of the device are those of the kernel's TCP. The device is known when the
    // address is resolved.
    bool takesTcpPort() const { return m_takesTcpPort; }
    bool isInitiator() const { return m_initiator; }
    bool hasQueuePair() const;
    rdma_cm_id *id() const { return m_id.get(); }

    QHostAddress localAddress(quint16 *port) const override;
    QHostAddress peerAddress(quint16 *port) const override;

private:
    void cmEvent(const CmEvent &event) override;
    void workCompleted(quint32 tag, Completion done) override;
    const ibv_wc *runCompleted(const ibv_wc *first, const ibv_wc *end) override;
    void sharedReceive(PostedWork &&work, Completion done) override;
    void asyncEvent(const AsyncEvent &event) override;
    bool hasConnectedFrom(const QHostAddress &address, quint16 port) const override;
    void fail(const RdmaError &error) override { fail(error, {}); }
    bool canMigrate() const override;

    RdmaError resolve();
    RdmaError startResolving();
    qint64 restartStep();
    void rejected(const CmEvent &event);
    void unreachable(int status);
    void disconnected();
    void addressResolved();
    void routeResolved();
    void connectToPeer();
    RdmaError refuse(const RdmaError &error);
    void checkCall();
    void callFailed(int failure);
    void tryAnotherPort();
    RdmaError connectError(int failure) const;
    bool reportsErrnos() const;
    RdmaError makeQueuePair(const IncomingConnection *incoming = nullptr);
    RdmaError createQueuePair(const IncomingConnection *incoming);
    bool isHandMade() const { return bool(m_settings.createQueuePair); }
    rdma_conn_param parameters() const;
    void responded(const QByteArray &privateData);
    void setMinRnrTimer();
    void nudge();
    bool waitsToHear() const { return m_unheard.isActive() || m_state == State::Accepting; }
    void heardFromPeer(const ibv_wc &completion);
    const ibv_wc *firstRunCompleted(const ibv_wc *first, const ibv_wc *end);
    bool takeWhatArrived();
    void keepToReadDepthOf(const CmEvent &answer);
    void becomeEstablished(const QByteArray &privateData);
    void fail(const RdmaError &error, const QByteArray &privateData);
    void timedOut();
    RdmaError resolveError(const char *call, int status, int event = -1) const;
    RdmaError answerError(int status) const;

    std::shared_ptr<void> m_ticket;
    State m_state = State::Idle;
    bool m_takesTcpPort = false;
    bool m_initiator = true;
    QHostAddress m_target = noAddress();
    quint16 m_targetPort = 0;
    // these ports are taken by sockets outside of RDMA
    std::vector<std::shared_ptr<CmId>> m_portsInUse;
    Deadline m_deadline;
    std::shared_ptr<ConnectCall> m_call; // where the call blocks; may still use the id
    Deadline m_callCheck;
    int m_callInterval = 1; // ms
    Deadline m_unheard; // where a nudge is needed: nothing has come from the peer
    int m_nudges = 0;
};

} // namespace QtRdmaPrivate

#endif // CONNECTION_P_H
