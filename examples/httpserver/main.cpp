// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// httpserver --listen 10.77.0.1:7471 DIRECTORY          and then, on another machine:
// curl http://10.77.0.1:7471/devices                    over TCP
// httpserver --get http://10.77.0.1:7471/devices        over RDMA

#include "endpoint.h"
#include "fetch.h"
#include "program.h"
#include "transportoption.h"
#include "webserver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace {

constexpr quint16 DefaultPort = 7471;

int serve(const QString &where, const QString &directory, Rdma::TransportPolicy policy)
{
    const std::optional<Endpoint> endpoint = Endpoint::fromString(where, DefaultPort);
    if (!endpoint || endpoint->address().isNull())
        return Program::fail("--listen wants ADDRESS:PORT");
    if (!QFileInfo(directory).isDir())
        return Program::fail(directory + " is no directory");
    auto *server = new RdmaServer; // the web server owns it
    TransportOption::apply(policy, server);
    WebServer web(directory, server);
    if (!web.listen(endpoint->address(), endpoint->port))
        return Program::fail(web.errorString(), 1);
    Program::print("Listening on port " + QString::number(server->serverPort()) + ' '
                   + TransportOption::textOf(*server));
    return QCoreApplication::exec();
}

int get(const QUrl &url, Rdma::TransportPolicy policy)
{
    if (!url.isValid() || url.host().isEmpty() || url.scheme() != "http")
        return Program::fail("--get wants http://HOST:PORT/PATH");
    QFile out;
    if (!out.open(stdout, QIODevice::WriteOnly))
        return Program::fail(out.errorString(), 1);
    RdmaStreamOptions options;
    options.setTransport(policy);
    Fetch fetch(url, options, &out);
    QObject::connect(&fetch, &Fetch::connected, &fetch, [](const RdmaStream &stream) {
        QTextStream(stderr) << "Connected " << TransportOption::textOf(stream) << Qt::endl;
    });
    QObject::connect(&fetch, &Fetch::finished, &fetch, [](const QString &problem) {
        QCoreApplication::exit(problem.isEmpty() ? 0 : Program::fail(problem, 1));
    });
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription("QHttpServer over RDMA and TCP on one port, and a client.");
    Program::addStandardOptions(&parser);
    parser.addOptions({ { "listen", "Where the server listens.", "address:port", "0.0.0.0:7471" },
                        { "get", "Get a document, and print it.", "url" } });
    TransportOption::addTo(&parser);
    parser.addPositionalArgument("directory", "Its files are served.", "[directory]");
    parser.process(application);

    const auto policy = TransportOption::policyOf(parser);
    if (!policy)
        return Program::fail(TransportOption::problem());
    if (parser.isSet("get"))
        return get(QUrl(parser.value("get")), *policy);
    const QString directory = parser.positionalArguments().value(0, QDir::currentPath());
    return serve(parser.value("listen"), directory, *policy);
}
