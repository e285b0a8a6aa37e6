// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TIMEOUTS_P_H
#define TIMEOUTS_P_H

#include <infiniband/verbs.h>

namespace NullNic {

struct QueuePair;

// Why the first request of a queue pair waits.
enum class Waiting {
    No,
    ForReceiver, // the peer has posted no receive
    ForPeer, // there is no answer
    ForAnswer, // of another process, which will come
};

// Begins to wait, unless the queue pair waits for the same already.
void wait(QueuePair &queuePair, Waiting reason);
void waitNoMore(QueuePair &queuePair);

// Ends the requests that have waited for too long. It looks at the clock only if one waits.
void runTimeouts();

} // namespace NullNic

#endif // TIMEOUTS_P_H
