// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "counts_p.h"

#include "cm_p.h"
#include "device_p.h"
#include "qtrdmanull.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace NullNic {

namespace {

// The kernel counts an id from the time that it belongs to a device. One that listens everywhere
// has an id of the kernel's own on each device.
int countIds()
{
    const auto &ids = allIds();
    return int(std::count_if(ids.begin(), ids.end(), [](const Id *id) {
        return id->verbs || id->stage == Stage::Listening;
    }));
}

} // namespace

Counts &counts()
{
    static Counts instance;
    return instance;
}

} // namespace NullNic

using namespace NullNic;

int qtrdmanull_count(const char *kind)
{
    const Lock lock;
    const std::string_view name(kind);
    if (name == "qp")
        return counts().queuePairs;
    if (name == "cq")
        return counts().completionQueues;
    for (size_t vector = 0; vector < counts().queuesOfVector.size(); ++vector) {
        if (name == "cq" + std::to_string(vector))
            return counts().queuesOfVector[vector];
    }
    if (name == "mr")
        return counts().regions;
    if (name == "relaxed")
        return counts().relaxed;
    if (name == "pd")
        return counts().domains;
    if (name == "srq")
        return counts().sharedReceives;
    if (name == "cm_id")
        return countIds();
    return name == "pinned" ? int(counts().pinned / 1024) : -1;
}
