// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REPORT_H
#define REPORT_H

#include "tables.h"

// A line for each device, port, counter, process and connection, and for each event from that row
// on; fields are separated by tabs.
QString linesOf(const Tables &tables, int firstEvent);

#endif // REPORT_H
