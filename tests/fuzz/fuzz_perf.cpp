// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "examples/perf/description.h"
#include "examples/perf/usage.h"

#include <QtCore/qjsondocument.h>

using namespace Perf;

// A line that a client or a server of qtrdma-perf says.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray line(reinterpret_cast<const char *>(data), qsizetype(size));
    const QJsonObject message = QJsonDocument::fromJson(line).object();
    Usage::fromJson(message[QLatin1String("usage")].toObject());
    QString problem;
    const auto description =
            Description::fromJson(message[QLatin1String("description")].toObject(), &problem);
    require(description.has_value() == problem.isEmpty(), "a refusal has a reason");
    if (!description)
        return 0;
    require(description->size >= 1 && description->size <= MaxSize, "the size is in range");
    require(description->memory() <= MaxMemory, "the memory is in range");
    const auto again = Description::fromJson(description->toJson(), &problem);
    require(again && again->toJson() == description->toJson(), "the description is what it says");
    return 0;
}
