// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENGINECLIENT_P_H
#define ENGINECLIENT_P_H

#include "clientqueue_p.h"

#include <QtRdma/rdmaerror.h>

#include <QtCore/qbytearray.h>
#include <QtNetwork/qhostaddress.h>

#include <infiniband/verbs.h>

#include <memory>

struct rdma_cm_id;
struct rdma_event_channel;
struct rdma_ud_param;

namespace QtRdmaPrivate {

struct AsyncEvent;

// An event of the connection manager, copied before it is acknowledged. 'id' is the id that it
// concerns; for a connection request it is a new one, which the receiver of the event owns.
struct CmEvent
{
    int type = 0;
    int status = 0;
    quint32 token = 0; // the client to which the id belongs
    rdma_cm_id *id = nullptr;
    QByteArray privateData;
    quint8 responderResources = 0;
    quint8 initiatorDepth = 0;
    std::shared_ptr<const rdma_ud_param> datagrams; // after joining a multicast group
};

// The report of a device on a work request, with what the device's clock showed.
constexpr quint64 NoTicks = ~quint64(0); // there is no clock
struct Completion
{
    const ibv_wc &wc;
    quint64 ticks = NoTicks;
};

// The functions that the engine calls in the reap phase. They must not emit a signal or call user
// code.
class ReapClient
{
public:
    virtual void cmEvent(const CmEvent &event) = 0;
    virtual void workCompleted(quint32 tag, Completion done) = 0;
    // Called instead of it where no clock has shown when work completed. The first completion is
    // this client's, and those behind it, up to 'end', may be. Returns the first one that the
    // client has not taken. A client that has taken all of them may deliver at once, if
    // Engine::beginDelivery() lets it.
    virtual const ibv_wc *runCompleted(const ibv_wc *first, const ibv_wc *end)
    {
        Q_UNUSED(end)
        workCompleted(quint32(first->wr_id), { *first });
        return first + 1;
    }
    virtual void asyncEvent(const AsyncEvent &) { }
    // The thread's channel of the connection manager has failed for good, for this reason. Ids move
    // to the new channel. It is null if none can be had; then everything that needs an id ends.
    virtual void channelFailed(const std::shared_ptr<rdma_event_channel> &, const RdmaError &) { }
    // The channel that the client has added itself has failed, and is not read any more.
    virtual void addedChannelFailed(const RdmaError &) { }
    // For this reason nothing tells of completions on that device any more.
    virtual void completionsFailed(const ibv_context *, const RdmaError &) { }
    // Whether this is an established connection that comes from this address.
    virtual bool hasConnectedFrom(const QHostAddress &, quint16) const { return false; }
    // The thread of the engine ends. A client that does not linger must not use anything of the
    // engine after this.
    virtual void threadEnded() { }

protected:
    ~ReapClient() = default;
};

// The engine calls these clients after the reap phase. Signals are emitted here; the state was set
// before.
class DeliverClient : public QueuePlace<DeliverClient>
{
public:
    virtual void deliver() = 0;
    // The thread of the engine ends, but not the object. The object will be deleted in another
    // thread while a service thread may be using the engine. So it releases everything that belongs
    // to the engine.
    virtual void threadEnded() { }
    // The process is a forked child, to which nothing of this belongs. The object is unconnected
    // from now on, and keeps for ever what it must not destroy. It takes no locks, makes no calls
    // and tells nobody.
    virtual void forked() { }

protected:
    ~DeliverClient() = default;
};

// Sends at the end of a turn what was written in it, in as few messages as possible.
class FlushClient : public QueuePlace<FlushClient>
{
public:
    // Inside the waitFor…() of an object signals are held: its caller must not see the signals of
    // other objects.
    enum class Signals : quint8 { Allowed, Held };
    virtual void flushTurn(Signals signals) = 0;

protected:
    ~FlushClient() = default;
};

} // namespace QtRdmaPrivate

#endif // ENGINECLIENT_P_H
