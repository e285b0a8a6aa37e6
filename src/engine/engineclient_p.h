// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENGINECLIENT_P_H
#define ENGINECLIENT_P_H

#include <QtRdma/rdmaerror.h>

#include <QtCore/qbytearray.h>
#include <QtNetwork/qhostaddress.h>

#include <memory>

struct ibv_context;
struct ibv_wc;
struct rdma_cm_id;
struct rdma_event_channel;
struct rdma_ud_param;

namespace QtRdmaPrivate {

struct AsyncEvent;

// A connection manager event, copied before its acknowledgement. 'id' is the id it is about: for a connection
// request a new one that the receiver of the event owns.
struct CmEvent
{
    int type = 0;
    int status = 0;
    quint32 token = 0; // of the client whose id it is about
    rdma_cm_id *id = nullptr;
    QByteArray privateData;
    quint8 responderResources = 0;
    quint8 initiatorDepth = 0;
    std::shared_ptr<const rdma_ud_param> datagrams; // of a multicast group that was joined
};

// What the device says of a work request, and when that was by its clock; -1 where it has none.
struct Completion
{
    const ibv_wc &wc;
    qint64 time = -1; // ns
};

// What the engine calls while it reaps. None of these may emit a signal or call user code.
class ReapClient
{
public:
    virtual void cmEvent(const CmEvent &event) = 0;
    virtual void workCompleted(quint32 tag, Completion done) = 0;
    virtual void asyncEvent(const AsyncEvent &) { }
    // The thread's channel of the connection manager has failed for good, for this reason. Ids move to the new one, or what needs them ends: it is null
    // where none could be had.
    virtual void channelFailed(const std::shared_ptr<rdma_event_channel> &, const RdmaError &) { }
    // That which it has added itself has failed, and is not read any more.
    virtual void addedChannelFailed(const RdmaError &) { }
    // Nothing tells any more of what completes on that device, for this reason.
    virtual void completionsFailed(const ibv_context *, const RdmaError &) { }
    // Once after a batch in which workCompleted() was called: the place to repost and to answer.
    virtual void batchEnded() { }
    // Whether it has connected from there.
    virtual bool hasConnectedFrom(const QHostAddress &, quint16) const { return false; }
    // The thread of the engine ends; nothing of the engine may be used after this by a client that does not linger.
    virtual void threadEnded() { }

protected:
    ~ReapClient() = default;

private:
    friend class Engine;
    bool inBatch = false;
};

// What the engine calls after reaping: here signals are emitted, state has been set before.
class DeliverClient
{
public:
    virtual void deliver() = 0;
    // The thread of the engine ends, the object does not: whoever deletes it does so in another thread, while a service
    // thread may be using the engine. It lets go of everything that belongs to the engine.
    virtual void threadEnded() { }
    // The process is a child, to which none of this belongs: it is unconnected from now on, and keeps for ever what it must not destroy.
    // No locks, no calls, no word to anybody.
    virtual void forked() { }

protected:
    ~DeliverClient() = default;

private:
    template <typename Client>
    friend class ClientQueue;
    bool queued = false;
};

// What leaves at the end of a turn: everything written in it, in as few messages as possible.
class FlushClient
{
public:
    // Inside the waitFor…() of an object signals are held: its caller must not see those of others.
    enum class Signals : quint8 { Allowed, Held };
    virtual void flushTurn(Signals signals) = 0;

protected:
    ~FlushClient() = default;

private:
    template <typename Client>
    friend class ClientQueue;
    bool queued = false;
};

} // namespace QtRdmaPrivate

#endif // ENGINECLIENT_P_H
