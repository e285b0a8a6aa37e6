// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "asyncevents_p.h"
#include "contextops_p.h"
#include "destruction_p.h"
#include "faultplan_p.h"
#include "nextsymbol_p.h"
#include "qtrdmafault.h"
#include "refusals_p.h"
#include "tally_p.h"

#include <infiniband/verbs.h>

#include <atomic>

// The functions of libibverbs. Those that are inline functions in its header are in contextops.cpp.
// These three are macros there that lead to a function of the same name, or of another.
#undef ibv_get_device_list
#undef ibv_query_port
#undef ibv_reg_mr
#undef ibv_reg_mr_iova

using namespace FaultPlan;

namespace {
std::atomic<uint64_t> portSpeed = 0;
}

void qtrdmafault_set_port_speed(unsigned long long speed)
{
    portSpeed = speed;
}

extern "C" {

ibv_device **ibv_get_device_list(int *count)
{
    if (const int error = next(Call_ibv_get_device_list, __builtin_return_address(0)))
        return refuse<ibv_device *>(error);
    static const auto real = nextSymbol<decltype(ibv_get_device_list)>("ibv_get_device_list");
    return real(count);
}

ibv_context *ibv_open_device(ibv_device *device)
{
    if (const int error = next(Call_ibv_open_device, __builtin_return_address(0)))
        return refuse<ibv_context>(error);
    static const auto real = nextSymbol<decltype(ibv_open_device)>("ibv_open_device");
    ibv_context *context = real(device);
    ContextOps::wrap(context);
    return context;
}

int ibv_close_device(ibv_context *context)
{
    static const auto real = nextSymbol<decltype(ibv_close_device)>("ibv_close_device");
    ContextOps::forget(context);
    return real(context);
}

int ibv_query_device(ibv_context *context, ibv_device_attr *attributes)
{
    if (const int error = next(Call_ibv_query_device, __builtin_return_address(0)))
        return error;
    static const auto real = nextSymbol<decltype(ibv_query_device)>("ibv_query_device");
    return real(context, attributes);
}

int ibv_query_port(ibv_context *context, uint8_t port, _compat_ibv_port_attr *attributes)
{
    if (const int error = next(Call_ibv_query_port, __builtin_return_address(0)))
        return error;
    static const auto real = nextSymbol<decltype(ibv_query_port)>("ibv_query_port");
    return real(context, port, attributes);
}

// Libraries before 62 do not have it.
int ibv_query_port_speed(ibv_context *context, uint32_t port, uint64_t *speed)
{
    if ((*speed = portSpeed) != 0)
        return 0;
    using Query = int(ibv_context *, uint32_t, uint64_t *);
    static const auto real = reinterpret_cast<Query *>(dlsym(RTLD_NEXT, "ibv_query_port_speed"));
    return real ? real(context, port, speed) : EOPNOTSUPP;
}

int ibv_query_gid(ibv_context *context, uint8_t port, int index, ibv_gid *gid)
{
    if (const int error = next(Call_ibv_query_gid, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(ibv_query_gid)>("ibv_query_gid");
    return real(context, port, index, gid);
}

// ibv_query_gid_ex() calls this.
int _ibv_query_gid_ex(ibv_context *context, uint32_t port, uint32_t index, ibv_gid_entry *entry,
                      uint32_t flags, size_t size)
{
    if (const int error = next(Call_ibv_query_gid, __builtin_return_address(0)))
        return error;
    static const auto real = nextSymbol<decltype(_ibv_query_gid_ex)>("_ibv_query_gid_ex");
    return real(context, port, index, entry, flags, size);
}

// ibv_query_gid_table() calls this.
ssize_t _ibv_query_gid_table(ibv_context *context, ibv_gid_entry *entries, size_t most,
                             uint32_t flags, size_t size)
{
    if (const int error = next(Call_ibv_query_gid_table, __builtin_return_address(0)))
        return -error;
    static const auto real = nextSymbol<decltype(_ibv_query_gid_table)>("_ibv_query_gid_table");
    return real(context, entries, most, flags, size);
}

int ibv_get_async_event(ibv_context *context, ibv_async_event *event)
{
    if (const int error = next(Call_ibv_get_async_event, __builtin_return_address(0)))
        return minusOne(error);
    if (AsyncEvents::take(context, event))
        return 0;
    static const auto real = nextSymbol<decltype(ibv_get_async_event)>("ibv_get_async_event");
    return real(context, event);
}

void ibv_ack_async_event(ibv_async_event *event)
{
    static const auto real = nextSymbol<decltype(ibv_ack_async_event)>("ibv_ack_async_event");
    if (!AsyncEvents::acknowledge(event))
        real(event);
}

int ibv_fork_init(void)
{
    if (const int error = next(Call_ibv_fork_init, __builtin_return_address(0)))
        return error;
    static const auto real = nextSymbol<decltype(ibv_fork_init)>("ibv_fork_init");
    return real();
}

ibv_pd *ibv_alloc_pd(ibv_context *context)
{
    ContextOps::wrap(context);
    if (const int error = next(Call_ibv_alloc_pd, __builtin_return_address(0)))
        return refuse<ibv_pd>(error);
    static const auto real = nextSymbol<decltype(ibv_alloc_pd)>("ibv_alloc_pd");
    return real(context);
}

ibv_mr *ibv_reg_mr(ibv_pd *pd, void *address, size_t length, int access)
{
    if (const int error = next(Call_ibv_reg_mr, __builtin_return_address(0)))
        return refuse<ibv_mr>(error);
    static const auto real = nextSymbol<decltype(ibv_reg_mr)>("ibv_reg_mr");
    return real(pd, address, length, access);
}

ibv_mr *ibv_reg_mr_iova(ibv_pd *pd, void *address, size_t length, uint64_t iova, int access)
{
    if (const int error = next(Call_ibv_reg_mr, __builtin_return_address(0)))
        return refuse<ibv_mr>(error);
    static const auto real = nextSymbol<decltype(ibv_reg_mr_iova)>("ibv_reg_mr_iova");
    return real(pd, address, length, iova, access);
}

// ibv_reg_mr() leads here if the access flags are not a constant.
ibv_mr *ibv_reg_mr_iova2(ibv_pd *pd, void *address, size_t length, uint64_t iova,
                         unsigned int access)
{
    if (const int error = next(Call_ibv_reg_mr, __builtin_return_address(0)))
        return refuse<ibv_mr>(error);
    static const auto real = nextSymbol<decltype(ibv_reg_mr_iova2)>("ibv_reg_mr_iova2");
    return real(pd, address, length, iova, access);
}

ibv_comp_channel *ibv_create_comp_channel(ibv_context *context)
{
    ContextOps::wrap(context);
    if (const int error = next(Call_ibv_create_comp_channel, __builtin_return_address(0)))
        return refuse<ibv_comp_channel>(error);
    static const auto real =
            nextSymbol<decltype(ibv_create_comp_channel)>("ibv_create_comp_channel");
    return real(context);
}

ibv_cq *ibv_create_cq(ibv_context *context, int entries, void *cqContext, ibv_comp_channel *channel,
                      int vector)
{
    ContextOps::wrap(context);
    if (const int error = next(Call_ibv_create_cq, __builtin_return_address(0)))
        return refuse<ibv_cq>(error);
    static const auto real = nextSymbol<decltype(ibv_create_cq)>("ibv_create_cq");
    return real(context, entries, cqContext, channel, vector);
}

int ibv_resize_cq(ibv_cq *cq, int entries)
{
    if (const int error = next(Call_ibv_resize_cq, __builtin_return_address(0)))
        return error;
    static const auto real = nextSymbol<decltype(ibv_resize_cq)>("ibv_resize_cq");
    return real(cq, entries);
}

int ibv_get_cq_event(ibv_comp_channel *channel, ibv_cq **cq, void **cqContext)
{
    if (const int error = next(Call_ibv_get_cq_event, __builtin_return_address(0)))
        return minusOne(error);
    static const auto real = nextSymbol<decltype(ibv_get_cq_event)>("ibv_get_cq_event");
    const int result = real(channel, cq, cqContext);
    if (result == 0)
        Tally::queueEventTaken(*cq);
    return result;
}

void ibv_ack_cq_events(ibv_cq *cq, unsigned int count)
{
    static const auto real = nextSymbol<decltype(ibv_ack_cq_events)>("ibv_ack_cq_events");
    Tally::queueEventsAcknowledged(cq, count);
    real(cq, count);
}

int ibv_destroy_cq(ibv_cq *cq)
{
    if (Destruction::refused("ibv_destroy_cq", cq, __builtin_return_address(0)))
        return EBUSY;
    static const auto real = nextSymbol<decltype(ibv_destroy_cq)>("ibv_destroy_cq");
    Tally::queueEnds(cq);
    return real(cq);
}

ibv_srq *ibv_create_srq(ibv_pd *pd, ibv_srq_init_attr *attributes)
{
    if (const int error = next(Call_ibv_create_srq, __builtin_return_address(0)))
        return refuse<ibv_srq>(error);
    static const auto real = nextSymbol<decltype(ibv_create_srq)>("ibv_create_srq");
    return real(pd, attributes);
}

int ibv_modify_srq(ibv_srq *srq, ibv_srq_attr *attributes, int mask)
{
    if (const int error = next(Call_ibv_modify_srq, __builtin_return_address(0)))
        return error;
    static const auto real = nextSymbol<decltype(ibv_modify_srq)>("ibv_modify_srq");
    return real(srq, attributes, mask);
}

ibv_qp *ibv_create_qp(ibv_pd *pd, ibv_qp_init_attr *attributes)
{
    if (const int error = next(Call_ibv_create_qp, __builtin_return_address(0)))
        return refuse<ibv_qp>(error);
    static const auto real = nextSymbol<decltype(ibv_create_qp)>("ibv_create_qp");
    return real(pd, attributes);
}

int ibv_modify_qp(ibv_qp *qp, ibv_qp_attr *attributes, int mask)
{
    if (const int error = next(Call_ibv_modify_qp, __builtin_return_address(0)))
        return error;
    static const auto real = nextSymbol<decltype(ibv_modify_qp)>("ibv_modify_qp");
    return real(qp, attributes, mask);
}

int ibv_query_qp(ibv_qp *qp, ibv_qp_attr *attributes, int mask, ibv_qp_init_attr *initial)
{
    if (const int error = next(Call_ibv_query_qp, __builtin_return_address(0)))
        return error;
    static const auto real = nextSymbol<decltype(ibv_query_qp)>("ibv_query_qp");
    return real(qp, attributes, mask, initial);
}

ibv_ah *ibv_create_ah(ibv_pd *pd, ibv_ah_attr *attributes)
{
    if (const int error = next(Call_ibv_create_ah, __builtin_return_address(0)))
        return refuse<ibv_ah>(error);
    static const auto real = nextSymbol<decltype(ibv_create_ah)>("ibv_create_ah");
    return real(pd, attributes);
}

int ibv_attach_mcast(ibv_qp *qp, const ibv_gid *gid, uint16_t lid)
{
    if (const int error = next(Call_ibv_attach_mcast, __builtin_return_address(0)))
        return error;
    static const auto real = nextSymbol<decltype(ibv_attach_mcast)>("ibv_attach_mcast");
    return real(qp, gid, lid);
}

} // extern "C"
