// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "description.h"

#include "words.h"

namespace Perf {

const std::array<Description::Number, 14> Description::numbers = { {
        { "size", &Description::size, 1, MaxSize },
        { "iterations", &Description::iterations, 0, 100'000'000 },
        { "duration", &Description::seconds, 0, 3600 },
        { "warm-up", &Description::warmUp, 0, 1'000'000 },
        { "depth", &Description::depth, 1, 4096 },
        { "connections", &Description::connections, 1, 1024 },
        { "batch", &Description::batch, 1, 4096 },
        { "inline", &Description::inlineSize, 0, 4096 },
        { "spin", &Description::spin, 0, 1'000'000 },
        { "moderation", &Description::moderation, 0, 65'535 },
        { "rx-depth", &Description::room, 0, 8194 },
        { "cq-mod", &Description::signalled, 0, 4096 },
        { "tos", &Description::typeOfService, -1, 255 },
        { "qp-timeout", &Description::timeout, -1, 31 },
} };

QStringList testNames()
{
    return { "send", "write", "write-imm", "read", "atomic", "stream", "tcp" };
}

QStringList measureNames()
{
    return { "latency", "bandwidth", "rate" };
}

QStringList interfaceNames()
{
    return { "prepared", "signals", "futures" };
}

QStringList serviceNames()
{
    return { "RC", "UC", "UD" };
}

QString Description::Number::problem(qint64 number) const
{
    if (number >= least && number <= most)
        return {};
    return Words::tr("%1 must be from %2 to %3, not %4").arg(name).arg(least).arg(most).arg(number);
}

bool Description::isNoticed() const
{
    return test == Test::Send || test == Test::WriteImm || !isVerbs();
}

// Even, so that a half is a whole number. Unless the user has chosen, the receives of the other
// half cover a depth while the news is under way.
qint64 Description::window() const
{
    if (!isNoticed())
        return 0;
    return room > 0 ? room - room % 2 : 2 * depth + 2;
}

qint64 Description::period() const
{
    return qMax(batch, signalled);
}

qint64 Description::receives() const
{
    constexpr qint64 Spare = 4; // two empty messages in each half of a window, and the first
    return window() + Spare;
}

qint64 Description::receiveDepth() const
{
    return hasReceiveRing() ? ringSlots() : receives();
}

// A handler tells the peer that it has taken a window's messages while their slots are not posted
// again, and some slots are posted only together with those of later messages.
qint64 Description::ringSlots() const
{
    constexpr qint64 PostedLater = 16;
    return receives() + window() + PostedLater;
}

qint64 Description::ringMemory() const
{
    return connections * ringSlots() * ringSlotSize();
}

bool Description::hasReceiveRing() const
{
    return interface == Interface::Prepared && isVerbs() && ringMemory() <= MaxRingMemory;
}

// Data of writes goes elsewhere, and other messages are empty.
qint64 Description::ringSlotSize() const
{
    return test == Test::Send ? size : 1;
}

qint64 Description::headerSize() const
{
    constexpr qint64 RoutingHeader = 40;
    return service == Service::Datagram ? RoutingHeader : 0;
}

qint64 Description::memory() const
{
    // One message to send, and room for one.
    return (2 * size + headerSize()) * connections + (hasReceiveRing() ? ringMemory() : 0);
}

QString Description::name() const
{
    return testNames().value(int(test));
}

QString Description::serviceProblem() const
{
    constexpr qint64 MostUnmanaged = 128; // connections, of which one line of the control tells
    constexpr qint64 MostBytes = 4096; // of a datagram
    const bool hasAnswers = test == Test::Read || test == Test::Atomic;
    if (isManaged())
        return {};
    if (!isVerbs())
        return Words::tr("UC and UD are for queue pairs");
    if (hasAnswers)
        return Words::tr("read and atomic need RC");
    if (connections > MostUnmanaged)
        return Words::tr("with UC and UD, connections must be from 1 to %1").arg(MostUnmanaged);
    if (service == Service::Unreliable)
        return {};
    if (test != Test::Send || size > MostBytes)
        return Words::tr("UD is for send, and for %1 bytes at most").arg(MostBytes);
    if (interface == Interface::Prepared)
        return Words::tr("UD has no receive ring: signals or futures tell of messages");
    return {};
}

QString Description::problem() const
{
    for (const Number &number : numbers) {
        if (QString wrong = number.problem(this->*number.value); !wrong.isEmpty())
            return wrong;
    }
    const struct
    {
        bool isBroken;
        QString text;
    } rules[] = {
        { (iterations == 0) == (seconds == 0),
          Words::tr("either iterations or duration must be at least 1, and the other 0") },
        { test == Test::Atomic && size != 8,
          Words::tr("atomic works on 8 bytes, there are no other sizes") },
        { isLatency() && (depth > 1 || batch > 1 || bothDirections),
          Words::tr("latency is that of one message at a time: depth, batch and both directions "
                    "are for "
                    "bandwidth and rate") },
        { room == 1, Words::tr("rx-depth must be 0, or 2 at least") },
        { room > 0 && !isNoticed(),
          Words::tr("rx-depth is for messages that the other side receives") },
        { room > 0 && !isVerbs(), Words::tr("rx-depth is for queue pairs") },
        { room > 0 && window() < 2 * batch,
          Words::tr("batch (%1) must not be more than half of rx-depth (%2)")
                  .arg(batch)
                  .arg(room) },
        { signalled > depth || signalled % batch > 0,
          Words::tr("cq-mod (%1) must be a multiple of batch (%2), and not more than depth (%3)")
                  .arg(signalled)
                  .arg(batch)
                  .arg(depth) },
        { signalled > 0 && !isVerbs(), Words::tr("cq-mod is for queue pairs") },
        { timeout >= 0 && !isVerbs(), Words::tr("qp-timeout is for queue pairs") },
        { batch > depth,
          Words::tr("batch (%1) must not be more than depth (%2)").arg(batch).arg(depth) },
        { interface == Interface::Prepared && test == Test::Atomic,
          Words::tr("atomic requests cannot be prepared: signals or futures tell of them") },
        { interface != Interface::Prepared && !isVerbs(),
          Words::tr("signals and futures are for queue pairs") },
        { batch > 1 && !isVerbs(),
          Words::tr(
                  "batch is for queue pairs: streams put together what they send by themselves") },
        { skips && (isVerbs() || isLatency()),
          Words::tr("skip is for bandwidth and rate of streams: nobody reads other messages, or "
                    "drops those "
                    "that are answered") },
        { spin > 0 && test == Test::Tcp,
          Words::tr("spin is for RDMA: sockets have nothing to poll") },
        { moderation > 0 && test == Test::Tcp,
          Words::tr("moderation is for RDMA: sockets have no completion queue") },
        { noYield && test == Test::Tcp, Words::tr("no-yield is for RDMA: sockets never yield") },
        { adaptive && spin == 0, Words::tr("adaptive says when to spin; spin says how long") },
        { memory() > MaxMemory,
          Words::tr("%1 connections with messages of %2 bytes need more than %3 MiB of memory")
                  .arg(connections)
                  .arg(size)
                  .arg(MaxMemory >> 20) },
    };
    for (const auto &rule : rules) {
        if (rule.isBroken)
            return rule.text;
    }
    return serviceProblem();
}

QJsonObject Description::toJson() const
{
    QJsonObject object{ { "test", name() },
                        { "measure", measureNames().value(int(measure)) },
                        { "interface", interfaceNames().value(int(interface)) },
                        { "service", serviceNames().value(int(service)) },
                        { "bothDirections", bothDirections },
                        { "adaptive", adaptive },
                        { "forceSpin", forceSpin },
                        { "noYield", noYield },
                        { "skip", skips } };
    for (const Number &number : numbers)
        object[QLatin1String(number.name)] = this->*number.value;
    return object;
}

std::optional<Description> Description::fromJson(const QJsonObject &object, QString *problem)
{
    const auto test = testNames().indexOf(object["test"].toString());
    const auto measure = measureNames().indexOf(object["measure"].toString());
    const auto interface = interfaceNames().indexOf(object["interface"].toString("prepared"));
    const auto service = serviceNames().indexOf(object["service"].toString("RC"));
    if (test < 0 || measure < 0 || interface < 0 || service < 0) {
        *problem = Words::tr("this server knows no such test or interface");
        return {};
    }
    Description description;
    description.test = Test(test);
    description.measure = Measure(measure);
    description.interface = Interface(interface);
    description.service = Service(service);
    description.bothDirections = object["bothDirections"].toBool();
    description.adaptive = object["adaptive"].toBool();
    description.forceSpin = object["forceSpin"].toBool();
    description.noYield = object["noYield"].toBool();
    description.skips = object["skip"].toBool();
    for (const Number &number : numbers) {
        const QLatin1String name(number.name);
        if (object.contains(name)) // a peer of an earlier version knows fewer
            description.*number.value = object[name].toInteger(number.least - 1);
    }
    *problem = description.problem();
    return problem->isEmpty() ? std::optional(description) : std::nullopt;
}

} // namespace Perf
