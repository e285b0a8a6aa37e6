// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REPORT_H
#define REPORT_H

#include "result.h"

#include <QList>

namespace Perf {

// The forms in which results are shown; all results are of one test.
QString tableHeader(const Description &description, const QString &device);
QString tableRow(const Result &result);
QByteArray toCsv(const QList<QJsonObject> &results);
QByteArray toSvg(const Description &description, const QList<QJsonObject> &results);

} // namespace Perf

#endif // REPORT_H
