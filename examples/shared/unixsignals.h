// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Emits a Qt signal when the process gets one of these POSIX signals.

#ifndef UNIXSIGNALS_H
#define UNIXSIGNALS_H

#include <QObject>
#include <QSocketNotifier>

#include <initializer_list>

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

#endif // UNIXSIGNALS_H
