// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PEERS_H
#define PEERS_H

#include <QtCore/qbytearray.h>
#include <QtNetwork/qhostaddress.h>

#include <functional>

class RdmaStream;

// Each role of the program returns its exit status.
//
// Servers take only rsockets. They print "listening PORT" and, at the end of each connection,
// "received BYTES HASH clean" or "... broken"; for what they send on their own they print "sent
// BYTES HASH". They end when their standard input closes.
int echo(const QHostAddress &address);
int sink(const QHostAddress &address);
// Sends that many bytes to every client, and then nothing more. 'readsOn' says whether it goes on
// reading.
int greet(const QHostAddress &address, qint64 size, bool readsOn);
int answerRedis(const QHostAddress &address);
int storeFiles(const QHostAddress &address); // for rcopy; also prints "file PATH BYTES HASH"

// Clients try until somebody listens, and print the same.
int source(const QHostAddress &address, quint16 port, qint64 size);
int rstream(const QHostAddress &address, quint16 port, qint64 size, int count, int iterations);
int sendFile(const QHostAddress &address, quint16 port, qint64 size, const QByteArray &path);

// Handles the data of one connection. A server makes one when a connection begins.
using Handler = std::function<void(const QByteArray &)>;
int serve(const QHostAddress &address, const std::function<Handler(RdmaStream *)> &begin);

void say(const QByteArray &line);
// "BYTES HASH"
QByteArray summary(const QByteArray &data);
QByteArray randomBytes(qint64 size);

#endif // PEERS_H
