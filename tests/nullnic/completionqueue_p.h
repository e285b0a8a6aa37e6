// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMPLETIONQUEUE_P_H
#define COMPLETIONQUEUE_P_H

#include <infiniband/verbs.h>

#include <memory>

namespace NullNic {

struct CompletionChannel;

// Time passes for a queue when it is polled: what has completed is on its way first, and has come
// after a poll that brought less than it asked for. A queue that is armed gets it at once.
struct CompletionQueue : ibv_cq_ex
{
    struct Entry
    {
        ibv_wc completion;
        uint64_t ticks;
    };
    enum class Armed { No, ForSolicited, ForAll };

    std::unique_ptr<Entry[]> entries;
    uint32_t mask = 0; // of an index
    uint32_t head = 0; // the next one that is polled
    uint32_t arrived = 0; // those before this one can be polled
    uint32_t tail = 0; // where the next one goes
    Armed armed = Armed::No;
    bool isOverrun = false;
    int vector = 0;
    int users = 0; // queue pairs and shared receive queues
    uint32_t eventsTaken = 0; // of the channel

    Entry &at(uint32_t index) { return entries[index & mask]; }
};

inline CompletionQueue &queueOf(ibv_cq *queue)
{
    return *reinterpret_cast<CompletionQueue *>(queue);
}

// The time of the device's clock, in nanoseconds.
uint64_t clockTicks();

void complete(ibv_cq *queue, const ibv_wc &completion, bool isSolicited = false);

// Operations of the context.
ibv_cq_ex *createExtendedQueue(ibv_context *context, ibv_cq_init_attr_ex *attributes);
int pollQueue(ibv_cq *queue, int count, ibv_wc *completions);
int armQueue(ibv_cq *queue, int solicitedOnly);

} // namespace NullNic

#endif // COMPLETIONQUEUE_P_H
