// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "qml/recording.h"

// Lines of a recording, each of which says what differs from the one before. What is read is what would have been recorded.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    Sample before;
    for (const QByteArray &line : bytes.split('\n')) {
        const std::optional<Sample> sample = fromLine(line, before);
        if (!sample)
            return 0;
        require(sample->devices.size() + sample->resources.size() + sample->counters.size()
                        <= line.size(),
                "every row has a byte");
        const std::optional<Sample> again = fromLine(toLine(*sample, before), before);
        require(again && again->time == sample->time, "it can be recorded again");
        require(toLine(*again, Sample()) == toLine(*sample, Sample()), "as it is");
        before = *sample;
    }
    return 0;
}
