// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef QUEUEPAIRTRANSPORT_P_H
#define QUEUEPAIRTRANSPORT_P_H

#include "connectionsettings_p.h"

#include "../work/postchain_p.h"

#include <QtRdma/rdmaconnectiontimes.h>
#include <QtRdma/rdmaendpoint.h>

#include <QtCore/qelapsedtimer.h>

namespace QtRdmaPrivate {

// A connection calls its owner in the reap phase: the owner emits no signals there and runs no user
// code.
class ConnectionOwner
{
public:
    // The device is known by which the peer is reached.
    virtual void addressResolved() { }
    // The queue pair exists, and nothing is connected yet. The first receives are posted here.
    virtual RdmaError prepare() = 0;
    virtual void established(const QByteArray &privateData) = 0;
    // The connection has ended. It is called once, without an error if the peer disconnected. The
    // owner calls stop().
    virtual void ended(const RdmaError &error, const QByteArray &privateData) = 0;
    // These are as in ReapClient.
    virtual void workCompleted(quint32 tag, Completion done) = 0;
    virtual const ibv_wc *runCompleted(const ibv_wc *first, const ibv_wc *end)
    {
        Q_UNUSED(end)
        workCompleted(quint32(first->wr_id), { *first });
        return first + 1;
    }
    virtual void sharedReceive(PostedWork &&, Completion) { }
    virtual void threadEnded() = 0;

protected:
    ~ConnectionOwner() = default;
};

// Connects a queue pair to its peer, in one of two ways: through the connection manager
// (Connection), or by endpoints that the program exchanges itself (BareQueuePair). In both cases an
// id of the connection manager tells of the removal of the device.
class QueuePairTransport : protected ReapClient, protected SharedReceiver
{
public:
    virtual ~QueuePairTransport() = default;
    Q_DISABLE_COPY_MOVE(QueuePairTransport)

    // Whether the queue pair exists and has not ended.
    bool canPost() const { return m_usable; }
    WorkQueues &queues() { return m_queues; }
    const WorkQueues &queues() const { return m_queues; }
    const Provider &provider() const { return m_queues.provider(); } // once there is a queue pair
    const std::shared_ptr<Engine> &engine() const { return m_engine; }
    // Whether this side can read and do atomics. Known when the connection is established.
    bool hasReads() const { return m_settings.initiatorDepth != 0; }
    int port() const; // of the device
    QString deviceName() const;
    RdmaConnectionTimes times() const { return m_times; }
    // *port is left as it is if there are no ports.
    virtual QHostAddress localAddress(quint16 *port) const = 0;
    virtual QHostAddress peerAddress(quint16 *port) const = 0;

    // Ends the connection soon; the owner's ended() follows.
    virtual void disconnect() = 0;
    // Ends the connection at once, and tells the owner nothing. 'slots' and 'memory' are memory
    // that the device may still touch.
    virtual void stop(std::vector<PoolSlot> slots, std::vector<std::shared_ptr<void>> memory) = 0;

    // ---- only without the connection manager ----

    // Whether it stays after its end, so that reset() can take it back to the beginning.
    virtual bool isReusable() const { return false; }
    virtual RdmaError reset() { return {}; }
    virtual RdmaEndpoint localEndpoint() const { return {}; }
    // The owner's established() or ended() follows.
    virtual RdmaError connectToEndpoint(const RdmaEndpoint &peer);
    // The address to which a queue pair for datagrams sends.
    virtual Destination destination() const { return {}; }

protected:
    QueuePairTransport(std::shared_ptr<Engine> engine, ConnectionOwner *owner);

    virtual void fail(const RdmaError &error) = 0;
    // Whether the id can move to another channel: not while another thread uses it.
    virtual bool canMigrate() const { return true; }

    std::shared_ptr<Engine> m_engine;
    ConnectionOwner *m_owner;
    ConnectionSettings m_settings;
    CmId m_id;
    quint32 m_token;
    WorkQueues m_queues;
    QElapsedTimer m_step;
    RdmaConnectionTimes m_times;
    bool m_usable = false;

private:
    void sharedQueueFailed(const RdmaError &error) final { fail(error); }
    void channelFailed(const CmChannelPtr &channel, const RdmaError &cause) final;
    void completionsFailed(const ibv_context *context, const RdmaError &cause) final;
    void threadEnded() final { m_owner->threadEnded(); }
};

} // namespace QtRdmaPrivate

#endif // QUEUEPAIRTRANSPORT_P_H
