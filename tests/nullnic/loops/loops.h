// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOOPS_H
#define LOOPS_H

#include <QtCore/qcoreapplication.h>
#include <QtCore/qelapsedtimer.h>
#include <QtNetwork/qhostaddress.h>

#include <cstdio>
#include <limits>

#if __has_include(<valgrind/callgrind.h>)
#  include <valgrind/callgrind.h>
#else
#  define CALLGRIND_TOGGLE_COLLECT
#endif

// What a message costs with QtRdma and with QTcpSocket: both ends in this thread. The loops of bare.c do the same work with the calls
// of rdma-core.

constexpr int MessageSize = 64;
constexpr int Chain = 16; // requests of which the last is signalled
constexpr int Depth = 64; // of a queue of sends
constexpr int WarmUp = 20 * Chain; // messages, at least 200

// Counts messages. Callgrind collects from the end of the warm-up until all have passed, and the time
// of a message is printed.
class Counter
{
public:
    explicit Counter(long messages) : m_last(WarmUp + messages) { }

    void passed(long count = 1)
    {
        m_passed += count;
        if (m_passed >= m_next)
            phaseEnded();
    }
    bool isDone() const { return m_passed >= m_last; }

private:
    Q_NEVER_INLINE void phaseEnded()
    {
        CALLGRIND_TOGGLE_COLLECT;
        if (!isDone()) {
            m_begin = m_passed;
            m_next = m_last;
            m_time.start();
        } else {
            m_next = std::numeric_limits<long>::max();
            std::printf("%.1f ns a message\n",
                        double(m_time.nsecsElapsed()) / double(m_passed - m_begin));
            QCoreApplication::quit();
        }
    }

    long m_passed = 0;
    long m_next = WarmUp; // where the next phase begins
    long m_begin = 0;
    QElapsedTimer m_time;
    const long m_last;
};

struct Loop
{
    enum class Dispatcher { Qts, QtRdmas };

    const char *name;
    bool (*run)(const QHostAddress &address, long messages); // false: it failed
    Dispatcher dispatcher = Dispatcher::Qts; // of the event loop
};

extern const Loop queuePairLoops[7];
extern const Loop handlerLoops[3];
extern const Loop streamLoops[10];

#endif // LOOPS_H
