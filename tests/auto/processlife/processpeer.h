// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PROCESSPEER_H
#define PROCESSPEER_H

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qeventloop.h>

#include <functional>

// The modes of processpeer. Each prints what happens, one line for each event, and returns the exit
// status.

constexpr int Patience = 60000;

// A server that echoes, and a stream that is connected to it, both in this thread.
class Echo
{
public:
    explicit Echo(const QHostAddress &address, const QHostAddress &listenOn = {});

    bool isReady() const { return ready; }
    bool works(); // sends data there and back

    RdmaServer server;
    RdmaStream stream;

private:
    bool ready = false;
};

// Runs the event loop until the condition is true. Returns false if it was never true.
bool until(const std::function<bool()> &reached, int msecs = Patience);

void say(const QString &line);

// Whether something is refused in a child, with the text that says why.
bool saysForked(const RdmaError &error);

int takesSignals(const QHostAddress &address);
int startsPrograms(const QHostAddress &address);
int isInterrupted(const QHostAddress &address);
int jumpsInTime(const QHostAddress &address);
int entersNamespace(const QHostAddress &address);
int changesCredentials(const QHostAddress &address, const QString &what,
                       const QHostAddress &listenOn);
int endsConnections(const QHostAddress &address);
int forks(const QHostAddress &address);
int forksBefore(const QHostAddress &address);
int forksWhileBusy(const QHostAddress &address);
int forksWhileWatching(const QHostAddress &address, const QHostAddress &other);
int startsThreads(const QHostAddress &address);
int connects(const QHostAddress &address, quint16 port);

#endif // PROCESSPEER_H
