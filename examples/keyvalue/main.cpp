// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// keyvalue --listen ADDRESS[:PORT] [--database FILE]    the server
// keyvalue --connect ADDRESS[:PORT] COMMAND             a client, which runs one of
//
//   put KEY VALUE | get KEY | del KEY | ls [PREFIX] | bench [COUNT] [SIZE]

#include "command.h"
#include "endpoint.h"
#include "program.h"
#include "server.h"

#include <QCommandLineParser>

using namespace KeyValue;

namespace {

int runServer(const Endpoint &endpoint, const ServerOptions &options)
{
    Server server(options);
    QObject::connect(&server, &Server::log, &server, &Program::print);
    QString problem;
    if (!server.open(&problem))
        return Program::fail(problem);
    if (!server.listen(endpoint.address(), endpoint.port))
        return Program::fail(server.errorString());
    Program::print(QString("* %1 keys; listening on %2, port %3")
                           .arg(server.store().count())
                           .arg(server.serverAddress().toString())
                           .arg(server.serverPort()));
    return QCoreApplication::exec();
}

int runCommand(const Endpoint &endpoint, const QStringList &words)
{
    Command command;
    QString problem;
    if (!command.parse(words, &problem))
        return Program::fail(problem);
    QObject::connect(&command, &Command::finished, &command, &QCoreApplication::exit);
    command.start(endpoint.address(), endpoint.port);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription("A key-value store over RDMA");
    parser.addHelpOption();
    parser.addPositionalArgument("command", Command::usage(), "[command]");
    parser.addOptions({
            { "listen", "Be the server on this address (any: on all).", "address[:port]" },
            { "connect", "Be a client of this server.", "address[:port]" },
            { "database", "Keep the data in this file of SQLite.", "file" },
            { "max-clients", "Refuse further clients (64).", "number", "64" },
            { "memory", "Memory for values in MiB (256).", "size", "256" },
    });
    parser.process(app);

    if (parser.isSet("listen") == parser.isSet("connect"))
        return Program::fail("Say either --listen or --connect (--help tells more)");
    const auto endpoint = Endpoint::fromString(
            parser.value(parser.isSet("listen") ? "listen" : "connect"), DefaultPort);
    if (!endpoint || endpoint->address().isNull())
        return Program::fail("An address looks like 10.0.0.1, 10.0.0.1:4848 or [fe80::1]:4848");
    if (parser.isSet("connect"))
        return runCommand(*endpoint, parser.positionalArguments());

    ServerOptions options;
    options.database = parser.value("database");
    bool clientsOk = false;
    bool memoryOk = false;
    options.maxClients = parser.value("max-clients").toUShort(&clientsOk);
    options.limits.bytes = quint64(parser.value("memory").toUInt(&memoryOk)) << 20;
    if (!clientsOk || options.maxClients < 1 || !memoryOk || options.limits.bytes == 0)
        return Program::fail("--max-clients and --memory want numbers of at least 1");
    return runServer(*endpoint, options);
}
