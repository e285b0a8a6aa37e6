// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Measures latency, bandwidth and message rates over RDMA and TCP:
//
//   qtrdma-perf                               the server, for any number of clients and tests
//   qtrdma-perf ADDRESS send -m latency -a    a client

#include "client.h"
#include "server.h"
#include "usage.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTextStream>

#include <csignal>

#include <sys/signalfd.h>
#include <unistd.h>

using namespace Perf;

namespace {

// This comes before there are threads, which would take the signal.
int openInterrupts()
{
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGINT);
    sigaddset(&wanted, SIGTERM);
    sigprocmask(SIG_BLOCK, &wanted, nullptr);
    return signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
}

int complain(const QString &why, int status)
{
    QTextStream(stderr) << "qtrdma-perf: " << why << '\n';
    return status;
}

int serve(const Options &options)
{
    Server server(options.isPatient);
    QTextStream out(stdout);
    QObject::connect(&server, &Server::log, &server,
                     [&out](const QString &line) { out << line << Qt::endl; });
    if (!server.start(options.address, options.port))
        return complain(server.errorString(), Failed);
    out << "Listening on port " << server.serverPort() << Qt::endl;
    return QCoreApplication::exec();
}

int measure(const Options &options, QSocketNotifier *interrupts)
{
    Client client(options);
    QObject::connect(interrupts, &QSocketNotifier::activated, &client, &Client::interrupt);
    QObject::connect(
            &client, &Client::finished, &client, [](int status) { QCoreApplication::exit(status); },
            Qt::QueuedConnection);
    client.start();
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    const int interruptions = openInterrupts();
    startCountingInstructions();
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName("qtrdma-perf");
    QString problem;
    const auto options = parseOptions(QCoreApplication::arguments(), &problem);
    if (!options)
        return complain(problem + " (--help tells more)", BadUsage);
    QSocketNotifier interrupts(interruptions, QSocketNotifier::Read);
    QObject::connect(&interrupts, &QSocketNotifier::activated, &interrupts, [=] {
        signalfd_siginfo signal;
        while (read(interruptions, &signal, sizeof(signal)) == sizeof(signal)) { }
        if (options->isServer)
            QCoreApplication::exit(Success);
    });
    return options->isServer ? serve(*options) : measure(*options, &interrupts);
}
