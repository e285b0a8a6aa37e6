// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "completionreader_p.h"

#include "descriptors_p.h"
#include "devicequeues_p.h"

#include "../base/logging_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

namespace QtRdmaPrivate {

CompletionReader::CompletionReader(const TokenTable *clients, DeadlineList *deadlines,
                                   Descriptors *descriptors)
    : m_clients(clients)
    , m_descriptors(descriptors)
    , m_route(clients)
    , m_lookAgain(*deadlines, [this] {
        for (const auto &device : m_devices)
            device->pollAll();
    })
{
}

std::shared_ptr<DeviceQueues> CompletionReader::find(const ibv_context *context) const
{
    const auto found = std::find_if(m_devices.cbegin(), m_devices.cend(), [=](const auto &device) {
        return device->context() == context;
    });
    return found == m_devices.cend() ? nullptr : *found;
}

std::shared_ptr<DeviceQueues> CompletionReader::add(ibv_context *context,
                                                    const std::shared_ptr<AsyncInbox> &inbox,
                                                    RdmaError *error)
{
    std::shared_ptr<DeviceQueues> device = DeviceQueues::make(context, inbox, error);
    if (!device)
        return {};
    m_descriptors->add(device->fd());
    m_devices.push_back(device);
    return device;
}

bool CompletionReader::setReadable(int fd)
{
    const auto found = std::find_if(m_devices.cbegin(), m_devices.cend(),
                                    [fd](const auto &device) { return device->fd() == fd; });
    if (found != m_devices.cend())
        (*found)->setReadable();
    else if (fd == m_restTimer.fd())
        restEnded();
    else
        return false;
    return true;
}

void CompletionReader::read()
{
    for (size_t i = m_devices.size(); i > 0; --i) { // a device that fails is removed
        if (m_devices[i - 1]->takeReadable())
            takeEvents(i - 1);
    }
    int budget = CompletionsPerActivation;
    for (size_t i = 0; i < m_devices.size(); ++i) // a handler may add a device
        pollDevice(m_devices[i].get(), &budget);
}

// An error of the channel is for good: nothing tells any more of what completes on the device. The
// clients that use the device keep it until they end.
void CompletionReader::takeEvents(size_t index)
{
    const RdmaError error = m_devices[index]->takeEvents();
    if (!error.isError())
        return;
    qCWarning(lcRdmaCompletion) << error;
    const std::shared_ptr<DeviceQueues> device = m_devices[index];
    m_devices.erase(m_devices.begin() + qsizetype(index));
    stopSpinning();
    m_descriptors->remove(device->fd());
    device->channelFailed(error.code());
    m_clients->forEach(
            [&](ReapClient *client) { client->completionsFailed(device->context(), error); });
}

void CompletionReader::pollDevice(DeviceQueues *device, int *budget)
{
    for (size_t i = 0; i < device->completionQueues().size(); ++i) {
        CompletionQueue *queue = device->completionQueues()[i].get();
        if (queue->isDue())
            pollNow(queue, budget);
    }
}

void CompletionReader::pollNow(CompletionQueue *queue, int *budget)
{
    queue->polled(pollUntilEmpty(queue, budget));
}

Q_NEVER_INLINE bool CompletionReader::pollSeveral()
{
    bool hasCome = false;
    for (int polls = 0; polls < PollsOfRound && !hasCome; ++polls) {
        for (size_t i = 0; i < m_spinning.size(); ++i) // clients that deliver may change these
            hasCome = pollInARow(m_spinning[i], 1) || hasCome;
    }
    return hasCome;
}

Q_NEVER_INLINE void CompletionReader::pollFailed(CompletionQueue *queue, int result)
{
    lookAgainLater(queue, callError("ibv_poll_cq", verbsResult(result)));
}

bool CompletionReader::look(TurnClock::TimePoint now)
{
    stopSpinning();
    for (const auto &device : m_devices) {
        for (const auto &queue : device->completionQueues()) {
            queue->look(now);
            if (queue->isSpinning())
                m_spinning.push_back(queue.get());
        }
    }
    if (m_spinning.size() == 1)
        m_onlySpinning = m_spinning.front();
    return !m_spinning.empty();
}

void CompletionReader::stopSpinning()
{
    m_spinning.clear();
    m_onlySpinning = nullptr;
}

// A completion between the last poll and arming raises no event, so the queue is polled once more.
void CompletionReader::armNow(CompletionQueue *queue, int *budget)
{
    m_queueFailed = false;
    if (const RdmaError error = queue->arm(); error.isError())
        lookAgainLater(queue, error);
    pollNow(queue, budget);
    if (!m_queueFailed)
        m_lookAgainDelay = ShortestLookAgain;
}

// Returns false if the budget was used up first.
bool CompletionReader::pollUntilEmpty(CompletionQueue *queue, int *budget)
{
    if (isForkedChild())
        return true;
    ibv_wc completions[PollBatch];
    quint64 ticks[PollBatch];
    int count = PollBatch;
    while (count == PollBatch) {
        if (*budget <= 0)
            return false;
        queue->pollBegins();
        count = queue->poll(completions, ticks, PollBatch);
        hand(queue, completions, ticks, count);
        *budget -= qMax(count, 0);
    }
    if (count >= 0)
        queue->pollEndedEmpty();
    return true;
}

// A queue that could not be read or armed may hold completions of which no event will tell.
void CompletionReader::lookAgainLater(CompletionQueue *queue, const RdmaError &error)
{
    m_queueFailed = true;
    if (queue->failed())
        qCWarning(lcRdmaCompletion) << error;
    m_lookAgain.start(m_lookAgainDelay);
    m_lookAgainDelay = qMin(2 * m_lookAgainDelay, LongestLookAgain);
}

void CompletionReader::drain(CompletionQueue *queue)
{
    int budget = std::numeric_limits<int>::max();
    pollUntilEmpty(queue, &budget);
}

bool CompletionReader::isDue() const
{
    for (const auto &device : m_devices) {
        for (const auto &queue : device->completionQueues()) {
            if (queue->isDue())
                return true;
        }
    }
    return false;
}

// ---- queues that rest ----

RdmaError CompletionReader::setModeration(DeviceQueues *device, std::chrono::nanoseconds period)
{
    if (period.count() > 0 && m_restTimer.fd() < 0) {
        if (RdmaError error = m_restTimer.create(); error.isError())
            return error;
        m_descriptors->add(m_restTimer.fd());
    }
    device->setModeration(Moderation(period));
    return {};
}

bool CompletionReader::startRest(std::chrono::nanoseconds time)
{
    const RdmaError error = m_restTimer.start(time);
    if (error.isError())
        restFailed(error);
    return !error.isError();
}

Q_NEVER_INLINE void CompletionReader::restEnded()
{
    if (const RdmaError error = m_restTimer.ended(); error.isError())
        restFailed(error);
    for (const auto &device : m_devices)
        device->endRests();
}

// Without the timer nothing would end a rest.
void CompletionReader::restFailed(const RdmaError &cause)
{
    qCWarning(lcRdmaCompletion) << cause;
    m_descriptors->remove(m_restTimer.fd());
    m_restTimer.failed(cause.code());
    for (const auto &device : m_devices)
        device->setModeration(Moderation());
}

void CompletionReader::forked()
{
    for (auto &device : std::exchange(m_devices, {}))
        keepForEver(std::move(device));
    stopSpinning();
}

} // namespace QtRdmaPrivate
