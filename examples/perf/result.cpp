// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "result.h"

#include <cmath>

namespace Perf {

double Result::messagesPerSecond() const
{
    return elapsed > 0 ? double(messages) * 1e9 / double(elapsed) : 0;
}

double Result::megabytesPerSecond() const
{
    return messagesPerSecond() * double(description.size) / 1e6;
}

void Result::add(const Result &other)
{
    samples.add(other.samples);
    messages += other.messages;
    elapsed = qMax(elapsed, other.elapsed);
    isInterrupted = isInterrupted || other.isInterrupted;
    forgetUsage();
}

void Result::forgetUsage()
{
    client.reset();
    server.reset();
}

void Result::addUsage(const char *side, const std::optional<Usage> &usage,
                      QJsonObject *object) const
{
    if (!usage)
        return;
    const QLatin1String name(side);
    object->insert(name, usage->toJson());
    object->insert(name + QLatin1String("_cpu_us_per_message"), perMessage(usage->cpu) / 1000);
}

QJsonObject Result::toJson() const
{
    QJsonObject object{ { "size", description.size },
                        { "messages", messages },
                        { "elapsed_ns", elapsed },
                        { "interrupted", isInterrupted } };
    addUsage("client", client, &object);
    addUsage("server", server, &object);
    if (!description.isLatency()) {
        object["mb_per_s"] = megabytesPerSecond();
        object["gbit_per_s"] = megabytesPerSecond() * 8 / 1000;
        object["messages_per_s"] = messagesPerSecond();
        return object;
    }
    object["half_round_trip"] = description.isEchoed();
    object["min_us"] = microseconds(double(samples.min()));
    object["p50_us"] = microseconds(double(samples.percentile(50)));
    object["p90_us"] = microseconds(double(samples.percentile(90)));
    object["p99_us"] = microseconds(double(samples.percentile(99)));
    object["p99_9_us"] = microseconds(double(samples.percentile(99.9)));
    object["max_us"] = microseconds(double(samples.max()));
    object["mean_us"] = microseconds(samples.mean());
    object["stdev_us"] = microseconds(samples.deviation());
    return object;
}

} // namespace Perf
