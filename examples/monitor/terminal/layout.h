// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LAYOUT_H
#define LAYOUT_H

#include "screen.h"
#include "sheet.h"
#include "terminalstate.h"

#include <QtCore/qsize.h>

// The facts that are shown besides the tables.
struct Surroundings
{
    QString host;
    QString time;
    QString source; // "live", "replay"
    QString problem; // shown in place of the keys
    Glyphs glyphs = Glyphs::Unicode;
    QSize size; // columns and lines
};

// How many rows of a table such a terminal shows.
int rowsInPage(QSize size);

// The whole screen. The sheet is that of the state, and the selection is in it.
Screen layOut(const Sheet &sheet, const Tables &tables, const TerminalState &state,
              const Surroundings &surroundings);

#endif // LAYOUT_H
