// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMPARE_H
#define COMPARE_H

#include "options.h"

namespace Perf {

// Prints the results in several files beside each other, and draws them into one picture if that is
// wanted. Returns the exit status.
int compare(const Options &options);

} // namespace Perf

#endif // COMPARE_H
