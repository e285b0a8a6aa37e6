// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// httpfile [--listen ADDRESS[:PORT]] [DIRECTORY]              and then, on another machine:
// curl http://ADDRESS:PORT/                                   over TCP
// LD_PRELOAD=librspreload.so curl http://ADDRESS:PORT/        over RDMA

#include "endpoint.h"
#include "httpserver.h"
#include "printable.h"
#include "program.h"
#include "transportoption.h"

#include <QCommandLineParser>
#include <QDir>

#include <optional>

#include <sys/resource.h>

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(httpfile)
};

constexpr quint16 DefaultPort = 7471;
constexpr int LongestTimeout = 3600; // s
constexpr int OtherDescriptors = 64; // of the program itself
constexpr int DescriptorsOfConnection = 2; // its socket and its file

// As many as the limit of open files allows (ulimit -n).
int mostConnections()
{
    constexpr rlim_t Enough = 100000;
    rlimit limit = {};
    const bool isKnown = ::getrlimit(RLIMIT_NOFILE, &limit) == 0;
    const int files = int(qMin(isKnown ? limit.rlim_cur : rlim_t(1024), Enough));
    return qMax(1, (files - OtherDescriptors) / DescriptorsOfConnection);
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

std::optional<HttpLimits> limitsOf(const QCommandLineParser &parser)
{
    const auto seconds = numberOf(parser, QStringLiteral("timeout"), LongestTimeout);
    const auto all = numberOf(parser, QStringLiteral("max-clients"), mostConnections());
    const auto some = numberOf(parser, QStringLiteral("max-per-address"), mostConnections());
    if (!seconds || !all || !some)
        return {};
    return HttpLimits{ std::chrono::seconds(*seconds), *all, *some };
}

void addOptions(QCommandLineParser *parser)
{
    const HttpLimits usual;
    const auto number = [](int most) { return QString::number(qMin(most, mostConnections())); };
    parser->setApplicationDescription(Texts::tr("Serves files by HTTP over RDMA and TCP."));
    Program::addStandardOptions(parser);
    parser->addOptions({
            { "listen", Texts::tr("Where to listen (any: on all addresses)."), "address[:port]",
              "0.0.0.0" },
            { "timeout",
              Texts::tr("Ends a client that asks for nothing, or takes nothing, for so long."),
              "seconds", "30" },
            { "max-clients", Texts::tr("Takes no more connections at a time."), "number",
              number(usual.connections) },
            { "max-per-address", Texts::tr("Takes no more connections from one address."), "number",
              number(usual.connectionsPerAddress) },
    });
    TransportOption::addTo(parser);
    parser->addPositionalArgument("directory", Texts::tr("What is served."), "[directory]");
}

int serve(HttpServer *server, const Endpoint &endpoint)
{
    QObject::connect(server, &HttpServer::serving, server, [](const RdmaStream *client) {
        QTextStream(stderr) << "httpfile: serves " << client->peerAddress().toString() << ' '
                            << Text::printable(TransportOption::textOf(*client)) << Qt::endl;
    });
    if (!server->listen(endpoint.address(), endpoint.port))
        return Program::fail(Texts::tr("Cannot listen on %1: %2")
                                     .arg(endpoint.toString(), server->errorString()),
                             1);
    QTextStream(stderr) << "httpfile: port " << server->serverPort() << ' '
                        << TransportOption::textOf(*server) << Qt::endl;
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    addOptions(&parser);
    parser.process(application);

    const auto endpoint = Endpoint::fromString(parser.value("listen"), DefaultPort);
    if (!endpoint || endpoint->address().isNull())
        return Program::fail(
                Texts::tr("--listen wants an address of this machine: 10.0.0.1, 10.0.0.1:7471 or "
                          "[fe80::1]:7471"));
    if (parser.positionalArguments().size() > 1)
        return Program::fail(Texts::tr("One directory is served, not several"));
    const QString root = parser.positionalArguments().value(0, QDir::currentPath());
    if (!QFileInfo(root).isDir())
        return Program::fail(Texts::tr("%1 is no directory").arg(Text::printable(root)));
    const auto policy = TransportOption::policyOf(parser);
    if (!policy)
        return Program::fail(TransportOption::problem());
    const auto limits = limitsOf(parser);
    if (!limits)
        return 2;
    HttpServer server(root, *limits);
    TransportOption::apply(*policy, &server);
    return serve(&server, *endpoint);
}
