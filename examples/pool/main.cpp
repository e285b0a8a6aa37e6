// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// An echo server whose streams live in several threads:
//
//   pool [--listen ADDRESS] [-p PORT] [--threads N]

#include "poolserver.h"

#include <QtCore/QCommandLineParser>
#include <QtCore/QCoreApplication>

#include <cstdio>

namespace {

// Runs in the thread of the stream.
void echo(RdmaStream *stream)
{
    QObject::connect(stream, &RdmaStream::readyRead, stream,
                     [stream] { stream->write(stream->readAll()); });
    QObject::connect(stream, &RdmaStream::readChannelFinished, stream,
                     [stream] { stream->disconnectFromHost(); });
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const QCommandLineOption listen("listen", "The address to listen on.", "address", "0.0.0.0");
    const QCommandLineOption port({ "p", "port" }, "Port; 0 for any.", "port", "7475");
    const QCommandLineOption threads("threads", "How many; one for each processor.", "count",
                                     QString::number(QThread::idealThreadCount()));
    QCommandLineParser parser;
    parser.setApplicationDescription("Sends back what it gets, from a pool of threads.");
    parser.addHelpOption();
    parser.addOptions({ listen, port, threads });
    parser.process(application);
    const int threadCount = parser.value(threads).toInt();
    const QHostAddress address(parser.value(listen));
    if (threadCount < 1 || address.isNull())
        parser.showHelp(2);
    PoolServer server(threadCount, echo);
    if (!server.listen(address, parser.value(port).toUShort())) {
        fprintf(stderr, "pool: %s\n", qPrintable(server.errorString()));
        return 1;
    }
    fprintf(stderr, "Listening on port %d, %d threads\n", server.serverPort(), threadCount);
    return QCoreApplication::exec();
}
