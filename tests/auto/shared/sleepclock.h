// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SLEEPCLOCK_H
#define SLEEPCLOCK_H

#include <QtCore/qelapsedtimer.h>
#include <QtCore/qfile.h>

namespace RdmaTest {

// How long this thread has slept, which tells whether a call blocks. On a busy machine each call
// takes long, but then the thread runs, or waits for a processor.
class SleepClock
{
public:
    void start()
    {
        m_before = awake();
        m_clock.start();
    }
    qint64 msecs() const { return (m_clock.nsecsElapsed() - (awake() - m_before)) / 1'000'000; }

private:
    // In nanoseconds. A kernel that does not count it lets the whole time count as asleep.
    static qint64 awake()
    {
        QFile file(QStringLiteral("/proc/thread-self/schedstat"));
        if (!file.open(QIODevice::ReadOnly))
            return 0;
        const QList<QByteArray> fields = file.readAll().split(' ');
        return fields.size() < 2 ? 0 : fields[0].toLongLong() + fields[1].toLongLong();
    }

    QElapsedTimer m_clock;
    qint64 m_before = 0;
};

} // namespace RdmaTest

#endif // SLEEPCLOCK_H
