// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// An echo server whose streams live in several threads:
//
//   pool [--listen ADDRESS] [-p PORT] [--threads N]

#include "poolserver.h"
#include "program.h"

#include <QtCore/QCommandLineParser>

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
    QCommandLineParser parser;
    parser.setApplicationDescription("Sends back what it gets, from a pool of threads.");
    parser.addHelpOption();
    parser.addOptions({ { "listen", "The address to listen on.", "address", "0.0.0.0" },
                        { { "p", "port" }, "Port; 0 for any.", "port", "7475" },
                        { "threads", "How many; one for each processor.", "count",
                          QString::number(QThread::idealThreadCount()) } });
    parser.process(application);
    const int threads = parser.value("threads").toInt();
    const QHostAddress address(parser.value("listen"));
    if (threads < 1 || address.isNull())
        parser.showHelp(2);
    PoolServer server(threads, echo);
    if (!server.listen(address, parser.value("port").toUShort()))
        return Program::fail(server.errorString(), 1);
    QTextStream(stderr) << "Listening on port " << server.serverPort() << ", " << threads
                        << " threads" << Qt::endl;
    return QCoreApplication::exec();
}
