// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADEVICEEVENT_P_H
#define RDMADEVICEEVENT_P_H

#include <QtRdma/rdmadeviceevent.h>

#include "../base/valuedata_p.h"

namespace QtRdmaPrivate {

// The values of RdmaDeviceEvent, which documents them.
struct DeviceEventData : ValueData
{
    QString deviceName;
    int type = 0;
    int port = 0;
    quint32 queuePairNumber = 0;

    bool operator==(const DeviceEventData &) const = default;
};

} // namespace QtRdmaPrivate

#endif // RDMADEVICEEVENT_P_H
