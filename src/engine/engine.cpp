// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine_p.h"

#include "../verbs/forkedchild_p.h"

#include <QtCore/qabstracteventdispatcher.h>

#include <algorithm>
#include <climits>
#include <utility>

namespace QtRdmaPrivate {

Engine::Engine()
    : m_deadlines(
            [this] {
                if (m_loop)
                    m_loop->startTimer(m_deadlines.msecsToFirst());
            },
            [this] {
                const bool enough = m_turn.isPhaseLong();
                m_turn.startPhaseClock();
                return enough;
            })
{
}

Engine::~Engine()
{
    endLoop();
}

// A thread may get its event dispatcher after its first use of RDMA, or never.
void Engine::ensureLoop()
{
    if (m_loop || m_detached || !QAbstractEventDispatcher::instance())
        return;
    m_loop = new EngineLoop(this);
    m_descriptors.setLoop(m_loop);
    if (m_asyncInbox)
        m_asyncInbox->setLoop(m_loop);
    m_loop->startTimer(m_deadlines.msecsToFirst());
    m_loop->wake();
}

void Engine::endLoop()
{
    if (m_asyncInbox)
        m_asyncInbox->setLoop(nullptr);
    m_descriptors.setLoop(nullptr);
    delete std::exchange(m_loop, nullptr);
}

const std::shared_ptr<AsyncInbox> &Engine::asyncInbox()
{
    if (!m_asyncInbox) {
        m_asyncInbox = std::make_shared<AsyncInbox>();
        m_asyncInbox->setLoop(m_loop);
    }
    return m_asyncInbox;
}

std::shared_ptr<DeviceQueues> Engine::device(ibv_context *context, RdmaError *error)
{
    if (*error = checkUsable(context); error->isError())
        return {};
    const std::shared_ptr<DeviceQueues> present = m_completions.find(context);
    return present ? present : m_completions.add(context, asyncInbox(), error);
}

void Engine::setSpin(DeviceQueues *device, const SpinWindow &spin)
{
    device->setSpin(spin);
    wake(); // queues that rested are due
}

RdmaError Engine::setModeration(DeviceQueues *device, std::chrono::nanoseconds period)
{
    RdmaError error = m_completions.setModeration(device, period);
    if (!error.isError())
        wake();
    return error;
}

void Engine::willSend(CompletionQueue *queue)
{
    if (queue->willSend())
        wake();
}

void Engine::retire(quint32 token)
{
    m_tokens.retire(token);
}

bool Engine::hasConnectedFrom(const QHostAddress &address, quint16 port) const
{
    bool found = false;
    m_tokens.forEach([&](const ReapClient *client) {
        found = found || client->hasConnectedFrom(address, port);
    });
    return found;
}

void Engine::removeObject(DeliverClient *object)
{
    cancelDelivery(object);
    m_objects.erase(object);
}

// Does nothing while a turn reaps or settles: that turn serves what is scheduled, or wakes the loop
// at its end.
void Engine::wake()
{
    if (m_loop && !isSilent())
        m_loop->wake();
}

inline void Engine::deliver()
{
    if (m_deliveries.isEmpty())
        return;
    m_phase = Phase::Slot;
    if (m_deliveries.hasSeveral())
        return deliverSeveral();
    m_turn.beginPhase(false);
    m_deliveries.take()->deliver();
}

void Engine::activate()
{
    const auto self = shared_from_this();
    const QScopedValueRollback<TurnClock> bounded(m_turn, TurnClock::bounded());
    takeTurn();
    if (m_turn.hadLongPhase() && m_loop)
        m_loop->wakeLater();
    else if (workIsLeft())
        wake();
}

void Engine::takeTurn()
{
    const QScopedValueRollback<Phase> outer(m_phase);
    m_turn.look();
    std::chrono::nanoseconds most{ 0 }; // how long the turn may have lasted to go on
    bool hasReaped = false; // while the turn settled
    do {
        m_phase = Phase::Silent;
        if (!hasReaped || workIsDue()) {
            reap();
            m_deadlines.runExpired();
        }
        deliver();
        flushWritten();
        m_turn.beginPhase(false);
        // An answer that came while the turn settled is served in the same turn: a round of the
        // event loop costs more than the rest of the turn.
        m_phase = Phase::Silent;
        hasReaped = m_waiting.settle();
        most = hasReaped ? GoOnTime : std::min(m_waiting.spinTime(), GoOnTime);
        m_turn.noteIfLong();
        if (!hasReaped && m_waiting.spinTime().count() > 0)
            spin();
    } while (most.count() > 0 && !m_turn.hadLongPhase() && m_turn.lasted() < most);
}

// Polls the queues that spin and serves what comes, and nothing else: a whole pass and a look at
// the clock take longer than a message.
Q_NEVER_INLINE void Engine::spin()
{
    m_phase = Phase::Spinning;
    do {
        for (int round = 0; round < RoundsPerLook && m_completions.pollSpinning(); ++round) {
            deliver();
            flushWritten();
            m_phase = Phase::Spinning;
        }
        m_turn.noteIfLong();
    } while (m_completions.look(m_turn.look()) && m_turn.lasted() < GoOnTime
             && !m_turn.hadLongPhase());
    m_phase = Phase::Silent;
}

// Polls the queues that spin until something comes, but now and then other events have to be looked
// at. Returns whether something has come.
bool Engine::pollAwhile()
{
    const QScopedValueRollback<Phase> phase(m_phase, Phase::Silent);
    constexpr int Looks = 64;
    for (int look = 0; look < Looks && m_completions.look(m_turn.look()); ++look) {
        if (m_completions.pollSpinning())
            return true;
    }
    return false;
}

// Whoever drains is in the middle of something: nobody delivers at once meanwhile.
void Engine::drain(CompletionQueue *queue)
{
    const QScopedValueRollback<Phase> phase(m_phase, isSilent() ? Phase::Silent : m_phase);
    m_completions.drain(queue);
}

void Engine::channelReadable(int fd)
{
    if (m_completions.setReadable(fd) || m_cm.setReadable(fd) || m_sockets.setReadable(fd))
        return;
    if (m_asyncInbox && fd == m_asyncInbox->fd())
        asyncEventsArrived();
}

void Engine::reap()
{
    if (m_cm.read())
        m_waiting.cmEventTaken();
    m_completions.read();
    m_sockets.read();
    // Asynchronous events come last, because a completion tells more precisely what went wrong.
    if (std::exchange(m_asyncReadable, false))
        reapAsyncEvents();
}

Q_NEVER_INLINE void Engine::reapAsyncEvents()
{
    if (!m_asyncInbox) // in a child of fork() to which the parent's event was on its way
        return;
    for (const AsyncEvent &event : m_asyncInbox->takeAll()) {
        if (event.subject)
            m_tokens.forEach([&event](ReapClient *client) { client->asyncEvent(event); });
        else if (ReapClient *receiver = m_tokens.client(event.token))
            receiver->asyncEvent(event);
    }
}

bool Engine::settle()
{
    const QScopedValueRollback<Phase> phase(m_phase, Phase::Silent);
    return m_waiting.settle();
}

// Serves only the objects that wait at the beginning, so an object that always has something new
// cannot hold up the event loop. Objects that were not served are the first in the next turn.
Q_NEVER_INLINE void Engine::deliverSeveral()
{
    m_turn.beginPhase(true);
    for (size_t count = m_deliveries.size(); count > 0 && !m_deliveries.isEmpty(); --count) {
        m_deliveries.take()->deliver();
        if (count > 1 && m_turn.isPhaseLong())
            return;
    }
}

// The event loop begins a round. Outside of a slot there is nothing to do, because every turn ends
// settled.
void Engine::loopTurns()
{
    if (m_phase == Phase::None)
        return;
    m_phase = Phase::NestedLoop;
    flushSilent();
    settle();
    if (workIsLeft())
        wake();
}

// Emits signals, as delivering does. At least one client is flushed in each turn, however long it
// has lasted.
inline void Engine::flushWritten()
{
    if (!m_flushes.isEmpty())
        flushAll();
}

Q_NEVER_INLINE void Engine::flushAll()
{
    m_phase = Phase::Slot;
    m_turn.beginPhase(m_flushes.hasSeveral());
    while (!m_flushes.isEmpty()) {
        m_flushes.take()->flushTurn(FlushClient::Signals::Allowed);
        if (m_flushes.isEmpty() || m_turn.isPhaseLong())
            return;
        m_turn.startPhaseClock();
    }
}

void Engine::flushSilent()
{
    const QScopedValueRollback<Phase> phase(m_phase, Phase::Silent);
    for (size_t count = m_flushes.size(); count > 0 && !m_flushes.isEmpty(); --count)
        m_flushes.take()->flushTurn(FlushClient::Signals::Held);
}

bool Engine::workIsLeft() const
{
    return m_waiting.isUnsettled() || workIsDue() || !m_deliveries.isEmpty()
            || !m_flushes.isEmpty();
}

bool Engine::wait(QDeadlineTimer deadline, DeliverClient *self, const std::function<bool()> &done)
{
    const auto keep = shared_from_this();
    const QScopedValueRollback<TurnClock> unbounded(m_turn, TurnClock());
    m_turn.look();
    bool reached = false;
    bool looked = false; // at least once: a wait of no time asks for what is there
    for (;;) {
        if (self) {
            cancelDelivery(self);
            const QScopedValueRollback<Phase> phase(m_phase, Phase::Slot);
            self->deliver();
        }
        flushSilent();
        reached = done();
        if (reached || (looked && deadline.hasExpired()))
            break;
        looked = true;
        if (settle() || pollAwhile())
            continue;
        // A slot that has read may have made room for more, and an object that was flushed may have
        // more to send.
        const bool mayGoOn = !m_flushes.isEmpty() || (self && m_deliveries.isWaiting(*self));
        sleep(mayGoOn ? QDeadlineTimer(0) : deadline);
        const QScopedValueRollback<Phase> phase(m_phase, Phase::Silent);
        reap();
        m_deadlines.runExpired();
    }
    // The other objects have their turn from the event loop. The queue whose event ended this wait
    // may not be armed again.
    wake();
    return reached;
}

void Engine::sleep(QDeadlineTimer deadline)
{
    int timeout = deadline.isForever() ? -1 : int(qMin<qint64>(deadline.remainingTime(), INT_MAX));
    const int first = m_deadlines.msecsToFirst();
    if (first >= 0 && (timeout < 0 || first < timeout))
        timeout = first;
    if (workIsDue())
        timeout = 0;
    m_descriptors.poll(timeout, m_asyncInbox ? m_asyncInbox->fd() : -1,
                       [this](int fd) { channelReadable(fd); });
}

bool Engine::detachFromThread()
{
    m_detached = true;
    endLoop();
    m_tokens.forEach([](ReapClient *client) { client->threadEnded(); });
    m_sockets.threadEnds();
    while (!m_objects.empty()) { // after the connections, which decide whether they linger
        DeliverClient *object = *m_objects.begin();
        removeObject(object);
        object->threadEnded();
    }
    return !m_lingering.isEmpty();
}

void Engine::forked()
{
    m_deadlines.cancelAll();
    m_completions.forked(); // before its clients are forgotten
    m_tokens.retireAll();
    m_deliveries.clear();
    m_flushes.clear();
    for (DeliverClient *object : std::exchange(m_objects, {}))
        object->forked();
    for (auto &object : m_lingering.takeAll())
        keepForEver(std::move(object));
    m_cm.forked();
    m_sockets.forked();
    m_descriptors.forked();
    keepForEver(std::exchange(m_asyncInbox, nullptr));
    keepForEver(std::exchange(m_workers, std::make_shared<WorkerThreads>()));
    keepForEver(std::exchange(m_resolvers, std::make_shared<WorkerThreads>(MostResolvers)));
    m_asyncReadable = false;
    m_waiting.forked();
}

bool Engine::finishLingering(int msecs)
{
    return wait(QDeadlineTimer(msecs), nullptr, [this] { return m_lingering.isEmpty(); });
}

} // namespace QtRdmaPrivate
