// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "commandline.h"

#include "checkedoptions.h"
#include "options.h"
#include "words.h"

namespace Perf {

namespace {

QList<QCommandLineOption> measuring()
{
    const QString number = "number";
    return {
        { { "m", "measure" },
          Words::tr("latency, bandwidth or rate (latency)."),
          "what",
          "latency" },
        { { "s", "size" },
          Words::tr("Bytes of a message: 64, or a list 64,4096, or from 2:65536 by doubling."),
          number },
        { { "a", "all" }, Words::tr("All sizes from 2 bytes to 8 MiB.") },
        { { "n", "iterations" },
          Words::tr("Messages of each connection (latency 1000, else 5000)."),
          number },
        { { "D", "duration" },
          Words::tr("Measure for so many seconds in place of a number of messages."),
          number },
        { "run_infinitely",
          Words::tr("Measure until interrupted, with a line for each duration (5 seconds).") },
        { { "w", "warm-up" }, Words::tr("Messages before the first that counts (100)."), number },
        { { "t", "depth" },
          Words::tr("Messages under way on a connection (128; latency 1)."),
          number },
        { { "r", "rx-depth" },
          Words::tr("Messages that a receiver has room for (0: two times depth, and 2)."),
          number },
        { { "q", "connections", "queue-pairs" },
          Words::tr("Queue pairs, or streams, at the same time (1)."),
          number },
        { { "l", "batch" },
          Words::tr("Requests posted in one chain, of which the last is signalled (1)."),
          number },
        { { "Q", "cq-mod" },
          Words::tr("Only one request of so many is signalled (0: one of each chain)."),
          number },
        { { "I", "inline" }, Words::tr("Bytes that go inline at most (64)."), number },
        { { "b", "both-directions" }, Words::tr("The server sends as much.") },
        { "skip", Words::tr("Receivers of a stream drop the bytes in place of reading them.") },
        { "signals", Words::tr("Post without preparing, and take a signal for each completion.") },
        { "futures", Words::tr("Post without preparing, and take a future for each completion.") },
    };
}

QList<QCommandLineOption> waiting()
{
    return {
        { "spin",
          Words::tr("Microseconds for which both sides poll before they sleep (0: they wait for "
                    "events)."),
          "number" },
        { "adaptive",
          Words::tr("Spin only while messages follow each other within the time of spin.") },
        { "force-spin",
          Words::tr("Spin on software devices, too, which need the processors themselves.") },
        { "moderation",
          Words::tr("Microseconds for which both sides let messages gather that follow each other "
                    "(0)."),
          "number" },
        { "no-yield",
          Words::tr("Sleep without letting others run before, on software devices, too.") },
        { "rdma-dispatcher",
          Words::tr("Wait with the library's event dispatcher in place of Qt's: each side by "
                    "itself.") },
        { { "e", "events" },
          Words::tr("Wait for events: both sides do so anyway unless spin is given.") },
    };
}

QList<QCommandLineOption> connecting()
{
    return {
        { { "d", "device" },
          Words::tr("Use this RDMA device, or these, as in mlx5_0:1,mlx5_0:2 with ports."),
          "name" },
        { { "i", "ib-port" }, Words::tr("Use this port of the device (1)."), "number" },
        { { "x", "gid" },
          Words::tr("Use the address of this entry of the port's GID table."),
          "index" },
        { { "p", "port" },
          Words::tr("Where the server listens; 0: it chooses (18515)."),
          "port",
          QString::number(DefaultPort) },
        { { "c", "connection" },
          Words::tr("RC, UC or UD: reliable, unreliable, or for datagrams (RC)."),
          "what",
          "RC" },
        { { "T", "tos" },
          Words::tr("Type of service of the packets, 0 to 255 (the system's)."),
          "number" },
        { { "S", "sl" },
          Words::tr("Service level: 0 only, since the connection manager derives it from tos."),
          "number" },
        { { "u", "qp-timeout" },
          Words::tr("A message is sent again after 4.096 us times 2 to this power (the "
                    "route's)."),
          "number" },
        { { "R", "rdma_cm" }, Words::tr("Connect by the connection manager: it is always used.") },
        { { "F", "CPU-freq" },
          Words::tr("No effect: this program does not warn of changing clock rates.") },
        { "listen", Words::tr("The server's own address (any)."), "address" },
        { "clients",
          Words::tr("The server starts so many clients together, and compares them (0)."),
          "number" },
        { "patient",
          Words::tr("The server waits for ever for clients that say nothing, for machines whose "
                    "clock jumps.") },
    };
}

QList<QCommandLineOption> showing()
{
    return {
        { "report_gbits", Words::tr("Show bandwidths in Gbit/s in place of MB/s.") },
        { { "H", "report-histogram" }, Words::tr("Print each latency, sorted.") },
        { { "U", "report-unsorted" }, Words::tr("Print each latency, in the order of time.") },
        { "json", Words::tr("Write everything there (-: standard output)."), "file" },
        { "csv", Words::tr("Write a line for each size there."), "file" },
        { "plot", Words::tr("Draw the results there, as SVG."), "file" },
        { "plot-theme", Words::tr("light or dark (light)."), "what", "light" },
        { "compare", Words::tr("Compare the results in files that --json has written.") },
        { "min-bw", Words::tr("Fail with status 3 below so many MB/s."), "MB/s" },
        { "max-p99", Words::tr("Fail with status 3 when p99 is above."), "us" },
        { "quiet", Words::tr("No line of progress; a server prints errors only.") },
    };
}

} // namespace

void addOptions(QCommandLineParser *parser)
{
    Program::describe(parser,
                      Words::tr("Measures RDMA and TCP between two programs. Without arguments it "
                                "is the\nserver, for any number of clients and tests.\n"
                                "Tests: %1.")
                              .arg(testNames().join(' ')),
                      "qtrdma-perf hosta send -m latency -a --plot send.svg");
    Program::addStandardOptions(parser);
    parser->addPositionalArgument(
            "address", Words::tr("Host or address of the server, which gets none."), "[address]");
    parser->addPositionalArgument("test", Words::tr("What to measure (send)."), "[test]");
    Program::addOverwriteOption(parser);
    for (const auto &group : { measuring(), waiting(), connecting(), showing() })
        parser->addOptions(group);
}

} // namespace Perf
