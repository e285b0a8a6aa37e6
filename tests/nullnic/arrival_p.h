// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ARRIVAL_P_H
#define ARRIVAL_P_H

#include "pieces_p.h"

namespace NullNic {

struct QueuePair;

// A message as its receiver gets it.
struct Message
{
    enum class Extra { Nothing, Immediate, Invalidate };

    Pieces data;
    Extra extra = Extra::Nothing;
    uint32_t immediate = 0; // big endian
    uint32_t invalidated = 0; // a key
    bool isSolicited = false;
    uint32_t source = 0; // of a datagram: its queue pair
    bool hasHeader = false; // of a datagram: its data begin with the routing header
};

enum class Arrival {
    Done,
    NotReady, // no receive is posted
    TooLong,
    BadReceive, // its memory cannot be written to
    BadInvalidation,
};

// The bytes that elements describe, up to a length. Returns false if a key does not open them.
bool resolve(const ibv_pd *domain, std::span<const ibv_sge> elements, uint64_t length,
             unsigned access, Pieces *data);

// Fills the next receive. A receiver of a connection that cannot take the message ends.
Arrival arrive(QueuePair &receiver, const Message &message);

// A write has filled memory and takes a receive, whose memory stays as it is. There must be one.
void writeArrived(QueuePair &receiver, const Message &message, uint64_t length);

} // namespace NullNic

#endif // ARRIVAL_P_H
