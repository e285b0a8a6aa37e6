// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// chat --listen ADDRESS[:PORT]              the relay
// chat --connect HOST[:PORT] --name NAME    a person in it

#include "client.h"
#include "console.h"
#include "endpoint.h"
#include "relay.h"
#include "text.h"
#include "unixsignals.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QTextStream>

#include <csignal>
#include <cstdio>

namespace {

int fail(const QString &text)
{
    QTextStream(stderr) << "chat: " << text << Qt::endl;
    return 2;
}

int runRelay(Transport::Kind kind, const Endpoint &endpoint, quint64 fileSize)
{
    const bool any = endpoint.host == QLatin1String("any") || endpoint.host == QLatin1String("*");
    const QHostAddress address =
            any ? QHostAddress(QHostAddress::Any) : QHostAddress(endpoint.host);
    if (address.isNull())
        return fail(QStringLiteral("%1 is no address to listen on: give an IPv4 or IPv6 address "
                                   "of this machine, or any")
                            .arg(endpoint.host));
    RelayLimits limits;
    limits.fileSize = fileSize;
    Relay relay(kind, limits);
    QTextStream out(stdout);
    QObject::connect(&relay, &Relay::log,
                     [&out](const QString &line) { out << Text::printable(line) << Qt::endl; });
    if (!relay.listen(address, endpoint.port))
        return fail(QStringLiteral("Cannot listen on %1, port %2, over %3: %4")
                            .arg(endpoint.host, QString::number(endpoint.port),
                                 Transport::name(kind), relay.errorString()));
    const QString shown = relay.serverAddress().protocol() == QAbstractSocket::IPv6Protocol
            ? u'[' + relay.serverAddress().toString() + u']'
            : relay.serverAddress().toString();
    out << "* Relay on " << shown << ':' << relay.serverPort() << " over " << Transport::name(kind)
        << Qt::endl;
    UnixSignals terminations({ SIGINT, SIGTERM, SIGHUP });
    QObject::connect(&terminations, &UnixSignals::received, &relay,
                     [] { QCoreApplication::quit(); });
    return QCoreApplication::exec();
}

int runClient(Transport::Kind kind, const Endpoint &endpoint, const ClientOptions &options,
              bool showTimes)
{
    const QString problem = Text::nameProblem(options.name);
    if (!problem.isEmpty())
        return fail(problem + QStringLiteral("; choose one with --name"));
    if (!options.downloadDirectory.isEmpty() && !QFileInfo(options.downloadDirectory).isDir())
        return fail(QStringLiteral("%1 is no directory").arg(options.downloadDirectory));

    Client client(kind, options);
    Console console(&client, options.name, showTimes);
    UnixSignals terminations({ SIGINT, SIGTERM, SIGHUP, SIGWINCH });
    QObject::connect(&terminations, &UnixSignals::received, &console, [&console](int signal) {
        if (signal == SIGWINCH)
            console.redraw();
        else
            console.leave();
    });
    QObject::connect(&console, &Console::finished, [](int code) { QCoreApplication::exit(code); });
    QMetaObject::invokeMethod(
            &client, [&] { client.connectToRelay(endpoint.host, endpoint.port); },
            Qt::QueuedConnection);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN);
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("chat"));

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("A chat over RDMA"));
    parser.addHelpOption();
    const auto option = [&parser](const QString &name, const QString &text,
                                  const QString &value = {}, const QString &preset = {}) {
        const QCommandLineOption made(name, text, value, preset);
        parser.addOption(made);
        return made;
    };
    const auto listen = option(QStringLiteral("listen"),
                               QStringLiteral("Be the relay on this address (any: on all)."),
                               QStringLiteral("address[:port]"));
    const auto connect = option(QStringLiteral("connect"), QStringLiteral("Join a relay's room."),
                                QStringLiteral("host[:port]"));
    const auto name = option(QStringLiteral("name"), QStringLiteral("Your name in the room."),
                             QStringLiteral("name"), qEnvironmentVariable("USER"));
    const auto tcp = option(QStringLiteral("tcp"), QStringLiteral("Use TCP instead of RDMA."));
    const auto directory =
            option(QStringLiteral("download-dir"), QStringLiteral("Take files and put them here."),
                   QStringLiteral("directory"));
    const auto maxFile =
            option(QStringLiteral("max-file"), QStringLiteral("Refuse larger files (MiB)."),
                   QStringLiteral("size"), QStringLiteral("64"));
    const auto times = option(QStringLiteral("times"), QStringLiteral("Show when it was said."));
    parser.process(app);

    const auto kind = parser.isSet(tcp) ? Transport::Kind::Tcp : Transport::Kind::Rdma;
    bool sizeOk = false;
    const quint64 fileSize = parser.value(maxFile).toUInt(&sizeOk) * Q_UINT64_C(1024 * 1024);
    if (!sizeOk)
        return fail(QStringLiteral("--max-file wants a number of MiB"));
    if (parser.isSet(listen) == parser.isSet(connect))
        return fail(QStringLiteral("Say either --listen or --connect (--help tells more)"));
    const auto endpoint =
            Endpoint::fromString(parser.value(parser.isSet(listen) ? listen : connect));
    if (!endpoint)
        return fail(QStringLiteral("An address looks like host, host:port or [IPv6]:port"));
    if (parser.isSet(listen))
        return runRelay(kind, *endpoint, fileSize);

    ClientOptions options;
    options.name = parser.value(name);
    options.downloadDirectory = parser.value(directory);
    options.fileSize = fileSize;
    return runClient(kind, *endpoint, options, parser.isSet(times));
}
