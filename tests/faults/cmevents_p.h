// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CMEVENTS_P_H
#define CMEVENTS_P_H

#include <rdma/rdma_cma.h>

// Delays and repeats events of the connection manager.
namespace CmEvents {

// Whether the next event of the channel is held back. Its descriptor stays readable.
bool isHeldBack(rdma_event_channel *channel);
// Returns the last event of the channel once more, or null.
rdma_cm_event *repeated(rdma_event_channel *channel);
void taken(rdma_event_channel *channel, const rdma_cm_event &event);
// Returns whether it was a repeated event, which rdma-core does not know.
bool acknowledged(rdma_cm_event *event);
// Called when the id is destroyed or moves to another channel: none of its events is repeated.
void forget(rdma_cm_id *id);

} // namespace CmEvents

#endif // CMEVENTS_P_H
