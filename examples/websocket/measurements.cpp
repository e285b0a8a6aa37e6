// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "measurements.h"

#include <QFile>

Measurements::Measurements() : m_last(processorTimes()) { }

QJsonObject Measurements::take()
{
    const Times now = processorTimes();
    const quint64 idle = now.idle - m_last.idle;
    const quint64 all = now.all - m_last.all;
    m_last = now;
    const double busy = all > idle ? 100.0 * double(all - idle) / double(all) : 0;
    return { { "CPU busy, %", busy }, { "Memory used, %", usedMemory() } };
}

// The first line of /proc/stat is "cpu user nice system idle iowait ...", and the fields after the
// eighth are parts of others.
Measurements::Times Measurements::processorTimes()
{
    QFile file("/proc/stat");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QList<QByteArray> fields = file.readLine().simplified().split(' ').mid(1, 8);
    Times times;
    for (const QByteArray &field : fields)
        times.all += field.toULongLong();
    times.idle = fields.value(3).toULongLong() + fields.value(4).toULongLong();
    return times;
}

double Measurements::usedMemory()
{
    QFile file("/proc/meminfo");
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    double total = 0;
    double available = 0;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        const double size = line.simplified().split(' ').value(1).toDouble();
        if (line.startsWith("MemTotal:"))
            total = size;
        if (line.startsWith("MemAvailable:"))
            available = size;
    }
    return total > 0 ? 100 * (total - available) / total : 0;
}
