// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ASYNCEVENTS_P_H
#define ASYNCEVENTS_P_H

struct ibv_async_event;
struct ibv_context;

// An event that a test raises, from its call to the acknowledgement.
namespace AsyncEvents {

bool take(ibv_context *context, ibv_async_event *event);
// Returns false for an event of the kernel.
bool acknowledge(ibv_async_event *event);

} // namespace AsyncEvents

#endif // ASYNCEVENTS_P_H
