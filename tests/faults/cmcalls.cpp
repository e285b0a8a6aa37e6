// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cmevents_p.h"
#include "destruction_p.h"
#include "faultplan_p.h"
#include "nextsymbol_p.h"
#include "qtrdmafault.h"
#include "refusals_p.h"
#include "tally_p.h"

#include <rdma/rdma_cma.h>

#include <atomic>
#include <cerrno>

#include <dlfcn.h>

// The functions of librdmacm. It opens devices by ibv_open_device(), where their contexts are
// wrapped.

using namespace FaultPlan;

namespace {

std::atomic<bool> losesConnects = false;

// librdmacm never frees what it could not destroy, and nobody else can. The leak sanitizer, if
// there is one, must not report it.
void keepFromLeakSanitizer(const rdma_cm_id *id)
{
    const int error = errno;
    using Ignore = void(const void *);
    static const auto ignore =
            reinterpret_cast<Ignore *>(dlsym(RTLD_DEFAULT, "__lsan_ignore_object"));
    if (ignore)
        ignore(id);
    errno = error;
}

} // namespace

void qtrdmafault_lose_connects(int lose)
{
    losesConnects = lose != 0;
}

extern "C" {

rdma_event_channel *rdma_create_event_channel(void)
{
    if (const int error = next(Call_rdma_create_event_channel, __builtin_return_address(0)))
        return refuse<rdma_event_channel>(error);
    static const auto real =
            nextSymbol<decltype(rdma_create_event_channel)>("rdma_create_event_channel");
    return real();
}

int rdma_get_cm_event(rdma_event_channel *channel, rdma_cm_event **event)
{
    if (const int error = next(Call_rdma_get_cm_event, __builtin_return_address(0)))
        return minusOne(error);
    if (rdma_cm_event *repeated = CmEvents::repeated(channel)) {
        *event = repeated;
        return 0;
    }
    if (CmEvents::isHeldBack(channel))
        return minusOne(EAGAIN);
    static const auto real = nextSymbol<decltype(rdma_get_cm_event)>("rdma_get_cm_event");
    const int result = real(channel, event);
    if (result == 0) {
        Tally::cmEventTaken();
        if ((*event)->event == RDMA_CM_EVENT_CONNECT_REQUEST)
            Tally::idMade();
        CmEvents::taken(channel, **event);
    }
    return result;
}

int rdma_ack_cm_event(rdma_cm_event *event)
{
    if (CmEvents::acknowledged(event))
        return 0;
    static const auto real = nextSymbol<decltype(rdma_ack_cm_event)>("rdma_ack_cm_event");
    Tally::cmEventAcknowledged();
    return real(event);
}

int rdma_create_id(rdma_event_channel *channel, rdma_cm_id **id, void *idContext,
                   rdma_port_space space)
{
    if (const int error = next(Call_rdma_create_id, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_create_id)>("rdma_create_id");
    const int result = real(channel, id, idContext, space);
    if (result == 0)
        Tally::idMade();
    return result;
}

int rdma_destroy_id(rdma_cm_id *id)
{
    if (Destruction::refused("rdma_destroy_id", id, __builtin_return_address(0)))
        return minusOne(EBUSY);
    CmEvents::forget(id);
    static const auto real = nextSymbol<decltype(rdma_destroy_id)>("rdma_destroy_id");
    const int result = real(id);
    if (result == 0)
        Tally::idEnds();
    else
        keepFromLeakSanitizer(id);
    return result;
}

int rdma_migrate_id(rdma_cm_id *id, rdma_event_channel *channel)
{
    CmEvents::forget(id);
    if (const int error = next(Call_rdma_migrate_id, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_migrate_id)>("rdma_migrate_id");
    return real(id, channel);
}

int rdma_set_option(rdma_cm_id *id, int level, int name, void *value, size_t length)
{
    if (const int error = next(Call_rdma_set_option, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_set_option)>("rdma_set_option");
    return real(id, level, name, value, length);
}

int rdma_bind_addr(rdma_cm_id *id, sockaddr *address)
{
    if (const int error = next(Call_rdma_bind_addr, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_bind_addr)>("rdma_bind_addr");
    return real(id, address);
}

int rdma_resolve_addr(rdma_cm_id *id, sockaddr *source, sockaddr *destination, int timeout)
{
    if (const int error = next(Call_rdma_resolve_addr, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_resolve_addr)>("rdma_resolve_addr");
    return real(id, source, destination, timeout);
}

int rdma_resolve_route(rdma_cm_id *id, int timeout)
{
    if (const int error = next(Call_rdma_resolve_route, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_resolve_route)>("rdma_resolve_route");
    return real(id, timeout);
}

int rdma_listen(rdma_cm_id *id, int backlog)
{
    if (const int error = next(Call_rdma_listen, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_listen)>("rdma_listen");
    return real(id, backlog);
}

int rdma_create_qp(rdma_cm_id *id, ibv_pd *pd, ibv_qp_init_attr *attributes)
{
    if (const int error = next(Call_rdma_create_qp, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_create_qp)>("rdma_create_qp");
    return real(id, pd, attributes);
}

int rdma_create_qp_ex(rdma_cm_id *id, ibv_qp_init_attr_ex *attributes)
{
    if (const int error = next(Call_rdma_create_qp, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_create_qp_ex)>("rdma_create_qp_ex");
    return real(id, attributes);
}

int rdma_connect(rdma_cm_id *id, rdma_conn_param *parameters)
{
    if (const int error = next(Call_rdma_connect, __builtin_return_address(0)))
        return minusOne(error);
    if (losesConnects)
        return 0;
    static const auto real = nextSymbol<decltype(rdma_connect)>("rdma_connect");
    return real(id, parameters);
}

int rdma_accept(rdma_cm_id *id, rdma_conn_param *parameters)
{
    if (const int error = next(Call_rdma_accept, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_accept)>("rdma_accept");
    return real(id, parameters);
}

int rdma_reject(rdma_cm_id *id, const void *data, uint8_t length)
{
    if (const int error = next(Call_rdma_reject, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_reject)>("rdma_reject");
    return real(id, data, length);
}

int rdma_establish(rdma_cm_id *id)
{
    if (const int error = next(Call_rdma_establish, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_establish)>("rdma_establish");
    return real(id);
}

int rdma_notify(rdma_cm_id *id, ibv_event_type event)
{
    if (const int error = next(Call_rdma_notify, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_notify)>("rdma_notify");
    return real(id, event);
}

int rdma_disconnect(rdma_cm_id *id)
{
    if (const int error = next(Call_rdma_disconnect, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_disconnect)>("rdma_disconnect");
    return real(id);
}

int rdma_init_qp_attr(rdma_cm_id *id, ibv_qp_attr *attributes, int *mask)
{
    if (const int error = next(Call_rdma_init_qp_attr, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_init_qp_attr)>("rdma_init_qp_attr");
    return real(id, attributes, mask);
}

int rdma_join_multicast(rdma_cm_id *id, sockaddr *address, void *groupContext)
{
    if (const int error = next(Call_rdma_join_multicast, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_join_multicast)>("rdma_join_multicast");
    return real(id, address, groupContext);
}

int rdma_join_multicast_ex(rdma_cm_id *id, rdma_cm_join_mc_attr_ex *attributes, void *groupContext)
{
    if (const int error = next(Call_rdma_join_multicast, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(rdma_join_multicast_ex)>("rdma_join_multicast_ex");
    return real(id, attributes, groupContext);
}

ibv_context **rdma_get_devices(int *count)
{
    if (const int error = next(Call_rdma_get_devices, __builtin_return_address(0)))
        return refuse<ibv_context *>(error);
    static const auto real = nextSymbol<decltype(rdma_get_devices)>("rdma_get_devices");
    return real(count);
}

} // extern "C"
