// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONNECTION_P_H
#define CONNECTION_P_H

#include "connectcall_p.h"
#include "connectionparameters_p.h"
#include "incomingconnection_p.h"
#include "workqueues_p.h"

#include "../verbs/socketaddress_p.h"

#include <QtRdma/rdmaconnectiontimes.h>

#include <QtCore/qelapsedtimer.h>

#include <optional>

struct rdma_conn_param;

namespace QtRdmaPrivate {

struct ConnectionSettings : WorkQueueSettings
{
    int timeout = 30000; // for everything up to the established connection; negative: none
    std::optional<int> timeLeft; // of it, where an attempt before has taken some
    QByteArray privateData;
    QByteArray refusal; // for the peer whose request this side cannot accept
    QHostAddress sourceAddress = noAddress();
    quint16 sourcePort = 0;
    ConnectionParameters cm;
};

// What a connection tells its owner, in the reap phase: no signals, no user code.
class ConnectionOwner
{
public:
    // The queue pair exists, nothing is connected yet: the place to post the first receives.
    virtual RdmaError prepare() = 0;
    virtual void established(const QByteArray &privateData) = 0;
    // The end, once: with an error, or without one when the peer disconnected. The owner calls close().
    virtual void ended(const RdmaError &error, const QByteArray &privateData) = 0;
    virtual void workCompleted(quint32 tag, const ibv_wc &completion) = 0;
    virtual void sharedReceive(PostedWork &&, const ibv_wc &) { }
    virtual void batchEnded() = 0;
    virtual void threadEnded() = 0;

protected:
    ~ConnectionOwner() = default;
};

// One connection of the connection manager and its queue pair, client or server side, as a state machine that never
// blocks (drawn in doc/engine.md). Not a QObject: streams outlive theirs to finish sending.
class Connection final : private ReapClient, private SharedReceiver
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
    ~Connection();

    // Failures that are known at once are returned; the others come by ended().
    RdmaError connectTo(const QHostAddress &address, quint16 port,
                        const ConnectionSettings &settings);
    RdmaError accept(IncomingConnection *incoming, const ConnectionSettings &settings);

    // From prepare(), for what depends on the queue pair.
    void setPrivateData(const QByteArray &data) { m_settings.privateData = data; }
    // Tells the peer; ended() follows when it has answered.
    void disconnect();
    // Gives everything to the reaper, at once and without a word to the owner. 'slots' are memory that the device
    // may still touch.
    void close(std::vector<PoolSlot> slots = {}, std::vector<std::shared_ptr<void>> memory = {});

    State state() const { return m_state; }
    bool canPost() const { return m_state != State::Closed && hasQueuePair(); }
    bool hasReads() const { return m_settings.cm.initiatorDepth > 0; } // and atomics
    bool isInitiator() const { return m_initiator; }
    bool isIwarp() const;
    bool hasQueuePair() const;
    WorkQueues &queues() { return m_queues; }
    const WorkQueues &queues() const { return m_queues; }
    rdma_cm_id *id() const { return m_id.get(); }
    const std::shared_ptr<Engine> &engine() const { return m_engine; }

    QHostAddress localAddress(quint16 *port) const;
    QHostAddress peerAddress(quint16 *port) const;
    QString deviceName() const;
    RdmaConnectionTimes times() const { return m_times; }

private:
    void cmEvent(const CmEvent &event) override;
    void workCompleted(quint32 tag, const ibv_wc &completion) override;
    void sharedReceive(PostedWork &&work, const ibv_wc &completion) override;
    void sharedQueueFailed(const RdmaError &error) override { fail(error); }
    void asyncEvent(const AsyncEvent &event) override;
    void channelFailed(const CmChannelPtr &channel, const RdmaError &cause) override;
    void completionsFailed(const ibv_context *context, const RdmaError &cause) override;
    void batchEnded() override { m_owner->batchEnded(); }
    bool hasConnectedFrom(const QHostAddress &address, quint16 port) const override;
    void threadEnded() override { m_owner->threadEnded(); }

    RdmaError resolve();
    RdmaError startResolving();
    qint64 restartStep();
    void addressResolved();
    void routeResolved();
    void connectToPeer();
    RdmaError refuse(const RdmaError &error);
    void checkCall();
    void callFailed(int failure);
    void tryAnotherPort();
    RdmaError connectError(int failure) const;
    RdmaError createQueuePair(const IncomingConnection *incoming = nullptr);
    bool isHandMade() const { return bool(m_settings.createQueuePair); }
    rdma_conn_param parameters() const;
    void responded(const QByteArray &privateData);
    void setMinRnrTimer();
    void nudge();
    void heardFromPeer(const ibv_wc &completion);
    bool takeWhatArrived();
    void keepToReadDepthOf(const CmEvent &answer);
    void becomeEstablished(const QByteArray &privateData);
    void fail(const RdmaError &error, const QByteArray &privateData = {});
    void timedOut();
    RdmaError resolveError(const char *call, int status, int event = -1) const;
    RdmaError answerError(int status) const;

    std::shared_ptr<Engine> m_engine;
    ConnectionOwner *m_owner;
    ConnectionSettings m_settings;
    CmId m_id;
    std::shared_ptr<void> m_ticket;
    quint32 m_token;
    State m_state = State::Idle;
    bool m_initiator = true;
    WorkQueues m_queues;
    QHostAddress m_target = noAddress();
    quint16 m_targetPort = 0;
    std::vector<std::shared_ptr<CmId>> m_portsInUse; // by sockets that are not RDMA's
    Deadline m_deadline;
    QElapsedTimer m_step;
    RdmaConnectionTimes m_times;
    std::shared_ptr<ConnectCall> m_call; // iWARP only; may still use the id
    Deadline m_callCheck;
    int m_callInterval = 1; // ms
    Deadline m_unheard; // iWARP: nothing has come from the peer
    int m_nudges = 0;
};

} // namespace QtRdmaPrivate

#endif // CONNECTION_P_H
