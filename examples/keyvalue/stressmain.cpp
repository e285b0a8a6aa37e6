// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// keyvalue-stress --address ADDRESS [--clients N] [--seconds S] [--database FILE]

#include "stress.h"
#include "stressworker.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTextStream>

#include <array>
#include <iostream>
#include <string>

#include <unistd.h>

using namespace KeyValue;

namespace {

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
    QObject::connect(&worker, &StressWorker::finished, &worker,
                     [](int status) { QCoreApplication::exit(status); });
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
    QTextStream out(stdout);
    Stress stress(options);
    QObject::connect(&stress, &Stress::log, &stress,
                     [&out](const QString &line) { out << line << Qt::endl; });
    QObject::connect(&stress, &Stress::finished, &stress,
                     [](int status) { QCoreApplication::exit(status); });
    QString problem;
    if (!stress.start(&problem)) {
        QTextStream(stderr) << "keyvalue-stress: " << problem << Qt::endl;
        return 2;
    }
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
            QStringLiteral("Runs a server, and clients that are killed and compared with a model"));
    parser.addHelpOption();
    const auto option = [&parser](const QString &name, const QString &text, const QString &preset) {
        const QCommandLineOption made(name, text, name, preset);
        parser.addOption(made);
        return made;
    };
    const auto address =
            option(QStringLiteral("address"), QStringLiteral("Of an RDMA device of this machine."),
                   qEnvironmentVariable("QTRDMA_RXE_ADDRESS"));
    const auto clients = option(QStringLiteral("clients"), QStringLiteral("How many clients."),
                                QStringLiteral("8"));
    const auto seconds =
            option(QStringLiteral("seconds"), QStringLiteral("How long."), QStringLiteral("10"));
    const auto database = option(QStringLiteral("database"), QStringLiteral("SQLite file."), {});
    auto worker = option(QStringLiteral("worker"), QStringLiteral("For its own processes."), {});
    auto port = option(QStringLiteral("port"), QStringLiteral("For its own processes."), {});
    parser.process(app);

    StressOptions options;
    options.address = QHostAddress(parser.value(address));
    options.clients = parser.value(clients).toInt();
    options.seconds = parser.value(seconds).toInt();
    options.database = parser.value(database);
    if (options.address.isNull() || options.clients < 1 || options.clients > 200
        || options.seconds < 1) {
        QTextStream(stderr) << "keyvalue-stress: give --address, 1 to 200 --clients and --seconds"
                            << Qt::endl;
        return 2;
    }
    if (parser.isSet(worker))
        return runWorker(parser.value(worker).toInt(), options.clients, options.address,
                         parser.value(port).toUShort());
    return runStress(options);
}
