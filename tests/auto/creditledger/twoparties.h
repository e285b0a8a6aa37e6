// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TWOPARTIES_H
#define TWOPARTIES_H

#include "stream/native/creditledger_p.h"

#include <QtCore/qbytearray.h>

#include <deque>
#include <random>

// Two programs that obey the protocol, joined by a reliable connection that keeps the order and is
// as slow as chance decides. They act at random moments. What must always hold is checked after
// every step.
class TwoParties
{
public:
    // The probability of each action, in percent of the steps of one party.
    struct Habits
    {
        int write = 30;
        int read = 30;
        int ping = 0;
        int auth = 0;
        int resize = 0;
        int returnCredit = 0;
        int widen = 0;
        int narrow = 0;
    };
    struct Setup
    {
        Habits habits[2];
        quint32 windows[2] = { 16, 16 };
        quint32 firstSerial = 0;
    };
    TwoParties(const Setup &setup, quint32 seed);

    // Runs that many steps, lets everything come to rest now and then, and closes both sides.
    // Returns an empty string, or what went wrong.
    QString run(int steps);

    // Counts what happened: a test that never does a thing proves nothing about it.
    struct Events
    {
        int data = 0;
        int control[QtRdmaPrivate::FrameTypes] = {};
        int blocked = 0; // how often a party had data and no credit
    };
    const Events &events() const { return m_events; }

private:
    struct Party
    {
        Party(const Setup &setup, int self);

        QtRdmaPrivate::CreditLedger ledger;
        Habits habits;
        std::deque<quint32>
                posted; // sizes of receives, in the order in which frames will take them
        std::deque<QByteArray> arriving; // on the way to this party
        quint32 slotSize = 2048;
        quint32 filled = 0; // data slots not read yet
        quint32 freed = 0; // data slots whose receives are not posted again yet
        quint32 toConsume = 0; // the same for control frames
        qint64 written = 0;
        qint64 sent = 0;
        qint64 received = 0;
        bool pongDue = false;
        quint64 pongEcho = 0;
        int finsSent = 0;
        int finsReceived = 0;
    };

    int chance(int below) { return int(m_random() % quint32(below)); }
    bool happens(int percent) { return chance(100) < percent; }
    Party &peerOf(Party *party) { return party == m_parties ? m_parties[1] : m_parties[0]; }

    void step(Party *party);
    void deliver(Party *party);
    void control(Party *party, const QtRdmaPrivate::ParsedFrame &frame);
    void checkBytes(Party *party, const QtRdmaPrivate::ParsedFrame &frame);
    void readSome(Party *party, quint32 most);
    void replenish(Party *party, bool all);
    void adjustWindow(Party *party);
    void flush(Party *party, bool all);
    void sendData(Party *party);
    void sendControl(Party *party, QtRdmaPrivate::FrameType type, quint64 number = 0,
                     quint8 flags = 0);
    void sendResize(Party *party);
    bool settle(); // runs until nothing moves any more
    void checkRest();
    void close();
    void checkInvariants();
    void fail(const QString &text);

    std::mt19937 m_random;
    Party m_parties[2];
    Events m_events;
    QString m_failure;
};

#endif // TWOPARTIES_H
