// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// httpfile --listen ADDRESS[:PORT] [DIRECTORY]      and then, on another machine:
// LD_PRELOAD=librspreload.so curl http://ADDRESS:PORT/

#include "httpserver.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QTextStream>

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Serves files by HTTP over RDMA and TCP."));
    parser.addHelpOption();
    const QCommandLineOption address(QStringLiteral("address"), QStringLiteral("Where to listen."),
                                     QStringLiteral("address"), QStringLiteral("0.0.0.0"));
    const QCommandLineOption port(QStringLiteral("port"), QStringLiteral("Port for RDMA."),
                                  QStringLiteral("port"), QStringLiteral("7471"));
    const QCommandLineOption tcpPort(QStringLiteral("tcp-port"),
                                     QStringLiteral("Port for TCP; none without it."),
                                     QStringLiteral("port"));
    parser.addOptions({ address, port, tcpPort });
    parser.addPositionalArgument(QStringLiteral("directory"), QStringLiteral("What is served."));
    parser.process(application);

    QTextStream err(stderr);
    const QString root = parser.positionalArguments().value(0, QDir::currentPath());
    if (!QFileInfo(root).isDir()) {
        err << "httpfile: " << root << " is no directory" << Qt::endl;
        return 2;
    }
    HttpServer server(root);
    const QHostAddress where(parser.value(address));
    const bool listens = server.listenRdma(where, parser.value(port).toUShort())
            && (!parser.isSet(tcpPort)
                || server.listenTcp(where, parser.value(tcpPort).toUShort()));
    if (!listens) {
        err << "httpfile: cannot listen: " << server.errorString() << Qt::endl;
        return 2;
    }
    err << "httpfile: RDMA port " << server.rdmaPort();
    if (parser.isSet(tcpPort))
        err << ", TCP port " << server.tcpPort();
    err << Qt::endl;
    return QCoreApplication::exec();
}
