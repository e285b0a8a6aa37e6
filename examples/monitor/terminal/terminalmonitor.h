// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TERMINALMONITOR_H
#define TERMINALMONITOR_H

#include "cursesterminal.h"
#include "options.h"
#include "tablesource.h"
#include "terminalstate.h"
#include "traffic.h"

// The tables on the terminal, in place.
class TerminalMonitor : public QObject
{
    Q_OBJECT

public:
    explicit TerminalMonitor(const Options &options, QObject *parent = nullptr);

    // Returns false, and prints the reason, when it cannot begin.
    bool start();

private:
    enum class Phase { Running, ReplayOver };

    void takeSample();
    void replayEnded();
    void press(const KeyPress &press);
    void draw();
    void end();

    Options m_options;
    TableSource m_source;
    Traffic m_traffic;
    TerminalState m_state;
    Phase m_phase = Phase::Running;
    int m_samples = 0;
    CursesTerminal m_terminal; // goes first, so that the others find the terminal as it was
};

#endif // TERMINALMONITOR_H
