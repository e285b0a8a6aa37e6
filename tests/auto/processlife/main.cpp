// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// processpeer MODE ADDRESS [ARGUMENT]

#include "processpeer.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qtimer.h>

#include <cstdio>

void say(const QString &line)
{
    std::printf("%s\n", qPrintable(line));
    std::fflush(stdout);
}

bool until(const std::function<bool()> &reached, int msecs)
{
    const QDeadlineTimer deadline(msecs);
    QEventLoop loop;
    QTimer look; // what other threads have done wakes nobody
    look.start(10);
    bool done = reached();
    while (!done && !deadline.hasExpired()) {
        loop.processEvents(QEventLoop::WaitForMoreEvents);
        done = reached();
    }
    return done;
}

Echo::Echo(const QHostAddress &address, const QHostAddress &listenOn)
{
    QObject::connect(&server, &RdmaServer::newConnection, &server, [this] {
        RdmaStream *peer = server.nextPendingConnection();
        QObject::connect(peer, &RdmaStream::readyRead, peer,
                         [peer] { peer->write(peer->readAll()); });
    });
    if (!server.listen(listenOn.isNull() ? address : listenOn))
        return;
    stream.connectToHost(address, server.serverPort());
    ready = stream.waitForConnected(Patience) && works();
}

bool Echo::works()
{
    if (stream.write("echo") != 4)
        return false;
    until([this] {
        return stream.bytesAvailable() >= 4 || stream.state() == QAbstractSocket::UnconnectedState;
    });
    return stream.readAll() == "echo";
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const QHostAddress address(arguments.value(2));
    const QString mode = arguments.value(1);
    if (mode == QLatin1String("signals"))
        return takesSignals(address);
    if (mode == QLatin1String("credentials"))
        return changesCredentials(address, arguments.value(3),
                                  arguments.value(4) == QLatin1String("any") ? QHostAddress::Any
                                                                             : address);
    if (mode == QLatin1String("end connections"))
        return endsConnections(address);
    if (mode == QLatin1String("threads"))
        return startsThreads(address);
    if (mode == QLatin1String("exec"))
        return startsPrograms(address);
    if (mode == QLatin1String("interrupts"))
        return isInterrupted(address);
    if (mode == QLatin1String("clock"))
        return jumpsInTime(address);
    if (mode == QLatin1String("namespace"))
        return entersNamespace(address);
    if (mode == QLatin1String("fork"))
        return forks(address);
    if (mode == QLatin1String("fork before"))
        return forksBefore(address);
    if (mode == QLatin1String("fork busy"))
        return forksWhileBusy(address);
    if (mode == QLatin1String("fork watching"))
        return forksWhileWatching(address, QHostAddress(arguments.value(3)));
    if (mode == QLatin1String("connect"))
        return connects(address, arguments.value(3).toUShort());
    return 64;
}
