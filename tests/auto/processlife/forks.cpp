// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "processpeer.h"

#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaDatagramSocket>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaDeviceWatcher>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaProtectionDomain>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaSharedReceiveQueue>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qtimer.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <optional>

namespace {

// One of everything, in use.
struct Everything
{
    explicit Everything(const QHostAddress &address) : echo(std::make_unique<Echo>(address))
    {
        domain = RdmaDevice::fromAddress(address).allocateProtectionDomain();
        region = RdmaMemoryRegion::allocate(domain, 4096);
        sharedReceives = std::make_unique<RdmaSharedReceiveQueue>();
        sharedReceives->create(domain);
        pair = std::make_unique<RdmaQueuePair>();
        pair->connectToHost(address, echo->server.serverPort());
        watcher = std::make_unique<RdmaDeviceWatcher>();
        datagrams = std::make_unique<RdmaDatagramSocket>();
        datagrams->bind(address); // not over iWARP
    }

    bool isUnconnected() const
    {
        return echo->stream.state() == QAbstractSocket::UnconnectedState
                && !echo->server.isListening() && pair->state() == QAbstractSocket::UnconnectedState
                && datagrams->state() == QAbstractSocket::UnconnectedState;
    }

    std::unique_ptr<Echo> echo;
    RdmaProtectionDomain domain;
    RdmaMemoryRegion region;
    std::unique_ptr<RdmaSharedReceiveQueue> sharedReceives;
    std::unique_ptr<RdmaQueuePair> pair;
    std::unique_ptr<RdmaDeviceWatcher> watcher;
    std::unique_ptr<RdmaDatagramSocket> datagrams;
};

// Whether it is refused with the word that says why.
bool saysForked(const RdmaError &error)
{
    return error.text().contains(QLatin1String("forked"))
            && error.hint().contains(QLatin1String("exec"));
}

void runLoop(int msecs)
{
    QEventLoop loop;
    QTimer::singleShot(msecs, &loop, &QEventLoop::quit);
    loop.exec();
}

bool usesItsOwn(const QHostAddress &address, quint16 port)
{
    RdmaStream stream;
    stream.connectToHost(address, port);
    const bool refused = !stream.waitForConnected(Patience) && saysForked(stream.rdmaError());
    RdmaServer server;
    RdmaQueuePair pair;
    RdmaDatagramSocket datagrams;
    RdmaError error;
    const bool none = !server.listen(QHostAddress::Any) && saysForked(server.rdmaError())
            && !datagrams.bind(address) && saysForked(datagrams.error());
    const RdmaDevice device = RdmaDevice::fromName(RdmaDevice::names().value(0));
    device.allocateProtectionDomain(&error);
    pair.connectToHost(address, port);
    runLoop(10);
    return refused && none && saysForked(error) && saysForked(pair.error()) && device.isValid();
}

// What the child does with the rest of its life. Its exit status.
int liveAsChild(const QString &what, Everything *everything, const QHostAddress &address)
{
    if (!everything->isUnconnected())
        return 10;
    if (what == QLatin1String("own"))
        return usesItsOwn(address, 7471) ? 0 : 11;
    if (what == QLatin1String("loop"))
        runLoop(300);
    RdmaStream &stream = everything->echo->stream;
    if (what == QLatin1String("use")) {
        const bool writes = stream.write("of the child") >= 0;
        stream.disconnectFromHost();
        stream.abort();
        everything->echo->server.close();
        everything->pair->abort();
        everything->pair->postSend(QByteArray("of the child"));
        everything->datagrams->close();
        if (writes || stream.waitForReadyRead(10))
            return 12;
        everything->watcher.reset();
        runLoop(50);
    }
    if (what == QLatin1String("delete")) {
        everything->datagrams.reset();
        everything->pair.reset();
        everything->sharedReceives.reset();
        everything->region = {};
        everything->domain = {};
        everything->watcher.reset();
        everything->echo.reset();
    }
    return 0;
}

} // namespace

int forks(const QHostAddress &address, const QString &what)
{
    auto everything = std::make_unique<Everything>(address);
    Echo inThread(address); // whose engine's thread forks, too
    if (!everything->echo->isReady() || !inThread.isReady())
        return 1;
    int disconnects = 0;
    QObject::connect(&everything->echo->stream, &RdmaStream::disconnected,
                     [&disconnects] { ++disconnects; });
    for (int i = 0; i < 3; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            const int status = liveAsChild(what, everything.get(), address);
            what == QLatin1String("exit") ? std::exit(status) : ::_exit(status);
        }
        int status = 0;
        if (!until([&] { return ::waitpid(child, &status, WNOHANG) == child; }))
            return 2;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            say(QStringLiteral("child: %1").arg(status, 0, 16));
            return 3;
        }
        if (!everything->echo->works() || !inThread.works())
            return 4;
    }
    const bool bound = everything->datagrams->state() == QAbstractSocket::BoundState;
    say(QStringLiteral("listening: %1, bound: %2, disconnects: %3")
                .arg(everything->echo->server.isListening())
                .arg(bound)
                .arg(disconnects));
    return 0;
}

// The parent has not used RDMA yet.
int forksBefore(const QHostAddress &address)
{
    const pid_t child = ::fork();
    if (child == 0) {
        Echo echo(address);
        ::_exit(echo.isReady() && echo.works() ? 0 : 1);
    }
    Echo echo(address);
    int status = 0;
    const bool ended = until([&] { return ::waitpid(child, &status, WNOHANG) == child; });
    return ended && status == 0 && echo.isReady() && echo.works() ? 0 : 1;
}
