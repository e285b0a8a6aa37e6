// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "usage.h"

#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace Perf {

namespace {

int counter = -1;
bool countsKernel = false;

int openCounter(bool withKernel)
{
    perf_event_attr wanted = {};
    wanted.size = sizeof(wanted);
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
    wanted.inherit = 1;
    wanted.exclude_kernel = withKernel ? 0 : 1;
    wanted.exclude_hv = 1;
    return int(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

qint64 nanoseconds(const timeval &time)
{
    return qint64(time.tv_sec) * 1'000'000'000 + qint64(time.tv_usec) * 1000;
}

} // namespace

void startCountingInstructions()
{
    counter = openCounter(true);
    countsKernel = counter >= 0;
    if (!countsKernel)
        counter = openCounter(false); // perf_event_paranoid allows this one to ordinary users
}

Usage Usage::now()
{
    Usage usage;
    rusage used = {};
    if (getrusage(RUSAGE_SELF, &used) == 0)
        usage.cpu = nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
    qint64 counted = 0;
    if (counter >= 0 && read(counter, &counted, sizeof(counted)) == sizeof(counted))
        usage.instructions = counted;
    usage.withKernel = countsKernel;
    return usage;
}

Usage Usage::since(const Usage &earlier) const
{
    Usage difference = *this;
    difference.cpu -= earlier.cpu;
    if (instructions && earlier.instructions)
        difference.instructions = *instructions - *earlier.instructions;
    return difference;
}

QJsonObject Usage::toJson() const
{
    QJsonObject object{ { "cpu_ns", cpu } };
    if (instructions) {
        object["instructions"] = *instructions;
        object["with_kernel"] = withKernel;
    }
    return object;
}

Usage Usage::fromJson(const QJsonObject &object)
{
    Usage usage;
    usage.cpu = object["cpu_ns"].toInteger();
    if (object.contains("instructions"))
        usage.instructions = object["instructions"].toInteger();
    usage.withKernel = object["with_kernel"].toBool();
    return usage;
}

} // namespace Perf
