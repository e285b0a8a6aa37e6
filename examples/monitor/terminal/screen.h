// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SCREEN_H
#define SCREEN_H

#include <QtCore/qcoreapplication.h>
#include <QtCore/qlist.h>
#include <QtCore/qstring.h>

// The context of texts that are translated.
struct Terminal
{
    Q_DECLARE_TR_FUNCTIONS(Terminal)
};

enum class Style { Plain, Dim, Strong, Bar, Head, Selected, Good, Bad };

struct Span
{
    QString text;
    Style style = Style::Plain;
};

// Lines of a terminal, from the top. None is wider than the terminal.
using Line = QList<Span>;
using Screen = QList<Line>;

// The characters that the terminal can show.
enum class Glyphs { Ascii, Unicode };

// How many cells a text takes: some characters take two, and some none.
int cellsOf(const QString &text);

// The text in exactly so many cells, cut where it is too long.
enum class Align { Left, Right };
QString fitted(const QString &text, int cells, Align align, Glyphs glyphs);

// A bar for each value, the last at the right.
QString sparkline(const QList<double> &values, int cells, Glyphs glyphs);

// Texts of others, in one line and in characters that the terminal can show.
QString shown(const QString &text, Glyphs glyphs);

#endif // SCREEN_H
