// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "contextops_p.h"
#include "deviceclock_p.h"
#include "faultplan_p.h"
#include "nextsymbol_p.h"
#include "qtrdmafault.h"
#include "refusals_p.h"
#include "tally_p.h"

#include <array>
#include <atomic>
#include <mutex>

#include <infiniband/verbs.h>

namespace {

using QueryPort = decltype(verbs_context::query_port);
using QueryDevice = decltype(verbs_context::query_device_ex);
using CreateSrq = decltype(verbs_context::create_srq_ex);
using CreateQp = decltype(verbs_context::create_qp_ex);
using CreateCq = decltype(verbs_context::create_cq_ex);
using QueryValues = decltype(verbs_context::query_rt_values);
using Complete = decltype(ibv_qp_ex::wr_complete);

struct Wrapped
{
    // It is written last and read first: whoever finds the context finds the rest complete.
    std::atomic<ibv_context *> context = nullptr;
    ibv_context_ops ops = {};
    QueryPort queryPort = nullptr;
    QueryDevice queryDevice = nullptr;
    CreateSrq createSrq = nullptr;
    CreateQp createQp = nullptr;
    CreateCq createCq = nullptr;
    QueryValues queryValues = nullptr;
    std::atomic<Complete> complete = nullptr; // of every queue pair that has it
};

std::array<Wrapped, 64> wrappedContexts;
std::mutex wrapMutex;
std::atomic<bool> writesAtomically = false;

Wrapped *find(const ibv_context *context)
{
    for (Wrapped &wrapped : wrappedContexts) {
        if (wrapped.context.load(std::memory_order_acquire) == context)
            return &wrapped;
    }
    return nullptr;
}

int postSend(ibv_qp *qp, ibv_send_wr *wr, ibv_send_wr **badWr)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_post_send, caller)) {
        *badWr = wr;
        return error;
    }
    Tally::sent(wr);
    return find(qp->context)->ops.post_send(qp, wr, badWr);
}

int postReceive(ibv_qp *qp, ibv_recv_wr *wr, ibv_recv_wr **badWr)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_post_recv, caller)) {
        *badWr = wr;
        return error;
    }
    return find(qp->context)->ops.post_recv(qp, wr, badWr);
}

int postSharedReceive(ibv_srq *srq, ibv_recv_wr *wr, ibv_recv_wr **badWr)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_post_srq_recv, caller)) {
        *badWr = wr;
        return error;
    }
    return find(srq->context)->ops.post_srq_recv(srq, wr, badWr);
}

int pollCq(ibv_cq *cq, int entries, ibv_wc *wc)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_poll_cq, caller))
        return minusOne(error);
    Tally::queuePolled(cq);
    return find(cq->context)->ops.poll_cq(cq, entries, wc);
}

int requestNotify(ibv_cq *cq, int solicitedOnly)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_req_notify_cq, caller))
        return error;
    return find(cq->context)->ops.req_notify_cq(cq, solicitedOnly);
}

int queryPort(ibv_context *context, uint8_t port, ibv_port_attr *attributes, size_t size)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_query_port, caller))
        return error;
    return find(context)->queryPort(context, port, attributes, size);
}

int queryDeviceEx(ibv_context *context, const ibv_query_device_ex_input *input,
                  ibv_device_attr_ex *attributes, size_t size)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_query_device, caller))
        return error;
    const int result = find(context)->queryDevice(context, input, attributes, size);
    if (result == 0 && DeviceClock::isOn())
        DeviceClock::describe(attributes);
    if (result == 0 && writesAtomically) {
        attributes->device_cap_flags_ex |= uint64_t(1) << 40; // IB_UVERBS_DEVICE_ATOMIC_WRITE
        attributes->device_cap_flags_ex &= ~(uint64_t(3) << 38); // …_FLUSH_GLOBAL, …_PERSISTENT
    }
    return result;
}

int queryValues(ibv_context *context, ibv_values_ex *values)
{
    if (DeviceClock::isOn())
        return DeviceClock::read(values);
    const QueryValues real = find(context)->queryValues;
    return real ? real(context, values) : EOPNOTSUPP; // as if it were absent
}

ibv_srq *createSrqEx(ibv_context *context, ibv_srq_init_attr_ex *attributes)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_create_srq, caller))
        return refuse<ibv_srq>(error);
    return find(context)->createSrq(context, attributes);
}

// What fails is not posted, as by a driver.
int complete(ibv_qp_ex *queuePair)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_post_send, caller)) {
        ibv_wr_abort(queuePair);
        return error;
    }
    return find(queuePair->qp_base.context)->complete.load()(queuePair);
}

void wrapComplete(Wrapped *wrapped, ibv_qp *queuePair)
{
    static const auto toExtended = nextSymbol<decltype(ibv_qp_to_qp_ex)>("ibv_qp_to_qp_ex");
    ibv_qp_ex *extended = toExtended(queuePair);
    wrapped->complete = extended->wr_complete;
    extended->wr_complete = complete;
}

ibv_qp *createQpEx(ibv_context *context, ibv_qp_init_attr_ex *attributes)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_create_qp, caller))
        return refuse<ibv_qp>(error);
    Wrapped *const wrapped = find(context);
    ibv_qp *queuePair = wrapped->createQp(context, attributes);
    if (queuePair && (attributes->comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS) != 0)
        wrapComplete(wrapped, queuePair);
    return queuePair;
}

ibv_cq_ex *createCqEx(ibv_context *context, ibv_cq_init_attr_ex *attributes)
{
    const void *caller = __builtin_return_address(0);
    if (const int error = FaultPlan::next(FaultPlan::Call_ibv_create_cq, caller))
        return refuse<ibv_cq_ex>(error);
    if (!DeviceClock::isOn())
        return find(context)->createCq(context, attributes);
    DeviceClock::withoutStamps(attributes);
    ibv_cq_ex *queue = find(context)->createCq(context, attributes);
    if (queue)
        DeviceClock::stamp(queue);
    return queue;
}

void keep(Wrapped *wrapped, ibv_context *context)
{
    wrapped->ops = context->ops;
    if (const verbs_context *extended = verbs_get_ctx(context)) {
        wrapped->queryPort = extended->query_port;
        wrapped->queryDevice = extended->query_device_ex;
        wrapped->createSrq = extended->create_srq_ex;
        wrapped->createQp = extended->create_qp_ex;
        wrapped->createCq = extended->create_cq_ex;
        wrapped->queryValues = extended->query_rt_values;
    }
    wrapped->context.store(context, std::memory_order_release);
}

// A function that the device does not have stays absent, or the program would believe that it
// exists.
template <typename Function>
void replace(Function *slot, Function function)
{
    if (*slot)
        *slot = function;
}

void install(ibv_context *context)
{
    replace(&context->ops.post_send, postSend);
    replace(&context->ops.post_recv, postReceive);
    replace(&context->ops.post_srq_recv, postSharedReceive);
    replace(&context->ops.poll_cq, pollCq);
    replace(&context->ops.req_notify_cq, requestNotify);
    if (verbs_context *extended = verbs_get_ctx(context)) {
        replace(&extended->query_port, queryPort);
        replace(&extended->query_device_ex, queryDeviceEx);
        replace(&extended->create_srq_ex, createSrqEx);
        replace(&extended->create_qp_ex, createQpEx);
        replace(&extended->create_cq_ex, createCqEx);
        extended->query_rt_values = queryValues;
    }
}

} // namespace

void ContextOps::wrap(ibv_context *context)
{
    const std::lock_guard lock(wrapMutex);
    if (!context || find(context))
        return;
    if (Wrapped *free = find(nullptr)) {
        keep(free, context);
        install(context);
    }
}

void ContextOps::forget(ibv_context *context)
{
    const std::lock_guard lock(wrapMutex);
    if (Wrapped *wrapped = context ? find(context) : nullptr) {
        context->ops = wrapped->ops;
        wrapped->context.store(nullptr, std::memory_order_release);
    }
}

void qtrdmafault_set_atomic_writes(int has)
{
    writesAtomically = has != 0;
}
