// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ASYNCEVENTS_P_H
#define ASYNCEVENTS_P_H

struct ibv_async_event;
struct ibv_context;

// The event that a test wants to see, between its call and the acknowledgement.
namespace AsyncEvents {

bool take(ibv_context *context, ibv_async_event *event);
// False for an event that the kernel gave.
bool acknowledge(ibv_async_event *event);

} // namespace AsyncEvents

#endif // ASYNCEVENTS_P_H
