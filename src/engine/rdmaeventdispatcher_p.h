// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAEVENTDISPATCHER_P_H
#define RDMAEVENTDISPATCHER_P_H

#include "loopdescriptors_p.h"
#include "looptimers_p.h"

#include <atomic>
#include <chrono>
#include <optional>

class RdmaEventDispatcherPrivate
{
public:
    // How long the thread may sleep: without a limit if there is no time.
    std::optional<std::chrono::nanoseconds> timeToFirstTimer() const;

    QtRdmaPrivate::LoopTimers timers;
    QtRdmaPrivate::LoopDescriptors descriptors;
    std::atomic<bool> isInterrupted{ false };
};

#endif // RDMAEVENTDISPATCHER_P_H
