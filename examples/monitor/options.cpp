// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "options.h"

#include "report.h"

#include <QtCore/qcommandlineparser.h>
#include <QtCore/qtextstream.h>

#include <algorithm>

namespace {

QCommandLineOption option(const char *name, const char *text, const char *value = nullptr,
                          const char *byDefault = nullptr)
{
    return QCommandLineOption(QString::fromLatin1(name), QString::fromLatin1(text),
                              QString::fromLatin1(value), QString::fromLatin1(byDefault));
}

bool isAnyOf(int argc, char *argv[], std::initializer_list<const char *> names)
{
    return std::any_of(argv + 1, argv + argc, [&](const char *argument) {
        const QByteArray name = QByteArray(argument).split('=').constFirst();
        return std::find(names.begin(), names.end(), name) != names.end();
    });
}

std::optional<Options> refuse(const char *why)
{
    QTextStream(stderr) << "monitor: " << why << Qt::endl;
    return {};
}

// WIDTHxHEIGHT
QSize sizeFrom(const QString &text)
{
    const QStringList numbers = text.split(u'x');
    return numbers.size() == 2 ? QSize(numbers.at(0).toInt(), numbers.at(1).toInt()) : QSize();
}

} // namespace

std::optional<Options> readOptions(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
            QStringLiteral("Shows what the RDMA devices of this machine are doing."));
    parser.addHelpOption();
    const auto headless = option("headless", "Print lines; needs no display.");
    const auto prometheus = option("prometheus", "Print Prometheus text.");
    const auto interval = option("interval", "Time between two samples.", "ms", "1000");
    const auto count = option("count", "End after that many samples, of text or before pictures.",
                              "samples", "0");
    const auto record = option("record", "Write the samples to a file.", "file");
    const auto replay = option("replay", "Show the samples of a file.", "file");
    const auto exporting = option(
            "export", "Print nothing, write the last sample to a .csv or .json file.", "file");
    const auto table = option("table",
                              "Export only devices, ports, gids, counters, resources or events. "
                              "A .csv file has one table: counters.",
                              "name");
    const auto screenshot = option(
            "screenshot", "Write pictures of all pages to a directory and end.", "directory");
    const auto size = option("size", "Of the window.", "WIDTHxHEIGHT");
    parser.addOptions({ headless, prometheus, interval, count, record, replay, exporting, table,
                        screenshot, size });
    parser.process(arguments);

    bool isInterval = false;
    bool isCount = false;
    Options options;
    options.isPrometheus = parser.isSet(prometheus);
    options.interval = parser.value(interval).toInt(&isInterval);
    options.count = parser.value(count).toInt(&isCount);
    options.record = parser.value(record);
    options.replay = parser.value(replay);
    options.exportFile = parser.value(exporting);
    options.table = parser.value(table);
    options.screenshots = parser.value(screenshot);
    options.size = sizeFrom(parser.value(size));
    if (!isInterval || options.interval < 100 || !isCount || options.count < 0)
        return refuse("--interval takes 100 ms or more, --count a number");
    if (parser.isSet(size) && options.size.isEmpty())
        return refuse("--size takes something like 1280x800");
    if (options.table.isEmpty() && options.exportFile.endsWith(QLatin1String(".csv")))
        options.table = QStringLiteral("counters");
    const auto tables = Tables().all();
    if (!options.table.isEmpty()
        && std::none_of(tables.begin(), tables.end(), [&](const auto &known) {
               return options.table == QLatin1String(known.first);
           }))
        return refuse("--table takes devices, ports, gids, counters, resources or events");
    if (!options.exportFile.isEmpty() && options.count == 0)
        options.count = 1;
    return options;
}

bool wantsText(int argc, char *argv[])
{
    if (wantsScreenshots(argc, argv))
        return false;
    return isAnyOf(argc, argv,
                   { "--headless", "--prometheus", "--export", "--count", "--help", "-h" });
}

bool wantsScreenshots(int argc, char *argv[])
{
    return isAnyOf(argc, argv, { "--screenshot" });
}
