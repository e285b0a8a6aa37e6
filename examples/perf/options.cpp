// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "options.h"

#include "program.h"

#include <QtRdma/RdmaDevice>

namespace Perf {

namespace {

// The options for Description::numbers, in the same order. The letters are perftest's, where it has
// the option.
const struct
{
    const char *letter;
    const char *text;
} numberOptions[] = {
    { "s", "Bytes of a message: 64, or a list 64,4096, or from 2:65536 by doubling." },
    { "n", "Messages of each connection (latency 1000, else 5000)." },
    { "D", "Measure for so many seconds in place of a number of messages." },
    { "w", "Messages before the first that counts (100)." },
    { "t", "Messages under way on a connection (128; latency 1)." },
    { "q", "Queue pairs, or streams, at the same time (1)." },
    { "l", "Requests posted in one chain, of which the last is signalled (1)." },
    { "I", "Bytes that go inline at most (64)." },
    { "", "Microseconds for which both sides poll before they sleep (0: they wait for events)." },
    { "", "Microseconds for which both sides let messages gather that follow each other (0)." },
};

class CommandLine
{
public:
    CommandLine();

    std::optional<Options> read(const QStringList &arguments);
    QString problem;

private:
    bool fail(const QString &why)
    {
        problem = why;
        return false;
    }
    bool readAddresses(Options *options);
    bool readDevice(Options *options);
    bool readTest(Description *description);
    bool readInterface(Description *description);
    bool readNumbers(Description *description);
    bool readSizes(const Description &common, Options *options);
    bool readLimit(const QString &name, bool applies, const QString &why,
                   std::optional<double> *limit);
    bool toNumber(const QString &name, const QString &text, qint64 *value);

    QCommandLineParser parser;
};

CommandLine::CommandLine()
{
    parser.setApplicationDescription("Measures RDMA and TCP between two programs. Without "
                                     "arguments it is the server, for any\n"
                                     "number of clients and tests. Tests: "
                                     + testNames().join(' ') + ".");
    Program::addStandardOptions(&parser);
    parser.addPositionalArgument("address", "Of the server, which gets none.", "[address]");
    parser.addPositionalArgument("test", "What to measure (send).", "[test]");
    for (size_t i = 0; i < Description::numbers.size(); ++i) {
        QStringList names{ numberOptions[i].letter, Description::numbers[i].name };
        names.removeAll(QString());
        if (names.last() == "connections")
            names += "queue-pairs";
        parser.addOption({ names, numberOptions[i].text, "number" });
    }
    parser.addOptions({
            { { "m", "measure" }, "latency, bandwidth or rate (latency).", "what", "latency" },
            { { "a", "all" }, "All sizes from 2 bytes to 8 MiB." },
            { { "b", "both-directions" }, "The server sends as much." },
            { "skip", "Receivers of a stream drop the bytes in place of reading them." },
            { "signals", "Post without preparing, and take a signal for each completion." },
            { "futures", "Post without preparing, and take a future for each completion." },
            { "adaptive", "Spin only while messages follow each other within the time of spin." },
            { "force-spin",
              "Spin on software devices, too, which need the processors themselves." },
            { "no-yield", "Sleep without letting others run before, on software devices, too." },
            { { "d", "device" }, "Use this RDMA device.", "name" },
            { { "x", "gid" }, "Use the address of this entry of the device's GID table.", "index" },
            { { "p", "port" },
              "Where the server listens; 0: it chooses.",
              "port",
              QString::number(DefaultPort) },
            { "listen", "The server's own address (any).", "address" },
            { "patient",
              "The server waits for ever for clients that say nothing, for machines whose clock "
              "jumps." },
            { "json", "Write everything there (-: standard output).", "file" },
            { "csv", "Write a line for each size there.", "file" },
            { "plot", "Draw the results there, as SVG.", "file" },
            { "min-bw", "Fail with status 3 below so many MB/s.", "MB/s" },
            { "max-p99", "Fail with status 3 when p99 is above.", "us" },
            { "quiet", "No line of progress." },
    });
}

bool CommandLine::toNumber(const QString &name, const QString &text, qint64 *value)
{
    bool ok = false;
    *value = text.toLongLong(&ok);
    return ok || fail(QString("%1 must be a whole number, not \"%2\"").arg(name, text));
}

bool CommandLine::readAddresses(Options *options)
{
    const QStringList words = parser.positionalArguments();
    options->isServer = words.isEmpty();
    options->isPatient = parser.isSet("patient");
    if (words.size() > 2)
        return fail("an address and a test are all there is beside the options");
    qint64 port = 0;
    if (!toNumber("port", parser.value("port"), &port))
        return false;
    if (port < (options->isServer ? 0 : 1) || port > 65535)
        return fail(QString("port must be from 1 to 65535, not %1").arg(port));
    options->port = quint16(port);
    const QString name = options->isServer ? parser.value("listen") : words.first();
    options->address = name.isEmpty() ? QHostAddress(QHostAddress::Any) : QHostAddress(name);
    if (options->address.isNull())
        return fail(QString("\"%1\" is no address; one looks like 10.77.0.1").arg(name));
    return true;
}

bool CommandLine::readDevice(Options *options)
{
    if (!parser.isSet("device"))
        return !parser.isSet("gid") || fail("gid needs a device");
    RdmaError error;
    const RdmaDevice device = RdmaDevice::fromName(parser.value("device"), &error);
    if (!device.isValid()) {
        const QStringList others = RdmaDevice::names();
        return fail(QString("there is no device %1; ").arg(parser.value("device"))
                    + (others.isEmpty() ? error.toString() : "found: " + others.join(' ')));
    }
    qint64 wanted = -1;
    if (parser.isSet("gid") && !toNumber("gid", parser.value("gid"), &wanted))
        return false;
    const QList<RdmaGidEntry> gids = device.gids(1);
    for (const RdmaGidEntry &entry : gids) {
        const bool isIt = wanted < 0 ? !entry.ipv4().isNull() : entry.index() == wanted;
        if (!entry.isUsable() || !isIt)
            continue;
        options->local = entry.ipv4();
        if (entry.ipv4().isNull()) {
            options->local =
                    QHostAddress(reinterpret_cast<const quint8 *>(entry.gid().constData()));
            if (options->local.isLinkLocal())
                options->local.setScopeId(entry.netdev());
        }
        return true;
    }
    return fail(wanted < 0 ? QString("%1 has no usable address").arg(device.name())
                           : QString("GID %1 of %2 is not usable").arg(wanted).arg(device.name()));
}

bool CommandLine::readTest(Description *description)
{
    const QString test = parser.positionalArguments().value(1, "send");
    const QString measure = parser.value("measure");
    if (!testNames().contains(test)) {
        return fail(
                QString("there is no test \"%1\"; there are %2").arg(test, testNames().join(", ")));
    }
    if (!measureNames().contains(measure))
        return fail(QString("\"%1\" cannot be measured; there are %2")
                            .arg(measure, measureNames().join(", ")));
    description->test = Test(testNames().indexOf(test));
    description->measure = Measure(measureNames().indexOf(measure));
    description->bothDirections = parser.isSet("both-directions");
    description->adaptive = parser.isSet("adaptive");
    description->forceSpin = parser.isSet("force-spin");
    description->noYield = parser.isSet("no-yield");
    description->skips = parser.isSet("skip");
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
    if (parser.isSet("signals") && parser.isSet("futures"))
        return fail("signals and futures exclude each other");
    if (parser.isSet("futures"))
        description->interface = Interface::Futures;
    else if (parser.isSet("signals") || description->test == Test::Atomic)
        description->interface = Interface::Signals;
    return true;
}

bool CommandLine::readNumbers(Description *description)
{
    for (const Description::Number &number : Description::numbers) {
        const QString name = number.name;
        if (name == "size" || !parser.isSet(name))
            continue;
        qint64 value = 0;
        if (!toNumber(name, parser.value(name), &value))
            return false;
        description->*number.value = value;
    }
    if (parser.isSet("duration") && !parser.isSet("iterations"))
        description->iterations = 0;
    return true;
}

bool CommandLine::readSizes(const Description &common, Options *options)
{
    QList<qint64> sizes;
    const QString wanted = parser.isSet("all") ? QString("2:%1").arg(MaxSize)
            : parser.isSet("size")             ? parser.value("size")
                                               : QString::number(common.size);
    const QStringList range = wanted.split(':');
    qint64 from = 0;
    qint64 to = 0;
    if (range.size() == 2) {
        if (!toNumber("size", range[0], &from) || !toNumber("size", range[1], &to))
            return false;
        if (from < 1 || to > MaxSize || from > to)
            return fail(QString("sizes go from 1 to %1").arg(MaxSize));
        for (qint64 size = from; size <= to; size *= 2)
            sizes.append(size);
    } else {
        for (const QString &text : wanted.split(',')) {
            if (!toNumber("size", text, &from))
                return false;
            sizes.append(from);
        }
    }
    for (const qint64 size : sizes) {
        Description run = common;
        run.size = size;
        if (const QString wrong = run.problem(); !wrong.isEmpty())
            return fail(wrong);
        options->runs.append(run);
    }
    return true;
}

bool CommandLine::readLimit(const QString &name, bool applies, const QString &why,
                            std::optional<double> *limit)
{
    if (!parser.isSet(name))
        return true;
    bool ok = false;
    *limit = parser.value(name).toDouble(&ok);
    if (!ok || !(**limit > 0))
        return fail(
                QString("%1 must be a number above 0, not \"%2\"").arg(name, parser.value(name)));
    return applies || fail(why);
}

std::optional<Options> CommandLine::read(const QStringList &arguments)
{
    if (!parser.parse(arguments)) {
        fail(parser.errorText());
        return {};
    }
    if (parser.isSet("help") || parser.isSet("help-all"))
        parser.showHelp();
    if (parser.isSet("version"))
        parser.showVersion();
    Options options;
    options.json = parser.value("json");
    options.csv = parser.value("csv");
    options.plot = parser.value("plot");
    options.showsProgress = !parser.isSet("quiet");
    if (!readAddresses(&options) || !readDevice(&options))
        return {};
    if (options.isServer) {
        if (!options.local.isNull())
            options.address = options.local;
        return options;
    }
    Description common;
    if (!readTest(&common) || !readNumbers(&common) || !readSizes(common, &options)
        || !readLimit("min-bw", !common.isLatency(), "min-bw is for bandwidth and rate",
                      &options.minBandwidth)
        || !readLimit("max-p99", common.isLatency(), "max-p99 is for latency", &options.maxP99))
        return {};
    return options;
}

} // namespace

std::optional<Options> parseOptions(const QStringList &arguments, QString *problem)
{
    CommandLine line;
    std::optional<Options> options = line.read(arguments);
    *problem = line.problem;
    return options;
}

} // namespace Perf
