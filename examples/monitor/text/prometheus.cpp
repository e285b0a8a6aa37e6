// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "prometheus.h"

#include "metricnames.h"
#include "metrictext.h"
#include "wholefile.h"

#include <QtRdma/rdma.h>

#include <QtCore/qelapsedtimer.h>
#include <QtCore/qmap.h>
#include <QtCore/qmetaobject.h>

#include <algorithm>

namespace {

using Labels = MetricText::Labels;
using Type = MetricText::Type;

// Programs with the most objects; the others are one: who starts many programs, each of another
// name, must not fill the data base.
constexpr qsizetype MostPrograms = 50; // of a device

// ---- devices and ports ----

void addDevice(const TableReader &row, MetricText *metrics)
{
    const QString device = row.text("device");
    metrics->gauge("rdma_device_info", QStringLiteral("Facts about a device, as labels."),
                   { { "device", device },
                     { "transport", row.text("transport") },
                     { "firmware", row.text("firmware") },
                     { "board", row.text("board") },
                     { "guid", row.text("guid") } },
                   1);
    metrics->gauge("rdma_device_usable",
                   QStringLiteral("Whether connections can be made with the device."),
                   { { "device", device } }, row.isTrue("usable"));
}

Labels portLabels(const TableReader &row)
{
    const int port = row.value("port").toInt();
    return { { "device", row.text("device") },
             { "port", port > 0 ? QString::number(port) : QString() } };
}

// The numbers are InfiniBand's, which are those of node_exporter.
int physicalStateId(const QString &name)
{
    static const QStringList names = {
        QStringLiteral("Sleep"),    QStringLiteral("Polling"), QStringLiteral("Disabled"),
        QStringLiteral("Training"), QStringLiteral("LinkUp"),  QStringLiteral("LinkErrorRecovery"),
        QStringLiteral("PhyTest")
    };
    return int(names.indexOf(name)) + 1;
}

int stateId(const QString &name)
{
    return std::max(0, QMetaEnum::fromType<Rdma::PortState>().keyToValue(name.toLatin1()));
}

void addPort(const TableReader &row, MetricText *metrics)
{
    const Labels labels = portLabels(row);
    const int lid = row.value("lid").toInt();
    metrics->gauge("rdma_port_info", QStringLiteral("Facts about a port, as labels."),
                   labels
                           + Labels({ { "state", row.text("state") },
                                      { "physical_state", row.text("physicalState") },
                                      { "link_layer", row.text("linkLayer") },
                                      { "rate", row.text("rate") },
                                      { "lid", lid > 0 ? QString::number(lid) : QString() },
                                      { "netdev", row.text("netdev") } }),
                   1);
    metrics->gauge("rdma_state_id",
                   QStringLiteral("State of a port: 0 no change, 1 down, 2 initializing, 3 armed, "
                                  "4 active, 5 active and deferred."),
                   labels, stateId(row.text("state")));
    metrics->gauge(
            "rdma_physical_state_id",
            QStringLiteral("Physical state of a port: 0 unknown, 1 sleep, 2 polling, 3 "
                           "disabled, 4 training, 5 link up, 6 link error recovery, 7 test."),
            labels, physicalStateId(row.text("physicalState")));
    if (const double speed = row.value("speed").toDouble(); speed > 0)
        metrics->gauge("rdma_rate_bytes_per_second", QStringLiteral("What a port can transfer."),
                       labels, speed * 1e9 / 8);
    metrics->gauge("rdma_port_mtu_bytes", QStringLiteral("The MTU of a port that is in use."),
                   labels, row.value("activeMtu").toInt());
}

// ---- counters ----

void addCounter(const TableReader &row, MetricText *metrics)
{
    if (!row.isTrue("available"))
        return;
    const QString unit = row.text("unit");
    const QString meaning = row.text("meaning");
    const Type type = unit == QLatin1String("objects") ? Type::Gauge : Type::Counter;
    metrics->add(metricName(row.text("name"), unit), type,
                 meaning.isEmpty() ? QStringLiteral("A counter of the driver.") : meaning,
                 portLabels(row), row.text("value"));
}

// Errors together, whatever a driver counts, and counters that cannot be read.
void addErrors(const Tables &tables, MetricText *metrics)
{
    struct Sum
    {
        Labels labels;
        quint64 errors = 0;
        int moved = 0;
        int unreadable = 0;
    };
    QMap<QString, Sum> ports;
    forEachRow(tables.counters, [&](const TableReader &row) {
        Sum &sum = ports[row.port()];
        sum.labels = portLabels(row);
        sum.unreadable += !row.isTrue("available");
        sum.moved += row.isTrue("moved");
        if (row.isTrue("shouldStayZero") && row.isTrue("available"))
            sum.errors += row.value("value").toULongLong();
    });
    for (const Sum &sum : std::as_const(ports)) {
        metrics->add(QStringLiteral("rdma_errors_total"), Type::Counter,
                     QStringLiteral("Sum of all counters that should stay zero."), sum.labels,
                     QString::number(sum.errors));
        metrics->gauge("rdma_alarms",
                       QStringLiteral("Counters that should stay zero and have moved since the "
                                      "monitor began."),
                       sum.labels, sum.moved);
        metrics->gauge("rdma_monitor_unreadable_counters",
                       QStringLiteral("Counters that could not be read."), sum.labels,
                       sum.unreadable);
    }
}

// ---- what programs have ----

struct ProgramObjects
{
    QMap<QString, int> counts; // by kind
    QSet<QString> processes;
    double registeredBytes = 0;
    int objects = 0;

    void add(const ProgramObjects &other)
    {
        for (auto count = other.counts.cbegin(); count != other.counts.cend(); ++count)
            counts[count.key()] += count.value();
        processes |= other.processes;
        registeredBytes += other.registeredBytes;
        objects += other.objects;
    }
};

// The programs with the fewest objects become "other".
void merge(QMap<QString, ProgramObjects> *programs)
{
    QStringList names = programs->keys();
    std::sort(names.begin(), names.end(), [&](const QString &a, const QString &b) {
        return programs->value(a).objects > programs->value(b).objects;
    });
    ProgramObjects others;
    for (const QString &name : names.mid(MostPrograms))
        others.add(programs->take(name));
    if (others.objects > 0)
        (*programs)[QStringLiteral("other")].add(others);
}

void addProgram(const Labels &labels, const ProgramObjects &program, MetricText *metrics)
{
    for (auto count = program.counts.cbegin(); count != program.counts.cend(); ++count)
        metrics->gauge("rdma_process_objects",
                       QStringLiteral("RDMA objects of the processes of a program, by kind."),
                       labels + Labels({ { "kind", count.key() } }), count.value());
    metrics->gauge("rdma_process_registered_bytes",
                   QStringLiteral("Memory that the processes of a program have registered, and by "
                                  "that locked."),
                   labels, program.registeredBytes);
    metrics->gauge("rdma_processes",
                   QStringLiteral("Processes of a program that have objects of a device."), labels,
                   double(program.processes.size()));
}

void addResources(const Tables &tables, MetricText *metrics)
{
    QMap<QString, QMap<QString, ProgramObjects>> devices;
    QMap<QStringList, int> states;
    forEachRow(tables.resources, [&](const TableReader &row) {
        const QString kind = row.text("kind");
        ProgramObjects &program = devices[row.text("device")][row.text("owner")];
        ++program.objects;
        ++program.counts[kind];
        program.processes.insert(row.text("process"));
        if (kind == QLatin1String("MemoryRegion"))
            program.registeredBytes += row.value("size").toDouble();
        if (const QString state = row.text("state"); !state.isEmpty())
            ++states[{ row.text("device"), kind, row.text("type"), state }];
    });
    for (auto device = devices.begin(); device != devices.end(); ++device) {
        merge(&device.value());
        for (auto program = device->cbegin(); program != device->cend(); ++program)
            addProgram({ { "device", device.key() }, { "command", program.key() } },
                       program.value(), metrics);
    }
    for (auto state = states.cbegin(); state != states.cend(); ++state) {
        const bool isQueuePair = state.key().at(1) == QLatin1String("QueuePair");
        metrics->gauge(isQueuePair ? "rdma_queue_pairs" : "rdma_connection_ids",
                       isQueuePair ? QStringLiteral("Queue pairs by type and state.")
                                   : QStringLiteral("Ids of the connection manager by state."),
                       { { "device", state.key().at(0) },
                         { "type", state.key().at(2) },
                         { "state", state.key().at(3) } },
                       state.value());
    }
}

// The streams of a recording that a program has made of itself.
void addStreams(const Tables &tables, MetricText *metrics)
{
    QMap<QStringList, int> states;
    forEachRow(tables.connections, [&](const TableReader &row) {
        ++states[{ row.text("kind"), row.text("transport"), row.text("state") }];
    });
    for (auto state = states.cbegin(); state != states.cend(); ++state)
        metrics->gauge("rdma_streams", QStringLiteral("Connections of QtRdma by state."),
                       { { "kind", state.key().at(0) },
                         { "transport", state.key().at(1) },
                         { "state", state.key().at(2) } },
                       state.value());
}

} // namespace

QByteArray prometheusOf(const Tables &tables, int samples)
{
    QElapsedTimer timer;
    timer.start();
    MetricText metrics;
    metrics.gauge("rdma_monitor_info", QStringLiteral("The version of qtrdma-monitor."),
                  { { "version", Rdma::libraryVersion().toString() } }, 1);
    metrics.add(QStringLiteral("rdma_monitor_samples_total"), Type::Counter,
                QStringLiteral("Samples that were taken until now."), {}, QString::number(samples));
    forEachRow(tables.devices, [&](const TableReader &row) { addDevice(row, &metrics); });
    forEachRow(tables.ports, [&](const TableReader &row) { addPort(row, &metrics); });
    addErrors(tables, &metrics);
    forEachRow(
            tables.counters, [&](const TableReader &row) { addCounter(row, &metrics); }, 0,
            Language::English);
    addResources(tables, &metrics);
    addStreams(tables, &metrics);
    metrics.gauge("rdma_monitor_dropped_series",
                  QStringLiteral("Series that are left out here: they are there twice by their "
                                 "names, or too many."),
                  {}, double(metrics.dropped()));
    metrics.gauge("rdma_monitor_scrape_duration_seconds",
                  QStringLiteral("Time that it took to write this text."), {},
                  double(timer.nsecsElapsed()) / 1e9);
    return metrics.text();
}

QString writeMetrics(const QByteArray &text, const QString &file)
{
    const QString problem =
            WholeFile::write(file, text,
                             QFileDevice::ReadOwner | QFileDevice::WriteOwner
                                     | QFileDevice::ReadGroup | QFileDevice::ReadOther);
    return problem.isEmpty() ? QString() : file + QLatin1String(": ") + problem;
}
