// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "processpeer.h"

#include <QtCore/qprocess.h>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <sys/time.h>

namespace {

void ignoreSignal(int) { }

} // namespace

// What another program inherits of the descriptors.
int startsPrograms(const QHostAddress &address)
{
    Echo echo(address);
    QProcess program;
    program.start(QStringLiteral("ls"), { QStringLiteral("-l"), QStringLiteral("/proc/self/fd") });
    if (!echo.isReady() || !until([&] { return program.state() == QProcess::NotRunning; }))
        return 1;
    if (program.exitCode() != 0 || program.readAllStandardOutput().contains("infiniband"))
        return 2;
    return echo.works() ? 0 : 3;
}

// Calls are interrupted all the time, as by a profiler or a timer of the program.
int isInterrupted(const QHostAddress &address)
{
    struct sigaction action = {};
    action.sa_handler = ignoreSignal; // without SA_RESTART
    const itimerval often = { { 0, 300 }, { 0, 300 } };
    const itimerval never = {};
    if (sigaction(SIGALRM, &action, nullptr) != 0 || setitimer(ITIMER_REAL, &often, nullptr) != 0)
        return 1;
    int failed = 0;
    for (int i = 0; i < 3; ++i) {
        Echo echo(address);
        failed += !echo.isReady() || !echo.works();
    }
    return setitimer(ITIMER_REAL, &never, nullptr) == 0 && failed == 0 ? 0 : 2;
}

// The wall clock jumps by two days, and back.
int jumpsInTime(const QHostAddress &address)
{
    constexpr time_t TwoDays = 2 * 24 * 3600;
    Echo echo(address);
    timespec now = {};
    if (!echo.isReady() || clock_gettime(CLOCK_REALTIME, &now) != 0)
        return 1;
    for (const time_t jump : { TwoDays, -2 * TwoDays, TwoDays }) {
        if (clock_gettime(CLOCK_REALTIME, &now) != 0)
            return 2;
        now.tv_sec += jump;
        if (clock_settime(CLOCK_REALTIME, &now) != 0)
            return 3;
        if (!echo.works() || !Echo(address).isReady())
            return 4;
    }
    return 0;
}

// As a program that isolates itself once it has what it needs, and comes back.
int entersNamespace(const QHostAddress &address)
{
    Echo echo(address);
    const int home = ::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    if (!echo.isReady() || home < 0 || ::unshare(CLONE_NEWNET) != 0)
        return 1;
    say(QStringLiteral("works: %1").arg(echo.works()));
    RdmaStream stream;
    stream.connectToHost(address, echo.server.serverPort());
    stream.waitForConnected(Patience);
    say(QStringLiteral("stream: %1").arg(stream.rdmaError().toString()));
    RdmaServer server;
    say(QStringLiteral("listens: %1").arg(server.listen(address)));
    say(QStringLiteral("server: %1").arg(server.rdmaError().toString()));
    errno = 0;
    say(QStringLiteral("user: %1").arg(::unshare(CLONE_NEWUSER) == 0 ? 0 : errno));
    say(QStringLiteral("works: %1").arg(echo.works()));
    const bool isBack = ::setns(home, CLONE_NEWNET) == 0;
    say(QStringLiteral("back: %1").arg(isBack && Echo(address).isReady()));
    ::close(home);
    return 0;
}
