// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef USAGE_H
#define USAGE_H

#include <QJsonObject>

#include <optional>

namespace Perf {

// What this process, all its threads, has used; the difference of two is what was used between them.
struct Usage
{
    qint64 cpu = 0; // nanoseconds of user and system time
    std::optional<qint64>
            instructions; // where the processor counts them and the kernel lets us see
    bool withKernel = false; // the instructions are those of the kernel, too

    static Usage now();
    Usage since(const Usage &earlier) const;

    QJsonObject toJson() const;
    static Usage fromJson(const QJsonObject &object);
};

// Before there are threads: the instructions of those that already run are not counted.
void startCountingInstructions();

} // namespace Perf

#endif // USAGE_H
