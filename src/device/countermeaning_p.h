// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COUNTERMEANING_P_H
#define COUNTERMEANING_P_H

#include <QtRdma/rdmacounter.h>

namespace QtRdmaPrivate {

// The meaning of a counter, found by its name.
struct CounterMeaning
{
    const char *name = nullptr;
    RdmaCounter::Unit unit = RdmaCounter::Unit::Events;
    bool shouldStayZero = false;
    int bits = 64; // width: it stops at the highest number of these bits
    const char *text = ""; // translated by the caller
};

CounterMeaning meaningOfCounter(const QString &name);

} // namespace QtRdmaPrivate

#endif // COUNTERMEANING_P_H
