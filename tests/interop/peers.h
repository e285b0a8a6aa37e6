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
// Servers take rsockets alone, say "listening PORT" and, at the end of each connection, "received BYTES HASH clean" or "... broken";
// what they send on their own is "sent BYTES HASH". They end with their standard input.
int echo(const QHostAddress &address);
int sink(const QHostAddress &address);
// Sends so many bytes to whoever connects, and then nothing more: it reads on, or does not.
int greet(const QHostAddress &address, qint64 size, bool readsOn);
int answerRedis(const QHostAddress &address);
int storeFiles(const QHostAddress &address); // of rcopy; also says "file PATH BYTES HASH"

// Clients try until somebody listens, and say the same.
int source(const QHostAddress &address, quint16 port, qint64 size);
int rstream(const QHostAddress &address, quint16 port, qint64 size, int count, int iterations);
int sendFile(const QHostAddress &address, quint16 port, qint64 size, const QByteArray &path);

// What a server does with the data of a connection, made when it begins.
using Handler = std::function<void(const QByteArray &)>;
int serve(const QHostAddress &address, const std::function<Handler(RdmaStream *)> &begin);

void say(const QByteArray &line);
// "BYTES HASH"
QByteArray summary(const QByteArray &data);
QByteArray randomBytes(qint64 size);

#endif // PEERS_H
