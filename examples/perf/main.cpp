// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Measures latency, bandwidth and message rates over RDMA and TCP:
//
//   qtrdma-perf                               the server, for any number of clients and tests
//   qtrdma-perf HOST send -m latency -a       a client
//   qtrdma-perf --compare a.json b.json       what clients have written, side by side

#include "client.h"
#include "compare.h"
#include "printable.h"
#include "program.h"
#include "server.h"
#include "unixsignals.h"
#include "usage.h"
#include "words.h"

#include <QtRdma/RdmaEventDispatcher>

#include <algorithm>
#include <csignal>
#include <string_view>

using namespace Perf;

namespace {

int serve(const Options &options, const UnixSignals &interrupts)
{
    Server server(options.isPatient, options.clients);
    if (!options.isQuiet)
        QObject::connect(&server, &Server::log, &server,
                         [](const QString &line) { Program::print(Text::inOneLine(line)); });
    QObject::connect(&server, &Server::compared, &server, &Program::print);
    QObject::connect(&interrupts, &UnixSignals::received, &server, &QCoreApplication::quit);
    if (!server.start(options.address, options.port))
        return Program::fail(server.errorString(), Failed);
    // A script has to learn the port that a server has chosen.
    if (!options.isQuiet || options.port == 0)
        Program::print(Words::tr("Listening on port %1").arg(server.serverPort()));
    if (!options.isQuiet && !server.problem().isEmpty())
        Program::print(server.problem());
    return QCoreApplication::exec();
}

int measure(const Options &options, const UnixSignals &interrupts)
{
    Client client(options);
    QObject::connect(&interrupts, &UnixSignals::received, &client, &Client::interrupt);
    QObject::connect(&client, &Client::finished, &client, &QCoreApplication::exit,
                     Qt::QueuedConnection);
    client.start();
    return QCoreApplication::exec();
}

// The main thread's dispatcher has to be there before the application, and so before its options
// are read.
void chooseDispatcher(int argc, char *argv[])
{
    if (std::any_of(argv, argv + argc, [](const char *argument) {
            return argument == std::string_view("--rdma-dispatcher");
        }))
        QCoreApplication::setEventDispatcher(new RdmaEventDispatcher);
}

} // namespace

int main(int argc, char *argv[])
{
    startCountingInstructions();
    chooseDispatcher(argc, argv);
    const QCoreApplication application(argc, argv);
    const UnixSignals interrupts({ SIGINT, SIGTERM });
    QString problem;
    const auto options = parseOptions(QCoreApplication::arguments(), &problem);
    if (!options)
        return Program::fail(Words::tr("%1 (--help tells more)").arg(problem), BadUsage);
    switch (options->mode) {
    case Options::Mode::Server:
        return serve(*options, interrupts);
    case Options::Mode::Client:
        return measure(*options, interrupts);
    case Options::Mode::Compare:
        break;
    }
    return compare(*options);
}
