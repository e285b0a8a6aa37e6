// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RESULT_H
#define RESULT_H

#include "description.h"
#include "samples.h"
#include "usage.h"

namespace Perf {

// The results of one run.
struct Result
{
    Description description;
    Samples samples; // of latency: there and back where messages are echoed
    qint64 messages = 0; // of both directions
    qint64 elapsed = 0; // nanoseconds
    Usage client;
    Usage server;
    bool isInterrupted = false;

    double microseconds(double nanoseconds) const
    {
        return nanoseconds / (description.isEchoed() ? 2000 : 1000);
    }
    double megabytesPerSecond() const; // 10^6
    double messagesPerSecond() const;
    double perMessage(qint64 used) const { return messages ? double(used) / double(messages) : 0; }

    QJsonObject toJson() const;
};

} // namespace Perf

#endif // RESULT_H
