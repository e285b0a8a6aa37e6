// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MODES_H
#define MODES_H

#include <QtNetwork/qhostaddress.h>

// Each mode of the program returns its exit status. Servers listen on a free port, say "listening PORT" and end with
// their standard input: they never outlive the test.

int echo(const QHostAddress &address, quint16 port); // sends back what arrives
int sink(const QHostAddress &address); // says of each connection what has arrived

int connectOnly(const QHostAddress &address,
                quint16 port); // "connected" until its input ends, or the error
int exchange(const QHostAddress &address, quint16 port,
             qint64 size); // sends, closes its channel, says what came back
int writeAndQuit(const QHostAddress &address, quint16 port,
                 qint64 size); // write, disconnectFromHost, return
int writeAndQuitLoop(const QHostAddress &address, quint16 port,
                     qint64 size); // the same in a slot, with the loop's end
[[noreturn]] void writeAndExit(const QHostAddress &address, quint16 port,
                               qint64 size); // write, flush, exit() with the stream open
int writeAndLeave(const QHostAddress &address, quint16 port,
                  qint64 size); // ends without closing anything

// 'count' connections, 'atOnce' of them being made at a time: says "connected N" when the last one is there or has failed.
// With each line "echo SIZE" on standard input all send so many bytes and some more, each its own, and say "echoed N" when all
// has come back. The end of the input closes them: "ended N" counts those that ended cleanly.
int crowd(const QHostAddress &address, quint16 port, int count, int atOnce);

#endif // MODES_H
