// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WIRE_P_H
#define WIRE_P_H

#include "device_p.h"

#include <memory>
#include <vector>

namespace NullNic {

class Link;
struct Id;
struct QueuePair;

// All links of this process. Without a net there is none, and no thread.
using Links = std::vector<std::unique_ptr<Link>>;
Links &links();

// The thread of the device looks after this socket from now on. Returns false with errno.
bool watchSocket(int socket);

// A new link to the process that has the port to which the id connects; null: there is none.
Link *linkFor(const Id &client);
// The link by which this queue pair reaches its peer; null: its peer is in this process, or gone.
Link *findLink(const QueuePair &queuePair);

// Carries out what other processes have sent.
void receiveFrames();
// A poll was in vain: if a process that this one is connected to waits for the processor, it has it
// now. A program that spins would wait for the end of its own time.
void yieldToPeers(Lock *lock);
// Closes the links that nobody needs any more.
void closeLinks();

} // namespace NullNic

#endif // WIRE_P_H
