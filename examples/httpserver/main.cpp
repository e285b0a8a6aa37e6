// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// httpserver --listen 10.77.0.1:7471 DIRECTORY          and then, on another machine:
// curl http://10.77.0.1:7471/devices                    over TCP
// httpserver --get http://10.77.0.1:7471/devices        over RDMA

#include "checkedoptions.h"
#include "fetch.h"
#include "transportoption.h"
#include "webserver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace {

constexpr quint16 DefaultPort = 7471;

int serve(const Endpoint &endpoint, const QString &directory, Rdma::TransportPolicy policy)
{
    if (!QFileInfo(directory).isDir())
        return Program::fail(Program::Texts::tr("%1 is no directory").arg(directory),
                             Program::Failed);
    auto *server = new RdmaServer; // the web server owns it
    TransportOption::apply(policy, server);
    WebServer web(directory, server);
    if (!web.listen(endpoint.address(), endpoint.port))
        return Program::fail(web.errorString(), 1);
    Program::print(Program::Texts::tr("Listening on port %1 %2")
                           .arg(server->serverPort())
                           .arg(TransportOption::textOf(*server)));
    return QCoreApplication::exec();
}

int get(const QUrl &url, Rdma::TransportPolicy policy)
{
    if (!url.isValid() || url.host().isEmpty() || url.scheme() != "http")
        Program::refuse(
                Program::Texts::tr("--get wants http://HOST:PORT/PATH with a port up to 65535"));
    QFile out;
    if (!out.open(stdout, QIODevice::WriteOnly))
        return Program::fail(out.errorString(), 1);
    RdmaStreamOptions options;
    options.setTransport(policy);
    Fetch fetch(url, options, &out);
    QObject::connect(
            &fetch, &Fetch::connected, &fetch, [](const RdmaStream &stream) {
                QTextStream(stderr)
                        << Program::Texts::tr("Connected %1").arg(TransportOption::textOf(stream))
                        << Qt::endl;
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
    Program::describe(
            &parser, Program::Texts::tr("QHttpServer over RDMA and TCP on one port, and a client."),
            "httpserver --get http://10.77.0.1:7471/devices");
    Program::addStandardOptions(&parser);
    parser.addOptions(Program::withDefaults(
            { { "listen", Program::Texts::tr("Where the server listens."), "address:port",
                "0.0.0.0:7471" },
              { "get", Program::Texts::tr("Get a document, and print it."), "url" } }));
    TransportOption::addTo(&parser);
    parser.addPositionalArgument("directory", Program::Texts::tr("Its files are served."),
                                 "[directory]");
    Program::process(&parser, 1);

    const Rdma::TransportPolicy policy = TransportOption::policyOf(parser);
    if (parser.isSet("get"))
        return get(QUrl(parser.value("get")), policy);
    const QString directory = parser.positionalArguments().value(0, QDir::currentPath());
    const Endpoint endpoint = Program::listenEndpoint(parser, "listen", DefaultPort);
    return serve(endpoint, directory, policy);
}
