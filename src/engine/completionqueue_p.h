// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMPLETIONQUEUE_P_H
#define COMPLETIONQUEUE_P_H

#include "waitedqueue_p.h"

#include <QtRdma/rdmaerror.h>

#include <infiniband/verbs.h>

#include <atomic>
#include <memory>

namespace QtRdmaPrivate {

class Provider;

using CompletionChannelPtr = std::shared_ptr<ibv_comp_channel>;

CompletionChannelPtr makeCompletionChannel(ibv_context *context, RdmaError *error);

// How a queue is made. Extended queues stamp completions, where the device has a clock. Without a
// clock they are for tests: they have to be polled in another way, which no software device needs.
struct QueueKind
{
    static QueueKind of(const Provider &provider, bool stamps);

    bool isExtended = false;
    bool stamps = false;
    int vector = 0; // which of the device's interrupts tells of completions
};

// A completion queue that queue pairs share. A queue pair reserves its entries before it is made,
// so the queue cannot overrun. A reservation ends when the queue pair is destroyed *and* the queue
// was polled empty after that.
class CompletionQueue : public WaitedQueue
{
public:
    static std::shared_ptr<CompletionQueue> make(const CompletionChannelPtr &channel,
                                                 ibv_context *context, int entries, QueueKind kind,
                                                 RdmaError *error);
    ~CompletionQueue();
    CompletionQueue(const CompletionQueue &) = delete;
    CompletionQueue &operator=(const CompletionQueue &) = delete;

    ibv_cq *handle() const { return m_cq; }
    bool isExtended() const { return m_kind.isExtended; }
    bool stamps() const { return m_kind.stamps; }

    int capacity() const { return m_capacity; } // in entries
    bool reserve(int entries); // owner thread
    void release(int entries) { m_retired.fetch_add(entries); } // any thread

    // Only in the owner's thread: the engine alone polls. Each completion of an extended queue
    // comes with what the device's clock showed, or with NoTicks. Returns how many there are, or
    // less than 0 on failure. Never called in a child of fork(): the parent's completions are in
    // memory that both processes have.
    int poll(ibv_wc *completions, quint64 *ticks, int count)
    {
        const int polled = m_extended ? pollExtended(completions, ticks, count)
                                      : ibv_poll_cq(m_cq, count, completions);
        if (polled > 0)
            noteArrivals(completions, polled);
        return polled;
    }
    RdmaError arm();
    void eventTaken();
    // Completions of a queue pair that was released before the poll began are all taken when the
    // poll ends with an empty queue.
    void pollBegins();
    void pollEndedEmpty();

private:
    CompletionQueue() = default;
    void acknowledge();
    RdmaError create(ibv_context *context, int entries);
    int pollExtended(ibv_wc *completions, quint64 *ticks, int count);
    void noteArrivals(const ibv_wc *completions, int count)
    {
        arrived();
        if (isModerated())
            noteReceives(completions, count);
    }
    void noteReceives(const ibv_wc *completions, int count);

    CompletionChannelPtr m_channel;
    ibv_cq *m_cq = nullptr;
    ibv_cq_ex *m_extended = nullptr; // the same queue as m_cq, if it is an extended one
    QueueKind m_kind;
    int m_capacity = 0;
    int m_reserved = 0;
    int m_retiredSeen = 0;
    unsigned m_unacknowledged = 0;
    std::atomic<int> m_retired{ 0 };
};

} // namespace QtRdmaPrivate

#endif // COMPLETIONQUEUE_P_H
