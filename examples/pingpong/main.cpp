// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Half a round trip between two programs that sleep while they wait, as ibv_rc_pingpong with -e measures it:
//
//   pingpong [--stream]               the server
//   pingpong ADDRESS [--stream]       the client

#include "report.h"
#include "streampingpong.h"
#include "verbspingpong.h"

#include <QtCore/QCommandLineParser>
#include <QtCore/QCoreApplication>

#include <cstdio>

namespace {

// Returns whether this is the server.
bool parse(const QCoreApplication &application, Settings *settings)
{
    const QCommandLineOption listen("listen", "The address that the server listens on.", "address",
                                    "0.0.0.0");
    const QCommandLineOption port({ "p", "port" }, "Port; 0 lets the server choose.", "port",
                                  "7472");
    const QCommandLineOption write("write", "RDMA writes, each followed by a short message.");
    const QCommandLineOption stream("stream",
                                    "RdmaStream on both ends (name it to the server too).");
    const QCommandLineOption size({ "s", "size" }, "Bytes in a message.", "bytes", "64");
    const QCommandLineOption iterations({ "n", "iterations" }, "Round trips.", "count", "1000");
    const QCommandLineOption json("json", "Print one line of JSON.");
    QCommandLineParser parser;
    parser.setApplicationDescription("Measures half a round trip over RDMA.");
    parser.addHelpOption();
    parser.addPositionalArgument("address", "The server's; the server itself gets none.",
                                 "[address]");
    parser.addOptions({ port, listen, write, stream, size, iterations, json });
    parser.process(application);
    const QStringList names = parser.positionalArguments();
    settings->address = QHostAddress(names.value(0, parser.value(listen)));
    settings->port = parser.value(port).toUShort();
    settings->size = parser.value(size).toUInt();
    settings->iterations = parser.value(iterations).toUInt();
    settings->json = parser.isSet(json);
    if (parser.isSet(stream))
        settings->mode = Settings::Stream;
    else if (parser.isSet(write))
        settings->mode = Settings::Write;
    if (settings->address.isNull() || settings->size < 1 || settings->iterations < 1)
        parser.showHelp(2);
    return names.isEmpty();
}

template <typename Server>
int serve(const Settings &settings)
{
    Server server(settings);
    if (!server.listen(settings.address, settings.port)) {
        fprintf(stderr, "pingpong: %s\n", qPrintable(server.errorString()));
        return 1;
    }
    fprintf(stderr, "Listening on port %d\n", server.serverPort());
    return QCoreApplication::exec();
}

template <typename Client>
int measure(const Settings &settings)
{
    Client client(settings);
    // A failure that is known at once ends the event loop, which must run by then.
    QMetaObject::invokeMethod(&client, &Client::connectToServer, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    Settings settings;
    const bool server = parse(application, &settings);
    if (settings.mode == Settings::Stream)
        return server ? serve<StreamServer>(settings) : measure<StreamClient>(settings);
    return server ? serve<VerbsServer>(settings) : measure<VerbsPingPong>(settings);
}
