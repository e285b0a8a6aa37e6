// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICEQUEUES_P_H
#define DEVICEQUEUES_P_H

#include "asyncevents_p.h"
#include "completionqueue_p.h"

#include "../verbs/deviceclock_p.h"
#include "../verbs/provider_p.h"
#include "../verbs/registeredpool_p.h"

#include <utility>
#include <vector>

struct ibv_context;

namespace QtRdmaPrivate {

// All objects of one thread on one device share this: a completion channel with its queues, the
// protection domain of everything that exposes no memory, and its pool of registered slots.
class DeviceQueues
{
public:
    static std::unique_ptr<DeviceQueues>
    make(ibv_context *context, const std::shared_ptr<AsyncInbox> &inbox, RdmaError *error);

    ibv_context *context() const { return m_context; }
    int fd() const;
    const Provider &provider() const { return m_provider; }
    // Null where the device has none.
    const std::shared_ptr<DeviceClock> &clock() const { return m_clock; }
    const ProtectionDomainPtr &protectionDomain() const { return m_domain; }
    const std::shared_ptr<RegisteredPool> &pool() const { return m_pool; } // of this domain
    // The pool that this thread has for a domain, as long as somebody uses it.
    std::shared_ptr<RegisteredPool> poolOf(const ProtectionDomainPtr &domain);
    const std::vector<std::shared_ptr<CompletionQueue>> &completionQueues() const
    {
        return m_queues;
    }

    // Returns a queue in which that many entries are reserved for the caller. It makes another
    // queue if all are full.
    std::shared_ptr<CompletionQueue> reserve(int entries, RdmaError *error);

    // For the present queues and those that will be made.
    void setSpin(const SpinWindow &spin);
    const SpinWindow &spin() const { return m_spin; }
    void setModeration(const Moderation &moderation);
    const Moderation &moderation() const { return m_moderation; }

    // The vector of the queues that will be made. At first each thread has the next one of the
    // device.
    int vector() const { return m_vector; }
    void setVector(int vector) { m_vector = vector; }
    int vectors() const; // that the device has

    // Whether the queues that will be made stamp completions with the clock of the device.
    bool stamps() const { return m_stamps; }
    void setStamps(bool stamps) { m_stamps = stamps; }

    // Makes the next turn look at every queue, with or without an event: something that has ended
    // may have left completions behind.
    void pollAll();

    // The rest of all queues is over.
    void endRests();

    // Reads the channel until every armed queue has raised its event, or nothing is left. An error
    // of the channel is for good.
    RdmaError takeEvents();

    // Whether others may run before the thread sleeps: on software devices the kernel does the
    // device's work on this processor.
    bool isYielding() const { return m_isYielding; }
    void setYielding(bool isYielding) { m_isYielding = isYielding; }

    // The descriptor of the channel is readable.
    void setReadable() { m_isReadable = true; }
    bool takeReadable() { return std::exchange(m_isReadable, false); }

    // The channel has failed for good, for this reason.
    void channelFailed(int errorNumber);

    // The inline size that the device was found to accept; -1 until a queue pair has been made.
    int inlineLimit() const { return m_inlineLimit; }
    void setInlineLimit(int bytes) { m_inlineLimit = bytes; }

private:
    DeviceQueues() = default;

    ibv_context *m_context = nullptr;
    Provider m_provider;
    std::shared_ptr<DeviceClock> m_clock;
    ContextPtr m_hold;
    std::shared_ptr<void> m_asyncWatch;
    CompletionChannelPtr m_channel;
    ProtectionDomainPtr m_domain;
    std::shared_ptr<RegisteredPool> m_pool;
    std::vector<std::weak_ptr<RegisteredPool>> m_otherPools;
    std::vector<std::shared_ptr<CompletionQueue>> m_queues;
    SpinWindow m_spin;
    int m_vector = 0;
    bool m_stamps = false;
    Moderation m_moderation;
    int m_inlineLimit = -1;
    bool m_isYielding = false;
    bool m_isReadable = false;
};

} // namespace QtRdmaPrivate

#endif // DEVICEQUEUES_P_H
