// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "queuepair_p.h"

#include "asyncevents_p.h"
#include "completionqueue_p.h"
#include "counts_p.h"
#include "device_p.h"
#include "memory_p.h"
#include "requests_p.h"
#include "sharedreceives_p.h"
#include "transitions_p.h"
#include "wire_p.h"

#include <bit>
#include <unordered_map>
#include <unordered_set>

namespace NullNic {

namespace {

constexpr uint32_t FirstNumber = 17; // those before are special
constexpr uint32_t LastNumber = 0xffffff;

std::unordered_map<uint32_t, QueuePair *> &queuePairs()
{
    static auto *map = new std::unordered_map<uint32_t, QueuePair *>;
    return *map;
}

std::unordered_set<uint32_t> &reservedNumbers()
{
    static auto *set = new std::unordered_set<uint32_t>;
    return *set;
}

// A number is used again as late as possible.
uint32_t nextNumber()
{
    static uint32_t last = FirstNumber - 1;
    do {
        last = last == LastNumber ? FirstNumber : last + 1;
    } while (findQueuePair(last) || reservedNumbers().count(last) > 0);
    return last;
}

// ---- making one ----

int checkLimits(const ibv_qp_init_attr_ex &wanted)
{
    const ibv_qp_cap &limits = wanted.cap;
    const auto most = uint32_t(DeviceLimits.max_qp_wr);
    const auto mostElements = uint32_t(DeviceLimits.max_sge);
    if (wanted.qp_type != IBV_QPT_RC && wanted.qp_type != IBV_QPT_UC
        && wanted.qp_type != IBV_QPT_UD)
        return EOPNOTSUPP;
    if (!wanted.pd || !wanted.send_cq || !wanted.recv_cq)
        return EINVAL;
    if (limits.max_send_wr > most || limits.max_send_sge > mostElements
        || limits.max_inline_data > MostInline)
        return EINVAL;
    const bool receives = !wanted.srq;
    return receives && (limits.max_recv_wr > most || limits.max_recv_sge > mostElements) ? EINVAL
                                                                                         : 0;
}

int checkExtensions(const ibv_qp_init_attr_ex &wanted)
{
    constexpr uint32_t Known = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
    if ((wanted.comp_mask & ~Known) != 0)
        return EOPNOTSUPP;
    const bool hasOperations = (wanted.comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS) != 0;
    return hasOperations && (wanted.send_ops_flags & ~extendedOperations(wanted.qp_type)) != 0
            ? EOPNOTSUPP
            : 0;
}

// The elements and the inline data of a request share the room in a slot of rxe's queue.
ibv_qp_cap roundedUp(ibv_qp_cap limits)
{
    limits.max_inline_data =
            std::max(limits.max_inline_data, uint32_t(limits.max_send_sge * sizeof(ibv_sge)));
    limits.max_send_sge = limits.max_inline_data / uint32_t(sizeof(ibv_sge));
    return limits;
}

void count(const QueuePair &queuePair, int change)
{
    const ibv_qp &base = queuePair.qp_base;
    counts().queuePairs += change;
    domainOf(base.pd).users += change;
    queueOf(base.send_cq).users += change;
    queueOf(base.recv_cq).users += change;
    if (queuePair.shared)
        queuePair.shared->users += change;
}

QueuePair *makeQueuePair(const ibv_qp_init_attr_ex &wanted)
{
    int error = checkExtensions(wanted);
    if (!error)
        error = checkLimits(wanted);
    if (error)
        return refuse<QueuePair>(error);
    auto *made = new QueuePair{};
    ibv_qp &base = made->qp_base;
    base.context = wanted.pd->context;
    base.qp_context = wanted.qp_context;
    base.pd = wanted.pd;
    base.send_cq = wanted.send_cq;
    base.recv_cq = wanted.recv_cq;
    base.srq = wanted.srq;
    base.qp_type = wanted.qp_type;
    pthread_mutex_init(&base.mutex, nullptr);
    pthread_cond_init(&base.cond, nullptr);
    made->signalsAll = wanted.sq_sig_all != 0;
    made->limits = roundedUp(wanted.cap);
    made->sends.resize(made->limits);
    made->shared = wanted.srq ? &sharedReceivesOf(wanted.srq) : nullptr;
    if (made->shared)
        made->limits.max_recv_wr = made->limits.max_recv_sge = 0;
    else
        made->ownReceives.resize(wanted.cap.max_recv_wr, wanted.cap.max_recv_sge);
    if ((wanted.comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS) != 0)
        made->extended = ExtendedSends::make(made);
    const Lock lock;
    base.handle = nextHandle();
    base.qp_num = nextNumber();
    queuePairs()[base.qp_num] = made;
    count(*made, 1);
    return made;
}

// ---- its states ----

int checkValues(const ibv_qp_attr &wanted, int mask)
{
    const auto isSet = [mask](int attribute) { return (mask & attribute) != 0; };
    if (isSet(IBV_QP_PORT) && wanted.port_num != Port)
        return EINVAL;
    if (isSet(IBV_QP_PKEY_INDEX) && wanted.pkey_index != 0)
        return EINVAL;
    if (isSet(IBV_QP_ALT_PATH)) // Linux has none on Ethernet
        return EINVAL;
    if (isSet(IBV_QP_PATH_MTU) && (wanted.path_mtu < IBV_MTU_256 || wanted.path_mtu > IBV_MTU_4096))
        return EINVAL;
    if (isSet(IBV_QP_MAX_QP_RD_ATOMIC) && wanted.max_rd_atomic > DeviceLimits.max_qp_init_rd_atom)
        return EINVAL;
    if (isSet(IBV_QP_MAX_DEST_RD_ATOMIC) && wanted.max_dest_rd_atomic > DeviceLimits.max_qp_rd_atom)
        return EINVAL;
    if (isSet(IBV_QP_TIMEOUT) && wanted.timeout > 31)
        return EINVAL;
    if (isSet(IBV_QP_RETRY_CNT) && wanted.retry_cnt > 7)
        return EINVAL;
    if (isSet(IBV_QP_RNR_RETRY) && wanted.rnr_retry > 7)
        return EINVAL;
    return isSet(IBV_QP_AV) ? checkPath(wanted.ah_attr) : 0;
}

// rxe keeps a power of two of reads and atomics.
uint8_t roundedUp(uint8_t depth)
{
    return depth == 0 ? depth : std::bit_ceil(depth);
}

void takeValues(ibv_qp_attr *settings, const ibv_qp_attr &wanted, int mask)
{
    const auto take = [&](int attribute, auto member, auto value) {
        if ((mask & attribute) != 0)
            settings->*member = value;
    };
    take(IBV_QP_ACCESS_FLAGS, &ibv_qp_attr::qp_access_flags, wanted.qp_access_flags);
    take(IBV_QP_AV, &ibv_qp_attr::ah_attr, wanted.ah_attr);
    take(IBV_QP_DEST_QPN, &ibv_qp_attr::dest_qp_num, wanted.dest_qp_num);
    take(IBV_QP_MAX_DEST_RD_ATOMIC, &ibv_qp_attr::max_dest_rd_atomic,
         roundedUp(wanted.max_dest_rd_atomic));
    take(IBV_QP_MAX_QP_RD_ATOMIC, &ibv_qp_attr::max_rd_atomic, roundedUp(wanted.max_rd_atomic));
    take(IBV_QP_MIN_RNR_TIMER, &ibv_qp_attr::min_rnr_timer, wanted.min_rnr_timer);
    take(IBV_QP_PATH_MTU, &ibv_qp_attr::path_mtu, wanted.path_mtu);
    take(IBV_QP_PORT, &ibv_qp_attr::port_num, wanted.port_num);
    take(IBV_QP_QKEY, &ibv_qp_attr::qkey, wanted.qkey);
    take(IBV_QP_RETRY_CNT, &ibv_qp_attr::retry_cnt, wanted.retry_cnt);
    take(IBV_QP_RNR_RETRY, &ibv_qp_attr::rnr_retry, wanted.rnr_retry);
    take(IBV_QP_RQ_PSN, &ibv_qp_attr::rq_psn, wanted.rq_psn);
    take(IBV_QP_SQ_PSN, &ibv_qp_attr::sq_psn, wanted.sq_psn);
    take(IBV_QP_TIMEOUT, &ibv_qp_attr::timeout, wanted.timeout);
}

void reset(QueuePair &queuePair)
{
    waitNoMore(queuePair);
    queuePair.sends.clear();
    queuePair.ownReceives.clear();
    queuePair.hasHeard = false;
    queuePair.settings = {};
}

void flushReceives(QueuePair &queuePair)
{
    for (ReceiveQueue &own = queuePair.ownReceives; !own.isEmpty(); own.pop()) {
        ibv_wc completion = {};
        completion.wr_id = own.front().id;
        completion.status = IBV_WC_WR_FLUSH_ERR;
        completion.opcode = IBV_WC_RECV;
        completion.qp_num = queuePair.number();
        complete(queuePair.qp_base.recv_cq, completion);
    }
}

// The state is set already.
void stateChanged(QueuePair &queuePair, ibv_qp_state from, bool notifyDrained)
{
    switch (queuePair.state()) {
    case IBV_QPS_RESET:
        reset(queuePair);
        break;
    case IBV_QPS_SQD:
        if (from == IBV_QPS_RTS && notifyDrained)
            raise(IBV_EVENT_SQ_DRAINED, &queuePair.qp_base);
        break;
    default:
        advance(queuePair);
    }
    receiverChanged(queuePair);
}

} // namespace

ReceiveQueue &QueuePair::receives()
{
    return shared ? shared->receives : ownReceives;
}

QueuePair *findQueuePair(uint32_t number)
{
    const auto found = queuePairs().find(number);
    return found == queuePairs().end() ? nullptr : found->second;
}

uint32_t reserveNumber()
{
    const uint32_t number = nextNumber();
    reservedNumbers().insert(number);
    return number;
}

void releaseNumber(uint32_t number)
{
    reservedNumbers().erase(number);
}

void forEachQueuePair(const std::function<void(QueuePair &)> &visit)
{
    for (const auto &[number, queuePair] : queuePairs())
        visit(*queuePair);
}

int modify(QueuePair &queuePair, const ibv_qp_attr &wanted, int mask)
{
    const ibv_qp_state from = queuePair.state();
    const ibv_qp_state to = (mask & IBV_QP_STATE) != 0 ? wanted.qp_state : from;
    if ((mask & IBV_QP_CUR_STATE) != 0 && wanted.cur_qp_state != from)
        return EINVAL;
    if (!isTransition(queuePair.type(), from, to, mask))
        return EINVAL;
    if (const int error = checkValues(wanted, mask))
        return error;
    takeValues(&queuePair.settings, wanted, mask);
    if (to == IBV_QPS_ERR) {
        enterError(queuePair);
        return 0;
    }
    queuePair.settings.qp_state = to;
    const bool notify = (mask & IBV_QP_EN_SQD_ASYNC_NOTIFY) != 0 && wanted.en_sqd_async_notify != 0;
    stateChanged(queuePair, from, notify);
    queuePair.qp_base.state = to;
    return 0;
}

void enterError(QueuePair &queuePair)
{
    queuePair.settings.qp_state = queuePair.qp_base.state = IBV_QPS_ERR;
    waitNoMore(queuePair);
    flushSends(queuePair);
    flushReceives(queuePair);
    receiverChanged(queuePair);
}

void failFirst(QueuePair &queuePair, ibv_wc_status status)
{
    if (queuePair.sends
                .isEmpty()) // it is its own peer, and has flushed the request with the others
        return;
    ibv_wc completion = {};
    completion.wr_id = queuePair.sends.front().wr_id;
    completion.status = status;
    completion.qp_num = queuePair.number();
    queuePair.sends.pop();
    complete(queuePair.qp_base.send_cq, completion);
    enterError(queuePair);
}

ibv_qp_init_attr_ex extendedAttributes(const ibv_qp_init_attr &attributes, ibv_pd *domain)
{
    ibv_qp_init_attr_ex result = {};
    result.qp_context = attributes.qp_context;
    result.send_cq = attributes.send_cq;
    result.recv_cq = attributes.recv_cq;
    result.srq = attributes.srq;
    result.cap = attributes.cap;
    result.qp_type = attributes.qp_type;
    result.sq_sig_all = attributes.sq_sig_all;
    result.comp_mask = IBV_QP_INIT_ATTR_PD;
    result.pd = domain;
    return result;
}

ibv_qp *createExtendedQueuePair(ibv_context *, ibv_qp_init_attr_ex *wanted)
{
    QueuePair *made = makeQueuePair(*wanted);
    if (!made)
        return nullptr;
    wanted->cap = made->limits;
    return &made->qp_base;
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

ibv_qp *ibv_create_qp(ibv_pd *domain, ibv_qp_init_attr *wanted)
{
    ibv_qp_init_attr_ex extended = extendedAttributes(*wanted, domain);
    ibv_qp *made = createExtendedQueuePair(domain->context, &extended);
    wanted->cap = extended.cap;
    return made;
}

ibv_qp_ex *ibv_qp_to_qp_ex(ibv_qp *handle)
{
    QueuePair &queuePair = queuePairOf(handle);
    return queuePair.extended ? &queuePair : nullptr;
}

int ibv_modify_qp(ibv_qp *handle, ibv_qp_attr *wanted, int mask)
{
    const Lock lock;
    return modify(queuePairOf(handle), *wanted, mask);
}

int ibv_query_qp(ibv_qp *handle, ibv_qp_attr *attributes, int, ibv_qp_init_attr *initial)
{
    const Lock lock;
    const QueuePair &queuePair = queuePairOf(handle);
    *attributes = queuePair.settings;
    attributes->cur_qp_state = queuePair.state();
    attributes->cap = queuePair.limits;
    *initial = {};
    initial->qp_context = handle->qp_context;
    initial->send_cq = handle->send_cq;
    initial->recv_cq = handle->recv_cq;
    initial->srq = handle->srq;
    initial->cap = queuePair.limits;
    initial->qp_type = handle->qp_type;
    initial->sq_sig_all = queuePair.signalsAll ? 1 : 0;
    return 0;
}

int ibv_destroy_qp(ibv_qp *handle)
{
    Lock lock;
    QueuePair &queuePair = queuePairOf(handle);
    if (queuePair.groups > 0)
        return EBUSY;
    waitNoMore(queuePair);
    queuePairs().erase(queuePair.number());
    receiverChanged(queuePair);
    invalidateAll(queuePair);
    count(queuePair, -1);
    closeLinks();
    const uint32_t taken = forgetAsyncEvents(handle->context, handle);
    acknowledged().wait(lock, [&] { return handle->events_completed == taken; });
    delete &queuePair;
    return 0;
}

} // extern "C"
