// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "processpeer.h"

#include <QtCore/qabstracteventdispatcher.h>
#include <QtCore/qcoreapplication.h>
#include <QtCore/qloggingcategory.h>
#include <QtCore/qprocess.h>
#include <QtCore/qsemaphore.h>
#include <QtCore/qtimer.h>

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace {

// Some change nothing but the kernel's word for who this is.
bool change(const QString &what)
{
    if (what == QLatin1String("nobody"))
        return ::setgid(65534) == 0 && ::setuid(65534) == 0;
    if (what == QLatin1String("same user"))
        return ::setuid(::getuid()) == 0;
    if (what == QLatin1String("group"))
        return ::setgid(65534) == 0;
    if (what == QLatin1String("keep capabilities"))
        return ::prctl(PR_SET_KEEPCAPS, 1) == 0;
    __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    __user_cap_data_struct none[2] = {};
    return what == QLatin1String("capabilities") && ::syscall(SYS_capset, &header, none) == 0;
}

void tell(const char *whom, int times, const RdmaError &error)
{
    say(QStringLiteral("%1: %2 errors. %3")
                .arg(QLatin1String(whom))
                .arg(times)
                .arg(error.toString()));
}

// How often the event loop turns while nothing happens.
int turnsOfAnIdleLoop()
{
    QEventLoop loop;
    int turns = 0;
    QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, &loop,
                     [&turns] { ++turns; });
    QTimer::singleShot(200, &loop, &QEventLoop::quit);
    loop.exec();
    return turns;
}

std::atomic_int migrations = 0; // that were refused, by whichever thread

void countMigrations(QtMsgType, const QMessageLogContext &, const QString &text)
{
    if (text.contains(QLatin1String("rdma_migrate_id")))
        ++migrations;
}

void makeNewObjects(const QHostAddress &address, const QHostAddress &listenOn, quint16 port)
{
    RdmaServer server;
    say(QStringLiteral("new server: %1").arg(server.listen(listenOn)));
    tell("new server", 1, server.rdmaError());
    RdmaStream stream;
    stream.connectToHost(address, port);
    say(QStringLiteral("new stream: %1").arg(stream.waitForConnected(Patience)));
    tell("new stream", 1, stream.rdmaError());
}

} // namespace

// As a daemon that needs to be root to begin with.
int changesCredentials(const QHostAddress &address, const QString &what,
                       const QHostAddress &listenOn)
{
    Echo echo(address, listenOn);
    if (!echo.isReady())
        return 1;
    int acceptErrors = 0;
    int streamErrors = 0;
    QObject::connect(&echo.server, &RdmaServer::acceptError, [&] { ++acceptErrors; });
    QObject::connect(&echo.stream, &RdmaStream::errorOccurred, [&] { ++streamErrors; });
    const quint16 port = echo.server.serverPort();
    if (!change(what))
        return 2;
    QProcess client; // from whom the connection manager has something to tell
    const auto start = [&] {
        client.start(QCoreApplication::applicationFilePath(),
                     { QStringLiteral("connect"), address.toString(), QString::number(port) });
    };
    // The request by which the change is noticed is lost with its channel.
    QObject::connect(&client, &QProcess::finished, [&] {
        if (acceptErrors == 0)
            start();
    });
    start();
    const bool ended = until([&] {
        return client.state() == QProcess::NotRunning && acceptErrors > 0
                && echo.stream.state() == QAbstractSocket::UnconnectedState;
    });
    client.disconnect();
    say(QStringLiteral("ended: %1, client: %2").arg(ended).arg(client.exitCode()));
    say(QStringLiteral("listening: %1").arg(echo.server.isListening()));
    tell("server", acceptErrors, echo.server.rdmaError());
    tell("stream", streamErrors, echo.stream.rdmaError());
    makeNewObjects(address, listenOn, port);
    say(QStringLiteral("turns: %1").arg(turnsOfAnIdleLoop()));
    return 0;
}

// Each thread that there is gets credentials of its own; one that starts later has those of the thread that starts it.
int startsThreads(const QHostAddress &address)
{
    QSemaphore goOn;
    std::atomic<quint16> port = 0;
    std::atomic_int running = 2;
    const auto connectOnce = [&](const char *whom) {
        RdmaStream stream;
        stream.connectToHost(address, port);
        stream.waitForConnected(Patience);
        tell(whom, stream.error() != QAbstractSocket::UnknownSocketError, stream.rdmaError());
        --running;
    };
    std::thread older([&] {
        goOn.acquire();
        connectOnce("older");
    });
    const bool changed = change(QStringLiteral("same user"));
    const Echo echo(address);
    port = echo.server.serverPort();
    goOn.release();
    until([&] { return running < 2; });
    std::thread younger([&] { connectOnce("younger"); });
    until([&] { return running == 0; });
    older.join();
    younger.join();
    return changed && echo.isReady() ? 0 : 1;
}

// Ids that end go to another channel, before the change and after it.
int endsConnections(const QHostAddress &address)
{
    QLoggingCategory::setFilterRules(QStringLiteral("qtrdma.cm.debug=true"));
    qInstallMessageHandler(countMigrations);
    bool ready = false;
    {
        const Echo echo(address);
        ready = echo.isReady();
    }
    say(QStringLiteral("before: %1, refused: %2").arg(ready).arg(migrations.load()));
    if (!change(QStringLiteral("same user")))
        return 2;
    makeNewObjects(address, address, 1);
    say(QStringLiteral("refused: %1").arg(migrations.load()));
    return 0;
}

int connects(const QHostAddress &address, quint16 port)
{
    RdmaStream stream;
    stream.connectToHost(address, port);
    return stream.waitForConnected(Patience) ? 0 : 1;
}
