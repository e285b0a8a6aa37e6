// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PROMETHEUS_H
#define PROMETHEUS_H

#include "tables.h"

// The text format of Prometheus.
QString prometheusOf(const Tables &tables);

#endif // PROMETHEUS_H
