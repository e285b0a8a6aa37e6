// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Standard input and output. On a terminal there is a prompt with line editing at the bottom, and
// what happens is printed above it. In pipes and scripts there are plain lines.

#ifndef TERMINAL_H
#define TERMINAL_H

#include "lineeditor.h"

#include <QObject>
#include <QSocketNotifier>

class Terminal : public QObject
{
    Q_OBJECT

public:
    explicit Terminal(QObject *parent = nullptr);
    ~Terminal() override; // leaves the terminal as it was

    bool isInteractive() const { return m_interactive; }

    void start(const QString &prompt);
    void setPaused(bool paused); // nothing is read meanwhile
    void print(const QString &line);
    void setStatus(const QStringList &lines); // between what happened and the prompt
    void redraw();

Q_SIGNALS:
    void lineEntered(const QString &line);
    void endOfInput();
    void interrupted();

private:
    void readInput();
    void readKeys(const QByteArray &bytes);
    void handle(LineEditor::Event event);
    void readLines();
    void suspend();

    // The text that draws status and prompt, and the one that erases them. Both are one write with
    // the text between them, or the screen would flicker.
    void repaint(const QString &printed = {});
    QString erased();
    QString drawn();
    QString promptRow(int columns) const;
    void write(const QString &text);

    const bool m_interactive;
    QSocketNotifier m_input;
    LineEditor m_editor;
    QString m_prompt;
    QStringList m_status;
    int m_rowsAbove = 0; // rows of ours above the cursor
    bool m_drawn = false;
    bool m_paused = false;
    bool m_ended = false;
    QByteArray m_pending; // plain mode: a line that is not complete yet
};

#endif // TERMINAL_H
