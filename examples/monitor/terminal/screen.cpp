// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "screen.h"

#include "printable.h"

#include <algorithm>
#include <cwchar>

namespace {

int cellsOf(char32_t character)
{
    return std::max(0, wcwidth(wchar_t(character)));
}

} // namespace

int cellsOf(const QString &text)
{
    int cells = 0;
    for (const char32_t character : text.toUcs4())
        cells += cellsOf(character);
    return cells;
}

QString fitted(const QString &text, int cells, Align align, Glyphs glyphs)
{
    if (cells <= 0)
        return {};
    const int wanted = cellsOf(text);
    if (wanted <= cells) {
        const QString blanks(cells - wanted, u' ');
        return align == Align::Left ? text + blanks : blanks + text;
    }
    QString result;
    int used = 1; // of the mark that something is missing
    for (const char32_t character : text.toUcs4()) {
        used += cellsOf(character);
        if (used > cells)
            break;
        result += QString::fromUcs4(&character, 1);
    }
    result += glyphs == Glyphs::Unicode ? u'…' : u'~';
    return result + QString(std::max(0, cells - cellsOf(result)), u' ');
}

QString sparkline(const QList<double> &values, int cells, Glyphs glyphs)
{
    const QString bars =
            glyphs == Glyphs::Unicode ? QStringLiteral(" ▁▂▃▄▅▆▇█") : QStringLiteral(" .:-=+*#@");
    const QList<double> last = values.mid(std::max<qsizetype>(0, values.size() - cells));
    double most = 0;
    for (const double value : last)
        most = std::max(most, value);
    QString result(cells - last.size(), u' ');
    for (const double value : last) {
        const double part = most > 0 ? std::clamp(value / most, 0.0, 1.0) : 0;
        // The smallest value is seen, too.
        result += bars.at(value > 0 ? 1 + int(part * double(bars.size() - 2)) : 0);
    }
    return result;
}

QString shown(const QString &text, Glyphs glyphs)
{
    QString result;
    for (const char32_t character : Text::printable(text).toUcs4()) {
        const bool isAscii = character < 128;
        if (character == u'\u202f' || character == u'\u00a0')
            result += u' ';
        else if (isAscii || (glyphs == Glyphs::Unicode && wcwidth(wchar_t(character)) >= 0))
            result += QString::fromUcs4(&character, 1);
        else
            result += u'?';
    }
    return result;
}
