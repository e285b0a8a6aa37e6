// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// httpfile [--address ADDRESS] [--port PORT] [DIRECTORY]      and then, on another machine:
// curl http://ADDRESS:PORT/                                   over TCP
// LD_PRELOAD=librspreload.so curl http://ADDRESS:PORT/        over RDMA

#include "httpserver.h"
#include "program.h"
#include "transportoption.h"

#include <QCommandLineParser>
#include <QDir>

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription("Serves files by HTTP over RDMA and TCP.");
    parser.addHelpOption();
    parser.addOptions({ { "address", "Where to listen.", "address", "0.0.0.0" },
                        { "port", "Port; 0 for any.", "port", "7471" } });
    TransportOption::addTo(&parser);
    parser.addPositionalArgument("directory", "What is served.");
    parser.process(application);

    const QString root = parser.positionalArguments().value(0, QDir::currentPath());
    if (!QFileInfo(root).isDir())
        return Program::fail(root + " is no directory");
    const auto policy = TransportOption::policyOf(parser);
    if (!policy)
        return Program::fail(TransportOption::problem());
    HttpServer server(root);
    QObject::connect(&server, &HttpServer::serving, &server, [](const RdmaStream *client) {
        QTextStream(stderr) << "httpfile: serves " << client->peerAddress().toString() << ' '
                            << TransportOption::textOf(*client) << Qt::endl;
    });
    TransportOption::apply(*policy, &server);
    if (!server.listen(QHostAddress(parser.value("address")), parser.value("port").toUShort()))
        return Program::fail("cannot listen: " + server.errorString());
    QTextStream(stderr) << "httpfile: port " << server.serverPort() << ' '
                        << TransportOption::textOf(server) << Qt::endl;
    return QCoreApplication::exec();
}
