// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "options.h"

#include "program.h"
#include "report.h"

#include <algorithm>

namespace {

bool isAnyOf(int argc, char *argv[], std::initializer_list<const char *> names)
{
    return std::any_of(argv + 1, argv + argc, [&](const char *argument) {
        const QByteArray name = QByteArray(argument).split('=').constFirst();
        return std::find(names.begin(), names.end(), name) != names.end();
    });
}

std::optional<Options> refuse(const char *why)
{
    Program::fail(why);
    return {};
}

// WIDTHxHEIGHT
QSize sizeFrom(const QString &text)
{
    const QStringList numbers = text.split(u'x');
    return numbers.size() == 2 ? QSize(numbers.at(0).toInt(), numbers.at(1).toInt()) : QSize();
}

bool isTable(const QString &name)
{
    const auto tables = Tables().all();
    return std::any_of(tables.begin(), tables.end(),
                       [&](const auto &table) { return name == QLatin1String(table.first); });
}

} // namespace

std::optional<Options> readOptions(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Shows what the RDMA devices of this machine are doing.");
    Program::addStandardOptions(&parser);
    parser.addOptions({
            { "headless", "Print lines; needs no display." },
            { "prometheus", "Print Prometheus text." },
            { "interval", "Time between two samples.", "ms", "1000" },
            { "count", "End after that many samples, of text or before pictures.", "samples", "0" },
            { "record", "Write the samples to a file.", "file" },
            { "replay", "Show the samples of a file.", "file" },
            { "export", "Print nothing, write the last sample to a .csv or .json file.", "file" },
            { "table",
              "Export only devices, ports, gids, counters, resources, connections or events. "
              "A .csv file has one table: counters.",
              "name" },
            { "screenshot", "Write pictures of all pages to a directory and end.", "directory" },
            { "size", "Of the window.", "WIDTHxHEIGHT" },
    });
    parser.process(arguments);

    bool isInterval = false;
    bool isCount = false;
    Options options;
    options.isPrometheus = parser.isSet("prometheus");
    options.interval = parser.value("interval").toInt(&isInterval);
    options.count = parser.value("count").toInt(&isCount);
    options.record = parser.value("record");
    options.replay = parser.value("replay");
    options.exportFile = parser.value("export");
    options.table = parser.value("table");
    options.screenshots = parser.value("screenshot");
    options.size = sizeFrom(parser.value("size"));
    if (!isInterval || options.interval < 100 || !isCount || options.count < 0)
        return refuse("--interval takes 100 ms or more, --count a number");
    if (parser.isSet("size") && options.size.isEmpty())
        return refuse("--size takes something like 1280x800");
    if (options.table.isEmpty() && options.exportFile.endsWith(".csv"))
        options.table = "counters";
    if (!options.table.isEmpty() && !isTable(options.table))
        return refuse("--table takes devices, ports, gids, counters, resources, connections "
                      "or events");
    if (!options.exportFile.isEmpty() && options.count == 0)
        options.count = 1;
    return options;
}

bool wantsText(int argc, char *argv[])
{
    if (wantsScreenshots(argc, argv))
        return false;
    return isAnyOf(argc, argv,
                   { "--headless", "--prometheus", "--export", "--count", "--help", "-h",
                     "--help-all", "--version", "-v" });
}

bool wantsScreenshots(int argc, char *argv[])
{
    return isAnyOf(argc, argv, { "--screenshot" });
}
