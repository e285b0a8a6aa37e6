// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// An echo server whose streams live in several threads:
//
//   pool [--listen ADDRESS] [-p PORT] [--threads N] [--transport rdma|prefer-rdma|tcp]

#include "poolserver.h"
#include "program.h"
#include "transportoption.h"

#include <QtCore/QCommandLineParser>

namespace {

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
    parser.setApplicationDescription("Sends back what it gets, from a pool of threads.");
    parser.addHelpOption();
    parser.addOptions({ { "listen", "The address to listen on.", "address", "0.0.0.0" },
                        { { "p", "port" }, "Port; 0 for any.", "port", "7475" },
                        { "threads", "How many; one for each processor.", "count",
                          QString::number(QThread::idealThreadCount()) } });
    TransportOption::addTo(&parser);
    parser.process(application);
    const int threads = parser.value("threads").toInt();
    const QHostAddress address(parser.value("listen"));
    if (threads < 1 || address.isNull())
        parser.showHelp(2);
    const auto policy = TransportOption::policyOf(parser);
    if (!policy)
        return Program::fail(TransportOption::problem());
    PoolServer server(threads, echo);
    TransportOption::apply(*policy, &server);
    RdmaStreamOptions options = server.streamOptions();
    options.setHalfOpen(true); // over TCP, too, a client may end its direction and read on
    server.setStreamOptions(options);
    if (!server.listen(address, parser.value("port").toUShort()))
        return Program::fail(server.errorString(), 1);
    QTextStream(stderr) << "Listening on port " << server.serverPort() << ' '
                        << TransportOption::textOf(server) << ", " << threads << " threads"
                        << Qt::endl;
    return QCoreApplication::exec();
}
