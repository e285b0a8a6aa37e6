// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Measures latency, bandwidth and message rates over RDMA and TCP:
//
//   qtrdma-perf                               the server, for any number of clients and tests
//   qtrdma-perf ADDRESS send -m latency -a    a client

#include "client.h"
#include "program.h"
#include "server.h"
#include "unixsignals.h"
#include "usage.h"

#include <csignal>

using namespace Perf;

namespace {

int serve(const Options &options, const UnixSignals &interrupts)
{
    Server server(options.isPatient);
    QObject::connect(&server, &Server::log, &server, &Program::print);
    QObject::connect(&interrupts, &UnixSignals::received, &server, &QCoreApplication::quit);
    if (!server.start(options.address, options.port))
        return Program::fail(server.errorString(), Failed);
    Program::print(QString("Listening on port %1").arg(server.serverPort()));
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

} // namespace

int main(int argc, char *argv[])
{
    startCountingInstructions();
    const QCoreApplication application(argc, argv);
    const UnixSignals interrupts({ SIGINT, SIGTERM });
    QString problem;
    const auto options = parseOptions(QCoreApplication::arguments(), &problem);
    if (!options)
        return Program::fail(problem + " (--help tells more)", BadUsage);
    return options->isServer ? serve(*options, interrupts) : measure(*options, interrupts);
}
