// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CMEVENTS_P_H
#define CMEVENTS_P_H

#include <rdma/rdma_cma.h>

// Events of the connection manager that come late or twice.
namespace CmEvents {

// Whether the next event of the channel has to wait; its descriptor stays readable.
bool isHeldBack(rdma_event_channel *channel);
// The last event of the channel once more, or null.
rdma_cm_event *repeated(rdma_event_channel *channel);
void taken(rdma_event_channel *channel, const rdma_cm_event &event);
// Whether it was a repeated one, of which rdma-core knows nothing.
bool acknowledged(rdma_cm_event *event);
// The id is destroyed, or goes to another channel: nothing of it is repeated.
void forget(rdma_cm_id *id);

} // namespace CmEvents

#endif // CMEVENTS_P_H
