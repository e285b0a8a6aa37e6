// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Declarations that relay.cpp and relayfiles.cpp share.

#ifndef RELAY_P_H
#define RELAY_P_H

#include "relay.h"

// Everyone who is connected. The refused stay until they were told why, the gone until no caller
// up the stack can still hold a reference.
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
