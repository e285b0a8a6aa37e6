// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ASYNCEVENTS_P_H
#define ASYNCEVENTS_P_H

#include "mailbox_p.h"

#include <infiniband/verbs.h>

namespace NullNic {

// Each context tells of the objects that were made with it.
struct Context : verbs_context
{
    Mailbox<ibv_async_event> events;
};

inline Context &contextOf(ibv_context *context)
{
    return *static_cast<Context *>(verbs_get_ctx(context));
}

void raise(ibv_event_type type, ibv_qp *queuePair);
void raise(ibv_event_type type, ibv_srq *receives);
void raise(ibv_event_type type, ibv_cq *queue);

// How many asynchronous events of an object the program has taken: its destruction waits until so
// many are acknowledged. What is not taken is forgotten.
uint32_t forgetAsyncEvents(ibv_context *context, const void *object);

} // namespace NullNic

#endif // ASYNCEVENTS_P_H
