// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PROGRAM_H
#define PROGRAM_H

#include <QtCore/qobject.h>
#include <QtCore/qstring.h>

#include <array>
#include <vector>

enum End { Client, Peer }; // the side that connects, and the stream that the server makes for it

inline End otherThan(End end)
{
    return end == Client ? Peer : Client;
}

// The next thing that a program does, at one end of the connection.
struct Step
{
    Q_GADGET

public:
    enum Kind {
        Connect, // size: the open mode
        ConnectRefused,
        ConnectAndAbort,
        WaitForConnected,
        Write,
        Flush,
        Read,
        ReadAll,
        ReadLine,
        Peek,
        Skip,
        GetAndUnget,
        StartTransaction,
        CommitTransaction,
        RollbackTransaction,
        SetReadBufferSize,
        WaitForReadyRead,
        WaitForBytesWritten,
        WaitForDisconnected,
        Pause, // one turn of the event loop
        Settle, // turns until nothing moves any more
        Drain, // Settle and ReadAll at both ends, until nothing comes any more
        Disconnect,
        Close,
        Abort,
        Delete,
    };
    Q_ENUM(Kind)

    Kind kind;
    End end = Client;
    qint64 size = 0;
    // Bytes are on their way. How many have arrived, or whether a coming end was noticed, depends
    // on the transport.
    bool racing = false;

    QString toString() const;
};

// What the slots of one end do. Each slot is connected to one signal.
struct Reactions
{
    Q_GADGET

public:
    enum Action {
        Nothing,
        ReadEverything,
        Echo,
        WriteSome,
        FlushIt,
        Spin,
        DisconnectIt,
        CloseIt,
        AbortIt
    };
    Q_ENUM(Action)

    Action connected = Nothing;
    Action readyRead = Nothing;
    Action bytesWritten = Nothing;
    Action errorOccurred = Nothing;
    Action readChannelFinished = Nothing;
    Action aboutToClose = Nothing;
    Action disconnected = Nothing;

    QString toString() const;
};

struct Program
{
    std::array<Reactions, 2> reactions;
    std::vector<Step> steps;
    // Both ends may end the last connection at once. Then only what every order of events has in
    // common is compared.
    bool endsInTumult = false;
};

// Returns the same program for the same seed, on every machine. Results do not depend on time
// unless a step is racing.
Program makeProgram(quint32 seed);

#endif // PROGRAM_H
