// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// httpfile [--address ADDRESS] [--port PORT] [DIRECTORY]      and then, on another machine:
// LD_PRELOAD=librspreload.so curl http://ADDRESS:PORT/

#include "httpserver.h"
#include "program.h"

#include <QCommandLineParser>
#include <QDir>

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription("Serves files by HTTP over RDMA and TCP.");
    parser.addHelpOption();
    parser.addOptions({ { "address", "Where to listen.", "address", "0.0.0.0" },
                        { "port", "Port for RDMA.", "port", "7471" },
                        { "tcp-port", "Port for TCP; none without it.", "port" } });
    parser.addPositionalArgument("directory", "What is served.");
    parser.process(application);

    const QString root = parser.positionalArguments().value(0, QDir::currentPath());
    if (!QFileInfo(root).isDir())
        return Program::fail(root + " is no directory");
    HttpServer server(root);
    const bool withTcp = parser.isSet("tcp-port");
    const QHostAddress address(parser.value("address"));
    if (!server.listenRdma(address, parser.value("port").toUShort())
        || (withTcp && !server.listenTcp(address, parser.value("tcp-port").toUShort())))
        return Program::fail("cannot listen: " + server.errorString());
    QTextStream(stderr) << "httpfile: RDMA port " << server.rdmaPort()
                        << (withTcp ? QString(", TCP port %1").arg(server.tcpPort()) : QString())
                        << Qt::endl;
    return QCoreApplication::exec();
}
