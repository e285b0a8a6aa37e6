// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "devicequeues_p.h"

#include "../base/descriptor_p.h"
#include "../base/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <limits>

namespace QtRdmaPrivate {

namespace {
// siw refuses its 68th queue pair for good when its first completion queue was small (its mmap offsets run into an
// error value); with this size a thousand worked. 64 bytes an entry on the software devices.
constexpr int QueueEntries = 32768;

// A stream that sends takes and gives back up to its budget, 1 MiB, all the time.
constexpr size_t SpareBytes = 2 * 1024 * 1024;

// siw writes to its TCP socket within the call that posts. When the peer has just gone the kernel raises the signal that sockets can
// turn off, and that ends a program which has no wish about it. Qt ignores it for its pipes, too.
void ignoreBrokenPipes()
{
    struct sigaction present = {};
    const bool isFree = sigaction(SIGPIPE, nullptr, &present) == 0
            && (present.sa_flags & SA_SIGINFO) == 0 && present.sa_handler == SIG_DFL;
    if (isFree && std::signal(SIGPIPE, SIG_IGN) == SIG_ERR)
        qCWarning(lcRdmaDevice) << callError("signal", errno);
}

} // namespace

std::unique_ptr<DeviceQueues>
DeviceQueues::make(ibv_context *context, const std::shared_ptr<AsyncInbox> &inbox, RdmaError *error)
{
    std::unique_ptr<DeviceQueues> device(new DeviceQueues);
    device->m_context = context;
    device->yields = device->m_software = isSoftwareDevice(context);
    if (device->isSoftIwarp())
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
    device->m_hold = holdContext(context);
    if (device->m_hold)
        device->m_asyncWatch = watchAsyncEvents(device->m_hold, inbox);
    return device;
}

bool DeviceQueues::isSoftIwarp() const
{
    return m_software && m_context->device->transport_type == IBV_TRANSPORT_IWARP;
}

int DeviceQueues::fd() const
{
    return m_channel->fd;
}

std::shared_ptr<CompletionQueue> DeviceQueues::reserve(int entries, RdmaError *error)
{
    for (const auto &queue : m_queues) {
        if (queue->reserve(entries))
            return queue;
    }
    ibv_device_attr attributes = {};
    if (const int failure = verbsResult(ibv_query_device(m_context, &attributes))) {
        *error = callError("ibv_query_device", failure);
        return {};
    }
    auto queue = CompletionQueue::make(
            m_channel, m_context, std::min(attributes.max_cqe, std::max(entries, QueueEntries)),
            CompletionClock::of(m_context), error);
    if (!queue)
        return {};
    if (!queue->reserve(entries)) {
        *error = usageError(QStringLiteral("A queue pair of %1 work requests is more than the "
                                           "device's completion queues hold (%2)")
                                    .arg(entries)
                                    .arg(attributes.max_cqe));
        return {};
    }
    queue->spin = m_spin;
    queue->moderation = m_moderation;
    m_queues.push_back(queue);
    return queue;
}

void DeviceQueues::setSpin(const SpinWindow &spin)
{
    endRests();
    m_spin = spin;
    for (const auto &queue : m_queues)
        queue->spin = spin;
}

void DeviceQueues::setModeration(const Moderation &moderation)
{
    endRests();
    m_moderation = moderation;
    for (const auto &queue : m_queues)
        queue->moderation = moderation;
}

void DeviceQueues::endRests()
{
    for (const auto &queue : m_queues) {
        if (queue->moderation.endRest())
            queue->pollDue = true;
    }
}

void DeviceQueues::pollAll()
{
    for (const auto &queue : m_queues)
        queue->pollDue = true;
}

void DeviceQueues::channelFailed(int errorNumber)
{
    descriptorFailed(&m_channel->fd, errorNumber);
}

RdmaError DeviceQueues::takeEvents()
{
    // Armed once, a queue raises one event at most: when none is armed any more the channel is empty, and the
    // read that would only say EAGAIN is saved.
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
