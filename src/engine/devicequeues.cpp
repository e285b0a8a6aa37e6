// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "devicequeues_p.h"

#include "../base/logging_p.h"
#include "../verbs/descriptor_p.h"
#include "../verbs/devicecontext_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <limits>

namespace QtRdmaPrivate {

namespace {

// A stream that sends takes and gives back up to its budget of 1 MiB all the time.
constexpr size_t SpareBytes = 2 * 1024 * 1024;

// Only for a program that has not decided about the signal itself. Qt ignores it for its pipes,
// too.
void ignoreBrokenPipes()
{
    struct sigaction present = {};
    const bool isFree = sigaction(SIGPIPE, nullptr, &present) == 0
            && (present.sa_flags & SA_SIGINFO) == 0 && present.sa_handler == SIG_DFL;
    if (isFree && std::signal(SIGPIPE, SIG_IGN) == SIG_ERR)
        qCWarning(lcRdmaDevice) << callError("signal", errno);
}

// Threads share the interrupts of a device, and the processors that these go to.
int nextVector(const ibv_context *context)
{
    static std::atomic<unsigned> threads{ 0 };
    return int(threads.fetch_add(1, std::memory_order_relaxed)
               % unsigned(std::max(context->num_comp_vectors, 1)));
}

} // namespace

std::unique_ptr<DeviceQueues>
DeviceQueues::make(ibv_context *context, const std::shared_ptr<AsyncInbox> &inbox, RdmaError *error)
{
    std::unique_ptr<DeviceQueues> device(new DeviceQueues);
    device->m_context = context;
    device->m_provider = Provider::query(context, error);
    if (error->isError())
        return {};
    device->m_vector = nextVector(context);
    device->m_isYielding = device->m_provider.isSoftware();
    if (device->m_provider.raisesBrokenPipe())
        ignoreBrokenPipes();
    device->m_channel = makeCompletionChannel(context, error);
    if (!device->m_channel)
        return {};
    device->m_domain = makeProtectionDomain(context, error);
    if (!device->m_domain)
        return {};
    device->m_pool =
            std::make_shared<RegisteredPool>(device->m_domain, RegisteredPool::HeaderRoom,
                                             std::numeric_limits<size_t>::max(), SpareBytes);
    if (device->m_provider.completionClock() != 0)
        device->m_clock = std::make_shared<DeviceClock>(context, device->m_provider);
    device->m_hold = holdContext(context);
    if (device->m_hold)
        device->m_asyncWatch = watchAsyncEvents(device->m_hold, inbox);
    return device;
}

int DeviceQueues::fd() const
{
    return m_channel->fd;
}

std::shared_ptr<RegisteredPool> DeviceQueues::poolOf(const ProtectionDomainPtr &domain)
{
    if (domain == m_domain)
        return m_pool;
    std::erase_if(m_otherPools, [](const auto &pool) { return pool.expired(); });
    for (const std::weak_ptr<RegisteredPool> &other : m_otherPools) {
        if (auto pool = other.lock(); pool && pool->domain() == domain)
            return pool;
    }
    std::shared_ptr<RegisteredPool> pool = RegisteredPool::makeForFew(domain);
    m_otherPools.push_back(pool);
    return pool;
}

std::shared_ptr<CompletionQueue> DeviceQueues::reserve(int entries, RdmaError *error)
{
    QueueKind kind = QueueKind::of(m_provider, m_stamps);
    kind.vector = m_vector;
    int present = 0; // entries of the queues that have no room
    for (const auto &queue : m_queues) {
        if (queue->stamps() != kind.stamps)
            continue;
        if (queue->reserve(entries))
            return queue;
        present += queue->capacity();
    }
    auto queue = CompletionQueue::make(
            m_channel, m_context, m_provider.completionQueueEntries(entries, present), kind, error);
    if (!queue)
        return {};
    if (!queue->reserve(entries)) {
        *error = usageError(QStringLiteral("A queue pair of %1 work requests is more than the "
                                           "device's completion queues hold (%2)")
                                    .arg(entries)
                                    .arg(m_provider.limits().max_cqe));
        return {};
    }
    queue->setSpin(m_spin);
    queue->setModeration(m_moderation);
    m_queues.push_back(queue);
    return queue;
}

int DeviceQueues::vectors() const
{
    return std::max(m_context->num_comp_vectors, 1);
}

void DeviceQueues::setSpin(const SpinWindow &spin)
{
    endRests();
    m_spin = spin;
    for (const auto &queue : m_queues)
        queue->setSpin(spin);
}

void DeviceQueues::setModeration(const Moderation &moderation)
{
    endRests();
    m_moderation = moderation;
    for (const auto &queue : m_queues)
        queue->setModeration(moderation);
}

void DeviceQueues::endRests()
{
    for (const auto &queue : m_queues)
        queue->endRest();
}

void DeviceQueues::pollAll()
{
    for (const auto &queue : m_queues)
        queue->pollSoon();
}

void DeviceQueues::channelFailed(int errorNumber)
{
    descriptorFailed(&m_channel->fd, errorNumber);
}

RdmaError DeviceQueues::takeEvents()
{
    // A queue raises one event at most each time that it is armed. When no queue is armed any more
    // the channel is empty, and a read that would only say EAGAIN is saved.
    const auto isArmed = [](const auto &queue) { return queue->isArmed(); };
    while (std::any_of(m_queues.begin(), m_queues.end(), isArmed)) {
        ibv_cq *cq = nullptr;
        void *context = nullptr;
        errno = 0;
        if (ibv_get_cq_event(m_channel.get(), &cq, &context) != 0) {
            const bool isEmpty = errno == EAGAIN || errno == EINTR;
            return isEmpty ? RdmaError() : callError("ibv_get_cq_event", errno);
        }
        static_cast<CompletionQueue *>(context)->eventTaken();
    }
    return {};
}

} // namespace QtRdmaPrivate
