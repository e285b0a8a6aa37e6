// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ALARM_H
#define ALARM_H

#include <QtCore/qobjectdefs.h>
#include <QtCore/qstring.h>

// Something that a person should look at: a counter that moves and should stay zero, a port that
// went down, or a device that has gone.
struct Alarm
{
    Q_GADGET

public:
    enum Kind { Counter, PortDown, DeviceGone };
    Q_ENUM(Kind)
    enum State {
        Acknowledged, // a person has seen it, and it has not happened again
        Quiet, // it has not happened for a while, or is over
        Active
    };
    Q_ENUM(State)
    enum Severity { Warning, Critical };
    Q_ENUM(Severity)

    Severity severity() const { return kind == Counter ? Warning : Critical; }
    // The same for all movements of a counter, and whenever a port or a device goes.
    QString key() const;
    // The most urgent has the highest: by state, then by severity, then by time.
    double rank() const;

    Kind kind = Counter;
    QString device;
    int port = 0; // 0: of the device
    QString group; // of the counter
    QString name; // of the counter
    QString text; // the meaning of a counter in English, the state of a port
    State state = Active;
    qint64 first = 0; // milliseconds since 1970, as QDateTime has them
    qint64 last = 0;
    quint64 count = 0; // of a counter: by how much it has grown
    double rate = 0; // of a counter: per second, now
    double lastTime = 0; // 'last' by the clock of the source, in milliseconds
    double sampleTime = 0; // of the last sample that had the counter
};

#endif // ALARM_H
