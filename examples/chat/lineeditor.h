// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A line of text that is being typed: what the keys do, without a terminal.

#ifndef LINEEDITOR_H
#define LINEEDITOR_H

#include <QByteArray>
#include <QString>
#include <QStringDecoder>
#include <QStringList>

#include <optional>

class LineEditor
{
public:
    enum Event { Nothing, Changed, Line, Interrupt, EndOfInput, Suspend, Redraw };

    // Feeds one byte from the keyboard.
    Event key(char byte);

    QString text() const { return m_text; }
    qsizetype cursor() const { return m_cursor; }
    QString takeLine(); // after Line; it goes into the history
    void clear();

private:
    Event control(char byte);
    Event escape(char byte);
    Event sequence(char final, const QByteArray &parameters);
    Event insert(char byte);
    Event erase(qsizetype from, qsizetype to);
    Event moveTo(qsizetype cursor);
    Event recall(qsizetype entry);
    qsizetype before(qsizetype position) const;
    qsizetype after(qsizetype position) const;
    qsizetype wordBefore() const;

    QString m_text;
    qsizetype m_cursor = 0;
    QStringDecoder m_decoder{ QStringDecoder::Utf8 };
    std::optional<QByteArray> m_escape; // the bytes after ESC
    QStringList m_history;
    qsizetype m_entry = 0; // the history's entry on show; its size: the new line
    QString m_draft; // the new line while an old one is on show
};

#endif // LINEEDITOR_H
