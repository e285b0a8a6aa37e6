// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "terminal.h"

#include "printable.h"
#include "program.h"

#include <unistd.h>

void Terminal::print(const QString &text)
{
    clearProgress();
    Program::print(Text::printable(text));
}

void Terminal::complain(const QString &text)
{
    clearProgress();
    Program::fail(text);
}

void Terminal::showProgress(const QString &text)
{
    if (isatty(STDERR_FILENO) == 0)
        return;
    clearProgress();
    QTextStream(stderr) << Text::printable(text) << Qt::flush;
    m_showsProgress = true;
}

void Terminal::clearProgress()
{
    if (m_showsProgress)
        QTextStream(stderr) << "\r\x1b[K" << Qt::flush;
    m_showsProgress = false;
}
