// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "queuepairstates_p.h"

#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qmetaobject.h>
#include <QtCore/qstringlist.h>

#include <infiniband/verbs.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace QtRdmaPrivate {

namespace {

// The types of queue pairs, as bits: a row of the table holds for several of them.
enum Kind : unsigned { Rc = 1, Uc = 2, Ud = 4, Raw = 8, XrcIni = 16, XrcTgt = 32, All = 63 };

constexpr int Path = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
constexpr int Receiving = IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX;
constexpr int Migration = IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PATH_MIG_STATE;
constexpr int Sending = IBV_QP_CUR_STATE | Migration;
constexpr int Retries =
        IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;

struct Row
{
    ibv_qp_state from;
    ibv_qp_state to;
    unsigned kinds;
    int required;
    int optional;
};

// clang-format off
constexpr Row rows[] = {
    { IBV_QPS_RESET, IBV_QPS_INIT, Rc | Uc | XrcIni | XrcTgt,
      IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS, 0 },
    { IBV_QPS_RESET, IBV_QPS_INIT, Ud, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY, 0 },
    { IBV_QPS_RESET, IBV_QPS_INIT, Raw, IBV_QP_PORT, 0 },
    { IBV_QPS_INIT, IBV_QPS_INIT, Rc | Uc | XrcIni | XrcTgt, 0,
      IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS },
    { IBV_QPS_INIT, IBV_QPS_INIT, Ud, 0, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY },
    { IBV_QPS_INIT, IBV_QPS_RTR, Rc | XrcTgt,
      Path | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER, Receiving },
    { IBV_QPS_INIT, IBV_QPS_RTR, Uc | XrcIni, Path, Receiving },
    { IBV_QPS_INIT, IBV_QPS_RTR, Ud, 0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY },
    { IBV_QPS_INIT, IBV_QPS_RTR, Raw, 0, 0 },
    { IBV_QPS_RTR, IBV_QPS_RTS, Rc, Retries | IBV_QP_SQ_PSN, Sending | IBV_QP_MIN_RNR_TIMER },
    { IBV_QPS_RTR, IBV_QPS_RTS, XrcIni, Retries | IBV_QP_SQ_PSN, Sending },
    { IBV_QPS_RTR, IBV_QPS_RTS, XrcTgt,
      IBV_QP_TIMEOUT | IBV_QP_SQ_PSN, Sending | IBV_QP_MIN_RNR_TIMER },
    { IBV_QPS_RTR, IBV_QPS_RTS, Uc, IBV_QP_SQ_PSN, Sending },
    { IBV_QPS_RTR, IBV_QPS_RTS, Ud, IBV_QP_SQ_PSN, IBV_QP_CUR_STATE | IBV_QP_QKEY },
    { IBV_QPS_RTR, IBV_QPS_RTS, Raw, 0, IBV_QP_RATE_LIMIT },
    { IBV_QPS_RTS, IBV_QPS_RTS, Rc | XrcTgt, 0, Sending | IBV_QP_MIN_RNR_TIMER },
    { IBV_QPS_RTS, IBV_QPS_RTS, Uc | XrcIni, 0, Sending },
    { IBV_QPS_RTS, IBV_QPS_RTS, Ud, 0, IBV_QP_CUR_STATE | IBV_QP_QKEY },
    { IBV_QPS_RTS, IBV_QPS_RTS, Raw, 0, IBV_QP_RATE_LIMIT },
    { IBV_QPS_RTS, IBV_QPS_SQD, Rc | Uc | Ud | XrcIni | XrcTgt, 0, IBV_QP_EN_SQD_ASYNC_NOTIFY },
    { IBV_QPS_SQD, IBV_QPS_RTS, Rc | XrcTgt, 0, Sending | IBV_QP_MIN_RNR_TIMER },
    { IBV_QPS_SQD, IBV_QPS_RTS, Uc | XrcIni, 0, Sending },
    { IBV_QPS_SQD, IBV_QPS_RTS, Ud, 0, IBV_QP_CUR_STATE | IBV_QP_QKEY },
    { IBV_QPS_SQD, IBV_QPS_SQD, Rc, 0,
      IBV_QP_PORT | IBV_QP_AV | Retries | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_PKEY_INDEX
      | IBV_QP_MIN_RNR_TIMER | Migration },
    { IBV_QPS_SQD, IBV_QPS_SQD, XrcIni, 0,
      IBV_QP_PORT | IBV_QP_AV | Retries | IBV_QP_PKEY_INDEX | Migration },
    { IBV_QPS_SQD, IBV_QPS_SQD, XrcTgt, 0,
      IBV_QP_PORT | IBV_QP_AV | IBV_QP_TIMEOUT | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_PKEY_INDEX
      | IBV_QP_MIN_RNR_TIMER | Migration },
    { IBV_QPS_SQD, IBV_QPS_SQD, Uc, 0, IBV_QP_AV | IBV_QP_PKEY_INDEX | Migration },
    { IBV_QPS_SQD, IBV_QPS_SQD, Ud, 0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY },
    { IBV_QPS_SQE, IBV_QPS_RTS, Uc, 0, IBV_QP_CUR_STATE | IBV_QP_ACCESS_FLAGS },
    { IBV_QPS_SQE, IBV_QPS_RTS, Ud, 0, IBV_QP_CUR_STATE | IBV_QP_QKEY },
};

constexpr struct { int bit; const char *name; } attributeNames[] = {
    { IBV_QP_CUR_STATE, "CUR_STATE" }, { IBV_QP_EN_SQD_ASYNC_NOTIFY, "EN_SQD_ASYNC_NOTIFY" },
    { IBV_QP_ACCESS_FLAGS, "ACCESS_FLAGS" }, { IBV_QP_PKEY_INDEX, "PKEY_INDEX" },
    { IBV_QP_PORT, "PORT" }, { IBV_QP_QKEY, "QKEY" }, { IBV_QP_AV, "AV" },
    { IBV_QP_PATH_MTU, "PATH_MTU" }, { IBV_QP_TIMEOUT, "TIMEOUT" },
    { IBV_QP_RETRY_CNT, "RETRY_CNT" }, { IBV_QP_RNR_RETRY, "RNR_RETRY" },
    { IBV_QP_RQ_PSN, "RQ_PSN" }, { IBV_QP_MAX_QP_RD_ATOMIC, "MAX_QP_RD_ATOMIC" },
    { IBV_QP_ALT_PATH, "ALT_PATH" }, { IBV_QP_MIN_RNR_TIMER, "MIN_RNR_TIMER" },
    { IBV_QP_SQ_PSN, "SQ_PSN" }, { IBV_QP_MAX_DEST_RD_ATOMIC, "MAX_DEST_RD_ATOMIC" },
    { IBV_QP_PATH_MIG_STATE, "PATH_MIG_STATE" }, { IBV_QP_CAP, "CAP" },
    { IBV_QP_DEST_QPN, "DEST_QPN" }, { IBV_QP_RATE_LIMIT, "RATE_LIMIT" },
};
// clang-format on

unsigned kindOf(Rdma::QueuePairType type)
{
    switch (type) {
    case Rdma::QueuePairType::ReliableConnected:
        return Rc;
    case Rdma::QueuePairType::UnreliableConnected:
        return Uc;
    case Rdma::QueuePairType::UnreliableDatagram:
        return Ud;
    case Rdma::QueuePairType::RawPacket:
        return Raw;
    case Rdma::QueuePairType::XrcSend:
        return XrcIni;
    case Rdma::QueuePairType::XrcReceive:
        return XrcTgt;
    }
    return 0;
}

QString namesOf(int mask)
{
    QStringList names;
    for (const auto &attribute : attributeNames) {
        if ((mask & attribute.bit) != 0)
            names.append(QStringLiteral("IBV_QP_") + QLatin1String(attribute.name));
    }
    return names.join(QLatin1String(", "));
}

template <typename Enum>
QString nameOf(Enum value)
{
    const char *name = QMetaEnum::fromType<Enum>().valueToKey(int(value));
    return name ? QString::fromLatin1(name) : QString::number(int(value));
}

// A value and its range, which the port or the device sets.
struct Range
{
    int bit; // in the mask of attributes
    const char *name;
    qint64 value;
    qint64 lowest;
    qint64 highest;
};

// Checks the values whose bit is in the mask.
RdmaError checkRanges(std::initializer_list<Range> ranges, int mask, const char *prefix = "")
{
    for (const Range &range : ranges) {
        if ((mask & range.bit) != 0
            && (range.value < range.lowest || range.value > range.highest)) {
            const QString name = QLatin1String(prefix) + QLatin1String(range.name);
            return usageError(Words::tr("%1 is %2 and must lie between %3 and %4")
                                      .arg(name)
                                      .arg(range.value)
                                      .arg(range.lowest)
                                      .arg(range.highest));
        }
    }
    return {};
}

RdmaError checkPath(const char *name, const ibv_ah_attr &path, int ports, const PortLimits &limits)
{
    return checkRanges(
            {
                    { 1, "port_num", path.port_num, 1, ports },
                    { 1, "is_global", path.is_global, limits.globalRouting ? 1 : 0, 1 },
                    { path.is_global, "grh.sgid_index", path.grh.sgid_index, 0, limits.gids - 1 },
            },
            1, name);
}

// To each of these mistakes the kernel and the devices would only say EINVAL.
RdmaError checkAlternatePath(const ibv_qp_attr &attributes, const AttributeLimits &limits)
{
    RdmaError error = checkRanges(
            {
                    { 1, "alt_port_num", attributes.alt_port_num, 1, limits.ports },
                    { 1, "alt_pkey_index", attributes.alt_pkey_index, 0,
                      limits.alternate.pkeys - 1 },
                    { 1, "alt_timeout", attributes.alt_timeout, 0, 31 },
            },
            1);
    if (!error.isError())
        error = checkPath("alt_ah_attr.", attributes.alt_ah_attr, limits.ports, limits.alternate);
    if (error.isError())
        return error;
    if (attributes.alt_ah_attr.port_num != attributes.alt_port_num) {
        return usageError(
                Words::tr("alt_ah_attr.port_num is %1 and alt_port_num %2: both are the port of "
                          "the alternate path")
                        .arg(attributes.alt_ah_attr.port_num)
                        .arg(attributes.alt_port_num));
    }
    if (!limits.port.pathMigration || !limits.alternate.pathMigration) {
        return usageError(
                Words::tr(
                        "Linux has alternate paths between InfiniBand ports only, not on Ethernet"),
                Words::tr("On RoCE and iWARP bond the interfaces, where the device can, and leave "
                          "the "
                          "other path to the network."));
    }
    return {};
}

} // namespace

QueuePairTransition transitionOf(Rdma::QueuePairType type, Rdma::QueuePairState from,
                                 Rdma::QueuePairState to)
{
    const unsigned kind = kindOf(type);
    const bool known = from >= Rdma::QueuePairState::Reset && from < Rdma::QueuePairState::Unknown;
    if (kind == 0 || !known)
        return {};
    if (to == Rdma::QueuePairState::Reset
        || (to == Rdma::QueuePairState::Error && from != Rdma::QueuePairState::Reset))
        return { true, 0, 0 };
    const auto *row = std::find_if(std::begin(rows), std::end(rows), [=](const Row &candidate) {
        return int(candidate.from) == int(from) && int(candidate.to) == int(to)
                && (candidate.kinds & kind) != 0;
    });
    if (row == std::end(rows))
        return {};
    return { true, row->required, row->optional };
}

RdmaError checkTransition(Rdma::QueuePairType type, Rdma::QueuePairState from,
                          Rdma::QueuePairState to, int mask)
{
    const QueuePairTransition transition = transitionOf(type, from, to);
    if (!transition.allowed) {
        return usageError(Words::tr("A queue pair of type %1 does not go from %2 to %3")
                                  .arg(nameOf(type), nameOf(from), nameOf(to)),
                          Words::tr("The way is Reset, Initialized, ReadyToReceive, ReadyToSend; "
                                    "each state but "
                                    "Reset may go to Error, and each to Reset."));
    }
    const int missing = transition.required & ~mask;
    const int extra = mask & ~(transition.required | transition.optional | IBV_QP_STATE);
    if (missing == 0 && extra == 0)
        return {};
    QStringList wrong;
    if (missing != 0)
        wrong.append(Words::tr("missing: %1").arg(namesOf(missing)));
    if (extra != 0)
        wrong.append(Words::tr("not allowed: %1").arg(namesOf(extra)));
    return usageError(
            Words::tr("The attributes for a queue pair of type %1 from %2 to %3 are wrong; %4")
                    .arg(nameOf(type), nameOf(from), nameOf(to), wrong.join(QLatin1String("; "))));
}

RdmaError checkAttributes(const ibv_qp_attr &attributes, int mask, const AttributeLimits &limits)
{
    constexpr qint64 Largest24Bits = 0xffffff;
    RdmaError error = checkRanges(
            {
                    { IBV_QP_PORT, "port_num", attributes.port_num, 1, limits.ports },
                    { IBV_QP_PKEY_INDEX, "pkey_index", attributes.pkey_index, 0,
                      limits.port.pkeys - 1 },
                    { IBV_QP_PATH_MTU, "path_mtu", attributes.path_mtu, IBV_MTU_256,
                      limits.port.activeMtu },
                    { IBV_QP_DEST_QPN, "dest_qp_num", attributes.dest_qp_num, 0, Largest24Bits },
                    { IBV_QP_RQ_PSN, "rq_psn", attributes.rq_psn, 0, Largest24Bits },
                    { IBV_QP_SQ_PSN, "sq_psn", attributes.sq_psn, 0, Largest24Bits },
                    { IBV_QP_MAX_QP_RD_ATOMIC, "max_rd_atomic", attributes.max_rd_atomic, 0,
                      limits.readsAsInitiator },
                    { IBV_QP_MAX_DEST_RD_ATOMIC, "max_dest_rd_atomic",
                      attributes.max_dest_rd_atomic, 0, limits.readsAsResponder },
                    { IBV_QP_MIN_RNR_TIMER, "min_rnr_timer", attributes.min_rnr_timer, 0, 31 },
                    { IBV_QP_TIMEOUT, "timeout", attributes.timeout, 0, 31 },
                    { IBV_QP_RETRY_CNT, "retry_cnt", attributes.retry_cnt, 0, 7 },
                    { IBV_QP_RNR_RETRY, "rnr_retry", attributes.rnr_retry, 0, 7 },
                    { IBV_QP_PATH_MIG_STATE, "path_mig_state", attributes.path_mig_state,
                      IBV_MIG_MIGRATED, IBV_MIG_ARMED },
            },
            mask);
    if (!error.isError() && (mask & IBV_QP_AV) != 0)
        error = checkPath("ah_attr.", attributes.ah_attr, limits.ports, limits.port);
    if (!error.isError() && (mask & IBV_QP_ALT_PATH) != 0)
        error = checkAlternatePath(attributes, limits);
    return error;
}

} // namespace QtRdmaPrivate
