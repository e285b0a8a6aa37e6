// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// keyvalue-stress --address HOST [--clients N] [--seconds S] [--database FILE]

#include "checkedoptions.h"
#include "hostname.h"
#include "stress.h"
#include "stressworker.h"

#include <QSocketNotifier>

#include <array>
#include <iostream>
#include <string>

#include <unistd.h>

using namespace KeyValue;

namespace {

constexpr int MostClients = 200;

// The parent first says what is in the store, and later closes the pipe, which means to stop.
int runWorker(int index, int clients, const QHostAddress &address, quint16 port)
{
    quint64 name = 0;
    std::cin >> name;
    StressWorker worker(index, clients, name);
    for (int i = 0; i < KeysOfClient; ++i) {
        ModelKey key;
        KeyState sent;
        bool wasSent = false;
        std::cin >> key.acknowledged.number >> key.acknowledged.present >> wasSent >> sent.number
                >> sent.present;
        if (wasSent)
            key.sent = sent;
        worker.setModel(i, key);
    }
    if (!std::cin)
        return 3;
    QObject::connect(&worker, &StressWorker::finished, &worker, &QCoreApplication::exit);
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &worker, [&input, &worker] {
        std::array<char, 64> ignored;
        if (::read(STDIN_FILENO, ignored.data(), ignored.size()) <= 0) {
            input.setEnabled(false);
            worker.stop();
        }
    });
    worker.start(address, port);
    return QCoreApplication::exec();
}

int runStress(const StressOptions &options)
{
    Stress stress(options);
    QObject::connect(&stress, &Stress::log, &stress,
                     [](const QString &line) { Program::print(Text::inOneLine(line)); });
    QObject::connect(&stress, &Stress::finished, &stress, &QCoreApplication::exit);
    QString problem;
    if (!stress.start(&problem))
        return Program::fail(problem, 1);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    Program::describe(
            &parser,
            Program::Texts::tr(
                    "Runs a server, and clients that are killed and compared with a model."),
            "keyvalue-stress --address 10.77.0.1 --clients 16 --seconds 60");
    Program::addStandardOptions(&parser);
    parser.addOptions(Program::withDefaults({
            { "address",
              Program::Texts::tr(
                      "The address of an RDMA device of this machine, or its host name."),
              "address", qEnvironmentVariable("QTRDMA_RXE_ADDRESS") },
            { "clients", Program::Texts::tr("How many clients."), "clients", "8" },
            { "seconds", Program::Texts::tr("How many seconds."), "seconds", "10" },
            { "database", Program::Texts::tr("The file of the database (SQLite)."), "database" },
            { "worker", Program::Texts::tr("For its own processes."), "number" },
            { "port", Program::Texts::tr("For its own processes."), "port" },
    }));
    Program::process(&parser);

    StressOptions options;
    options.clients = Program::number(parser, "clients", 1, MostClients);
    options.seconds = Program::number(parser, "seconds", 1);
    options.database = parser.value("database");
    if (parser.value("address").isEmpty())
        Program::refuse(Program::Texts::tr(
                "--address wants the address of an RDMA device, or a host name"));
    QString problem;
    options.address = HostName::addressOf(parser.value("address"), &problem);
    if (options.address.isNull())
        Program::refuse(problem, 1);
    if (parser.isSet("worker"))
        return runWorker(Program::number(parser, "worker", 0), options.clients, options.address,
                         Program::port(parser, 1));
    return runStress(options);
}
