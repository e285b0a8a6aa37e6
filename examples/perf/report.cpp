// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "report.h"

namespace Perf {

namespace {

QString instructions(const Result &result, const Usage &usage)
{
    if (!usage.instructions)
        return QString("%1").arg("-", 10);
    return QString::asprintf("%10.0f", result.perMessage(*usage.instructions));
}

// Explains the usage columns where they cannot do so themselves.
QString notes(const Description &description)
{
    QString text = description.isEchoed() ? "Times are half of a message there and back."
            : description.isLatency() ? "Times are from posting until the request has completed."
                                      : "MB are 10^6 bytes.";
    return text
            + " cpu: user and system time of a message, this side and the server; "
              "instr: instructions of this side (-: not available).";
}

} // namespace

QString tableHeader(const Description &description, const QString &device)
{
    const QString line(100, u'-');
    QString text = QString("%1\n %2 %3 over %4: %5 connections, depth %6, batch %7, inline %8, %9")
                           .arg(line, description.name(),
                                measureNames().value(int(description.measure)), device)
                           .arg(description.connections)
                           .arg(description.depth)
                           .arg(description.batch)
                           .arg(description.inlineSize)
                           .arg(description.bothDirections ? "both directions" : "one direction");
    if (description.isVerbs())
        text += ", " + interfaceNames().value(int(description.interface));
    text += '\n';
    if (!description.isVerbs() && !description.isLatency()) {
        text += description.skips ? " the receiver drops the bytes without reading them\n"
                                  : " the receiver reads all bytes, and adds them up in words\n";
    }
    if (description.test == Test::Atomic && description.interface == Interface::Signals)
        text += " atomic requests cannot be prepared: signals tell of them\n";
    if (description.spin > 0) {
        text += QString(" both sides poll for %1 us before they sleep%2\n")
                        .arg(description.spin)
                        .arg(description.adaptive ? ", while messages are as close" : "");
    }
    if (description.moderation > 0) {
        text += QString(" both sides let messages gather for %1 us\n").arg(description.moderation);
    }
    if (description.noYield)
        text += " both sides sleep without yielding before\n";
    text += ' ' + notes(description) + '\n' + line + '\n';
    return text
            + (description.isLatency()
                       ? " #bytes #iterations   min[us]   p50[us]   p90[us]   p99[us] p99.9[us]   "
                         "max[us]   avg[us] stdev[us]  cpu[us] server[us]     instr\n"
                       : "  #bytes #iterations     MB/sec    Gb/sec  Mmsg/sec  cpu[us] server[us]  "
                         "   instr\n");
}

QString tableRow(const Result &result)
{
    const Samples &samples = result.samples;
    QString row = QString::asprintf("%7lld %11lld", static_cast<long long>(result.description.size),
                                    static_cast<long long>(result.messages));
    if (result.description.isLatency()) {
        for (const double percent : { 0.0, 50.0, 90.0, 99.0, 99.9, 100.0 })
            row += QString::asprintf(" %9.3f",
                                     result.microseconds(double(samples.percentile(percent))));
        row += QString::asprintf(" %9.3f %9.3f", result.microseconds(samples.mean()),
                                 result.microseconds(samples.deviation()));
    } else {
        row += QString::asprintf(" %11.2f %9.3f %9.4f", result.megabytesPerSecond(),
                                 result.megabytesPerSecond() * 8 / 1000,
                                 result.messagesPerSecond() / 1e6);
    }
    row += QString::asprintf(" %8.3f %10.3f", result.perMessage(result.client.cpu) / 1000,
                             result.perMessage(result.server.cpu) / 1000);
    row += instructions(result, result.client);
    return row + (result.isInterrupted ? "  interrupted\n" : "\n");
}

// A column for each plain value of the results.
QByteArray toCsv(const QList<QJsonObject> &results)
{
    QByteArrayList lines;
    for (const QJsonObject &result : results) {
        QByteArrayList names;
        QByteArrayList values;
        for (auto i = result.begin(); i != result.end(); ++i) {
            if (i->isObject())
                continue;
            names.append(i.key().toUtf8());
            values.append(i->isBool() ? QByteArray(i->toBool() ? "1" : "0")
                                      : QByteArray::number(i->toDouble(), 'g', 15));
        }
        if (lines.isEmpty())
            lines.append(names.join(','));
        lines.append(values.join(','));
    }
    return lines.join('\n') + '\n';
}

} // namespace Perf
