// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "processpeer.h"

#include <csignal>
#include <ctime>
#include <unistd.h>

// As a program that takes its signals by sigwait(), and blocks them where it knows of threads. One that any thread does not block would
// end the process.
int takesSignals(const QHostAddress &address)
{
    Echo echo(address);
    if (!echo.isReady())
        return 1;
    sigset_t taken;
    sigemptyset(&taken);
    for (const int number : { SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGALRM, SIGCHLD, SIGRTMIN })
        sigaddset(&taken, number);
    if (pthread_sigmask(SIG_BLOCK, &taken, nullptr) != 0)
        return 2;
    for (const int number : { SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGALRM, SIGRTMIN }) {
        if (::kill(::getpid(), number) != 0)
            return 3;
        const timespec patience = { Patience / 1000, 0 };
        if (sigtimedwait(&taken, nullptr, &patience) != number)
            return 4;
    }
    say(QStringLiteral("all taken"));
    return echo.works() ? 0 : 5;
}
