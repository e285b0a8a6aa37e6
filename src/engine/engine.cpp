// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine_p.h"

#include "engineloop_p.h"
#include "servicethreads_p.h"

#include "../base/logging_p.h"
#include "../verbs/descriptor_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qabstracteventdispatcher.h>
#include <QtCore/qthread.h>

#include <infiniband/verbs.h>
#include <poll.h>
#include <rdma/rdma_cma.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>

namespace QtRdmaPrivate {

namespace {

constexpr int PollBatch = 32;
constexpr int CmEventsPerChannel = 32; // in one pass of a turn

} // namespace

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
    , m_lookAgain(m_deadlines, [this] {
        for (const auto &device : m_devices)
            device->pollAll();
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
    for (const CmChannelPtr &channel : m_cmChannels.all())
        m_loop->watch(channel->fd);
    for (const auto &device : m_devices)
        m_loop->watch(device->fd());
    if (m_asyncInbox)
        m_asyncInbox->setLoop(m_loop);
    if (m_waiting.restTimer().fd() >= 0)
        m_loop->watch(m_waiting.restTimer().fd());
    m_loop->startTimer(m_deadlines.msecsToFirst());
    m_loop->wake();
}

void Engine::watch(int fd)
{
    if (m_loop)
        m_loop->watch(fd);
}

void Engine::unwatch(int fd)
{
    if (m_loop)
        m_loop->unwatch(fd);
}

CmChannelPtr Engine::cmChannel(RdmaError *error)
{
    if (const CmChannelPtr own = m_cmChannels.own(); own && refusesCommands(own->fd))
        cmChannelFailed(own, callError("rdma_get_cm_event", EACCES));
    if (!m_cmChannels.own()) {
        const CmChannelPtr channel = makeCmChannel(error);
        m_cmChannels.setOwn(channel);
        if (channel)
            watch(channel->fd);
    }
    return m_cmChannels.own();
}

void Engine::addCmChannel(const CmChannelPtr &channel, ReapClient *listener)
{
    watch(channel->fd);
    m_cmChannels.add(channel, listener);
}

void Engine::removeCmChannel(const CmChannelPtr &channel)
{
    unwatch(channel->fd);
    m_cmChannels.remove(channel);
}

// It would stay readable, and say the same again and again. Credentials that have changed are those of all channels.
void Engine::cmChannelFailed(const CmChannelPtr &channel, const RdmaError &cause)
{
    qCWarning(lcRdmaCm) << cause;
    endCmChannel(channel, cause);
    if (cause.code() != EACCES)
        return;
    for (const CmChannelPtr &other : m_cmChannels.all()) {
        if (refusesCommands(other->fd))
            endCmChannel(other, cause);
    }
}

// Ends what depends on this channel, and nothing else.
void Engine::endCmChannel(const CmChannelPtr &channel, const RdmaError &cause)
{
    ReapClient *listener = m_cmChannels.listenerOf(channel);
    const bool isOwn = channel == m_cmChannels.own();
    removeCmChannel(channel);
    descriptorFailed(&channel->fd, cause.code()); // before another gets the number
    if (listener)
        listener->addedChannelFailed(cause);
    else if (isOwn)
        replaceOwnCmChannel(cause);
}

// The events that wait in the old one move with the ids.
void Engine::replaceOwnCmChannel(const RdmaError &cause)
{
    RdmaError failure;
    const bool mayBeBetter = m_cmChannels.isOwnProven() || cause.code() == EACCES;
    const CmChannelPtr channel = mayBeBetter ? makeCmChannel(&failure) : CmChannelPtr();
    m_cmChannels.replaceOwn(channel);
    if (channel)
        watch(channel->fd);
    m_tokens.forEach([&](ReapClient *client) { client->channelFailed(channel, cause); });
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
    for (const auto &device : m_devices) {
        if (device->context() == context)
            return device;
    }
    std::shared_ptr<DeviceQueues> device = DeviceQueues::make(context, asyncInbox(), error);
    if (!device)
        return {};
    watch(device->fd());
    m_devices.push_back(device);
    return device;
}

void Engine::setSpin(DeviceQueues *device, const SpinWindow &spin)
{
    device->setSpin(spin);
    wake(); // of queues that rested
}

RdmaError Engine::setModeration(DeviceQueues *device, std::chrono::nanoseconds period)
{
    if (period.count() > 0 && m_waiting.restTimer().fd() < 0) {
        if (RdmaError error = m_waiting.restTimer().create(); error.isError())
            return error;
        watch(m_waiting.restTimer().fd());
    }
    device->setModeration(Moderation(period));
    wake();
    return {};
}

void Engine::willSend(CompletionQueue *queue)
{
    if (queue->willSend())
        wake();
}

void Engine::retire(quint32 token)
{
    // A client may enter again at once, under another token.
    if (ReapClient *retired = m_tokens.client(token))
        retired->inBatch = false;
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

void Engine::scheduleDelivery(DeliverClient *client)
{
    if (m_deliveries.add(client))
        wake();
}

void Engine::scheduleFlush(FlushClient *client)
{
    // Inside an emission the end of the turn flushes, or a nested event loop of the slot before it
    // blocks.
    if (m_flushes.add(client) && m_delivering == 0)
        wake();
}

void Engine::linger(std::shared_ptr<void> object)
{
    m_lingering.push_back(std::move(object));
}

void Engine::stopLingering(const void *object)
{
    const auto found = std::find_if(m_lingering.begin(), m_lingering.end(),
                                    [object](const auto &held) { return held.get() == object; });
    if (found == m_lingering.end())
        return;
    const std::shared_ptr<void> last = *found; // destroyed after the list has changed
    m_lingering.erase(found);
}

// While a turn reaps or settles: it serves what is scheduled, or wakes at its end.
void Engine::wake()
{
    if (m_loop && !m_inTurn)
        m_loop->wake();
}

void Engine::activate()
{
    const auto self = shared_from_this();
    const QScopedValueRollback<TurnClock> bounded(m_turn, TurnClock::bounded());
    m_turn.look();
    std::chrono::nanoseconds most{ 0 }; // how long the turn may have lasted to go on
    do {
        {
            const QScopedValueRollback<bool> turn(m_inTurn, true);
            reap();
            m_deadlines.runExpired();
        }
        deliver();
        flushWritten();
        m_turn.beginPhase(false);
        // An answer that came while the turn settled is served in the same turn: a round of the
        // event loop costs more than the rest of the turn.
        most = settle() ? GoOnTime : std::min(m_waiting.spinTime(), GoOnTime);
        m_turn.noteIfLong();
    } while (most.count() > 0 && !m_turn.hadLongPhase() && m_turn.lasted() < most);
    if (m_turn.hadLongPhase() && m_loop)
        m_loop->wakeLater();
    else if (workIsLeft())
        wake();
}

void Engine::channelReadable(int fd)
{
    if (m_cmChannels.setReadable(fd))
        return;
    if (m_asyncInbox && fd == m_asyncInbox->fd()) {
        asyncEventsArrived();
        return;
    }
    if (fd == m_waiting.restTimer().fd()) {
        if (const RdmaError error = m_waiting.restTimer().ended(); error.isError())
            restFailed(error);
        for (const auto &device : m_devices)
            device->endRests();
        return;
    }
    for (const auto &device : m_devices) {
        if (device->fd() == fd)
            device->setReadable();
    }
}

void Engine::reap()
{
    if (m_cmChannels.isDue())
        reapCmEvents();
    for (size_t i = m_devices.size(); i > 0; --i) { // one that fails leaves
        if (m_devices[i - 1]->takeReadable())
            takeCompletionEvents(i - 1);
    }
    int budget = CompletionsPerActivation;
    for (size_t i = 0; i < m_devices.size(); ++i) // a handler may add a device
        pollDevice(m_devices[i].get(), &budget);
    // Last: a completion says more precisely what went wrong.
    if (std::exchange(m_asyncReadable, false))
        reapAsyncEvents();
}

// The thread's own channel comes first, so that requests do not hold up connections. After it one listener at least has its turn, and the
// others are the first in the next one.
void Engine::reapCmEvents()
{
    while (const CmChannelPtr channel = m_cmChannels.next()) {
        const bool isOwn = channel == m_cmChannels.own();
        takeCmEvents(channel);
        if (!isOwn && m_turn.isPhaseLong())
            return;
    }
}

// Events that are left keep it readable.
void Engine::takeCmEvents(const CmChannelPtr &channel)
{
    for (int count = 0; count < CmEventsPerChannel && takeCmEvent(channel); ++count) {
        m_waiting.cmEventTaken();
        m_cmChannels.hasTold(channel);
        if (m_turn.isPhaseLong())
            return;
        m_turn.startPhaseClock();
    }
}

// False when there is none.
bool Engine::takeCmEvent(const CmChannelPtr &channel)
{
    RdmaError error;
    const std::optional<CmEvent> event = nextCmEvent(channel, &error);
    if (error.isError())
        cmChannelFailed(channel, error);
    if (!event)
        return false;
    if (ReapClient *receiver = m_tokens.client(event->token)) {
        receiver->cmEvent(*event);
    } else if (event->type == RDMA_CM_EVENT_CONNECT_REQUEST) {
        // Its listener is gone; nothing blocks for an id without queue pair.
        if (rdma_destroy_id(event->id) != 0)
            qCWarning(lcRdmaCm) << callError("rdma_destroy_id", errno);
    }
    return true;
}

// An error is for good: nothing tells any more of what completes there. The clients that use the device keep it until they end.
void Engine::takeCompletionEvents(size_t index)
{
    const RdmaError error = m_devices[index]->takeEvents();
    if (!error.isError())
        return;
    qCWarning(lcRdmaCompletion) << error;
    const std::shared_ptr<DeviceQueues> device = m_devices[index];
    m_devices.erase(m_devices.begin() + qsizetype(index));
    unwatch(device->fd());
    device->channelFailed(error.code());
    m_tokens.forEach(
            [&](ReapClient *client) { client->completionsFailed(device->context(), error); });
}

void Engine::pollDevice(DeviceQueues *device, int *budget)
{
    for (size_t i = 0; i < device->completionQueues().size(); ++i) {
        CompletionQueue *queue = device->completionQueues()[i].get();
        if (queue->isDue())
            pollNow(queue, budget);
    }
    endBatch();
}

void Engine::reapAsyncEvents()
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

// Without a timer nothing would end a rest.
void Engine::restFailed(const RdmaError &cause)
{
    qCWarning(lcRdmaCompletion) << cause;
    unwatch(m_waiting.restTimer().fd());
    m_waiting.restTimer().failed(cause.code());
    for (const auto &device : m_devices)
        device->setModeration(Moderation());
}

bool Engine::settle()
{
    const QScopedValueRollback<bool> turn(m_inTurn, true);
    return m_waiting.settle(m_devices, CompletionsPerActivation);
}

void Engine::reapCmEventsAgain()
{
    m_cmChannels.setReadableAgain();
    reapCmEvents();
}

void Engine::pollNow(CompletionQueue *queue, int *budget)
{
    queue->polled(pollUntilEmpty(queue, budget));
}

// A completion between the last poll and arming raises no event, so the queue is polled once more.
void Engine::armNow(CompletionQueue *queue, int *budget)
{
    m_queueFailed = false;
    if (const RdmaError error = queue->arm(); error.isError())
        lookAgainLater(queue, error);
    pollNow(queue, budget);
    if (!m_queueFailed)
        m_lookAgainDelay = ShortestLookAgain;
}

// False when the budget ended first.
bool Engine::pollUntilEmpty(CompletionQueue *queue, int *budget)
{
    ibv_wc completions[PollBatch];
    qint64 times[PollBatch];
    int count = PollBatch;
    while (count == PollBatch) {
        if (*budget <= 0)
            return false;
        queue->pollBegins();
        count = queue->poll(completions, times, PollBatch);
        for (int i = 0; i < count; ++i)
            dispatch({ completions[i], times[i] });
        *budget -= qMax(count, 0);
    }
    if (count < 0)
        lookAgainLater(queue, callError("ibv_poll_cq", verbsResult(count)));
    else
        queue->pollEndedEmpty();
    return true;
}

// A queue that could not be read or armed may hold what no event will tell of.
void Engine::lookAgainLater(CompletionQueue *queue, const RdmaError &error)
{
    m_queueFailed = true;
    if (queue->failed())
        qCWarning(lcRdmaCompletion) << error;
    m_lookAgain.start(m_lookAgainDelay);
    m_lookAgainDelay = qMin(2 * m_lookAgainDelay, LongestLookAgain);
}

void Engine::drain(CompletionQueue *queue)
{
    int budget = std::numeric_limits<int>::max();
    pollUntilEmpty(queue, &budget);
    endBatch();
}

void Engine::dispatch(Completion done)
{
    const auto token = quint32(done.wc.wr_id >> 32);
    ReapClient *receiver = m_tokens.client(token);
    if (!receiver)
        return; // a flush of a queue pair that is being taken down
    if (!std::exchange(receiver->inBatch, true))
        m_batch.push_back(token);
    receiver->workCompleted(quint32(done.wc.wr_id), done);
}

void Engine::endBatch()
{
    if (m_batch.size() > 1)
        m_turn.startPhaseClock();
    for (size_t i = 0; i < m_batch.size(); ++i) {
        ReapClient *receiver = m_tokens.client(m_batch[i]);
        if (!receiver)
            continue;
        receiver->inBatch = false;
        receiver->batchEnded();
    }
    m_batch.clear();
}

// Serves only the objects that wait at the beginning, so an object that always has something new
// cannot hold up the event loop. Objects that were not served are the first in the next turn.
void Engine::deliver()
{
    const QScopedValueRollback<int> delivering(m_delivering, m_delivering + 1);
    m_turn.beginPhase(m_deliveries.size() > 1);
    for (size_t count = m_deliveries.size(); count > 0 && !m_deliveries.isEmpty(); --count) {
        DeliverClient *receiver = m_deliveries.take();
        if (!receiver)
            continue;
        receiver->deliver();
        if (count > 1 && m_turn.isPhaseLong())
            return;
    }
}

// The event loop begins or ends a round. Outside of a slot there is nothing to do, because every
// turn ends settled.
void Engine::loopTurns()
{
    if (m_delivering == 0)
        return;
    flushSilent();
    settle();
    if (workIsLeft())
        wake();
}

// Emits signals, as delivering does. At least one client is flushed in each turn, however long it
// has lasted.
void Engine::flushWritten()
{
    const QScopedValueRollback<int> delivering(m_delivering, m_delivering + 1);
    m_turn.beginPhase(m_flushes.size() > 1);
    while (!m_flushes.isEmpty()) {
        FlushClient *writer = m_flushes.take();
        if (!writer)
            continue;
        writer->flushTurn(FlushClient::Signals::Allowed);
        if (m_flushes.isEmpty() || m_turn.isPhaseLong())
            return;
        m_turn.startPhaseClock();
    }
}

void Engine::flushSilent()
{
    const QScopedValueRollback<bool> turn(m_inTurn, true);
    for (size_t count = m_flushes.size(); count > 0 && !m_flushes.isEmpty(); --count) {
        if (FlushClient *writer = m_flushes.take())
            writer->flushTurn(FlushClient::Signals::Held);
    }
}

bool Engine::workIsDue() const
{
    for (const auto &device : m_devices) {
        for (const auto &queue : device->completionQueues()) {
            if (queue->isDue())
                return true;
        }
    }
    return false;
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
            const QScopedValueRollback<int> delivering(m_delivering, m_delivering + 1);
            self->deliver();
        }
        flushSilent();
        reached = done();
        if (reached || (looked && deadline.hasExpired()))
            break;
        looked = true;
        if (settle())
            continue;
        // A slot that has read may have made room for more.
        sleep(self && ClientQueue<DeliverClient>::isWaiting(*self) ? QDeadlineTimer(0) : deadline);
        const QScopedValueRollback<bool> turn(m_inTurn, true);
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
    auto &fds = m_polled;
    fds.clear();
    m_cmChannels.addTo(&fds);
    for (const auto &device : m_devices)
        fds.push_back({ device->fd(), POLLIN, 0 });
    if (m_asyncInbox)
        fds.push_back({ m_asyncInbox->fd(), POLLIN, 0 });
    fds.push_back({ m_waiting.restTimer().fd(), POLLIN, 0 });
    if (::poll(fds.data(), fds.size(), timeout) < 0 && errno != EINTR)
        pollFailed(timeout);
    for (const pollfd &polled : fds) {
        if (polled.revents != 0)
            channelReadable(polled.fd);
    }
}

// Too many descriptors for a limit that has been lowered, or no memory: this goes on by looking now and then.
void Engine::pollFailed(int timeout)
{
    if (!std::exchange(m_pollHasFailed, true))
        qCWarning(lcRdmaCompletion) << callError("poll", errno);
    const int pause = timeout < 0 ? ShortestLookAgain : std::min(timeout, ShortestLookAgain);
    QThread::msleep(static_cast<unsigned long>(pause));
    for (pollfd &polled : m_polled)
        polled.revents = polled.fd < 0 ? 0 : POLLIN;
}

void Engine::endLoop()
{
    if (m_asyncInbox)
        m_asyncInbox->setLoop(nullptr);
    delete std::exchange(m_loop, nullptr);
}

void Engine::detachFromThread()
{
    m_detached = true;
    endLoop();
    m_tokens.forEach([](ReapClient *client) { client->threadEnded(); });
    while (!m_objects.empty()) { // after the connections, which decide whether they linger
        DeliverClient *object = *m_objects.begin();
        removeObject(object);
        object->threadEnded();
    }
    if (!m_lingering.empty())
        finishInServiceThread(shared_from_this());
}

// The notifiers stay: nothing comes from their descriptors any more.
void Engine::forked()
{
    m_deadlines.cancelAll();
    m_tokens.forEach([](ReapClient *client) { client->inBatch = false; });
    m_tokens.retireAll();
    m_deliveries.clear();
    m_flushes.clear();
    for (DeliverClient *object : std::exchange(m_objects, {}))
        object->forked();
    for (auto &device : std::exchange(m_devices, {}))
        keepForEver(std::move(device));
    for (auto &object : std::exchange(m_lingering, {}))
        keepForEver(std::move(object));
    for (CmChannelPtr &channel : std::exchange(m_cmChannels, {}).all())
        keepForEver(std::move(channel));
    keepForEver(std::exchange(m_asyncInbox, nullptr));
    keepForEver(std::exchange(m_workers, std::make_shared<WorkerThreads>()));
    keepForEver(std::exchange(m_resolvers, std::make_shared<WorkerThreads>(MostResolvers)));
    m_batch.clear();
    m_asyncReadable = false;
    m_waiting.forked();
}

bool Engine::finishLingering(int msecs)
{
    return wait(QDeadlineTimer(msecs), nullptr, [this] { return m_lingering.empty(); });
}

} // namespace QtRdmaPrivate
