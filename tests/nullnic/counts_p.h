// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COUNTS_P_H
#define COUNTS_P_H

#include <cstdint>

#include "device_p.h"

#include <array>

namespace NullNic {

// The objects that there are. Needs the lock of the device.
struct Counts
{
    int queuePairs = 0;
    int completionQueues = 0;
    std::array<int, Vectors> queuesOfVector = {}; // of these
    int regions = 0;
    int relaxed = 0; // of these: they may be written to in any order
    int domains = 0;
    int sharedReceives = 0;
    int64_t pinned = 0; // bytes of whole pages
};

Counts &counts();

} // namespace NullNic

#endif // COUNTS_P_H
