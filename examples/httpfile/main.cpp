// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// httpfile [--listen ADDRESS[:PORT]] [DIRECTORY]              and then, on another machine:
// curl http://ADDRESS:PORT/                                   over TCP
// LD_PRELOAD=librspreload.so curl http://ADDRESS:PORT/        over RDMA

#include "checkedoptions.h"
#include "httpserver.h"
#include "transportoption.h"

#include <QDir>

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

HttpLimits limitsOf(const QCommandLineParser &parser)
{
    const int most = mostConnections();
    return { std::chrono::seconds(Program::number(parser, "timeout", 1, LongestTimeout)),
             Program::number(parser, "max-clients", 1, most),
             Program::number(parser, "max-per-address", 1, most) };
}

void addOptions(QCommandLineParser *parser)
{
    const HttpLimits usual;
    const auto number = [](int most) { return QString::number(qMin(most, mostConnections())); };
    Program::describe(parser, Texts::tr("Serves files by HTTP over RDMA and TCP."),
                      "httpfile --listen 10.77.0.1 /srv/public");
    Program::addStandardOptions(parser);
    parser->addOptions(Program::withDefaults({
            { "listen",
              Program::withPort(Texts::tr("Where to listen (any: on all addresses)."), DefaultPort),
              "address[:port]", "0.0.0.0" },
            { "timeout",
              Texts::tr("Ends a client that asks for nothing, or takes nothing, for so long."),
              "seconds", "30" },
            { "max-clients", Texts::tr("Takes no more connections at a time."), "number",
              number(usual.connections) },
            { "max-per-address", Texts::tr("Takes no more connections from one address."), "number",
              number(usual.connectionsPerAddress) },
    }));
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
    Program::process(&parser, 1);

    const Endpoint endpoint = Program::listenEndpoint(parser, "listen", DefaultPort);
    const QString root = parser.positionalArguments().value(0, QDir::currentPath());
    const Rdma::TransportPolicy policy = TransportOption::policyOf(parser);
    const auto limits = limitsOf(parser);
    if (!QFileInfo(root).isDir())
        return Program::fail(Texts::tr("%1 is no directory").arg(root), Program::Failed);
    HttpServer server(root, limits);
    TransportOption::apply(policy, &server);
    return serve(&server, endpoint);
}
