// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DETAILS_H
#define DETAILS_H

#include "rows.h"

#include <functional>

// The place from which details of a device are read.
struct DetailPlace
{
    QString device;
    QString sysfs; // a directory like /sys/class/infiniband
    RdmaDevice handle; // invalid if the device is not open

    QString directory() const { return sysfs + u'/' + device; }
};

using DetailStep = std::function<QList<DetailRow>()>;

// All details together. Each step reads some files.
QList<DetailStep> detailSteps(const DetailPlace &place);

// Details that the hardware itself is asked for, which may take some tenths of a second: call this
// in another thread. It does not use the handle.
QList<DetailRow> askHardware(const DetailPlace &place);

#endif // DETAILS_H
