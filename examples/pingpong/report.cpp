// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "report.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTextStream>

#include <algorithm>
#include <cstdio>

namespace {

QString modeName(Settings::Mode mode)
{
    switch (mode) {
    case Settings::Send:
        return QStringLiteral("send");
    case Settings::Write:
        return QStringLiteral("write");
    case Settings::Stream:
        return QStringLiteral("stream");
    }
    return {};
}

void print(const QJsonObject &object, const QString &text, bool json)
{
    QTextStream out(stdout);
    out << (json ? QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)) : text)
        << '\n';
}

} // namespace

void reportClient(const Settings &settings, const QString &device, QList<qint64> roundTrips)
{
    std::sort(roundTrips.begin(), roundTrips.end());
    qint64 total = 0;
    for (const qint64 time : std::as_const(roundTrips))
        total += time;
    const qsizetype count = roundTrips.size();
    const auto halfMicroseconds = [&](qsizetype index) {
        return double(roundTrips.at(qMin(index, count - 1))) / 2000;
    };
    const double min = halfMicroseconds(0);
    const double median = halfMicroseconds(count / 2);
    const double p99 = halfMicroseconds(count * 99 / 100);
    // Each round trip carries the size twice; bytes in a microsecond are megabytes in a second.
    const double rate = total > 0 ? 2000.0 * settings.size * double(count) / double(total) : 0;
    const QJsonObject object{
        { QStringLiteral("mode"), modeName(settings.mode) },
        { QStringLiteral("device"), device },
        { QStringLiteral("size"), qint64(settings.size) },
        { QStringLiteral("iterations"), qint64(count) },
        { QStringLiteral("min_us"), min },
        { QStringLiteral("median_us"), median },
        { QStringLiteral("p99_us"), p99 },
        { QStringLiteral("mb_per_s"), rate },
    };
    const QString text =
            QStringLiteral("%1 over %2, %3 bytes, %4 round trips: half of one takes %5 us at "
                           "least, %6 us median, %7 us p99; %8 MB/s")
                    .arg(modeName(settings.mode), device)
                    .arg(settings.size)
                    .arg(count)
                    .arg(min, 0, 'f', 2)
                    .arg(median, 0, 'f', 2)
                    .arg(p99, 0, 'f', 2)
                    .arg(rate, 0, 'f', 2);
    print(object, text, settings.json);
    QCoreApplication::exit(0);
}

void reportServer(const Settings &settings, const QString &device, quint64 messages)
{
    const QJsonObject object{
        { QStringLiteral("mode"), modeName(settings.mode) },
        { QStringLiteral("device"), device },
        { QStringLiteral("messages"), qint64(messages) },
    };
    print(object, QStringLiteral("Answered %1 messages over %2").arg(messages).arg(device),
          settings.json);
    QCoreApplication::exit(0);
}

void fail(const QString &why)
{
    QTextStream(stderr) << "pingpong: " << why << '\n';
    QCoreApplication::exit(1);
}
