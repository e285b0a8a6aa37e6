// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "lineeditor.h"

#include <QTextBoundaryFinder>

#include <utility>

namespace {

constexpr qsizetype MaxHistory = 200;
constexpr qsizetype MaxText = 8192;

constexpr char ctrl(char letter)
{
    return char(letter & 0x1f);
}

} // namespace

LineEditor::Event LineEditor::key(char byte)
{
    if (m_escape)
        return escape(byte);
    if (uchar(byte) < 0x20 || byte == 0x7f)
        return control(byte);
    return insert(byte);
}

LineEditor::Event LineEditor::control(char byte)
{
    switch (byte) {
    case '\r':
    case '\n':
        return Line;
    case 0x1b:
        m_escape.emplace();
        return Nothing;
    case 0x7f:
    case ctrl('H'):
        return erase(before(m_cursor), m_cursor);
    case ctrl('A'):
        return moveTo(0);
    case ctrl('E'):
        return moveTo(m_text.size());
    case ctrl('B'):
        return moveTo(before(m_cursor));
    case ctrl('F'):
        return moveTo(after(m_cursor));
    case ctrl('U'):
        return erase(0, m_cursor);
    case ctrl('K'):
        return erase(m_cursor, m_text.size());
    case ctrl('W'):
        return erase(wordBefore(), m_cursor);
    case ctrl('P'):
        return recall(m_entry - 1);
    case ctrl('N'):
        return recall(m_entry + 1);
    case ctrl('L'):
        return Redraw;
    case ctrl('C'):
        return Interrupt;
    case ctrl('Z'):
        return Suspend;
    case ctrl('D'):
        return m_text.isEmpty() ? EndOfInput : erase(m_cursor, after(m_cursor));
    default:
        return Nothing;
    }
}

// ESC [ parameters final, or ESC O final. Anything else after ESC is dropped with it.
LineEditor::Event LineEditor::escape(char byte)
{
    QByteArray &seen = *m_escape;
    if (seen.isEmpty() && (byte == '[' || byte == 'O')) {
        seen += byte;
        return Nothing;
    }
    const bool parameter = (byte >= '0' && byte <= '9') || byte == ';';
    if (seen == "[" || seen.size() > 1) {
        if (parameter && seen.size() < 16) {
            seen += byte;
            return Nothing;
        }
    }
    const QByteArray parameters = seen.mid(1);
    const bool known = !seen.isEmpty();
    m_escape.reset();
    return known ? sequence(byte, parameters) : Nothing;
}

LineEditor::Event LineEditor::sequence(char final, const QByteArray &parameters)
{
    switch (final) {
    case 'A':
        return recall(m_entry - 1);
    case 'B':
        return recall(m_entry + 1);
    case 'C':
        return moveTo(after(m_cursor));
    case 'D':
        return moveTo(before(m_cursor));
    case 'H':
        return moveTo(0);
    case 'F':
        return moveTo(m_text.size());
    case '~':
        if (parameters == "1" || parameters == "7")
            return moveTo(0);
        if (parameters == "4" || parameters == "8")
            return moveTo(m_text.size());
        if (parameters == "3")
            return erase(m_cursor, after(m_cursor));
        return Nothing;
    default:
        return Nothing;
    }
}

LineEditor::Event LineEditor::insert(char byte)
{
    const QString typed = m_decoder(QByteArrayView(&byte, 1));
    if (typed.isEmpty() || m_text.size() + typed.size() > MaxText)
        return Nothing;
    m_text.insert(m_cursor, typed);
    m_cursor += typed.size();
    return Changed;
}

LineEditor::Event LineEditor::erase(qsizetype from, qsizetype to)
{
    if (from == to)
        return Nothing;
    m_text.remove(from, to - from);
    m_cursor = from;
    return Changed;
}

LineEditor::Event LineEditor::moveTo(qsizetype cursor)
{
    return std::exchange(m_cursor, cursor) == cursor ? Nothing : Changed;
}

LineEditor::Event LineEditor::recall(qsizetype entry)
{
    if (entry < 0 || entry > m_history.size() || entry == m_entry)
        return Nothing;
    if (m_entry == m_history.size())
        m_draft = m_text;
    m_entry = entry;
    m_text = entry == m_history.size() ? m_draft : m_history.at(entry);
    m_cursor = m_text.size();
    return Changed;
}

QString LineEditor::takeLine()
{
    QString line = m_text;
    if (!line.isEmpty() && (m_history.isEmpty() || m_history.last() != line))
        m_history += line;
    if (m_history.size() > MaxHistory)
        m_history.removeFirst();
    clear();
    return line;
}

void LineEditor::clear()
{
    m_text.clear();
    m_draft.clear();
    m_cursor = 0;
    m_entry = m_history.size();
}

// One visible character may be several code points.
qsizetype LineEditor::before(qsizetype position) const
{
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, m_text);
    finder.setPosition(position);
    return qMax(qsizetype(0), finder.toPreviousBoundary());
}

qsizetype LineEditor::after(qsizetype position) const
{
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, m_text);
    finder.setPosition(position);
    const qsizetype next = finder.toNextBoundary();
    return next < 0 ? m_text.size() : next;
}

qsizetype LineEditor::wordBefore() const
{
    qsizetype start = m_cursor;
    while (start > 0 && m_text.at(start - 1).isSpace())
        --start;
    while (start > 0 && !m_text.at(start - 1).isSpace())
        --start;
    return start;
}
