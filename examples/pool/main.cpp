// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// An echo server whose streams live in several threads:
//
//   pool [--listen ADDRESS] [-p PORT] [--threads N] [--transport rdma|prefer-rdma|tcp]

#include "checkedoptions.h"
#include "poolserver.h"
#include "transportoption.h"

namespace {

constexpr int MostThreads = 1024;

// Runs in the thread of the stream.
void echo(RdmaStream *stream)
{
    QTextStream(stderr) << stream->peerAddress().toString() + ' ' + TransportOption::textOf(*stream)
                    + '\n';
    QObject::connect(stream, &RdmaStream::readyRead, stream,
                     [stream] { stream->write(stream->readAll()); });
    QObject::connect(stream, &RdmaStream::readChannelFinished, stream,
                     [stream] { stream->disconnectFromHost(); });
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    Program::describe(&parser, "Sends back what it gets, from a pool of threads.",
                      "pool --listen 10.77.0.1 --threads 4");
    Program::addStandardOptions(&parser);
    parser.addOptions(Program::withDefaults(
            { { "listen", "The address to listen on.", "address", "0.0.0.0" },
              { { "p", "port" }, "0: any.", "port", "7475" },
              { "threads", "How many.", "count", QString::number(QThread::idealThreadCount()) } }));
    TransportOption::addTo(&parser);
    Program::process(&parser);
    const int threads = Program::number(parser, "threads", 1, MostThreads);
    const quint16 port = Program::port(parser);
    const Endpoint endpoint = Program::listenEndpoint(parser, "listen", port);
    const Rdma::TransportPolicy policy = TransportOption::policyOf(parser);
    PoolServer server(threads, echo);
    TransportOption::apply(policy, &server);
    RdmaStreamOptions options = server.streamOptions();
    options.setHalfOpen(true); // over TCP, too, a client may end its direction and read on
    server.setStreamOptions(options);
    if (!server.listen(endpoint.address(), endpoint.port))
        return Program::fail(server.errorString(), 1);
    QTextStream(stderr) << "Listening on port " << server.serverPort() << ' '
                        << TransportOption::textOf(server) << ", " << threads << " threads"
                        << Qt::endl;
    return QCoreApplication::exec();
}
