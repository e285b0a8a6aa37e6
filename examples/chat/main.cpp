// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// qtrdma-chat --listen ADDRESS[:PORT]              the relay
// qtrdma-chat --connect HOST[:PORT] --name NAME    a person in it

#include "client.h"
#include "checkedoptions.h"
#include "console.h"
#include "relay.h"
#include "text.h"
#include "tls.h"
#include "transportoption.h"
#include "unixsignals.h"

#include <QFileInfo>

#include <csignal>

namespace {

// Returns which option of TLS is missing or out of place; empty if none is.
QString tlsProblem(const QCommandLineParser &parser)
{
    const std::pair<QString, QString> sides[] = {
        { "certificate", "listen" },
        { "private-key", "listen" },
        { "ca", "connect" },
    };
    for (const auto &[option, side] : sides) {
        if (parser.isSet(option) && !(parser.isSet("tls") && parser.isSet(side)))
            return Program::Texts::tr("--%1 goes with --tls and --%2 only").arg(option, side);
    }
    const bool hasIdentity = parser.isSet("certificate") && parser.isSet("private-key");
    if (parser.isSet("tls") && parser.isSet("listen") && !hasIdentity)
        return Program::Texts::tr("--tls with --listen needs --certificate and --private-key");
    return {};
}

int runRelay(const QCommandLineParser &parser, Rdma::TransportPolicy policy,
             const Endpoint &endpoint, const RelayLimits &limits)
{
    QString problem;
    Listener *const listener = parser.isSet("tls")
            ? Tls::createListener(policy, parser.value("certificate"), parser.value("private-key"),
                                  &problem)
            : Transport::createListener(policy, nullptr);
    if (!listener)
        return Program::fail(problem, Program::Failed);
    Relay relay(listener, limits);
    QObject::connect(&relay, &Relay::log, &relay,
                     [](const QString &line) { Program::print(Text::printable(line)); });
    const bool listens = relay.listen(endpoint.address(), endpoint.port);
    const QString transport = parser.isSet("tls")
            ? Program::Texts::tr("%1 with TLS").arg(relay.transport())
            : relay.transport();
    if (!listens)
        return Program::fail(Program::Texts::tr("Cannot listen on %1, port %2, %3: %4")
                                     .arg(endpoint.host, QString::number(endpoint.port), transport,
                                          relay.errorString()),
                             1);
    const Endpoint listening{ relay.serverAddress().toString(), relay.serverPort() };
    Program::print(Program::Texts::tr("* Relay on %1 %2").arg(listening.toString(), transport));
    const EndBySignal terminations;
    return QCoreApplication::exec();
}

int runClient(const QCommandLineParser &parser, Rdma::TransportPolicy policy,
              const Endpoint &endpoint, const ClientOptions &options)
{
    QString problem = Text::nameProblem(options.name);
    if (!problem.isEmpty())
        return Program::fail(Program::Texts::tr("%1; choose one with --name").arg(problem));
    if (!options.downloadDirectory.isEmpty() && !QFileInfo(options.downloadDirectory).isDir())
        return Program::fail(
                Program::Texts::tr("%1 is no directory").arg(options.downloadDirectory),
                Program::Failed);
    const Transport::Dialer dialer = parser.isSet("tls")
            ? Tls::dialer(policy, parser.value("ca"), &problem)
            : [policy](QObject *parent) { return Transport::createConnection(policy, parent); };
    if (!dialer)
        return Program::fail(problem, Program::Failed);

    Client client(dialer, options);
    Console console(&client, options.name, parser.isSet("times"));
    UnixSignals terminations({ SIGINT, SIGTERM, SIGHUP, SIGWINCH });
    QObject::connect(&terminations, &UnixSignals::received, &console, [&console](int signal) {
        if (signal == SIGWINCH)
            console.redraw();
        else
            console.leave();
    });
    QObject::connect(&console, &Console::finished, &console, &QCoreApplication::exit);
    QMetaObject::invokeMethod(
            &client, [&] { client.connectToRelay(endpoint.host, endpoint.port); },
            Qt::QueuedConnection);
    return QCoreApplication::exec();
}

void addOptions(QCommandLineParser *parser)
{
    Program::describe(parser, Program::Texts::tr("A chat over RDMA or TCP."),
                      "qtrdma-chat --connect 10.77.0.1 --name Ada");
    Program::addStandardOptions(parser);
    parser->addOptions(Program::withDefaults({
            { "listen",
              Program::withPort(Program::Texts::tr("Be the relay on this address (any: on all)."),
                                Protocol::DefaultPort),
              "address[:port]" },
            { "connect",
              Program::withPort(Program::Texts::tr("Join a relay's room."), Protocol::DefaultPort),
              "host[:port]" },
            { "name", Program::Texts::tr("Your name in the room."), "name",
              qEnvironmentVariable("USER") },
            { "tls", Program::Texts::tr("Encrypt, and verify the relay's certificate.") },
            { "certificate",
              Program::Texts::tr("The certificate of the relay, and those that signed it (PEM)."),
              "file" },
            { "private-key", Program::Texts::tr("The private key of this certificate (PEM)."),
              "file" },
            { "ca", Program::Texts::tr("Trust these certificates instead of the system's (PEM)."),
              "file" },
            { "download-dir", Program::Texts::tr("Take files and put them here."), "directory" },
            { "max-file", Program::Texts::tr("Refuse larger files (MiB)."), "size", "64" },
            { "times", Program::Texts::tr("Show when it was said.") },
    }));
    TransportOption::addTo(parser);
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN);
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    addOptions(&parser);
    Program::process(&parser);

    const Rdma::TransportPolicy policy = TransportOption::policyOf(parser);
    const quint64 fileSize = quint64(Program::number(parser, "max-file", 0)) << 20;
    if (parser.isSet("listen") == parser.isSet("connect"))
        return Program::fail(
                Program::Texts::tr("Say either --listen or --connect (--help tells more)"));
    const Endpoint endpoint = parser.isSet("listen")
            ? Program::listenEndpoint(parser, "listen", Protocol::DefaultPort)
            : Program::endpoint(parser, "connect", Protocol::DefaultPort);
    const QString problem = tlsProblem(parser);
    if (!problem.isEmpty())
        return Program::fail(problem);
    if (parser.isSet("listen")) {
        RelayLimits limits;
        limits.fileSize = fileSize;
        return runRelay(parser, policy, endpoint, limits);
    }

    ClientOptions options;
    options.name = parser.value("name");
    options.downloadDirectory = parser.value("download-dir");
    options.fileSize = fileSize;
    return runClient(parser, policy, endpoint, options);
}
