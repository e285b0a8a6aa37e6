// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MEASUREMENTS_H
#define MEASUREMENTS_H

#include <QJsonObject>

// How busy this machine is, in percent.
class Measurements
{
public:
    Measurements();

    // The processors since the last call, and the memory now.
    QJsonObject take();

private:
    struct Times
    {
        quint64 idle = 0;
        quint64 all = 0;
    };

    static Times processorTimes();
    static double usedMemory();

    Times m_last;
};

#endif // MEASUREMENTS_H
