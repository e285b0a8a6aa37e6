// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "terminal.h"

#include "rawmode.h"

#include <QList>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cwchar>

#include <unistd.h>

namespace {

constexpr qsizetype MaxPending = 64 * 1024;

int width(char32_t character)
{
    const int columns = wcwidth(wchar_t(character));
    return columns < 0 ? 1 : columns;
}

// The first characters of a text that fit.
QString cut(const QString &text, int columns)
{
    QString result;
    const QList<uint> characters = text.toUcs4();
    for (uint character : characters) {
        columns -= width(character);
        if (columns < 0)
            break;
        result += QString::fromUcs4(reinterpret_cast<const char32_t *>(&character), 1);
    }
    return result;
}

int width(const QString &text)
{
    int columns = 0;
    const QList<uint> characters = text.toUcs4();
    for (uint character : characters)
        columns += width(char32_t(character));
    return columns;
}

} // namespace

Terminal::Terminal(QObject *parent)
    : QObject(parent)
    , m_interactive(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
    , m_input(STDIN_FILENO, QSocketNotifier::Read)
{
    m_input.setEnabled(false);
    connect(&m_input, &QSocketNotifier::activated, this, &Terminal::readInput);
}

Terminal::~Terminal()
{
    write(erased());
    RawMode::leave();
}

void Terminal::start(const QString &prompt)
{
    m_prompt = prompt;
    if (m_interactive && RawMode::enter())
        repaint();
    m_input.setEnabled(!m_paused && !m_ended);
}

void Terminal::setPaused(bool paused)
{
    m_paused = paused;
    m_input.setEnabled(!m_paused && !m_ended);
    if (!m_paused && !m_pending.isEmpty())
        QMetaObject::invokeMethod(this, &Terminal::readLines, Qt::QueuedConnection);
}

void Terminal::readInput()
{
    char bytes[4096];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0) {
        m_ended = true;
        m_input.setEnabled(false);
        if (!m_pending.isEmpty())
            m_pending += '\n';
        readLines();
    } else if (m_interactive) {
        readKeys(QByteArray(bytes, count));
    } else {
        m_pending += QByteArrayView(bytes, count);
        readLines();
    }
}

void Terminal::readLines()
{
    while (!m_paused) {
        const qsizetype end = m_pending.indexOf('\n');
        if (end < 0)
            break;
        const QString line = QString::fromUtf8(m_pending.constData(), end);
        m_pending.remove(0, end + 1);
        Q_EMIT lineEntered(line);
    }
    // This is too long to be a line of the chat. It is cut, and the parts are refused as too long.
    if (m_pending.size() > MaxPending)
        m_pending += '\n';
    if (m_ended && m_pending.isEmpty())
        Q_EMIT endOfInput();
}

void Terminal::readKeys(const QByteArray &bytes)
{
    for (char byte : bytes)
        handle(m_editor.key(byte));
}

void Terminal::handle(LineEditor::Event event)
{
    switch (event) {
    case LineEditor::Nothing:
        break;
    case LineEditor::Changed:
    case LineEditor::Redraw:
        redraw();
        break;
    case LineEditor::Line: {
        const QString line = m_editor.takeLine();
        redraw();
        Q_EMIT lineEntered(line);
        break;
    }
    case LineEditor::Interrupt:
        if (m_editor.text().isEmpty())
            Q_EMIT interrupted();
        m_editor.clear();
        redraw();
        break;
    case LineEditor::EndOfInput:
        Q_EMIT endOfInput();
        break;
    case LineEditor::Suspend:
        suspend();
        break;
    }
}

// In raw mode ^Z sends no signal, so this does it: the process stops in raise(), and goes on there
// when the shell continues it.
void Terminal::suspend()
{
    write(erased());
    RawMode::leave();
    std::raise(SIGTSTP);
    if (RawMode::enter())
        repaint();
}

void Terminal::print(const QString &line)
{
    if (m_drawn)
        repaint(line + u'\n');
    else
        write(line + u'\n');
}

void Terminal::setStatus(const QStringList &lines)
{
    if (m_status == lines)
        return;
    m_status = lines;
    redraw();
}

void Terminal::redraw()
{
    if (m_drawn)
        repaint();
}

void Terminal::repaint(const QString &printed)
{
    QString output = erased(); // depends on what is drawn now
    output += printed;
    output += drawn();
    write(output);
}

// Status lines and prompt take one row each, however narrow the terminal, so that erasing them is
// counting rows.
QString Terminal::drawn()
{
    const int columns = RawMode::columns() - 1;
    QString output;
    for (const QString &line : std::as_const(m_status))
        output += cut(line, columns) + u'\n';
    m_rowsAbove = int(m_status.size());
    m_drawn = true;
    return output + promptRow(columns);
}

QString Terminal::erased()
{
    if (!m_drawn)
        return {};
    QString output = QStringLiteral("\r");
    if (m_rowsAbove > 0)
        output += QStringLiteral("\x1b[%1A").arg(m_rowsAbove);
    m_drawn = false;
    return output + QStringLiteral("\x1b[J");
}

// Shows the part of the line in which the cursor is, if the line is longer than the row.
QString Terminal::promptRow(int columns) const
{
    const QString text = m_editor.text();
    const int room = qMax(1, columns - width(m_prompt));
    qsizetype start = 0;
    while (width(text.mid(start, m_editor.cursor() - start)) > room)
        start += text.at(start).isHighSurrogate() ? 2 : 1;
    const int column = width(m_prompt) + width(text.mid(start, m_editor.cursor() - start));
    return m_prompt + cut(text.mid(start), room) + QStringLiteral("\r")
            + (column ? QStringLiteral("\x1b[%1C").arg(column) : QString());
}

void Terminal::write(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, std::size_t(bytes.size()), stdout);
    std::fflush(stdout);
}

#include "moc_terminal.cpp"
