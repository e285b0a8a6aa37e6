// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Makes texts of strangers fit for a terminal.

#ifndef PRINTABLE_H
#define PRINTABLE_H

#include <QRegularExpression>
#include <QString>

namespace Text {

// U+202A to U+202E and U+2066 to U+2069 turn the direction of what follows, so that a line can
// show something else than it says.
inline bool isDirectionOverride(char16_t c)
{
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

inline bool isLineBreak(char16_t c)
{
    return c == u'\n' || c == u'\r' || c == u'\t' || c == 0x2028 || c == 0x2029;
}

// Returns a sentence that holds texts of strangers in one line, without control characters and
// direction overrides. An escape sequence is not removed: one without an end would take our own
// words behind it along.
inline QString inOneLine(const QString &sentence)
{
    QString result;
    result.reserve(sentence.size());
    for (QChar c : sentence) {
        if (isLineBreak(c.unicode()))
            result += u' ';
        else if (c.category() != QChar::Other_Control && !isDirectionOverride(c.unicode()))
            result += c;
    }
    return result;
}

// Returns the text in one line, without escape sequences, control characters and direction
// overrides. Every text from a peer, another process, or a file of others goes through this before
// it is printed.
inline QString printable(const QString &text)
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
    return inOneLine(stripped);
}

} // namespace Text

#endif // PRINTABLE_H
