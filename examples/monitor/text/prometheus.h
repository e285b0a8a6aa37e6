// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PROMETHEUS_H
#define PROMETHEUS_H

#include "tables.h"

#include <QtCore/qbytearray.h>

// One sample in the text format of Prometheus. 'samples' is how many there were until now.
QByteArray prometheusOf(const Tables &tables, int samples);

// Writes it to a file that others can read, whole or not at all. Returns why it could not; empty on
// success.
QString writeMetrics(const QByteArray &text, const QString &file);

#endif // PROMETHEUS_H
