// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "habits.h"

#include "words.h"

#include <algorithm>
#include <iterator>

namespace Perf {

namespace {

struct Synonym
{
    const char *perftest;
    const char *own;
};

constexpr Synonym synonyms[] = {
    { "ib-dev", "device" },  { "iters", "iterations" }, { "bidirectional", "both-directions" },
    { "tx-depth", "depth" }, { "post_list", "batch" },  { "inline_size", "inline" },
    { "qp", "connections" }, { "gid-index", "gid" },    { "out_json_file", "json" },
};

struct RefusedHabit
{
    QStringList names;
    QString why;
};

QList<RefusedHabit> refusals()
{
    return {
        { { "mtu" }, Words::tr("the connection manager takes the MTU of the route") },
        { { "tclass" }, Words::tr("--tos chooses the class of the packets") },
        { { "pkey_index" }, Words::tr("the connection manager takes the partition of the route") },
        { { "retry_count" }, Words::tr("--qp-timeout tells how long an answer may take") },
        { { "out_json" }, Words::tr("--json FILE writes the results") },
        { { "write_with_imm" }, Words::tr("it is a test of its own, write-imm") },
        { { "dualport", "report-per-port" },
          Words::tr("--device mlx5_0:1,mlx5_0:2 measures two ports at the same time") },
        { { "comm_rdma_cm" },
          Words::tr("--rdma_cm connects both the program and its queue pairs") },
        { { "ipv6", "ipv6-addr" }, Words::tr("an IPv6 address of the server is enough") },
        { { "bind_source_ip" }, Words::tr("--device and --gid choose the own address") },
        { { "perform_warm_up" }, Words::tr("--warm-up does so, without being told") },
        { { "cpu_util" }, Words::tr("the results always have the time of the processors") },
        { { "output" }, Words::tr("--measure chooses what is measured") },
        { { "noPeak" }, Words::tr("there is no peak: the results are of the whole measurement") },
        { { "report-cycles" }, Words::tr("times are in microseconds") },
        { { "margin",     "latency_gap", "reversed",       "report-both",    "outs",
            "vector",     "cqe_poll",    "recv_post_list", "use-srq",        "mcg",
            "MGID",       "odp",         "mr_per_qp",      "use_hugepages",  "mmap",
            "rate_limit", "burst_size",  "use_cuda",       "use_rocm",       "atomic_type",
            "dlid",       "hop_limit",   "force-link",     "report-counters" },
          Words::tr("this program does not measure that") },
    };
}

bool refuse(const QString &name, QString *problem)
{
    for (const RefusedHabit &refusal : refusals()) {
        if (!refusal.names.contains(name))
            continue;
        *problem = Words::tr("--%1 of perftest is not here: %2").arg(name, refusal.why);
        return true;
    }
    return false;
}

} // namespace

std::optional<QStringList> withOwnNames(QStringList arguments, QString *problem)
{
    for (QString &argument : arguments) {
        if (argument == "--")
            break; // addresses follow
        if (!argument.startsWith("--"))
            continue;
        const QString name = argument.section('=', 0, 0).mid(2);
        if (refuse(name, problem))
            return {};
        const auto *found = std::find_if(std::begin(synonyms), std::end(synonyms),
                                         [&](const Synonym &one) { return name == one.perftest; });
        if (found != std::end(synonyms))
            argument.replace(2, name.size(), found->own);
    }
    return arguments;
}

} // namespace Perf
