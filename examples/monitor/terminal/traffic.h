// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "tables.h"

#include <QtCore/qhash.h>
#include <QtCore/qlist.h>

// The traffic of each port, sample by sample.
class Traffic
{
public:
    static constexpr qsizetype MostSamples = 120;
    static constexpr qsizetype MostPorts = 1000;

    enum class Unit { None, Bytes, Packets };

    struct Port
    {
        Unit unit = Unit::None; // packets where the driver counts no bytes
        double sent = 0; // per second
        double received = 0;
        QList<double> history; // both together
    };

    void take(const Tables &tables);
    Port of(const QString &port) const { return m_ports.value(port); } // "mlx5_0/1"

private:
    QHash<QString, Port> m_ports;
};

#endif // TRAFFIC_H
