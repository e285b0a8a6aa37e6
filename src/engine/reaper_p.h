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

// All that is left of a connection. Memory that the device may touch stays until the queue pair is
// gone.
struct Remains
{
    CmId id;
    ibv_qp *queuePair = nullptr; // only one that belongs to no id
    ProtectionDomainPtr domain;
    std::shared_ptr<RegisteredPool> pool; // the slots are from this pool
    std::shared_ptr<CompletionQueue> completionQueue;
    int reservedEntries = 0;
    std::vector<PoolSlot> slots;
    std::vector<std::shared_ptr<void>> memory;
};

// Puts the queue pair into the state ERR. Then nothing is sent or received any more, and all posted
// requests are flushed. A queue pair that has failed is there already, so the device's answer does
// not matter.
void stopQueuePair(ibv_qp *queuePair);

// Gives the remains to threads of the reaper. Destroying a queue pair can block for ten seconds
// (siw, connecting), and no call of an application may wait for that. Returns within a millisecond.
void giveToReaper(std::unique_ptr<Remains> remains);

// Waits until everything that was given so far is gone. Returns false when the time is over before.
// For tests and the end of the process.
bool waitForReaper(int msecs);

} // namespace QtRdmaPrivate

#endif // REAPER_P_H
