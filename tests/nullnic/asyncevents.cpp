// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "asyncevents_p.h"

#include "device_p.h"

#include <unordered_map>

namespace NullNic {

namespace {

std::unordered_map<const void *, uint32_t> &taken()
{
    static auto *counts = new std::unordered_map<const void *, uint32_t>;
    return *counts;
}

} // namespace

void raise(ibv_event_type type, ibv_qp *queuePair)
{
    ibv_async_event event = {};
    event.event_type = type;
    event.element.qp = queuePair;
    contextOf(queuePair->context).events.put(event);
}

void raise(ibv_event_type type, ibv_srq *receives)
{
    ibv_async_event event = {};
    event.event_type = type;
    event.element.srq = receives;
    contextOf(receives->context).events.put(event);
}

void raise(ibv_event_type type, ibv_cq *queue)
{
    ibv_async_event event = {};
    event.event_type = type;
    event.element.cq = queue;
    contextOf(queue->context).events.put(event);
}

uint32_t forgetAsyncEvents(ibv_context *context, const void *object)
{
    // All objects are members of one union.
    contextOf(context).events.takeIf(
            [object](const ibv_async_event &event) { return event.element.qp == object; });
    const auto found = taken().find(object);
    if (found == taken().end())
        return 0;
    const uint32_t count = found->second;
    taken().erase(found);
    return count;
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

int ibv_get_async_event(ibv_context *context, ibv_async_event *event)
{
    for (;;) {
        if (!awaitReadable(context->async_fd))
            return -1;
        const Lock lock;
        if (const auto next = contextOf(context).events.take()) {
            *event = *next;
            ++taken()[event->element.qp];
            return 0;
        }
    }
}

void ibv_ack_async_event(ibv_async_event *event)
{
    const Lock lock;
    switch (event->event_type) {
    case IBV_EVENT_CQ_ERR:
        ++event->element.cq->async_events_completed;
        break;
    case IBV_EVENT_SRQ_ERR:
    case IBV_EVENT_SRQ_LIMIT_REACHED:
        ++event->element.srq->events_completed;
        break;
    default: // the device raises none of itself or its port
        ++event->element.qp->events_completed;
        break;
    }
    acknowledged().notify_all();
}

} // extern "C"
