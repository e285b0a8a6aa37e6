// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// How long each step of connecting takes, and disconnecting, as the cmtime of librdmacm tells it:
//
//   cmtime                   the server
//   cmtime ADDRESS -c 100    the client

#include "client.h"
#include "server.h"

#include <QtCore/QCommandLineParser>
#include <QtCore/QCoreApplication>

#include <cstdio>

namespace {

int serve(const Client::Settings &settings)
{
    Server server(settings.json);
    if (!server.listen(settings.address, settings.port)) {
        fprintf(stderr, "cmtime: %s\n", qPrintable(server.errorString()));
        return 1;
    }
    fprintf(stderr, "Listening on port %d\n", server.serverPort());
    return QCoreApplication::exec();
}

int measure(const Client::Settings &settings)
{
    Client client(settings);
    // A failure that is known at once ends the event loop, which must run by then.
    QMetaObject::invokeMethod(&client, &Client::start, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const QCommandLineOption listen("listen", "The address that the server listens on.", "address",
                                    "0.0.0.0");
    const QCommandLineOption port({ "p", "port" }, "Port; 0 lets the server choose.", "port",
                                  "7473");
    const QCommandLineOption count({ "c", "connections" }, "How many.", "count", "100");
    const QCommandLineOption parallel("parallel", "How many at a time.", "count", "1");
    const QCommandLineOption json("json", "Print one line of JSON.");
    QCommandLineParser parser;
    parser.setApplicationDescription("Times the steps of connecting over RDMA.");
    parser.addHelpOption();
    parser.addPositionalArgument("address", "The server's; the server itself gets none.",
                                 "[address]");
    parser.addOptions({ listen, port, count, parallel, json });
    parser.process(application);
    const QStringList names = parser.positionalArguments();
    Client::Settings settings;
    settings.address = QHostAddress(names.value(0, parser.value(listen)));
    settings.port = parser.value(port).toUShort();
    settings.count = parser.value(count).toInt();
    settings.parallel = parser.value(parallel).toInt();
    settings.json = parser.isSet(json);
    if (settings.address.isNull() || settings.count < 1 || settings.parallel < 1)
        parser.showHelp(2);
    return names.isEmpty() ? serve(settings) : measure(settings);
}
