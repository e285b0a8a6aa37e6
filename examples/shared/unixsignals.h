// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef UNIXSIGNALS_H
#define UNIXSIGNALS_H

#include <QObject>
#include <QSocketNotifier>

#include <initializer_list>

// Emits a Qt signal when the process gets one of these POSIX signals.
class UnixSignals : public QObject
{
    Q_OBJECT

public:
    explicit UnixSignals(std::initializer_list<int> signals_, QObject *parent = nullptr);

Q_SIGNALS:
    void received(int signal);

private:
    QSocketNotifier m_notifier;
};

// Ends the event loop when the program is interrupted or told to end, or when its terminal goes:
// windows are closed, and all that runs is ended, as at any other end of the program.
class EndBySignal : public UnixSignals
{
    Q_OBJECT

public:
    explicit EndBySignal(int status = 0, QObject *parent = nullptr);
};

#endif // UNIXSIGNALS_H
