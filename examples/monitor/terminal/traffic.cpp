// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "traffic.h"

#include "text/metricnames.h"

namespace {

// Names by the convention of Prometheus are the same for all drivers.
void addTo(Traffic::Port *port, const QString &metric, double rate)
{
    const bool isBytes = metric.endsWith(QLatin1String("_bytes_total"));
    const auto unit = isBytes ? Traffic::Unit::Bytes : Traffic::Unit::Packets;
    if (isBytes && port->unit == Traffic::Unit::Packets)
        port->sent = port->received = 0;
    if (!isBytes && port->unit == Traffic::Unit::Bytes)
        return;
    port->unit = unit;
    (metric.contains(QLatin1String("transmitted")) ? port->sent : port->received) = rate;
}

} // namespace

void Traffic::take(const Tables &tables)
{
    static const QStringList traffic = {
        QStringLiteral("rdma_port_data_transmitted_bytes_total"),
        QStringLiteral("rdma_port_data_received_bytes_total"),
        QStringLiteral("rdma_port_packets_transmitted_total"),
        QStringLiteral("rdma_port_packets_received_total"),
    };
    QHash<QString, Port> ports;
    forEachRow(tables.counters, [&](const TableReader &row) {
        const QString metric = metricName(row.text("name"), row.text("unit"));
        if (row.isTrue("available") && traffic.contains(metric))
            addTo(&ports[row.port()], metric, row.value("rate").toDouble());
    });
    if (ports.size() > MostPorts)
        return;
    for (auto port = ports.begin(); port != ports.end(); ++port) {
        port->history = m_ports.value(port.key()).history;
        port->history.append(port->sent + port->received);
        if (port->history.size() > MostSamples)
            port->history.removeFirst();
    }
    m_ports = ports;
}
