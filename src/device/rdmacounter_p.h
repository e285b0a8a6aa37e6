// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACOUNTER_P_H
#define RDMACOUNTER_P_H

#include <QtRdma/rdmacounter.h>

#include <QtCore/qbytearray.h>

#include "../base/valuedata_p.h"

namespace QtRdmaPrivate {

// The values of RdmaCounter, which documents them.
struct CounterData : ValueData
{
    QString deviceName;
    int port = 0;
    QString group;
    QString name;
    RdmaCounter::Unit unit = RdmaCounter::Unit::Events;
    QString meaning;
    bool shouldStayZero = false;
    bool available = false;
    bool saturated = false;
    quint64 value = 0;
    QString problem;

    void take(quint64 counted);
    void refuse(const QString &reason);

    QByteArray path; // as the kernel knows it
    quint64 highest = ~quint64(0);
    quint32 factor = 1; // what the kernel counts, in units

    bool operator==(const CounterData &) const = default;
};

} // namespace QtRdmaPrivate

#endif // RDMACOUNTER_P_H
