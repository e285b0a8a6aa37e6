// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REAPER_P_H
#define REAPER_P_H

#include "completionqueue_p.h"

#include "../verbs/cmid_p.h"
#include "../verbs/registeredpool_p.h"

#include <memory>
#include <vector>

struct ibv_qp;

namespace QtRdmaPrivate {

// All that is left of a connection. Memory the device may touch stays until its queue pair is gone.
struct Remains
{
    CmId id;
    ibv_qp *queuePair = nullptr; // one that no id has
    ProtectionDomainPtr domain;
    std::shared_ptr<RegisteredPool> pool; // of the slots
    std::shared_ptr<CompletionQueue> completionQueue;
    int reservedEntries = 0;
    std::vector<PoolSlot> slots;
    std::vector<std::shared_ptr<void>> memory;
};

// Puts it into the state ERR, where nothing is sent or received any more and what was posted is flushed.
// One that has failed is there already: what the device says does not matter.
void stopQueuePair(ibv_qp *queuePair);

// Takes the remains to threads of its own, for destroying a queue pair can block for ten seconds (siw, connecting)
// and nothing that an application calls may wait for that. Returns within a millisecond.
void giveToReaper(std::unique_ptr<Remains> remains);

// Waits until everything given so far is gone; false when the time ran out first. For tests and process exit.
bool waitForReaper(int msecs);

} // namespace QtRdmaPrivate

#endif // REAPER_P_H
