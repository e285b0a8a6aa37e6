// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RESULT_H
#define RESULT_H

#include "description.h"
#include "samples.h"
#include "usage.h"

#include <optional>

namespace Perf {

// The results of one run.
struct Result
{
    Description description;
    Samples samples; // of latency: there and back where messages are echoed
    qint64 messages = 0; // of both directions
    qint64 elapsed = 0; // nanoseconds
    std::optional<Usage> client;
    std::optional<Usage> server;
    bool isInterrupted = false;

    // Adds what another path has measured in the same time.
    void add(const Result &other);
    void forgetUsage(); // it is that of a process, and cannot be told apart by paths

    double microseconds(double nanoseconds) const
    {
        return nanoseconds / (description.isEchoed() ? 2000 : 1000);
    }
    double megabytesPerSecond() const; // 10^6
    double messagesPerSecond() const;
    double perMessage(qint64 used) const { return messages ? double(used) / double(messages) : 0; }

    QJsonObject toJson() const;

private:
    void addUsage(const char *side, const std::optional<Usage> &usage, QJsonObject *object) const;
};

} // namespace Perf

#endif // RESULT_H
