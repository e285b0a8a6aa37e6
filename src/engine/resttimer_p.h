// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RESTTIMER_P_H
#define RESTTIMER_P_H

#include <QtRdma/rdmaerror.h>

#include <chrono>

namespace QtRdmaPrivate {

// Ends the rest of all completion queues that rest, by a descriptor that becomes readable. Qt's
// timers are too coarse: they count milliseconds.
class RestTimer
{
public:
    RestTimer() = default;
    ~RestTimer() { close(); }
    RestTimer(const RestTimer &) = delete;
    RestTimer &operator=(const RestTimer &) = delete;

    RdmaError create(); // threads whose queues never rest do not need it
    int fd() const { return m_fd; } // -1 before create()

    // Does nothing if the timer already fires earlier.
    RdmaError start(std::chrono::nanoseconds time);
    RdmaError ended(); // call it when the descriptor is readable
    void failed(int errorNumber); // for this reason there is no timer any more

private:
    void close();

    int m_fd = -1;
    std::chrono::nanoseconds m_running{ 0 }; // 0: the timer does not run
};

} // namespace QtRdmaPrivate

#endif // RESTTIMER_P_H
