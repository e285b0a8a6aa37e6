// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Checks and mends texts of people and peers before they come to the screen or the disk.

#ifndef TEXT_H
#define TEXT_H

#include "printable.h" // Text::printable()

#include <QLocale>
#include <QString>

namespace Text {

inline constexpr qsizetype MaxName = 32;
inline constexpr qsizetype MaxLine = 4096;

// Empty when the name may be used, otherwise what is wrong with it.
QString nameProblem(const QString &name);

// Two names with the same key are the same name: "Ann" and "ann", composed or decomposed.
QString nameKey(const QString &name);

// A text that a relay has sent in English, in the language here. One that is not known here, such
// as a text of another client, stays as it is.
QString ofRelay(const QString &text);

// The last component of a path, made fit to be a file of ours: never empty, hidden, or special.
QString fileName(const QString &offered);

// For a person who reads it here. A peer may have another language: it gets the one of C.
QString size(quint64 bytes, QLocale locale = QLocale());

} // namespace Text

#endif // TEXT_H
