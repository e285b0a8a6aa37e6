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

// A file is offered until all receivers have answered, and comes then.
struct Relay::Transfer
{
    struct Refusal
    {
        QString name;
        QString why;
    };

    bool isOffered() const { return !asked.empty(); }

    Member *sender = nullptr;
    quint32 senderId = 0;
    quint64 size = 0;
    quint64 passed = 0;
    std::vector<Member *> receivers; // those who may still get it
    std::vector<Member *> asked; // those of them who have not answered the offer
    std::vector<Refusal> refusals; // of which the sender will be told
    QDeadlineTimer answer;
};

#endif // RELAY_P_H
