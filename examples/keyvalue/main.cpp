// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// keyvalue --listen ADDRESS[:PORT] [--database FILE]    the server
// keyvalue --connect ADDRESS[:PORT] COMMAND             a client; see Command::usage()

#include "command.h"
#include "endpoint.h"
#include "printable.h"
#include "program.h"
#include "server.h"
#include "unixsignals.h"

#include <QCommandLineParser>
#include <QFile>

#include <csignal>

using namespace KeyValue;

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(keyvalue)
};

constexpr int MostMemory = 8192; // MiB
constexpr int MostClients = 1000;

// Keys and values are bytes of any kind. QCommandLineParser knows texts, so it gets each byte as
// the character of that number (Latin-1), from which the bytes come back.
QStringList wordsOf(int argc, char *argv[])
{
    QStringList words;
    for (int i = 0; i < argc; ++i)
        words.append(QString::fromLatin1(argv[i]));
    return words;
}

QString fileOf(const QCommandLineParser &parser, const QString &option)
{
    return QFile::decodeName(parser.value(option).toLatin1());
}

std::optional<int> numberOf(const QCommandLineParser &parser, const QString &option, int most)
{
    bool ok = false;
    const int number = parser.value(option).toInt(&ok);
    if (ok && number >= 1 && number <= most)
        return number;
    Program::fail(Texts::tr("--%1 wants a number of 1 to %2").arg(option).arg(most));
    return {};
}

int runServer(const Endpoint &endpoint, const ServerOptions &options)
{
    Server server(options);
    QObject::connect(&server, &Server::log, &server, &Program::print);
    QObject::connect(&server, &Server::stopped, &server, &QCoreApplication::quit);
    QString problem;
    if (!server.open(&problem))
        return Program::fail(Text::printable(problem), 1);
    if (!server.listen(endpoint.address(), endpoint.port))
        return Program::fail(server.errorString(), 1);
    UnixSignals terminations({ SIGINT, SIGTERM, SIGHUP });
    QObject::connect(&terminations, &UnixSignals::received, &server, &Server::stop);
    Program::print(Texts::tr("* %1 keys; listening on %2, port %3")
                           .arg(server.store().count())
                           .arg(server.serverAddress().toString())
                           .arg(server.serverPort()));
    return QCoreApplication::exec();
}

int runCommand(const Endpoint &endpoint, const QCommandLineParser &parser)
{
    CommandLine line;
    for (const QString &word : parser.positionalArguments())
        line.words.append(word.toLatin1());
    line.options = parser.optionNames();
    line.options.removeAll(QStringLiteral("connect"));
    line.file = fileOf(parser, QStringLiteral("file"));
    Command command;
    QString problem;
    if (!command.parse(line, &problem))
        return Program::fail(problem);
    if (!command.readValue(&problem))
        return Program::fail(problem, 1);
    QObject::connect(&command, &Command::finished, &command, &QCoreApplication::exit);
    command.start(endpoint.address(), endpoint.port);
    return QCoreApplication::exec();
}

void addOptions(QCommandLineParser *parser)
{
    parser->setApplicationDescription(Texts::tr("A key-value store over RDMA"));
    Program::addStandardOptions(parser);
    parser->addPositionalArgument("command", Command::usage(), "[command]");
    parser->addOptions({
            { "listen", Texts::tr("Be the server on this address (any: on all)."),
              "address[:port]" },
            { "connect", Texts::tr("Be a client of this server."), "address[:port]" },
            { "database", Texts::tr("Keep the data in this file of SQLite."), "file" },
            { "max-clients", Texts::tr("Refuse further clients (64)."), "number", "64" },
            { "memory", Texts::tr("Memory for values in MiB (256)."), "size", "256" },
            { "file",
              Texts::tr("With put and get: the value is in this file; - is the standard input or "
                        "output."),
              "file" },
            { "force", Texts::tr("With get --file: replace a file that exists.") },
            { "0", Texts::tr("With ls: the keys as they are, each with a zero byte behind it.") },
    });
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    addOptions(&parser);
    parser.process(wordsOf(argc, argv));

    const bool serves = parser.isSet("listen");
    if (serves == parser.isSet("connect"))
        return Program::fail(Texts::tr("Say either --listen or --connect (--help tells more)"));
    const auto endpoint =
            Endpoint::fromString(parser.value(serves ? "listen" : "connect"), DefaultPort);
    if (!endpoint || endpoint->address().isNull())
        return Program::fail(
                Texts::tr("An address looks like 10.0.0.1, 10.0.0.1:4848 or [fe80::1]:4848"));
    if (!serves)
        return runCommand(*endpoint, parser);

    if (!parser.positionalArguments().isEmpty())
        return Program::fail(Texts::tr("A server takes no command"));
    ServerOptions options;
    options.database = fileOf(parser, "database");
    const auto clients = numberOf(parser, "max-clients", MostClients);
    const auto memory = clients ? numberOf(parser, "memory", MostMemory) : std::nullopt;
    if (!memory)
        return 2;
    options.maxClients = *clients;
    options.limits.bytes = quint64(*memory) << 20;
    return runServer(*endpoint, options);
}
