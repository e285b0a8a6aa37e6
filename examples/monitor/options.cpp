// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "options.h"

#include "checkedoptions.h"
#include "tables.h"
#include "text/exporter.h"

#include <QtCore/qfile.h>
#include <QtCore/qregularexpression.h>

#include <algorithm>
#include <iterator>

#include <unistd.h>

namespace {

bool isAnyOf(int argc, char *argv[], std::initializer_list<const char *> names)
{
    return std::any_of(argv + 1, argv + argc, [&](const char *argument) {
        const QByteArray name = QByteArray(argument).split('=').constFirst();
        return std::find(names.begin(), names.end(), name) != names.end();
    });
}

std::optional<Options> refuse(const QString &why)
{
    Program::fail(why);
    return {};
}

constexpr int ShortestInterval = 100; // ms
constexpr QSize SmallestSize(640, 480); // of the window
constexpr QSize LargestSize(8192, 8192); // for which there is memory
constexpr QSize SizesOfPictures[] = { SmallestSize, { 1080, 640 }, { 3840, 2160 } };

// WIDTHxHEIGHT
QSize sizeFrom(const QString &text)
{
    const QStringList numbers = text.split(u'x');
    return numbers.size() == 2 ? QSize(numbers.at(0).toInt(), numbers.at(1).toInt()) : QSize();
}

QList<QSize> sizesFrom(const QString &text)
{
    QList<QSize> sizes;
    for (const QString &size : text.split(u','))
        sizes.append(sizeFrom(size));
    return sizes;
}

bool isWindowSize(QSize size)
{
    return size.expandedTo(SmallestSize) == size && size.boundedTo(LargestSize) == size;
}

// ":PORT" is on all addresses.
std::optional<Endpoint> endpointFrom(const QString &text)
{
    const std::optional<Endpoint> endpoint =
            Endpoint::fromString(text.startsWith(u':') ? u'*' + text : text, 0);
    static const QRegularExpression port("[^:]?:\\d+$");
    const bool hasPort = text.contains(port);
    return endpoint && hasPort && !endpoint->address().isNull() ? endpoint : std::nullopt;
}

bool isOfOneSample(Output output)
{
    return output == Output::Prometheus || output == Output::PrometheusFile
            || output == Output::Export;
}

Output outputOf(const QCommandLineParser &parser)
{
    if (parser.isSet("serve"))
        return Output::Agent;
    if (parser.isSet("listen"))
        return Output::Metrics;
    if (parser.isSet("terminal"))
        return Output::Terminal;
    if (parser.isSet("prometheus-file"))
        return Output::PrometheusFile;
    if (parser.isSet("export"))
        return Output::Export;
    if (parser.isSet("prometheus"))
        return Output::Prometheus;
    return parser.value("record") == "-" ? Output::None : Output::Lines;
}

bool isTable(const QString &name)
{
    const auto tables = Tables().all();
    return std::any_of(tables.begin(), tables.end(),
                       [&](const auto &table) { return name == QLatin1String(table.first); });
}

// One way to show the samples is enough, and a second would be left out without a word. --headless
// only says that there is no window.
QString conflictIn(const QCommandLineParser &parser)
{
    QStringList ways;
    for (const char *way : { "serve", "listen", "terminal", "prometheus", "prometheus-file",
                             "export", "screenshot" }) {
        if (parser.isSet(way))
            ways.append(way);
    }
    const bool needsScreen = parser.isSet("terminal") || parser.isSet("screenshot");
    if (parser.isSet("headless") && needsScreen)
        ways.prepend("headless");
    if (parser.value("record") == "-" && (parser.isSet("terminal") || parser.isSet("prometheus")))
        ways.prepend("record -");
    return ways.size() < 2
            ? QString()
            : Program::Texts::tr("--%1 and --%2 do not go together; leave out one of them")
                      .arg(ways.at(0), ways.at(1));
}

QString problemOfReplay(const QCommandLineParser &parser)
{
    return parser.isSet("follow") && !parser.isSet("replay")
            ? Program::Texts::tr("--follow goes with --replay only")
            : QString();
}

// Ends the program if there is no such file. It is not opened, because it may be a pipe.
void findReplay(const QString &file)
{
    const bool isFile = !file.isEmpty() && file != "-";
    if (isFile && access(QFile::encodeName(file).constData(), R_OK) != 0)
        Program::refuse(Program::Texts::tr("--replay: %1: %2").arg(file, qt_error_string()),
                        Program::Failed);
}

QString problemOfExport(const QCommandLineParser &parser)
{
    if (!parser.isSet("export"))
        return parser.isSet("table") ? Program::Texts::tr("--table goes with --export only")
                                     : QString();
    const QString file = parser.value("export");
    return isExportName(file)
            ? QString()
            : Program::Texts::tr("--export wants a name that ends with .csv or .json, not \"%1\"")
                      .arg(file);
}

} // namespace

std::optional<Options> readOptions(const QStringList &arguments)
{
    QCommandLineParser parser;
    Program::describe(&parser,
                      Program::Texts::tr("Shows what the RDMA devices of this machine are doing."),
                      "qtrdma-monitor --headless --count 10");
    Program::addStandardOptions(&parser);
    parser.addOptions(Program::withDefaults({
            { "headless", Program::Texts::tr("Print lines; needs no display.") },
            { "terminal", Program::Texts::tr("Show tables in the terminal, in place.") },
            { "prometheus", Program::Texts::tr("Print one sample as Prometheus text.") },
            { "prometheus-file",
              Program::Texts::tr("Write it to a file that is replaced with each sample."), "file" },
            { "listen", Program::Texts::tr("Serve it over HTTP; \":9879\" is on all addresses."),
              "address:port" },
            { "interval", Program::Texts::tr("Time between two samples."), "ms", "1000" },
            { "count",
              Program::Texts::tr("End after that many samples, of text or before pictures."),
              "samples", "0" },
            { "record",
              Program::Texts::tr(
                      "Write the samples to a file; -: to standard output, and print nothing."),
              "file" },
            { "replay", Program::Texts::tr("Show the samples of a file; -: of standard input."),
              "file" },
            { "follow",
              Program::Texts::tr("With --replay: at the end of the file, wait for what is still "
                                 "written to it.") },
            { "overwrite", Program::Texts::tr("Replace files that are there.") },
            { "export",
              Program::Texts::tr("Print nothing, write the last sample to a .csv or .json file."),
              "file" },
            { "table",
              Program::Texts::tr(
                      "Export only devices, ports, gids, details, limits, counters, resources, "
                      "endpoints, "
                      "processes, connections or events. A .csv file has one table: counters."),
              "name" },
            { "screenshot",
              Program::Texts::tr("Write pictures of all pages to a directory and end."),
              "directory" },
            { "size",
              Program::Texts::tr("The size of the window. With --screenshot several sizes, with "
                                 "commas between them: else 640x480, 1080x640 and 3840x2160."),
              "WIDTHxHEIGHT" },
    }));
    ClusterOptions::addTo(&parser);
    Program::process(&parser, HostAddress::MostHosts, arguments);

    Options options;
    options.output = outputOf(parser);
    options.mayOverwrite = parser.isSet("overwrite");
    options.interval = Program::number(parser, "interval", ShortestInterval);
    options.count = Program::number(parser, "count", 0);
    options.record = parser.value("record");
    options.replay = parser.value("replay");
    options.follows = parser.isSet("follow");
    options.outputFile = parser.value(parser.isSet("export") ? "export" : "prometheus-file");
    options.table = parser.value("table");
    options.screenshots = parser.value("screenshot");
    if (parser.isSet("size"))
        options.sizes = sizesFrom(parser.value("size"));
    else if (parser.isSet("screenshot"))
        options.sizes = QList<QSize>(std::begin(SizesOfPictures), std::end(SizesOfPictures));
    if (const QString problem = options.cluster.read(parser); !problem.isEmpty())
        return refuse(problem);
    if (!std::all_of(options.sizes.begin(), options.sizes.end(), isWindowSize))
        return refuse(Program::Texts::tr(
                "--size takes something like 1280x800, from 640x480 to 8192x8192"));
    if (options.sizes.size() > 1 && options.screenshots.isEmpty())
        return refuse(Program::Texts::tr("--size takes several sizes with --screenshot only"));
    for (const QString &problem :
         { conflictIn(parser), problemOfReplay(parser), problemOfExport(parser) }) {
        if (!problem.isEmpty())
            return refuse(problem);
    }
    if (options.table.isEmpty() && options.outputFile.endsWith(".csv", Qt::CaseInsensitive))
        options.table = "counters";
    if (!options.table.isEmpty() && !isTable(options.table))
        return refuse(Program::Texts::tr(
                "--table takes devices, ports, gids, details, limits, counters, resources, "
                "endpoints, processes, connections or events"));
    if (parser.isSet("listen")) {
        const std::optional<Endpoint> endpoint = endpointFrom(parser.value("listen"));
        if (!endpoint)
            return refuse(
                    Program::Texts::tr(
                            "--listen takes [ADDRESS]:PORT, an address of this machine and a port "
                            "from 0 to 65535; not %1")
                            .arg(parser.value("listen")));
        options.listen = *endpoint;
    }
    if (isOfOneSample(options.output) && !parser.isSet("count"))
        options.count = 1;
    findReplay(options.replay);
    if (const QString problem = options.cluster.readFiles(parser); !problem.isEmpty())
        Program::refuse(problem, Program::Failed);
    Program::keepInput(parser, "replay", { "record", "export", "prometheus-file" });
    Program::keepFiles(parser, { "record", "export", "prometheus-file" });
    return options;
}

bool wantsText(int argc, char *argv[])
{
    if (wantsScreenshots(argc, argv))
        return false;
    return isAnyOf(argc, argv,
                   { "--serve", "--headless", "--terminal", "--prometheus", "--prometheus-file",
                     "--listen", "--export", "--count", "--help", "-h", "--help-all", "--version",
                     "-v" });
}

bool wantsScreenshots(int argc, char *argv[])
{
    return isAnyOf(argc, argv, { "--screenshot" });
}
