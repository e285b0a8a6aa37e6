// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "text.h"

#include <QLocale>
#include <QRegularExpression>

namespace {

bool isNameCharacter(char32_t c)
{
    return QChar::isLetterOrNumber(c) || QChar::isMark(c) || c == U'-' || c == U'_' || c == U'.';
}

// U+202A to U+202E and U+2066 to U+2069 turn the direction of what follows, so that a line can
// show something else than it says.
bool isDirectionOverride(char32_t c)
{
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

bool isLineBreak(char32_t c)
{
    return c == U'\n' || c == U'\r' || c == U'\t' || c == 0x2028 || c == 0x2029;
}

} // namespace

QString Text::nameProblem(const QString &name)
{
    if (name.isEmpty())
        return QStringLiteral("A name needs at least one character");
    if (name.size() > MaxName)
        return QStringLiteral("A name has at most %1 characters").arg(MaxName);
    const QList<uint> characters = name.toUcs4();
    for (uint c : characters) {
        if (!isNameCharacter(c))
            return QStringLiteral("A name is made of letters, digits, '-', '_' and '.'");
    }
    return {};
}

QString Text::nameKey(const QString &name)
{
    return name.normalized(QString::NormalizationForm_KC).toCaseFolded();
}

QString Text::printable(const QString &text)
{
    // Control sequences (colours, cursor), strings to the terminal (title, clipboard) up to their
    // terminator or the end, and the short sequences, in this order.
    static const QRegularExpression escapes(
            QStringLiteral("(?:\\x1b\\[|\\x{9b})[0-?]*[ -/]*[@-~]?"
                           "|(?:\\x1b[\\]PX^_]|[\\x{9d}\\x{90}\\x{98}\\x{9e}\\x{9f}])"
                           "[^\\x07\\x1b\\x{9c}]*(?:\\x07|\\x1b\\\\|\\x{9c})?"
                           "|\\x1b[ -/]*[0-~]?"));
    QString stripped = text;
    stripped.remove(escapes);

    QString result;
    result.reserve(stripped.size());
    for (QChar c : std::as_const(stripped)) {
        if (isLineBreak(c.unicode()))
            result += u' ';
        else if (c.category() != QChar::Other_Control && !isDirectionOverride(c.unicode()))
            result += c;
    }
    return result;
}

QString Text::fileName(const QString &offered)
{
    static const QRegularExpression separators(QStringLiteral("[/\\\\]"));
    QString name = printable(offered).section(separators, -1).trimmed();
    while (name.startsWith(u'.'))
        name.remove(0, 1);
    // File systems count bytes: 255 of them, some of which the number of a second copy needs.
    while (name.toUtf8().size() > 200)
        name.chop(1);
    return name.isEmpty() ? QStringLiteral("file") : name;
}

QString Text::size(quint64 bytes)
{
    return QLocale::c().formattedDataSize(qint64(bytes), 1);
}
