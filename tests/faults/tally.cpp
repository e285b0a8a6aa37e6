// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tally_p.h"
#include "qtrdmafault.h"

#include <infiniband/verbs.h>

#include <cstdint>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>

namespace {

struct Queue
{
    int taken = 0;
    int acknowledged = 0;
    std::set<std::thread::id> pollers;
};

struct Books
{
    std::mutex mutex;
    std::unordered_map<ibv_cq *, Queue> queues;
    qtrdmafault_sums sums = {};
};

Books &books()
{
    // Never destroyed, because calls may come from threads that outlive static destruction.
    static auto *instance = new Books;
    return *instance;
}

} // namespace

void Tally::idMade()
{
    const std::lock_guard lock(books().mutex);
    ++books().sums.ids;
}

void Tally::idEnds()
{
    const std::lock_guard lock(books().mutex);
    --books().sums.ids;
}

void Tally::sent(const ibv_send_wr *chain)
{
    const std::lock_guard lock(books().mutex);
    for (; chain; chain = chain->next) {
        ++books().sums.sends;
        uint64_t size = 0;
        for (int i = 0; i < chain->num_sge; ++i)
            size += chain->sg_list[i].length;
        books().sums.silent_sends += size >= 4096 && (chain->send_flags & IBV_SEND_SIGNALED) == 0;
    }
}

void Tally::cmEventTaken()
{
    const std::lock_guard lock(books().mutex);
    ++books().sums.cm_events;
}

void Tally::cmEventAcknowledged()
{
    const std::lock_guard lock(books().mutex);
    ++books().sums.cm_acknowledged;
}

void Tally::queueEventTaken(ibv_cq *cq)
{
    const std::lock_guard lock(books().mutex);
    ++books().queues[cq].taken;
}

void Tally::queueEventsAcknowledged(ibv_cq *cq, unsigned count)
{
    const std::lock_guard lock(books().mutex);
    books().queues[cq].acknowledged += int(count);
}

void Tally::queuePolled(ibv_cq *cq)
{
    const std::lock_guard lock(books().mutex);
    Queue &queue = books().queues[cq];
    const bool wasAlone = queue.pollers.size() == 1;
    queue.pollers.insert(std::this_thread::get_id());
    if (wasAlone && queue.pollers.size() > 1)
        ++books().sums.queues_shared;
}

// Another queue may get the same address.
void Tally::queueEnds(ibv_cq *cq)
{
    const std::lock_guard lock(books().mutex);
    const auto node = books().queues.extract(cq);
    if (node.empty())
        return;
    qtrdmafault_sums &sums = books().sums;
    ++sums.queues_ended;
    sums.queue_events += node.mapped().taken;
    sums.queue_acknowledged += node.mapped().acknowledged;
}

void qtrdmafault_tally(qtrdmafault_sums *sums)
{
    const std::lock_guard lock(books().mutex);
    *sums = books().sums;
}
