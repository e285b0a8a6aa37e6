// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cm_p.h"
#include "device_p.h"
#include "wire_p.h"

#include <algorithm>
#include <cstdlib>

namespace NullNic {

namespace {

std::vector<Id *> &ids()
{
    static auto *list = new std::vector<Id *>;
    return *list;
}

template <typename Value>
const Value *valueOf(const void *value, size_t size)
{
    return size == sizeof(Value) ? static_cast<const Value *>(value) : nullptr;
}

int setReuse(Id &id, bool reuses)
{
    if (id.stage != Stage::Idle && !(reuses && id.stage != Stage::Listening))
        return EINVAL;
    id.reusesAddress = reuses;
    return 0;
}

int setOneFamily(Id &id, bool isOne)
{
    if (id.stage != Stage::Idle && id.stage != Stage::Bound)
        return EINVAL;
    id.isOneFamily = isOne;
    return 0;
}

int setOption(Id &id, int option, const void *value, size_t size)
{
    const auto *byte = valueOf<uint8_t>(value, size);
    const auto *number = valueOf<int>(value, size);
    switch (option) {
    case RDMA_OPTION_ID_TOS:
        if (!byte)
            return EINVAL;
        id.typeOfService = *byte;
        return 0;
    case RDMA_OPTION_ID_ACK_TIMEOUT:
        if (!byte || id.qp_type != IBV_QPT_RC)
            return EINVAL;
        id.ackTimeout = *byte & 31;
        return 0;
    case RDMA_OPTION_ID_REUSEADDR:
        return number ? setReuse(id, *number != 0) : EINVAL;
    case RDMA_OPTION_ID_AFONLY:
        return number ? setOneFamily(id, *number != 0) : EINVAL;
    default:
        return ENOSYS;
    }
}

} // namespace

Id *makeId(rdma_event_channel *channel, void *programs, rdma_port_space space, ibv_qp_type type)
{
    auto *id = new Id{};
    id->channel = channel;
    id->context = programs;
    id->ps = space;
    id->qp_type = type;
    ids().push_back(id);
    return id;
}

const std::vector<Id *> &allIds()
{
    return ids();
}

void dispose(Id &id)
{
    forgetNear(id);
    std::erase(ids(), &id);
    delete &id;
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

int rdma_create_id(rdma_event_channel *channel, rdma_cm_id **id, void *programs,
                   rdma_port_space space)
{
    if (!channel) // the calls of such an id would wait
        return minusOne(EOPNOTSUPP);
    if (space != RDMA_PS_TCP && space != RDMA_PS_UDP && space != RDMA_PS_IB)
        return minusOne(EPROTONOSUPPORT);
    const Lock lock;
    *id = makeId(channel, programs, space, space == RDMA_PS_UDP ? IBV_QPT_UD : IBV_QPT_RC);
    return 0;
}

int rdma_destroy_id(rdma_cm_id *handle)
{
    Lock lock;
    Id &id = idOf(handle);
    leave(id);
    forgetEvents(id);
    acknowledged().wait(lock, [&id] { return id.eventsAcknowledged == id.eventsTaken; });
    dispose(id);
    closeLinks();
    return 0;
}

// Requests that nobody has read stay in the channel of their listener.
int rdma_migrate_id(rdma_cm_id *handle, rdma_event_channel *channel)
{
    Lock lock;
    Id &id = idOf(handle);
    if (!channel)
        return minusOne(EOPNOTSUPP);
    acknowledged().wait(lock, [&id] { return id.eventsAcknowledged == id.eventsTaken; });
    auto moved = channelOf(id).events.takeIf([&id](const EventPtr &event) {
        return event->id == &id && event->event != RDMA_CM_EVENT_CONNECT_REQUEST;
    });
    id.channel = channel;
    for (EventPtr &event : moved)
        put(std::move(event));
    return 0;
}

int rdma_set_option(rdma_cm_id *handle, int level, int option, void *value, size_t size)
{
    const Lock lock;
    if (level != RDMA_OPTION_ID)
        return minusOne(ENOSYS);
    const int error = setOption(idOf(handle), option, value, size);
    return error ? minusOne(error) : 0;
}

ibv_context **rdma_get_devices(int *count)
{
    auto **list = static_cast<ibv_context **>(std::calloc(2, sizeof(ibv_context *)));
    list[0] = managersContext();
    if (count)
        *count = 1;
    return list;
}

void rdma_free_devices(ibv_context **list)
{
    std::free(list);
}

} // extern "C"
