// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENGINE_P_H
#define ENGINE_P_H

#include "clientqueue_p.h"
#include "cmreader_p.h"
#include "completionreader_p.h"
#include "deadline_p.h"
#include "descriptors_p.h"
#include "devicequeues_p.h"
#include "engineclient_p.h"
#include "engineloop_p.h"
#include "lingering_p.h"
#include "socketreader_p.h"
#include "tokentable_p.h"
#include "turnclock_p.h"
#include "waitingpolicy_p.h"
#include "workerthreads_p.h"

#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qthread.h>

#include <chrono>
#include <functional>
#include <memory>
#include <unordered_set>

namespace QtRdmaPrivate {

// The RDMA engine of one thread; doc/engine.md has its state machine. A turn has two phases. *Reap*
// takes events, polls, and turns everything into state. *Deliver* lets objects emit their pending
// signals, and then flushes what was written.
class Engine final : public std::enable_shared_from_this<Engine>, private EngineLoop::Client
{
public:
    static std::shared_ptr<Engine> current(); // of this thread, made on first use
    Engine();
    ~Engine();
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;

    // Calls the connection manager on the channel of this thread, which is made on first use. The
    // call is made again, on a new channel, if the process has changed its credentials meanwhile.
    RdmaError withCmChannel(const CmReader::ChannelCall &call) { return m_cm.withOwn(call); }
    // Further channels that are read here. A listener has a channel of its own, which it takes
    // along to another thread.
    void addCmChannel(const CmChannelPtr &channel, ReapClient *listener)
    {
        m_cm.add(channel, listener);
    }
    void removeCmChannel(const CmChannelPtr &channel) { m_cm.remove(channel); }
    // The sockets of this thread.
    SocketReader &sockets() { return m_sockets; }
    // The queues that this thread shares on that device; null and *error on failure. They are made
    // on first use, and again after their channel has failed.
    std::shared_ptr<DeviceQueues> device(ibv_context *context, RdmaError *error);

    // These set how the queues of the device are waited for.
    void setSpin(DeviceQueues *device, const SpinWindow &spin);
    RdmaError setModeration(DeviceQueues *device, std::chrono::nanoseconds period);

    // Whether a connection of this thread comes from this address, and knows that it is
    // established.
    bool hasConnectedFrom(const QHostAddress &address, quint16 port) const;

    // To be called before something is sent whose answer may complete in the queue.
    void willSend(CompletionQueue *queue);

    // Receives the asynchronous events for the clients of this thread.
    const std::shared_ptr<AsyncInbox> &asyncInbox();

    // Returns a token of the client, for its work requests and ids: see TokenTable.
    quint32 enter(ReapClient *client) { return m_tokens.enter(client); }
    void retire(quint32 token);
    static constexpr quint32 Nobody = TokenTable::Nobody; // completions with this token are dropped
    static quint64 workRequestId(quint32 token, quint32 tag) { return quint64(token) << 32 | tag; }

    // Objects are told if the thread ends before them.
    void addObject(DeliverClient *object) { m_objects.insert(object); }
    void removeObject(DeliverClient *object);
    void scheduleDelivery(DeliverClient *client)
    {
        if (m_deliveries.add(client) && !isSilent())
            wake();
    }
    // For a client that has taken the last of what was polled. If this returns true it delivers at
    // once, as the engine would do next: the engine spins, and nobody else waits for that.
    bool beginDelivery()
    {
        if (m_phase != Phase::Spinning || !m_deliveries.isEmpty())
            return false;
        m_phase = Phase::Slot;
        m_turn.beginPhase(false);
        return true;
    }
    void cancelDelivery(DeliverClient *client) { m_deliveries.remove(client); }
    // The end of the turn flushes what a slot writes, or an event loop that the slot runs does when
    // it begins.
    Q_ALWAYS_INLINE void scheduleFlush(FlushClient *client)
    {
        if (m_flushes.add(client) && Q_UNLIKELY(m_phase > Phase::Slot))
            wake();
    }
    void cancelFlush(FlushClient *client) { m_flushes.remove(client); }

    DeadlineList &deadlines() { return m_deadlines; }

    bool isOfThisThread() const { return m_thread == QThread::currentThreadId(); }

    // For calls that may block. Each engine has its own threads: a thread has the network namespace
    // and the priority of the thread that made it.
    const std::shared_ptr<WorkerThreads> &workers() const { return m_workers; }
    // For calls that look for a peer whom a stranger may have named: only a few may block at once.
    const std::shared_ptr<WorkerThreads> &resolvers() const { return m_resolvers; }
    static constexpr int MostResolvers = 8;

    // Whether completions may be left in a queue, because the work of one turn is bounded.
    bool workIsDue() const { return m_completions.isDue(); }

    // Handles everything that is in the queue now.
    void drain(CompletionQueue *queue);

    // Keeps an object alive until it calls stopLingering(). Connections linger to finish sending
    // without their QObject.
    void linger(std::shared_ptr<void> object) { m_lingering.add(std::move(object)); }
    void stopLingering(const void *object) { m_lingering.remove(object); }

    // Drives the engine without an event loop until done() returns true or the deadline has passed.
    // Only 'self' is delivered; the signals of other objects follow from their own event loop.
    bool wait(QDeadlineTimer deadline, DeliverClient *self, const std::function<bool()> &done);

    // The time of its phases bounds a turn from the event loop (TurnClock): the rest continues
    // after other events had their turn. Outside of turns, and inside of waitFor…(), no phase is
    // ever long.
    bool isTurnBounded() const { return m_turn.isBounded(); }
    bool isPhaseLong() const { return m_turn.isPhaseLong(); }
    void startPhaseClock() { m_turn.startPhaseClock(); }

    // The thread ends: the loop objects go. True when something lingers, which another thread is to
    // finish.
    bool detachFromThread();
    // The process is a child of the one to which this engine belonged. The engine begins anew, with
    // nothing.
    void forked();
    // Finishes what lingers within the given time. Returns false if something was left.
    bool finishLingering(int msecs);

private:
    static constexpr std::chrono::nanoseconds GoOnTime{ 1000000 }; // how long a turn may go on
    static constexpr int RoundsPerLook = 16; // at the clock, while spinning

    // One turn, from the event loop. Only channels that are known to be readable are read, because
    // each read is a system call.
    void activate() override;
    void channelReadable(int fd) override;
    void asyncEventsArrived() override { m_asyncReadable = true; }
    void timerFired() override { m_deadlines.timerFired(); }
    void loopTurns() override;

    void ensureLoop();
    void endLoop();
    void wake(); // asks the event loop for a turn, soon
    void takeTurn();
    void reap();
    void reapAsyncEvents();
    void deliver();
    void deliverSeveral();
    void flushWritten();
    void flushAll();
    void flushSilent();
    void sleep(QDeadlineTimer deadline);
    bool settle();
    void spin();
    bool pollAwhile();
    bool workIsLeft() const;

    const Qt::HANDLE m_thread = QThread::currentThreadId();
    EngineLoop *m_loop = nullptr;
    TokenTable m_tokens;
    TurnClock m_turn;
    DeadlineList m_deadlines;
    Descriptors m_descriptors;
    CmReader m_cm{ &m_tokens, &m_turn, &m_descriptors };
    CompletionReader m_completions{ &m_tokens, &m_deadlines, &m_descriptors };
    SocketReader m_sockets{ &m_descriptors };
    WaitingPolicy m_waiting{ &m_completions, &m_cm, &m_turn };
    std::shared_ptr<AsyncInbox> m_asyncInbox;
    std::unordered_set<DeliverClient *> m_objects;
    ClientQueue<DeliverClient> m_deliveries;
    ClientQueue<FlushClient> m_flushes;
    Lingering m_lingering;
    std::shared_ptr<WorkerThreads> m_workers = std::make_shared<WorkerThreads>();
    std::shared_ptr<WorkerThreads> m_resolvers = std::make_shared<WorkerThreads>(MostResolvers);
    // Now a part of a turn runs that emits nothing, or spin(), which emits nothing either until
    // beginDelivery(), a slot of an emission, an event loop that a slot runs, or nothing of the
    // engine.
    enum class Phase : quint8 { Silent, Spinning, Slot, NestedLoop, None };
    bool isSilent() const { return m_phase <= Phase::Spinning; }
    Phase m_phase = Phase::None;
    bool m_asyncReadable = false;
    bool m_detached = false;
};

} // namespace QtRdmaPrivate

#endif // ENGINE_P_H
