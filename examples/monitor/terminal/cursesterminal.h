// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CURSESTERMINAL_H
#define CURSESTERMINAL_H

#include "screen.h"
#include "terminalstate.h"
#include "unixsignals.h"

#include <QtCore/qobject.h>
#include <QtCore/qsize.h>

#include <memory>

// The terminal of this process, by ncurses. It is as it was before when this object is gone, when
// the process is stopped, and when it ends by a signal.
class CursesTerminal : public QObject
{
    Q_OBJECT

public:
    explicit CursesTerminal(QObject *parent = nullptr);
    ~CursesTerminal() override;

    // Returns why there is no terminal; empty on success.
    QString open();
    // Gives the terminal back as it was.
    void leave();

    QSize size() const;
    Glyphs glyphs() const { return m_glyphs; }
    void draw(const Screen &screen);

Q_SIGNALS:
    void pressed(const KeyPress &press);
    void resized();
    void ended(); // a signal, or the terminal is gone

private:
    void read();
    void takeSignal(int signal);
    void stop();
    int attributesOf(Style style) const;

    const Glyphs m_glyphs;
    UnixSignals m_signals;
    std::unique_ptr<QSocketNotifier> m_notifier;
    bool m_hasColors = false;
};

#endif // CURSESTERMINAL_H
