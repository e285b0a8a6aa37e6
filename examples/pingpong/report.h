// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REPORT_H
#define REPORT_H

#include "settings.h"

#include <QtCore/QList>

// How every run of this program ends: figures or counts go to standard output, complaints to standard error.
void reportClient(const Settings &settings, const QString &device, QList<qint64> roundTrips);
void reportServer(const Settings &settings, const QString &device, quint64 messages);
void fail(const QString &why);

#endif // REPORT_H
