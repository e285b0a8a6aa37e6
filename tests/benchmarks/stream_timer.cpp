// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fullrate.h"
#include "halfroundtrips.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qtimer.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

// How late a timer of 60 Hz is while streams of the same thread send and receive as fast as they can, both ends of each:
//
//   stream_timer ADDRESS STREAMS [MILLISECONDS]
//
// idle, busy   the latest tick without and with that. Busy may add 5 ms, or the program fails
// slowest      what the slowest stream has got, of the mean

namespace {

constexpr int Interval = 16;
constexpr double MostLate = 5;

// The latest tick in so much time, in milliseconds.
double latestTick(int msecs)
{
    int64_t latest = 0;
    int64_t last = monotonicNanoseconds();
    const int64_t end = last + int64_t(msecs) * 1000000;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
        const int64_t now = monotonicNanoseconds();
        latest = std::max(latest, now - last - int64_t(Interval) * 1000000);
        last = now;
        if (now > end)
            QCoreApplication::quit();
    });
    timer.start(Interval);
    QCoreApplication::exec();
    return double(latest) / 1000000;
}

} // namespace

int main(int argc, char **argv)
{
    const int count = argc > 2 ? std::atoi(argv[2]) : 0;
    const int msecs = argc > 3 ? std::atoi(argv[3]) : 3000;
    if (count < 1 || msecs < 1) {
        std::fprintf(stderr, "Usage: stream_timer ADDRESS STREAMS [MILLISECONDS]\n");
        return 2;
    }
    const QCoreApplication application(argc, argv);
    RdmaServer server;
    if (!server.listen(QHostAddress(QString::fromLocal8Bit(argv[1])))) {
        std::fprintf(stderr, "stream_timer: %s\n", qPrintable(server.errorString()));
        return 1;
    }
    std::vector<std::unique_ptr<FullRate<RdmaStream>>> streams;
    for (int i = 0; i < count; ++i) {
        streams.push_back(makeFullRate<RdmaStream>(&server));
        if (!streams.back()) {
            std::fprintf(stderr, "stream_timer: stream %d did not connect\n", i);
            return 1;
        }
    }
    const double idle = latestTick(msecs);
    for (const auto &stream : streams)
        stream->start();
    const double busy = latestTick(msecs);
    qint64 sum = 0;
    qint64 slowest = streams.front()->received;
    for (const auto &stream : streams) {
        sum += stream->received;
        slowest = std::min(slowest, stream->received);
    }
    std::printf("stream_timer: streams=%d idle=%.2f busy=%.2f ms slowest=%.2f rate=%.1f MB/s\n",
                count, idle, busy, sum > 0 ? double(slowest) * count / double(sum) : 0.0,
                double(sum) / msecs / 1000);
    return sum > 0 && busy <= idle + MostLate ? 0 : 1;
}
