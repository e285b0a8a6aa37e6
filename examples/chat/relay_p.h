// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Declarations that relay.cpp and relayfiles.cpp share.

#ifndef RELAY_P_H
#define RELAY_P_H

#include "relay.h"

// A client that is connected. A refused one stays until it has been told why, and one that has gone
// until no caller up the stack can hold a reference to it.
struct Relay::Member
{
    enum State { Unnamed, Present, Refused, Gone };

    Channel *channel = nullptr;
    State state = Unnamed;
    QString name;
    QString key;
    std::set<const Member *> waitsFor;
    QDeadlineTimer hello;
    QDeadlineTimer stall;
};

struct Relay::Transfer
{
    Member *sender = nullptr;
    quint32 senderId = 0;
    quint64 size = 0;
    quint64 passed = 0;
    std::vector<Member *> receivers; // those who have not answered yet
};

#endif // RELAY_P_H
