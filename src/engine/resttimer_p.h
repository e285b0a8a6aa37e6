// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RESTTIMER_P_H
#define RESTTIMER_P_H

#include <QtRdma/rdmaerror.h>

#include <chrono>

namespace QtRdmaPrivate {

// Ends the rest of completion queues, at once for all that rest: a descriptor that becomes readable. Qt's timers count milliseconds.
class RestTimer
{
public:
    RestTimer() = default;
    ~RestTimer() { close(); }
    RestTimer(const RestTimer &) = delete;
    RestTimer &operator=(const RestTimer &) = delete;

    RdmaError create(); // which those that never rest do not need
    int fd() const { return m_fd; } // -1 before

    // Does nothing if the timer already fires earlier.
    RdmaError start(std::chrono::nanoseconds time);
    RdmaError ended(); // its descriptor was readable
    void failed(int errorNumber); // for this reason: there is none any more

private:
    void close();

    int m_fd = -1;
    std::chrono::nanoseconds m_running{ 0 }; // 0: it does not
};

} // namespace QtRdmaPrivate

#endif // RESTTIMER_P_H
