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

QJsonObject Result::toJson() const
{
    QJsonObject object{ { "size", description.size },
                        { "messages", messages },
                        { "elapsed_ns", elapsed },
                        { "interrupted", isInterrupted },
                        { "client", client.toJson() },
                        { "server", server.toJson() },
                        { "client_cpu_us_per_message", perMessage(client.cpu) / 1000 },
                        { "server_cpu_us_per_message", perMessage(server.cpu) / 1000 } };
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
