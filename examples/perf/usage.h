// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef USAGE_H
#define USAGE_H

#include <QJsonObject>

#include <optional>

namespace Perf {

// The resources that this process has used, in all its threads. The difference of two such values
// is the use between them.
struct Usage
{
    qint64 cpu = 0; // nanoseconds of user and system time
    std::optional<qint64> instructions; // if the processor counts them and the kernel shows them
    bool withKernel = false; // the instructions are those of the kernel, too

    static Usage now();
    Usage since(const Usage &earlier) const;

    QJsonObject toJson() const;
    static Usage fromJson(const QJsonObject &object);
};

// Call this before there are threads: instructions of those that already run are not counted.
void startCountingInstructions();

} // namespace Perf

#endif // USAGE_H
