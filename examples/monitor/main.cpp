// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Prints what the RDMA devices of this machine are doing: devices, ports, counters with rates, processes, events. All of it comes from the
// QML module.

#include "monitor.h"

#include <QtCore/qcommandlineparser.h>
#include <QtCore/qcoreapplication.h>
#include <QtCore/qtextstream.h>

namespace {

QCommandLineOption option(const char *name, const char *text, const char *value = nullptr,
                          const char *byDefault = nullptr)
{
    return QCommandLineOption(QString::fromLatin1(name), QString::fromLatin1(text),
                              QString::fromLatin1(value), QString::fromLatin1(byDefault));
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
            QStringLiteral("Prints what the RDMA devices of this machine are doing."));
    parser.addHelpOption();
    const auto headless = option("headless", "Print to the standard output, as without it.");
    const auto prometheus = option("prometheus", "Print Prometheus text in place of lines.");
    const auto interval = option("interval", "Time between two samples.", "ms", "1000");
    const auto count = option("count", "End after that many samples.", "samples", "0");
    const auto record = option("record", "Write the samples to a file.", "file");
    const auto replay = option("replay", "Show the samples of a file.", "file");
    parser.addOptions({ headless, prometheus, interval, count, record, replay });
    parser.process(app);

    bool isInterval = false;
    bool isCount = false;
    Monitor::Options options;
    options.format = parser.isSet(prometheus) ? Monitor::Prometheus : Monitor::Lines;
    options.interval = parser.value(interval).toInt(&isInterval);
    options.count = parser.value(count).toInt(&isCount);
    options.record = parser.value(record);
    options.replay = parser.value(replay);
    if (!isInterval || options.interval < 100 || !isCount || options.count < 0) {
        QTextStream(stderr) << "monitor: --interval takes 100 ms or more, --count a number\n";
        return 2;
    }
    Monitor monitor(options);
    return monitor.start() ? QCoreApplication::exec() : 1;
}
