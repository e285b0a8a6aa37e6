// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DESCRIPTION_H
#define DESCRIPTION_H

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <array>
#include <optional>

namespace Perf {

inline constexpr qint64 MaxSize = 8 * 1024 * 1024;
inline constexpr qint64 MaxMemory = 1024 * 1024 * 1024; // registered by one side for all clients
inline constexpr qint64 MaxRingMemory = 64 * 1024 * 1024; // of all connections of a run

enum class Test { Send, Write, WriteImm, Read, Atomic, Stream, Tcp };
enum class Measure { Latency, Bandwidth, Rate };
// Prepared: requests that were checked before, a handler, and a receive ring.
enum class Interface { Prepared, Signals, Futures };
// Of queue pairs: reliable or unreliable ones that are connected, or for datagrams.
enum class Service { Reliable, Unreliable, Datagram };

QStringList testNames(); // in the order of the enumeration
QStringList measureNames();
QStringList interfaceNames();
QStringList serviceNames(); // perftest's

// The description of one run; client and server must agree on it. Its numbers are those of the
// program's options of these names.
struct Description
{
    Test test = Test::Send;
    Measure measure = Measure::Latency;
    Interface interface = Interface::Prepared; // of a queue pair
    Service service = Service::Reliable; // of a queue pair
    bool bothDirections = false;
    qint64 size = 64; // bytes of a message
    qint64 iterations = 1000; // messages of each connection; 0: the seconds count
    qint64 seconds = 0;
    qint64 warmUp = 100; // messages of each connection that are not counted
    qint64 depth = 1; // messages of a connection that are under way at a time
    qint64 connections = 1;
    qint64 batch = 1; // requests in a chain
    qint64 inlineSize = 64;
    qint64 spin = 0; // us of polling before sleeping
    qint64 moderation = 0; // us of rest after messages
    qint64 room = 0; // messages that a receiver has room for; 0: as many as depth asks for
    qint64 signalled = 0; // one request of so many tells of its completion; 0: one of each chain
    qint64 typeOfService = -1; // -1: that of the system
    qint64 timeout = -1; // until a message is sent again, as a power; -1: that of the route
    bool adaptive = false; // only while messages follow each other within that time
    bool forceSpin = false; // on software devices, too
    bool noYield = false; // sleep at once on those, too
    bool skips = false; // receivers of streams do not read

    bool isLatency() const { return measure == Measure::Latency; }
    bool isVerbs() const { return test != Test::Stream && test != Test::Tcp; }
    bool isManaged() const { return service == Service::Reliable; } // by the connection manager
    bool isNoticed() const; // the peer's program notices each message
    bool isEchoed() const
    {
        return isLatency() && isNoticed();
    } // half of what a message to and fro takes is reported
    qint64 window() const; // messages that may come before the receiver has taken one
    qint64 period() const; // requests to a signalled one
    qint64 receives() const; // that have to be posted for them
    qint64 receiveDepth() const; // with those that a ring needs besides
    bool hasReceiveRing() const; // it is wanted, and does not take too much memory
    qint64 ringSlotSize() const;
    qint64 headerSize() const; // that comes before what is received
    qint64 memory() const; // bytes that each side registers, or buffers

    QString name() const; // of the test
    QString problem() const; // empty when it can be run
    QJsonObject toJson() const;
    static std::optional<Description> fromJson(const QJsonObject &object, QString *problem);

    // The numbers that the user and the peer may choose.
    struct Number
    {
        const char *name;
        qint64 Description::*value;
        qint64 least;
        qint64 most;

        QString problem(qint64 number) const; // empty when it is in the range
    };
    static const std::array<Number, 14> numbers;

private:
    QString serviceProblem() const;
    qint64 ringSlots() const; // of a connection
    qint64 ringMemory() const; // of all of them
};

} // namespace Perf

#endif // DESCRIPTION_H
