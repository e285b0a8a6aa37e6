// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TERMINAL_H
#define TERMINAL_H

#include <QtCore/qobject.h>
#include <QtQml/qqmlregistration.h>

// Where the program writes when it has no window. Peers may have made the texts: they are made fit
// for a terminal.
class Terminal : public QObject
{
    Q_OBJECT
    QML_ELEMENT

public:
    using QObject::QObject;

    Q_INVOKABLE void print(const QString &text); // to standard output
    Q_INVOKABLE void complain(const QString &text); // to standard error, after the program's name
    // Replaces the line before; only if standard error is a terminal.
    Q_INVOKABLE void showProgress(const QString &text);

private:
    void clearProgress();

    bool m_showsProgress = false;
};

#endif // TERMINAL_H
