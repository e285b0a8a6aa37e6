// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "modes.h"
#include "transfer.h"

#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qsocketnotifier.h>

#include <cstdlib>

#include <unistd.h>

namespace {

bool connectStream(RdmaStream *stream, const QHostAddress &address, quint16 port)
{
    stream->connectToHost(address, port);
    if (stream->waitForConnected())
        return true;
    say(errorLine(*stream, stream->error()));
    return false;
}

} // namespace

int connectOnly(const QHostAddress &address, quint16 port)
{
    RdmaStream stream;
    if (!connectStream(&stream, address, port))
        return 1;
    say("connected");
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, qApp, &QCoreApplication::quit);
    return QCoreApplication::exec();
}

int exchange(const QHostAddress &address, quint16 port, qint64 size)
{
    RdmaStream stream;
    if (!connectStream(&stream, address, port))
        return 1;
    Digest digest;
    QObject::connect(&stream, &RdmaStream::readyRead, &stream, [&] { digest.take(&stream); });
    QObject::connect(&stream, &RdmaStream::disconnected, qApp, &QCoreApplication::quit);
    stream.write(pattern(size));
    stream.closeWriteChannel();
    QCoreApplication::exec();
    digest.take(&stream);
    say(digest.line(stream.endedCleanly()));
    return 0;
}

int writeAndQuit(const QHostAddress &address, quint16 port, qint64 size)
{
    RdmaStream stream;
    if (!connectStream(&stream, address, port))
        return 1;
    stream.write(pattern(size));
    stream.disconnectFromHost();
    return 0;
}

int writeAndQuitLoop(const QHostAddress &address, quint16 port, qint64 size)
{
    auto *stream = new RdmaStream(qApp);
    QObject::connect(stream, &RdmaStream::connected, qApp, [stream, size] {
        stream->write(pattern(size));
        stream->disconnectFromHost();
        QCoreApplication::quit();
    });
    stream->connectToHost(address, port);
    return QCoreApplication::exec();
}

void writeAndExit(const QHostAddress &address, quint16 port, qint64 size)
{
    auto *stream = new RdmaStream;
    if (!connectStream(stream, address, port))
        std::exit(1);
    stream->write(pattern(size));
    stream->flush();
    std::exit(0);
}

int writeAndLeave(const QHostAddress &address, quint16 port, qint64 size)
{
    RdmaStream stream;
    if (!connectStream(&stream, address, port))
        return 1;
    stream.write(pattern(size));
    stream.flush();
    _exit(0);
}
