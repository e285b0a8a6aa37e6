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
    Program::describe(&parser,
                      Program::Texts::tr("Sends back what it gets, from a pool of threads."),
                      "pool --listen 10.77.0.1 --threads 4");
    Program::addStandardOptions(&parser);
    parser.addOptions(Program::withDefaults(
            { { "listen", Program::Texts::tr("The address to listen on."), "address", "0.0.0.0" },
              { { "p", "port" },
                Program::Texts::tr("The port to listen at; 0: any."),
                "port",
                "7475" },
              { "threads", Program::Texts::tr("How many threads."), "count",
                QString::number(QThread::idealThreadCount()) } }));
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
    QTextStream(stderr) << Program::Texts::tr("Listening on port %1 %2, %n threads", nullptr,
                                              threads)
                                   .arg(server.serverPort())
                                   .arg(TransportOption::textOf(server))
                        << Qt::endl;
    return QCoreApplication::exec();
}
