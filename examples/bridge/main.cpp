// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// qtrdma-bridge --listen 127.0.0.1:5432 --to rdma://db:5432         on the machine of the clients
// qtrdma-bridge --listen rdma://any:5432 --to 127.0.0.1:5432        on the machine of the server

#include "activation.h"
#include "checkedoptions.h"
#include "keyfile.h"
#include "service.h"
#include "tls.h"
#include "transportoption.h"

#include <QFile>

#include <csignal>

namespace {

constexpr char RdmaEnd[] = "rdma://";

void addOptions(QCommandLineParser *parser)
{
    Program::addStandardOptions(parser);
    parser->addOptions(Program::withDefaults({
            { "listen",
              Program::Texts::tr("Take connections here. Without it: from the socket of systemd."),
              "end" },
            { "to", Program::Texts::tr("Connect them with this end."), "end" },
            { "tls",
              Program::Texts::tr(
                      "Encrypt, and verify the certificate of the side that listens over RDMA.") },
            { "certificate",
              Program::Texts::tr("The certificate of this side, and those that signed it (PEM)."),
              "file" },
            { "private-key", Program::Texts::tr("The private key of this certificate (PEM)."),
              "file" },
            { "ca", Program::Texts::tr("Trust these certificates instead of the system's (PEM)."),
              "file" },
            { "key-file",
              Program::Texts::tr("Both sides prove that they have the key in this file."), "file" },
            { "max-connections", Program::Texts::tr("The most connections at a time; more wait."),
              "number", "1000" },
            { "max-per-address",
              Program::Texts::tr(
                      "The most connections of one address; more are refused (0: no limit)."),
              "number", "0" },
            { "connect-timeout", Program::Texts::tr("How long connections wait for the other end."),
              "seconds", "30" },
            { "idle-timeout",
              Program::Texts::tr("Cut connections on which nothing moves (0: never)."), "seconds",
              "0" },
            { "grace", Program::Texts::tr("How long connections may go on after SIGTERM."),
              "seconds", "10" },
            { "statistics",
              Program::Texts::tr(
                      "How often the statistics are printed (0: at SIGUSR1 and at the end)."),
              "seconds", "0" },
    }));
    TransportOption::addTo(parser);
}

int number(const QCommandLineParser &parser, const QString &option, int least)
{
    constexpr int Most = 1000000; // in milliseconds it is an int, too
    return Program::number(parser, option, least, Most);
}

// Which option of TLS is missing or out of place; empty if none is.
QString tlsProblem(const QCommandLineParser &parser)
{
    const QStringList optionsOfTls{ "certificate", "private-key", "ca" };
    for (const QString &option : optionsOfTls) {
        if (parser.isSet(option) && !parser.isSet("tls"))
            return Program::Texts::tr("--%1 goes with --tls only").arg(option);
    }
    if (parser.isSet("certificate") != parser.isSet("private-key"))
        return Program::Texts::tr("--certificate and --private-key belong together");
    const bool listensOverRdma = parser.value("listen").startsWith(RdmaEnd);
    if (parser.isSet("tls") && listensOverRdma && !parser.isSet("certificate"))
        return Program::Texts::tr(
                "--tls with --listen rdma://... needs --certificate and --private-key");
    return {};
}

QString setTls(const QCommandLineParser &parser, RdmaBridge *bridge)
{
    if (!parser.isSet("tls"))
        return {};
    const Tls::Files files{ parser.value("certificate"), parser.value("private-key"),
                            parser.value("ca") };
    return parser.value("listen").startsWith(RdmaEnd) ? Tls::setServer(bridge, files)
                                                      : Tls::setClient(bridge, files);
}

// Returns what is wrong with a file.
QString configure(const QCommandLineParser &parser, RdmaBridge *bridge)
{
    QString problem = setTls(parser, bridge);
    RdmaStreamOptions options;
    if (problem.isEmpty())
        problem = KeyFile::read(parser.value("key-file"), &options);
    if (!problem.isEmpty())
        return problem;
    options.setTransport(TransportOption::policyOf(parser));
    bridge->setStreamOptions(options);
    return {};
}

void setLimits(const QCommandLineParser &parser, RdmaBridge *bridge)
{
    bridge->setMaxConnections(number(parser, "max-connections", 1));
    bridge->setMaxConnectionsPerAddress(number(parser, "max-per-address", 0));
    bridge->setIdleTimeout(number(parser, "idle-timeout", 0) * 1000);
    bridge->setConnectTimeout(number(parser, "connect-timeout", 1) * 1000);
}

// Which end is missing; empty if none is.
QString endProblem(const QCommandLineParser &parser)
{
    const int sockets = Activation::socketCount();
    if (!parser.isSet("to"))
        return Program::Texts::tr("Say with --to where connections go (--help tells more)");
    if (sockets > 1)
        return Program::Texts::tr("There are %1 sockets of systemd, and a bridge takes one")
                .arg(sockets);
    if (parser.isSet("listen") == (sockets == 1))
        return sockets == 1
                ? Program::Texts::tr("There is a socket of systemd: --listen is one too many")
                : Program::Texts::tr(
                        "Say with --listen where connections come from (--help tells more)");
    return {};
}

int run(const QCommandLineParser &parser, RdmaBridge *bridge, int grace, int statistics)
{
    const QString to = parser.value("to");
    const Service service(bridge, grace, statistics);
    const bool listens = parser.isSet("listen")
            ? bridge->listen(parser.value("listen"), to)
            : bridge->listenOnDescriptor(Activation::FirstSocket, to);
    if (!listens)
        return Program::fail(bridge->errorString(),
                             bridge->rdmaError().category() == RdmaError::Category::Usage
                                     ? Program::Misuse
                                     : Program::Failed);
    Program::print(Program::Texts::tr("Listening on %1, to %2").arg(bridge->listenEndpoint(), to));
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN);
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    Program::describe(&parser,
                      Program::Texts::tr("Connects local sockets with RDMA streams, for programs "
                                         "that have sockets only.\n"
                                         "An end is host:port, [IPv6]:port, unix:/path or "
                                         "rdma://host:port; one is RDMA's."),
                      "qtrdma-bridge --listen 127.0.0.1:5432 --to rdma://db:5432");
    addOptions(&parser);
    Program::process(&parser);

    RdmaBridge bridge;
    QString problem = endProblem(parser);
    if (problem.isEmpty())
        problem = tlsProblem(parser);
    TransportOption::policyOf(parser); // checks it
    setLimits(parser, &bridge);
    const int grace = number(parser, "grace", 0);
    const int statistics = number(parser, "statistics", 0);
    if (!problem.isEmpty())
        return Program::fail(problem);
    problem = configure(parser, &bridge);
    if (!problem.isEmpty())
        return Program::fail(problem, Program::Failed);
    return run(parser, &bridge, grace, statistics);
}
