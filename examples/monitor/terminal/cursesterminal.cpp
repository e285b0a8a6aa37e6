// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cursesterminal.h"

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// Last: it has many names of its own.
#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

namespace {

constexpr int EscapeDelay = 25; // milliseconds after which Esc is a key, and not the start of one

// ---- for a process that crashes: a handler may do next to nothing ----

int terminalFd = -1;
termios terminalBefore;
char leaveSequence[256];
size_t leaveLength = 0;

void leaveAndDie(int signal)
{
    [[maybe_unused]] const ssize_t written = ::write(terminalFd, leaveSequence, leaveLength);
    tcsetattr(terminalFd, TCSANOW, &terminalBefore);
    raise(signal); // the default action, because the handler is gone
}

void catchCrashes()
{
    std::string sequence;
    for (const char *name : { "rmkx", "sgr0", "cnorm", "rmcup" }) {
        const char *text = tigetstr(const_cast<char *>(name));
        if (text && text != reinterpret_cast<char *>(-1))
            sequence += text;
    }
    leaveLength = std::min(sequence.size(), sizeof leaveSequence);
    std::memcpy(leaveSequence, sequence.data(), leaveLength);
    struct sigaction action = {};
    action.sa_handler = leaveAndDie;
    action.sa_flags = int(SA_RESETHAND | SA_NODEFER);
    for (const int signal : { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT })
        sigaction(signal, &action, nullptr);
}

// ---- characters and keys ----

// By the environment, because Qt has switched to UTF-8 itself.
Glyphs glyphsOfLocale()
{
    const locale_t locale = newlocale(LC_CTYPE_MASK, "", nullptr);
    const bool isUtf8 = locale && std::strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    if (locale)
        freelocale(locale);
    return isUtf8 ? Glyphs::Unicode : Glyphs::Ascii;
}

std::optional<Key> keyOf(wint_t code)
{
    switch (code) {
    case KEY_UP:
        return Key::Up;
    case KEY_DOWN:
        return Key::Down;
    case KEY_PPAGE:
        return Key::PageUp;
    case KEY_NPAGE:
        return Key::PageDown;
    case KEY_HOME:
        return Key::Home;
    case KEY_END:
        return Key::End;
    case KEY_LEFT:
        return Key::Left;
    case KEY_RIGHT:
        return Key::Right;
    case KEY_BTAB:
        return Key::PreviousView;
    case KEY_ENTER:
        return Key::Enter;
    case KEY_BACKSPACE:
        return Key::Backspace;
    case KEY_F(1):
        return Key::Help;
    case KEY_F(10):
        return Key::Quit;
    default:
        return {};
    }
}

KeyPress pressOf(wint_t character)
{
    switch (character) {
    case '\t':
        return { Key::NextView, 0 };
    case '\r':
    case '\n':
        return { Key::Enter, 0 };
    case 27:
        return { Key::Escape, 0 };
    case 8:
    case 127:
        return { Key::Backspace, 0 };
    default:
        return { Key::Character, char32_t(character) };
    }
}

// ---- colours ----

enum Pair : short { GoodPair = 1, BadPair, BarPair, HeadPair };

bool startColors()
{
    if (!qEnvironmentVariableIsEmpty("NO_COLOR") || !has_colors() || start_color() != OK)
        return false;
    use_default_colors();
    init_pair(GoodPair, COLOR_GREEN, -1);
    init_pair(BadPair, COLOR_RED, -1);
    init_pair(BarPair, COLOR_WHITE, COLOR_BLUE);
    init_pair(HeadPair, COLOR_CYAN, -1);
    return true;
}

} // namespace

CursesTerminal::CursesTerminal(QObject *parent)
    : QObject(parent)
    , m_glyphs(glyphsOfLocale())
    , m_signals({ SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT })
{
    connect(&m_signals, &UnixSignals::received, this, &CursesTerminal::takeSignal);
}

CursesTerminal::~CursesTerminal()
{
    leave();
}

void CursesTerminal::leave()
{
    if (m_notifier && !isendwin())
        endwin();
}

// Standard input may be a recording.
QString CursesTerminal::open()
{
    FILE *const terminal = std::fopen("/dev/tty", "r+e");
    if (!terminal)
        return Terminal::tr("There is no terminal: %1")
                .arg(QString::fromLocal8Bit(std::strerror(errno)));
    terminalFd = fileno(terminal);
    tcgetattr(terminalFd, &terminalBefore);
    if (!newterm(nullptr, terminal, terminal)) {
        std::fclose(terminal);
        return Terminal::tr("The terminal \"%1\" (TERM) is not known, or can do too little")
                .arg(qEnvironmentVariable("TERM"));
    }
    catchCrashes();
    m_hasColors = startColors();
    cbreak();
    noecho();
    curs_set(0);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(EscapeDelay);
    m_notifier = std::make_unique<QSocketNotifier>(terminalFd, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &CursesTerminal::read);
    return {};
}

QSize CursesTerminal::size() const
{
    return { getmaxx(stdscr), getmaxy(stdscr) };
}

int CursesTerminal::attributesOf(Style style) const
{
    const auto color = [this](Pair pair, chtype otherwise) {
        return int(m_hasColors ? chtype(COLOR_PAIR(pair)) : otherwise);
    };
    switch (style) {
    case Style::Plain:
        return int(A_NORMAL);
    case Style::Dim:
        return int(A_DIM);
    case Style::Strong:
        return int(A_BOLD);
    case Style::Bar:
        return color(BarPair, A_REVERSE);
    case Style::Head:
        return color(HeadPair, A_NORMAL) | int(A_BOLD);
    case Style::Selected:
        return int(A_REVERSE);
    case Style::Good:
        return color(GoodPair, A_NORMAL);
    case Style::Bad:
        return color(BadPair, A_NORMAL) | int(A_BOLD);
    }
    return int(A_NORMAL);
}

void CursesTerminal::draw(const Screen &screen)
{
    werase(stdscr);
    for (qsizetype line = 0; line < screen.size() && line < size().height(); ++line) {
        wmove(stdscr, int(line), 0);
        for (const Span &span : screen.at(line)) {
            const std::wstring text = span.text.toStdWString();
            wattrset(stdscr, attributesOf(span.style));
            waddnwstr(stdscr, text.c_str(), int(text.size()));
        }
    }
    wattrset(stdscr, A_NORMAL);
    wrefresh(stdscr);
}

void CursesTerminal::read()
{
    pollfd terminal = { terminalFd, POLLIN, 0 };
    if (poll(&terminal, 1, 0) > 0 && (terminal.revents & (POLLHUP | POLLERR | POLLNVAL))) {
        m_notifier->setEnabled(false);
        Q_EMIT ended();
        return;
    }
    wint_t code = 0;
    for (int kind = wget_wch(stdscr, &code); kind != ERR; kind = wget_wch(stdscr, &code)) {
        if (kind != KEY_CODE_YES)
            Q_EMIT pressed(pressOf(code));
        else if (const std::optional<Key> key = keyOf(code))
            Q_EMIT pressed({ *key, 0 });
    }
}

void CursesTerminal::takeSignal(int signal)
{
    switch (signal) {
    case SIGWINCH:
    case SIGCONT: {
        winsize now = {};
        if (ioctl(terminalFd, TIOCGWINSZ, &now) == 0 && now.ws_row > 0 && now.ws_col > 0)
            resizeterm(now.ws_row, now.ws_col);
        Q_EMIT resized();
        break;
    }
    case SIGTSTP:
        stop();
        break;
    default:
        Q_EMIT ended();
    }
}

// Gives the terminal to the shell until SIGCONT comes.
void CursesTerminal::stop()
{
    endwin();
    struct sigaction stopping = {};
    stopping.sa_handler = SIG_DFL;
    struct sigaction before = {};
    sigaction(SIGTSTP, &stopping, &before);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &before, nullptr);
    wclear(stdscr); // all is drawn anew
}
