// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "alarm.h"

QString Alarm::key() const
{
    return QStringLiteral("%1/%2/%3/%4/%5").arg(int(kind)).arg(port).arg(device, group, name);
}

double Alarm::rank() const
{
    // Milliseconds since 1970 have 13 digits, and a double has more than 15.
    return 1e15 * int(state) + 1e14 * int(severity()) + double(last);
}
