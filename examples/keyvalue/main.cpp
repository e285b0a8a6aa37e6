// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// keyvalue --listen ADDRESS[:PORT] [--database FILE]          the server
// keyvalue --connect ADDRESS[:PORT] put KEY VALUE | get KEY | del KEY | ls [PREFIX] | bench [COUNT] [SIZE]

#include "command.h"
#include "endpoint.h"
#include "server.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTextStream>

using namespace KeyValue;

namespace {

int fail(const QString &text)
{
    QTextStream(stderr) << "keyvalue: " << text << Qt::endl;
    return 2;
}

int runServer(const Endpoint &endpoint, const ServerOptions &options)
{
    Server server(options);
    QTextStream out(stdout);
    QObject::connect(&server, &Server::log, &server,
                     [&out](const QString &line) { out << line << Qt::endl; });
    QString problem;
    if (!server.open(&problem))
        return fail(problem);
    if (!server.listen(endpoint.address, endpoint.port))
        return fail(server.errorString());
    out << "* " << server.store().count() << " keys; listening on "
        << server.serverAddress().toString() << ", port " << server.serverPort() << Qt::endl;
    return QCoreApplication::exec();
}

int runCommand(const Endpoint &endpoint, const QStringList &words)
{
    Command command;
    QString problem;
    if (!command.parse(words, &problem))
        return fail(problem);
    QObject::connect(&command, &Command::finished, &command,
                     [](int status) { QCoreApplication::exit(status); });
    command.start(endpoint.address, endpoint.port);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("keyvalue"));
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("A key-value store over RDMA"));
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("command"), Command::usage(),
                                 QStringLiteral("[command]"));
    const QCommandLineOption listen(QStringLiteral("listen"),
                                    QStringLiteral("Be the server on this address (any: on all)."),
                                    QStringLiteral("address[:port]"));
    const QCommandLineOption connect(QStringLiteral("connect"),
                                     QStringLiteral("Be a client of this server."),
                                     QStringLiteral("address[:port]"));
    const QCommandLineOption database(QStringLiteral("database"),
                                      QStringLiteral("Keep the data in this file of SQLite."),
                                      QStringLiteral("file"));
    const QCommandLineOption maxClients(QStringLiteral("max-clients"),
                                        QStringLiteral("Refuse further clients (64)."),
                                        QStringLiteral("number"), QStringLiteral("64"));
    const QCommandLineOption memory(QStringLiteral("memory"),
                                    QStringLiteral("Memory for values in MiB (256)."),
                                    QStringLiteral("size"), QStringLiteral("256"));
    parser.addOptions({ listen, connect, database, maxClients, memory });
    parser.process(app);

    if (parser.isSet(listen) == parser.isSet(connect))
        return fail(QStringLiteral("Say either --listen or --connect (--help tells more)"));
    const auto endpoint = parseEndpoint(parser.value(parser.isSet(listen) ? listen : connect));
    if (!endpoint)
        return fail(
                QStringLiteral("An address looks like 10.0.0.1, 10.0.0.1:4848 or [fe80::1]:4848"));
    if (parser.isSet(connect))
        return runCommand(*endpoint, parser.positionalArguments());

    ServerOptions options;
    options.database = parser.value(database);
    bool clientsOk = false;
    bool memoryOk = false;
    options.maxClients = parser.value(maxClients).toUShort(&clientsOk);
    options.limits.bytes = quint64(parser.value(memory).toUInt(&memoryOk)) << 20;
    if (!clientsOk || options.maxClients < 1 || !memoryOk || options.limits.bytes == 0)
        return fail(QStringLiteral("--max-clients and --memory want numbers of at least 1"));
    return runServer(*endpoint, options);
}
