// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMABRIDGESTATISTICS_P_H
#define RDMABRIDGESTATISTICS_P_H

#include <QtRdma/rdmabridgestatistics.h>

namespace QtRdmaPrivate {

struct BridgeCounts
{
    int connections = 0; // now
    quint64 accepted = 0;
    quint64 refused = 0;
    quint64 failed = 0;
    quint64 toRdma = 0; // bytes
    quint64 fromRdma = 0;
};

struct BridgeStatisticsData : QSharedData
{
    BridgeCounts counts;
};

} // namespace QtRdmaPrivate

#endif // RDMABRIDGESTATISTICS_P_H
