// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REPORT_H
#define REPORT_H

#include "result.h"

#include <QJsonArray>
#include <QList>
#include <QTextStream>

namespace Perf {

struct TableStyle
{
    enum class Listing { None, Sorted, InOrder };

    bool inGbits = false; // bandwidths
    Listing listing = Listing::None; // of each latency
};

// The forms in which results are shown; all results are of one test. Lines have 80 columns at most.
QString tableHeader(const Description &description, const QString &devices,
                    const TableStyle &style);
QString tableRow(const Result &result, const TableStyle &style);
// A row that has a name in place of size and messages, which the row before shows.
QString pathRow(const QString &name, const Result &result, const TableStyle &style);
// Each latency, in perftest's form; in the order of time as far as that was kept.
void writeLatencies(const Result &result, TableStyle::Listing listing, QTextStream *out);
QJsonArray histogram(const Samples &samples); // of pairs: nanoseconds, and how often
QByteArray toCsv(const QList<QJsonObject> &results);

// Four digits of a number, or all before the point, as long as they fit into the columns.
QString shortNumber(double value, int columns);

} // namespace Perf

#endif // REPORT_H
