// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORDS_H
#define WORDS_H

#include <QtCore/qstringlist.h>

// The words of a filter, with blanks between them; words in quotes are one.
QStringList wordsOf(const QString &filter);

// Whether a text has all of them, in any order and case.
bool hasAll(const QString &text, const QStringList &words);

#endif // WORDS_H
