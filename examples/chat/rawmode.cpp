// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rawmode.h"

#include <csignal>
#include <cstdlib>
#include <initializer_list>

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace {

termios savedSettings;
volatile std::sig_atomic_t raw = 0;

// A signal handler may call tcsetattr(). Then the signal does what it would have done without us.
void restoreAndDie(int signal)
{
    RawMode::leave();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

// Leaves the signals alone that somebody else handles, as a sanitizer does.
void restoreOnCrash()
{
    for (int signal : { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT }) {
        struct sigaction action = {};
        if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL)
            std::signal(signal, restoreAndDie);
    }
}

} // namespace

bool RawMode::enter()
{
    if (raw)
        return true;
    if (tcgetattr(STDIN_FILENO, &savedSettings) != 0)
        return false;
    termios settings = savedSettings;
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN);
    settings.c_iflag &= ~tcflag_t(ICRNL | IXON);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) != 0)
        return false;
    raw = 1;
    static const bool once = [] {
        std::atexit(leave);
        restoreOnCrash();
        return true;
    }();
    return once;
}

void RawMode::leave()
{
    if (raw)
        tcsetattr(STDIN_FILENO, TCSANOW, &savedSettings);
    raw = 0;
}

int RawMode::columns()
{
    winsize size = {};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}
