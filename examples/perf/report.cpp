// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "report.h"

#include "printable.h"
#include "words.h"

#include <algorithm>

namespace Perf {

namespace {

constexpr int Columns = 80;
constexpr int NameColumns = 16; // of size and messages, or of the name of a path

// Breaks a text between words.
QString wrapped(const QString &text)
{
    QString lines;
    QString line;
    for (const QString &word : text.split(' ')) {
        if (!line.isEmpty() && line.size() + word.size() + 2 > Columns) {
            lines += line + '\n';
            line.clear();
        }
        line += ' ' + word;
    }
    return lines + line + '\n';
}

QString aboutTimes(const Description &description)
{
    const QString cpu = Words::tr("cpu and server are user and system time of a message, of this "
                                  "side and the server.");
    if (description.isEchoed())
        return Words::tr("Times are half of a message there and back, in us; %1").arg(cpu);
    if (description.isLatency()) {
        return Words::tr("Times are from posting until the request has completed, in us; %1")
                .arg(cpu);
    }
    return Words::tr(
                   "MB are 10^6 bytes; %1 instr are instructions of this side (-: not available).")
            .arg(cpu);
}

// One sentence for each thing that is not as usual.
QStringList remarks(const Description &description)
{
    QStringList texts;
    if (!description.isVerbs() && !description.isLatency()) {
        texts += description.skips
                ? Words::tr("The receiver drops the bytes without reading them.")
                : Words::tr("The receiver reads all bytes, and adds them up in words.");
    }
    if (description.test == Test::Atomic && description.interface == Interface::Signals)
        texts += Words::tr("Atomic requests cannot be prepared: signals tell of them.");
    if (description.spin > 0) {
        texts += description.adaptive
                ? Words::tr("Both sides poll for %1 us before they sleep, "
                            "while messages are as close.")
                          .arg(description.spin)
                : Words::tr("Both sides poll for %1 us before they sleep.").arg(description.spin);
    }
    if (description.moderation > 0) {
        texts += Words::tr("Both sides let messages gather for %1 us.").arg(description.moderation);
    }
    if (description.noYield)
        texts += Words::tr("Both sides sleep without yielding before.");
    return texts;
}

QString number(double value)
{
    return QString(" %1").arg(shortNumber(value, 6), 6);
}

QString cpu(const Result &result, const std::optional<Usage> &usage)
{
    return usage ? number(result.perMessage(usage->cpu) / 1000) : QString("%1").arg("-", 7);
}

QString values(const Result &result, const TableStyle &style)
{
    const Samples &samples = result.samples;
    QString row;
    if (result.description.isLatency()) {
        for (const double percent : { 0.0, 50.0, 90.0, 99.0, 99.9, 100.0 }) {
            const double time = result.microseconds(double(samples.percentile(percent)));
            row += number(time);
        }
        row += number(result.microseconds(samples.mean()));
    } else {
        const double megabytes = result.megabytesPerSecond();
        row += QString::asprintf(" %12.3f %10.4f", style.inGbits ? megabytes * 8 / 1000 : megabytes,
                                 result.messagesPerSecond() / 1e6);
    }
    row += cpu(result, result.client) + cpu(result, result.server);
    if (!result.description.isLatency()) {
        row += result.client && result.client->instructions
                ? QString::asprintf(" %9.0f", result.perMessage(*result.client->instructions))
                : QString(" %1").arg("-", 9);
    }
    return row + '\n';
}

} // namespace

QString shortNumber(double value, int columns)
{
    const int digits = value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0;
    QString text = QString::number(value, 'f', digits);
    for (int precision = columns; text.size() > columns && precision > 0; --precision)
        text = QString::number(value, 'g', precision);
    return text;
}

QString tableHeader(const Description &description, const QString &devices, const TableStyle &style)
{
    const QString line = QString(Columns, u'-') + '\n';
    QString title = Words::tr("%1 %2 over %3: connections %4, depth %5, batch %6, inline %7, %8")
                            .arg(description.name(), measureNames().value(int(description.measure)),
                                 Text::printable(devices))
                            .arg(description.connections)
                            .arg(description.depth)
                            .arg(description.batch)
                            .arg(description.inlineSize)
                            .arg(description.bothDirections ? Words::tr("both directions")
                                                            : Words::tr("one direction"));
    if (description.isVerbs())
        title += ", " + interfaceNames().value(int(description.interface));
    QString text = line + wrapped(title);
    for (const QString &remark : remarks(description))
        text += wrapped(remark);
    text += wrapped(aboutTimes(description)) + line;
    if (description.isLatency()) {
        return text
                + " #bytes   #iters    min    p50    p90    p99  p99.9    max    avg    cpu "
                  "server\n";
    }
    return text
            + QString(" #bytes   #iters %1   Mmsg/sec    cpu server     instr\n")
                      .arg(style.inGbits ? "Gb/sec" : "MB/sec", 12);
}

QString tableRow(const Result &result, const TableStyle &style)
{
    QString row = QString::asprintf("%7lld %8lld", static_cast<long long>(result.description.size),
                                    static_cast<long long>(result.messages))
            + values(result, style);
    if (result.isInterrupted)
        row += ' ' + Words::tr("interrupted") + '\n';
    return row;
}

QString pathRow(const QString &name, const Result &result, const TableStyle &style)
{
    const QString shown = ' ' + Text::printable(name);
    return shown.left(NameColumns).leftJustified(NameColumns) + values(result, style);
}

void writeLatencies(const Result &result, TableStyle::Listing listing, QTextStream *out)
{
    quint64 number = 0;
    const auto write = [&](qint64 time) {
        const double microseconds = result.microseconds(double(time));
        *out << ++number << ", " << QString::number(microseconds, 'f', 3) << '\n';
    };
    *out << "#, usec\n";
    if (listing == TableStyle::Listing::InOrder) {
        std::for_each(result.samples.inOrder().begin(), result.samples.inOrder().end(), write);
        return;
    }
    result.samples.forEach([&write](qint64 time, quint32 times) {
        for (quint32 i = 0; i < times; ++i)
            write(time);
    });
}

QJsonArray histogram(const Samples &samples)
{
    QJsonArray pairs;
    samples.forEach([&pairs](qint64 time, quint32 times) {
        pairs.append(QJsonArray{ time, qint64(times) });
    });
    return pairs;
}

// A column for each plain value of the results.
QByteArray toCsv(const QList<QJsonObject> &results)
{
    QByteArrayList lines;
    for (const QJsonObject &result : results) {
        QByteArrayList names;
        QByteArrayList values;
        for (auto i = result.begin(); i != result.end(); ++i) {
            if (i->isObject() || i->isArray())
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
