// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMPLETIONREADER_P_H
#define COMPLETIONREADER_P_H

#include "completionqueue_p.h"
#include "completionroute_p.h"
#include "deadline_p.h"
#include "resttimer_p.h"
#include "turnclock_p.h"

#include "../verbs/forkedchild_p.h"

#include <array>
#include <chrono>
#include <memory>
#include <vector>

namespace QtRdmaPrivate {

class AsyncInbox;
class Descriptors;
class DeviceQueues;

// Polls and arms the completion queues of a thread on all its devices, and hands what has completed
// to the clients. It asks its queues again where one could not be polled or armed.
class CompletionReader
{
public:
    using Devices = std::vector<std::shared_ptr<DeviceQueues>>;

    // Bounds what one turn takes, of all queues together.
    static constexpr int CompletionsPerActivation = 512;

    CompletionReader(const TokenTable *clients, DeadlineList *deadlines, Descriptors *descriptors);

    std::shared_ptr<DeviceQueues> find(const ibv_context *context) const; // null: there are none
    // Makes queues on a device; null and *error on failure.
    std::shared_ptr<DeviceQueues> add(ibv_context *context,
                                      const std::shared_ptr<AsyncInbox> &inbox, RdmaError *error);
    const Devices &devices() const { return m_devices; }
    RdmaError setModeration(DeviceQueues *device, std::chrono::nanoseconds period);

    // False: the descriptor is none of these queues' or of their timer.
    bool setReadable(int fd);
    // Reads the channels that are readable, and polls the queues that are due.
    void read();
    // Polls the queues that spin until something comes, but a few times only. Returns whether
    // something has come. Channels are not read: read() is to follow in the same turn.
    Q_ALWAYS_INLINE bool pollSpinning()
    {
        if (isForkedChild())
            return false;
        return m_onlySpinning ? pollInARow(m_onlySpinning, PollsOfRound) : pollSeveral();
    }
    // Notes the time in all queues. Returns whether one of them goes on spinning.
    bool look(TurnClock::TimePoint now);
    // Whether completions may be waiting that no event tells of.
    bool isDue() const;
    // Hands out all that is in the queue now.
    void drain(CompletionQueue *queue);

    // The budget is the number of completions that this turn may still take.
    void pollNow(CompletionQueue *queue, int *budget);
    void armNow(CompletionQueue *queue, int *budget);
    // The queue is polled again after this time at the latest. Returns false if there is no timer
    // any more.
    bool startRest(std::chrono::nanoseconds time);

    void forked();

private:
    static constexpr int ShortestLookAgain = 10; // ms
    static constexpr int LongestLookAgain = 1000;
    static constexpr int PollBatch = 32;
    static constexpr int PollsOfRound = 16; // that find nothing

    void takeEvents(size_t index);
    void pollDevice(DeviceQueues *device, int *budget);
    bool pollUntilEmpty(CompletionQueue *queue, int *budget);
    // Returns whether something has come.
    Q_ALWAYS_INLINE bool pollInARow(CompletionQueue *queue, int polls)
    {
        int count = 0;
        do
            count = queue->poll(m_spun.data(), m_spunTicks.data(), PollBatch);
        while (count == 0 && --polls > 0);
        if (count != 0)
            hand(queue, m_spun.data(), m_spunTicks.data(), count);
        return count != 0;
    }
    bool pollSeveral();
    void stopSpinning();
    // Hands out what was polled, or notes the failure where 'count' is less than 0.
    Q_ALWAYS_INLINE void hand(CompletionQueue *queue, const ibv_wc *completions,
                              const quint64 *ticks, int count)
    {
        if (count >= 0)
            m_route.hand(completions, queue->isExtended() ? ticks : nullptr, count);
        else
            pollFailed(queue, count);
    }
    void pollFailed(CompletionQueue *queue, int result);
    void lookAgainLater(CompletionQueue *queue, const RdmaError &error);
    void restEnded();
    void restFailed(const RdmaError &cause);

    const TokenTable *m_clients;
    Descriptors *m_descriptors;
    Devices m_devices;
    std::vector<CompletionQueue *> m_spinning; // at the last look
    CompletionQueue *m_onlySpinning = nullptr; // if it is one, as mostly
    std::array<ibv_wc, PollBatch> m_spun; // not on the stack, which costs more than an empty poll
    std::array<quint64, PollBatch> m_spunTicks;
    CompletionRoute m_route;
    RestTimer m_restTimer;
    Deadline m_lookAgain;
    int m_lookAgainDelay = ShortestLookAgain;
    bool m_queueFailed = false; // the one that is armed now
};

} // namespace QtRdmaPrivate

#endif // COMPLETIONREADER_P_H
