// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "words.h"

#include <QtCore/qregularexpression.h>

#include <algorithm>

QStringList wordsOf(const QString &filter)
{
    static const QRegularExpression word(QStringLiteral("\"([^\"]*)\"?|[^\\s\"]+"));
    QStringList words;
    for (const QRegularExpressionMatch &match : word.globalMatch(filter)) {
        const bool isQuoted = match.captured().startsWith(u'"');
        words.append(isQuoted ? match.captured(1) : match.captured());
    }
    return words;
}

bool hasAll(const QString &text, const QStringList &words)
{
    return std::all_of(words.begin(), words.end(), [&text](const QString &word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}
