// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "unixsignals.h"

#include <QCoreApplication>

#include <csignal>

#include <sys/socket.h>
#include <unistd.h>

namespace {

// A handler may do next to nothing, so it writes the signal's number where the event loop reads it.
int ends[2] = { -1, -1 };

void handleSignal(int signal)
{
    const char number = char(signal);
    [[maybe_unused]] const ssize_t written = ::write(ends[0], &number, 1);
}

int readingEnd()
{
    if (ends[0] < 0
        && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        qFatal("Cannot make a pair of sockets for signals");
    return ends[1];
}

} // namespace

UnixSignals::UnixSignals(std::initializer_list<int> signals_, QObject *parent)
    : QObject(parent)
    , m_notifier(readingEnd(), QSocketNotifier::Read)
{
    connect(&m_notifier, &QSocketNotifier::activated, this, [this] {
        char number = 0;
        while (::read(ends[1], &number, 1) == 1)
            Q_EMIT received(number);
    });
    for (int signal : signals_) {
        struct sigaction action = {};
        action.sa_handler = handleSignal;
        action.sa_flags = SA_RESTART;
        sigaction(signal, &action, nullptr);
    }
}

EndBySignal::EndBySignal(int status, QObject *parent)
    : UnixSignals({ SIGINT, SIGTERM, SIGHUP }, parent)
{
    connect(this, &UnixSignals::received, this, [status] {
        if (status == 0)
            QCoreApplication::quit(); // closes windows, too
        else
            QCoreApplication::exit(status);
    });
}

#include "moc_unixsignals.cpp"
