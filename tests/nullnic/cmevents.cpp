// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cm_p.h"
#include "device_p.h"

#include <cerrno>
#include <cstring>

namespace NullNic {

namespace {

// Whose destruction waits for the acknowledgement.
Id &waitingFor(const rdma_cm_event &event)
{
    return idOf(event.listen_id ? event.listen_id : event.id);
}

bool isOf(const EventPtr &event, const Id &id)
{
    return event->id == &id || event->listen_id == &id;
}

// As librdmacm makes the id of a request when it is read: with what the listener has by then.
void requestRead(const rdma_cm_event &event)
{
    Id &listener = idOf(event.listen_id);
    ++listener.backlog;
    event.id->context = listener.context;
    event.id->channel = listener.channel;
}

// The id of a request that the program will never see.
void refuseUnread(Id &id)
{
    leave(id);
    dispose(id);
}

} // namespace

EventPtr makeEvent(Id &id, rdma_cm_event_type type, int status)
{
    auto event = std::make_unique<Event>();
    event->id = &id;
    event->event = type;
    event->status = status;
    return event;
}

void setPrivateData(Event *event, const rdma_conn_param &given, uint8_t shown)
{
    if (given.private_data)
        std::memcpy(event->data.data(), given.private_data, given.private_data_len);
    event->param.conn.private_data = event->data.data();
    event->param.conn.private_data_len = shown;
}

void put(EventPtr event)
{
    if (idOf(event->id).link)
        return forward(*event);
    const rdma_cm_id &reader = event->listen_id ? *event->listen_id : *event->id;
    if (reader.channel) // the program has not destroyed it
        channelOf(reader).events.put(std::move(event));
}

void tell(Id &id, rdma_cm_event_type type, int status)
{
    if (!id.hasCome || id.isAccepted)
        put(makeEvent(id, type, status));
}

void forgetEvents(Id &id)
{
    if (!id.channel)
        return;
    const auto forgotten =
            channelOf(id).events.takeIf([&id](const EventPtr &event) { return isOf(event, id); });
    for (const EventPtr &event : forgotten) {
        if (event->listen_id == &id)
            refuseUnread(idOf(event->id));
    }
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

rdma_event_channel *rdma_create_event_channel(void)
{
    auto *channel = new EventChannel{};
    channel->fd = channel->events.fd();
    if (channel->fd >= 0)
        return channel;
    const int error = errno;
    delete channel;
    return refuse<rdma_event_channel>(error);
}

void rdma_destroy_event_channel(rdma_event_channel *channel)
{
    const Lock lock;
    for (Id *id : allIds()) {
        if (id->channel == channel) {
            leave(*id);
            id->channel = nullptr;
        }
    }
    delete static_cast<EventChannel *>(channel);
}

int rdma_get_cm_event(rdma_event_channel *handle, rdma_cm_event **event)
{
    auto *channel = static_cast<EventChannel *>(handle);
    for (;;) {
        if (!awaitReadable(handle->fd))
            return -1;
        const Lock lock;
        auto next = channel->events.take();
        if (!next)
            continue;
        Id &reader = waitingFor(**next);
        ++reader.eventsTaken;
        errno = 0;
        if ((*next)->event == RDMA_CM_EVENT_CONNECT_REQUEST)
            requestRead(**next);
        else if ((*next)->event == RDMA_CM_EVENT_CONNECT_RESPONSE)
            answerRead(next->get());
        *event = next->release();
        return 0;
    }
}

int rdma_ack_cm_event(rdma_cm_event *event)
{
    if (!event)
        return minusOne(EINVAL);
    const Lock lock;
    ++waitingFor(*event).eventsAcknowledged;
    acknowledged().notify_all();
    delete static_cast<Event *>(event);
    return 0;
}

} // extern "C"
