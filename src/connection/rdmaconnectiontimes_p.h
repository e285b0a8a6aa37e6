// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONTIMES_P_H
#define RDMACONNECTIONTIMES_P_H

#include <QtRdma/rdmaconnectiontimes.h>

#include "../base/valuedata_p.h"

namespace QtRdmaPrivate {

// The values of RdmaConnectionTimes, which documents them.
struct ConnectionTimesData : ValueData
{
    qint64 address = -1;
    qint64 route = -1;
    qint64 queuePair = -1;
    qint64 connect = -1;

    bool operator==(const ConnectionTimesData &) const = default;
};

} // namespace QtRdmaPrivate

#endif // RDMACONNECTIONTIMES_P_H
