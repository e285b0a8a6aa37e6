// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MSECS_P_H
#define MSECS_P_H

#include <QtCore/qglobal.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace QtRdmaPrivate {

// The number of units of a duration, for setters. A duration that is longer than an int can say, 24
// days of milliseconds, is as long as that.
template <typename Rep, typename Unit>
int toInt(std::chrono::duration<Rep, Unit> duration)
{
    using Limits = std::numeric_limits<int>;
    return int(std::clamp(qint64(duration.count()), qint64(Limits::min()), qint64(Limits::max())));
}

inline int toMsecs(std::chrono::milliseconds duration)
{
    return toInt(duration);
}

} // namespace QtRdmaPrivate

#endif // MSECS_P_H
