// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SHEET_H
#define SHEET_H

#include "screen.h"
#include "tables.h"
#include "terminalstate.h"
#include "traffic.h"

#include <QtCore/qvariant.h>

// The table of a view as texts.
struct Sheet
{
    struct Column
    {
        QString title;
        Align align = Align::Left;
    };

    struct Cell
    {
        QString text;
        QVariant order; // rows are sorted by it; by the text if there is none
        QList<double> curve; // drawn in place of the text
    };

    struct Row
    {
        QList<Cell> cells;
        QString port; // "mlx5_0/1", where the row is of one
        Style style = Style::Plain;
        QString alarm = {}; // its key, where the row is of one
    };

    QList<Column> columns;
    QList<Row> rows;
    QString emptyText; // shown where there is no row
};

// All rows that pass the filter, in the order that was chosen.
Sheet sheetOf(const Tables &tables, const Traffic &traffic, const TerminalState &state);

// Alarms that nobody has acknowledged, ports that are not active, and devices that cannot be used.
int alarmsIn(const Tables &tables);

#endif // SHEET_H
