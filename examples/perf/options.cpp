// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "options.h"

#include "barenumber.h"
#include "checkedoptions.h"
#include "commandline.h"
#include "devicechoice.h"
#include "habits.h"
#include "words.h"

#include <QCommandLineParser>

namespace Perf {

namespace {

constexpr double MaxLimit = 1e12; // MB/s or us
constexpr qint64 UsualDuration = 5; // seconds between two lines of an endless run

class CommandLine
{
public:
    CommandLine() { addOptions(&m_parser); }

    std::optional<Options> read(const QStringList &arguments);
    QString problem;

private:
    bool fail(const QString &why)
    {
        problem = why;
        return false;
    }
    bool isSet(const char *name) const { return m_parser.isSet(name); }
    QString value(const char *name) const { return m_parser.value(name); }

    bool readServer(Options *options);
    bool readClient(Options *options);
    bool readComparison(Options *options);
    bool readResults(Options *options);
    bool readPort(qint64 least, Options *options);
    bool readPaths(Options *options);
    bool readDevice(const QString &device, Path *path);
    bool readHabits(const Description &description);
    bool readTest(Description *description);
    bool readInterface(Description *description);
    bool readNumbers(Description *description);
    bool readDuration(Options *options, Description *description);
    bool readSizes(const Description &common, Options *options);
    bool readLimit(const char *name, bool applies, const QString &why,
                   std::optional<double> *limit);
    bool toNumber(const QString &name, const QString &text, qint64 *value);
    bool readNumber(const char *name, qint64 least, qint64 most, qint64 *value);

    QCommandLineParser m_parser;
};

bool CommandLine::toNumber(const QString &name, const QString &text, qint64 *value)
{
    bool ok = false;
    *value = text.toLongLong(&ok);
    const bool isNumber = ok && isBareNumber(text);
    return isNumber || fail(Words::tr("%1 must be a whole number, not \"%2\"").arg(name, text));
}

bool CommandLine::readNumber(const char *name, qint64 least, qint64 most, qint64 *number)
{
    if (!isSet(name))
        return true;
    const Description::Number range{ name, nullptr, least, most };
    if (!toNumber(name, value(name), number))
        return false;
    const QString wrong = range.problem(*number);
    return wrong.isEmpty() || fail(wrong);
}

bool CommandLine::readPort(qint64 least, Options *options)
{
    qint64 port = DefaultPort;
    if (!readNumber("port", least, 65535, &port))
        return false;
    options->port = quint16(port);
    return true;
}

bool CommandLine::readServer(Options *options)
{
    options->mode = Options::Mode::Server;
    options->isPatient = isSet("patient");
    if (!readPort(0, options))
        return false;
    const QString name = value("listen");
    options->address = isSet("listen") ? QHostAddress(name) : QHostAddress(QHostAddress::Any);
    if (options->address.isNull())
        return fail(Words::tr("listen must be an address like 10.77.0.1, not \"%1\"").arg(name));
    Path path;
    if (!readDevice(value("device"), &path))
        return false;
    if (!path.local.isNull())
        options->address = path.local;
    return true;
}

// A path for each host or device, whichever are more.
bool CommandLine::readPaths(Options *options)
{
    const QStringList hosts = m_parser.positionalArguments().constFirst().split(',');
    const QStringList devices = value("device").split(',');
    if (hosts.size() > 1 && devices.size() > 1 && hosts.size() != devices.size())
        return fail(Words::tr("%1 addresses and %2 devices do not belong together: name one, or as "
                              "many")
                            .arg(hosts.size())
                            .arg(devices.size()));
    for (qsizetype i = 0; i < qMax(hosts.size(), devices.size()); ++i) {
        Path path{ hosts.size() > 1 ? hosts[i] : hosts.constFirst(), {}, {} };
        if (path.host.isEmpty())
            return fail(Words::tr("an address is missing"));
        if (!readDevice(devices.size() > 1 ? devices[i] : devices.constFirst(), &path))
            return false;
        options->paths.append(path);
    }
    return true;
}

// The name of a device, with a port behind a colon that may be left out.
bool CommandLine::readDevice(const QString &device, Path *path)
{
    qint64 port = 1;
    qint64 gid = AnyGid;
    if (!readNumber("ib-port", 1, 255, &port) || !readNumber("gid", 0, 65535, &gid))
        return false;
    if (!isSet("device")) {
        for (const char *name : { "gid", "ib-port" }) {
            if (isSet(name))
                return fail(Words::tr("%1 needs a device").arg(name));
        }
        return true;
    }
    QString wrong;
    const QStringList parts = device.split(':');
    if (parts.size() == 2 && !toNumber("ib-port", parts[1], &port))
        return false;
    path->local = addressOf(parts.size() == 2 ? parts[0] : device, port, gid, &wrong);
    path->device = device;
    if (path->local.isNull())
        Program::refuse(wrong, Program::Failed);
    return true;
}

bool CommandLine::readTest(Description *description)
{
    const QString test = m_parser.positionalArguments().value(1, "send");
    const QString measure = value("measure");
    if (!testNames().contains(test)) {
        return fail(Words::tr("there is no test \"%1\"; there are %2")
                            .arg(test, testNames().join(", ")));
    }
    if (!measureNames().contains(measure))
        return fail(Words::tr("\"%1\" cannot be measured; there are %2")
                            .arg(measure, measureNames().join(", ")));
    description->test = Test(testNames().indexOf(test));
    description->measure = Measure(measureNames().indexOf(measure));
    description->bothDirections = isSet("both-directions");
    description->adaptive = isSet("adaptive");
    description->forceSpin = isSet("force-spin");
    description->noYield = isSet("no-yield");
    description->skips = isSet("skip");
    if (!readInterface(description))
        return false;
    description->size = description->measure == Measure::Bandwidth ? 65536 : 64;
    if (description->test == Test::Atomic)
        description->size = 8;
    description->iterations = description->isLatency() ? 1000 : 5000;
    description->depth = description->isLatency() ? 1 : 128;
    return true;
}

bool CommandLine::readInterface(Description *description)
{
    if (isSet("signals") && isSet("futures"))
        return fail(Words::tr("signals and futures exclude each other"));
    const auto service = serviceNames().indexOf(value("connection"));
    if (service < 0) {
        return fail(Words::tr("connection must be RC, UC or UD, not \"%1\": the library has no "
                              "other queue pairs")
                            .arg(value("connection")));
    }
    description->service = Service(service);
    const bool isPrepared =
            description->test != Test::Atomic && description->service != Service::Datagram;
    if (isSet("futures"))
        description->interface = Interface::Futures;
    else if (isSet("signals") || !isPrepared)
        description->interface = Interface::Signals;
    return true;
}

bool CommandLine::readNumbers(Description *description)
{
    constexpr qint64 LeastOfAll = 0; // what is less stands for "not chosen"
    for (const Description::Number &number : Description::numbers) {
        const bool isSize = number.value == &Description::size; // which may be a list
        if (!isSize
            && !readNumber(number.name, qMax(number.least, LeastOfAll), number.most,
                           &(description->*number.value)))
            return false;
    }
    return true;
}

bool CommandLine::readDuration(Options *options, Description *description)
{
    options->isEndless = isSet("run_infinitely");
    if (options->isEndless && isSet("iterations"))
        return fail(Words::tr("run_infinitely goes by duration, not by iterations"));
    if (options->isEndless && !isSet("duration"))
        description->seconds = UsualDuration;
    if (description->seconds > 0 && !isSet("iterations"))
        description->iterations = 0;
    return true;
}

// The options of perftest that mean nothing here, or one thing only.
bool CommandLine::readHabits(const Description &description)
{
    if (isSet("events") && description.spin > 0)
        return fail(Words::tr("events and spin exclude each other"));
    qint64 level = 0;
    if (!readNumber("sl", 0, 15, &level))
        return false;
    return level == 0
            || fail(Words::tr("sl cannot be %1: the connection manager derives the service level; "
                              "choose it by tos")
                            .arg(level));
}

bool CommandLine::readSizes(const Description &common, Options *options)
{
    QList<qint64> sizes;
    const QString wanted = isSet("all") ? QString("2:%1").arg(MaxSize)
            : isSet("size")             ? value("size")
                                        : QString::number(common.size);
    const QStringList range = wanted.split(':');
    qint64 from = 0;
    qint64 to = 0;
    if (range.size() == 2) {
        if (!toNumber("size", range[0], &from) || !toNumber("size", range[1], &to))
            return false;
        if (from < 1 || to > MaxSize || from > to)
            return fail(Words::tr("size must be FROM:TO, with sizes from 1 to %1, not \"%2\"")
                                .arg(MaxSize)
                                .arg(wanted));
        for (qint64 size = from; size <= to; size *= 2)
            sizes.append(size);
    } else {
        for (const QString &text : wanted.split(',')) {
            if (!toNumber("size", text, &from))
                return false;
            sizes.append(from);
        }
    }
    if (options->isEndless && sizes.size() > 1)
        return fail(Words::tr("run_infinitely is for one size"));
    for (const qint64 size : sizes) {
        Description run = common;
        run.size = size;
        if (const QString wrong = run.problem(); !wrong.isEmpty())
            return fail(wrong);
        options->runs.append(run);
    }
    return true;
}

bool CommandLine::readLimit(const char *name, bool applies, const QString &why,
                            std::optional<double> *limit)
{
    if (!isSet(name))
        return true;
    bool ok = false;
    *limit = value(name).toDouble(&ok);
    if (!ok || !isBareNumber(value(name)) || !(**limit > 0) || **limit > MaxLimit)
        return fail(Words::tr("%1 must be a number above 0 and up to %2, not \"%3\"")
                            .arg(name)
                            .arg(MaxLimit)
                            .arg(value(name)));
    return applies || fail(why);
}

bool CommandLine::readClient(Options *options)
{
    if (m_parser.positionalArguments().size() > 2)
        return fail(Words::tr("an address and a test are all there is beside the options, not "
                              "\"%1\"")
                            .arg(m_parser.positionalArguments().at(2)));
    if (isSet("clients"))
        return fail(Words::tr("clients is for the server, which gets no address"));
    options->mode = Options::Mode::Client;
    Description common;
    if (!readPort(1, options) || !readPaths(options) || !readTest(&common) || !readNumbers(&common)
        || !readDuration(options, &common) || !readHabits(common) || !readSizes(common, options))
        return false;
    const bool listsTimes = options->table.listing != TableStyle::Listing::None;
    if (listsTimes && !common.isLatency())
        return fail(Words::tr("report-histogram and report-unsorted are for latency"));
    return readLimit("min-bw", !common.isLatency(), Words::tr("min-bw is for bandwidth and rate"),
                     &options->minBandwidth)
            && readLimit("max-p99", common.isLatency(), Words::tr("max-p99 is for latency"),
                         &options->maxP99);
}

bool CommandLine::readComparison(Options *options)
{
    options->mode = Options::Mode::Compare;
    options->compared = m_parser.positionalArguments();
    for (const QString &name : options->compared) {
        for (const QString &place : { options->json, options->csv, options->plot }) {
            if (Program::isSameFile(name, place))
                return fail(Words::tr("compare reads %1, which must not be written").arg(place));
        }
    }
    return (options->compared.size() >= 2 && options->compared.size() <= MaxCompared)
            || fail(Words::tr("compare needs 2 to %1 files that --json has written, not %2")
                            .arg(MaxCompared)
                            .arg(options->compared.size()));
}

bool CommandLine::readResults(Options *options)
{
    options->json = value("json");
    options->csv = value("csv");
    options->plot = value("plot");
    options->overwrites = isSet("overwrite");
    options->isQuiet = isSet("quiet");
    options->table.inGbits = isSet("report_gbits");
    if (isSet("report-unsorted"))
        options->table.listing = TableStyle::Listing::InOrder;
    else if (isSet("report-histogram"))
        options->table.listing = TableStyle::Listing::Sorted;
    QStringList places{ options->json, options->csv, options->plot };
    places.removeAll(QString());
    if (places.removeDuplicates() > 0)
        return fail(Words::tr("json, csv and plot must go to different files"));
    const QString theme = value("plot-theme");
    if (theme != "light" && theme != "dark")
        return fail(Words::tr("plot-theme must be light or dark, not \"%1\"").arg(theme));
    options->theme = theme == "dark" ? Chart::Theme::Dark : Chart::Theme::Light;
    return readNumber("clients", 0, MaxClients, &options->clients);
}

std::optional<Options> CommandLine::read(const QStringList &arguments)
{
    const auto known = withOwnNames(arguments, &problem);
    if (!known)
        return {};
    if (!m_parser.parse(*known)) {
        fail(m_parser.errorText());
        return {};
    }
    if (isSet("help") || isSet("help-all"))
        m_parser.showHelp();
    if (isSet("version"))
        m_parser.showVersion();
    Options options;
    if (!readResults(&options))
        return {};
    const bool isRead = isSet("compare")               ? readComparison(&options)
            : m_parser.positionalArguments().isEmpty() ? readServer(&options)
                                                       : readClient(&options);
    return isRead ? std::optional(options) : std::nullopt;
}

} // namespace

bool Options::printsTable() const
{
    return json != "-" && csv != "-" && plot != "-";
}

std::optional<Options> parseOptions(const QStringList &arguments, QString *problem)
{
    CommandLine line;
    std::optional<Options> options = line.read(arguments);
    *problem = line.problem;
    return options;
}

} // namespace Perf
