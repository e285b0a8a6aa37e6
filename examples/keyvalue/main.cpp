// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// keyvalue --listen ADDRESS[:PORT] [--database FILE]    the server
// keyvalue --connect ADDRESS[:PORT] COMMAND             a client; see Command::usage()

#include "command.h"
#include "checkedoptions.h"
#include "hostname.h"
#include "server.h"
#include "unixsignals.h"

#include <QFile>

#include <chrono>
#include <csignal>
#include <utility>

using namespace KeyValue;

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(keyvalue)
};

constexpr int MostMemory = 8192; // MiB
constexpr int MostClients = 1000;
constexpr int MostWords = 3; // of a command
constexpr int LongestTtl = 1000000000; // s

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

std::chrono::seconds lifetimeOf(const QCommandLineParser &parser)
{
    return std::chrono::seconds(parser.isSet("ttl") ? Program::number(parser, "ttl", 1, LongestTtl)
                                                    : 0);
}

// Ends the program if an option of one side is given to the other.
void refuseMisplaced(const QCommandLineParser &parser)
{
    const std::pair<const char *, const char *> sides[] = {
        { "database", "listen" }, { "max-clients", "listen" }, { "memory", "listen" },
        { "file", "connect" },    { "overwrite", "connect" },  { "ttl", "connect" },
        { "expect", "connect" },  { "0", "connect" },
    };
    for (const auto &[option, side] : sides) {
        if (parser.isSet(option) && !parser.isSet(side))
            Program::refuse(Texts::tr("--%1 goes with --%2 only").arg(option, side));
    }
}

int runServer(const Endpoint &endpoint, const ServerOptions &options)
{
    Server server(options);
    QObject::connect(&server, &Server::log, &server,
                     [](const QString &line) { Program::print(Text::inOneLine(line)); });
    QObject::connect(&server, &Server::stopped, &server, [](const QString &problem) {
        QCoreApplication::exit(problem.isEmpty() ? 0 : Program::fail(problem, 1));
    });
    QString problem;
    if (!server.open(&problem))
        return Program::fail(problem, 1);
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
    line.lifetime = lifetimeOf(parser);
    line.expect = parser.value(QStringLiteral("expect"));
    Command command;
    QString problem;
    if (!command.parse(line, &problem))
        return Program::fail(problem);
    const QHostAddress address = HostName::addressOf(endpoint.host, &problem);
    if (address.isNull() || !command.readValue(&problem))
        return Program::fail(problem, 1);
    QObject::connect(&command, &Command::finished, &command, &QCoreApplication::exit);
    command.start(address, endpoint.port);
    return QCoreApplication::exec();
}

void addOptions(QCommandLineParser *parser)
{
    Program::describe(parser, Texts::tr("A key-value store over RDMA."),
                      "keyvalue --connect 10.77.0.1 put colour green");
    Program::addStandardOptions(parser);
    parser->addPositionalArgument("command", Command::usage(), "[command]");
    parser->addOptions(Program::withDefaults({
            { "listen",
              Program::withPort(Texts::tr("Be the server on this address (any: on all)."),
                                DefaultPort),
              "address[:port]" },
            { "connect", Program::withPort(Texts::tr("Be a client of this server."), DefaultPort),
              "address[:port]" },
            { "database", Texts::tr("Keep the data in this file of SQLite."), "file" },
            { "max-clients", Texts::tr("Refuse further clients."), "number", "64" },
            { "memory", Texts::tr("Memory for values in MiB."), "size", "256" },
            { "file",
              Texts::tr("With put and get: the value is in this file; - is the standard input or "
                        "output."),
              "file" },
            { "ttl", Texts::tr("With put and cas: the key ends after so long."), "seconds" },
            { "expect",
              Texts::tr("With cas: the version that the key must have, or ABSENT; else the exit "
                        "status is 3."),
              "version" },
            { "overwrite", Texts::tr("With get --file: replace a file that exists.") },
            { "0", Texts::tr("With ls: the keys as they are, each with a zero byte behind it.") },
    }));
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    addOptions(&parser);
    Program::process(&parser, MostWords, wordsOf(argc, argv));

    const bool serves = parser.isSet("listen");
    if (serves == parser.isSet("connect"))
        return Program::fail(Texts::tr("Say either --listen or --connect (--help tells more)"));
    lifetimeOf(parser); // checks it
    refuseMisplaced(parser);
    if (!serves)
        return runCommand(Program::endpoint(parser, "connect", DefaultPort), parser);

    if (!parser.positionalArguments().isEmpty())
        Program::refuse(Texts::tr("A server takes no command: \"%1\"")
                                .arg(parser.positionalArguments().constFirst()));
    ServerOptions options;
    options.database = fileOf(parser, "database");
    options.maxClients = Program::number(parser, "max-clients", 1, MostClients);
    options.limits.bytes = quint64(Program::number(parser, "memory", 1, MostMemory)) << 20;
    return runServer(Program::listenEndpoint(parser, "listen", DefaultPort), options);
}
