// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MODES_H
#define MODES_H

#include <QtNetwork/qhostaddress.h>

// Each mode of the program returns its exit status. Servers listen on a free port, print "listening
// PORT", and end when their standard input closes: they never outlive the test.

int echo(const QHostAddress &address, quint16 port); // sends back what arrives
int sink(const QHostAddress &address); // prints for each connection what has arrived

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

// Makes 'count' connections, 'atOnce' of them at a time. Prints "connected N" when the last one is
// connected or has failed. For each line "echo SIZE" on standard input every connection sends that
// many bytes and some more, a different number each, and the program prints "echoed N" when all
// bytes have come back. The end of the input closes the connections; "ended N" counts those that
// ended cleanly.
int crowd(const QHostAddress &address, quint16 port, int count, int atOnce);

#endif // MODES_H
