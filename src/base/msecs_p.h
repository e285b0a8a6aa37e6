// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MSECS_P_H
#define MSECS_P_H

#include <QtCore/qglobal.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace QtRdmaPrivate {

// For setters that take a duration: one that is longer than an int can say, 24 days, is as long as
// that.
inline int toMsecs(std::chrono::milliseconds duration)
{
    using Limits = std::numeric_limits<int>;
    return int(std::clamp(qint64(duration.count()), qint64(Limits::min()), qint64(Limits::max())));
}

} // namespace QtRdmaPrivate

#endif // MSECS_P_H
