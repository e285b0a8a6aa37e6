// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "escaped.h"

#include "printable.h"

#include <bit>

namespace KeyValue {

namespace {

// The bytes of a character of UTF-8 that begins with this one.
qsizetype lengthOf(char first)
{
    const int ones = std::countl_one(quint8(first));
    return ones == 0 ? 1 : ones;
}

bool isShown(const QString &character)
{
    return !character.isEmpty() && !character.contains(QChar::ReplacementCharacter)
            && character != u"\\" && Text::printable(character) == character;
}

} // namespace

QString escaped(QByteArrayView key)
{
    QString text;
    while (!key.isEmpty()) {
        const qsizetype length = qMin(lengthOf(key.front()), key.size());
        const QString character = QString::fromUtf8(key.first(length));
        if (isShown(character)) {
            text += character;
            key = key.sliced(length);
            continue;
        }
        text += key.front() == '\\'
                ? QStringLiteral("\\\\")
                : QStringLiteral("\\x%1").arg(quint8(key.front()), 2, 16, QLatin1Char('0'));
        key = key.sliced(1);
    }
    return text;
}

} // namespace KeyValue
